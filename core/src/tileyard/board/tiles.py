"""Faces: what a tile shows, how it turns, and where it fits.

Sides, corners and ports are numbered as in :mod:`tileyard.board.topology`, clockwise from north,
for tiles with any number of sides: side ``i`` has port ``2 * i``, corner ``i`` has ``2 * i + 1``.
A *turn* is the number of steps clockwise, one side each: 0 to 3 for squares, 0 to 5 for hexagons,
0 to 2 for triangles; turns from the number of sides upwards are those of the reflected face.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tileyard.ground.errors import UsageError

__all__ = ["Face", "FitIndex", "orientations", "reflect", "rotate"]

MOST_PATTERNS = 65_536

Pattern = Sequence[Hashable]


@dataclass(frozen=True, slots=True)
class Face:
    """What one tile shows.

    ``sides`` holds what is on each side, clockwise from north, and ``corners`` what is on each
    corner, clockwise from the one after side 0, or nothing. ``links`` are the groups of ports
    joined inside the tile; their order means nothing and is put straight. Raises
    :class:`UsageError` for fewer than three sides, a wrong number of corners, or links that
    use a port twice or one that does not exist.
    """

    sides: tuple[Hashable, ...]
    corners: tuple[Hashable, ...] = ()
    links: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        count = len(self.sides)
        if count < 3:
            raise UsageError(f"a face has three sides or more, not {count}", field="sides", allowed=">= 3")
        if len(self.corners) not in (0, count):
            raise UsageError(
                f"a face with {count} sides has {count} corners or none", field="corners", allowed=[0, count]
            )
        ports = [port for group in self.links for port in group]
        if len(set(ports)) < len(ports) or not all(0 <= port < 2 * count for port in ports):
            raise UsageError(f"links must use each port from 0 to {2 * count - 1} at most once", field="links")
        object.__setattr__(self, "sides", tuple(self.sides))
        object.__setattr__(self, "corners", tuple(self.corners))
        object.__setattr__(self, "links", tuple(sorted(tuple(sorted(group)) for group in self.links)))


def rotate(face: Face, turns: int) -> Face:
    """The face turned clockwise by ``turns`` sides; the last side becomes the first."""
    count = len(face.sides)
    shift = turns % count
    return Face(
        face.sides[-shift:] + face.sides[:-shift],
        face.corners[-shift:] + face.corners[:-shift],
        tuple(tuple((port + 2 * shift) % (2 * count) for port in group) for group in face.links),
    )


def reflect(face: Face) -> Face:
    """The face turned over, left for right: side 0 stays where it is."""
    count = len(face.sides)
    return Face(
        face.sides[:1] + face.sides[:0:-1],
        face.corners[::-1],
        tuple(tuple(-port % (2 * count) for port in group) for group in face.links),
    )


def orientations(face: Face, reflections: bool = False) -> tuple[tuple[int, Face], ...]:
    """Every different way the face can lie, as (turn, face), each under its smallest turn.

    With ``reflections``, turns from the number of sides upwards are rotations of the reflected face.
    """
    count = len(face.sides)
    bases = [face, reflect(face)] if reflections else [face]
    found: dict[Face, int] = {}
    for side, base in enumerate(bases):
        for turn in range(count):
            found.setdefault(rotate(base, turn), side * count + turn)
    return tuple((turn, lying) for lying, turn in found.items())


class FitIndex:
    """Which faces fit a gap, and how turned, from the pattern of what each side must show.

    A pattern has one entry per side, clockwise from north: what a face must show there, or
    ``None`` where nothing lies. A *kind* is the place of a face in ``faces``, which must have
    equally many sides. Answers are kept, so asking again costs one look in a dict.
    """

    __slots__ = ("_masks", "_memo", "_placements", "_sides")

    def __init__(self, faces: Iterable[Face], rotate: bool = True, reflections: bool = False) -> None:
        self._placements: list[tuple[int, int]] = []
        self._memo: dict[Pattern, dict[int, tuple[int, ...]]] = {}
        self._masks: list[dict[Hashable, int]] = []
        for kind, face in enumerate(faces):
            self._masks = self._masks or [{} for _ in face.sides]
            if len(face.sides) != len(self._masks):
                raise UsageError(
                    f"face {kind} has {len(face.sides)} sides, the first has {len(self._masks)}", field="faces"
                )
            for turn, lying in orientations(face, reflections) if rotate else ((0, face),):
                bit = 1 << len(self._placements)
                self._placements.append((kind, turn))
                for mask, shown in zip(self._masks, lying.sides, strict=True):
                    mask[shown] = mask.get(shown, 0) | bit
        self._sides = len(self._masks)

    def turns(self, pattern: tuple[Hashable, ...]) -> Mapping[int, tuple[int, ...]]:
        """The turns that fit, for each kind that fits at all; ``turns(pattern).get(kind, ())`` serves a hand.

        Kinds and turns ascend. The mapping is shared: read it, do not change it. Raises
        :class:`UsageError` for a pattern of the wrong length.
        """
        try:
            return self._memo[pattern]
        except KeyError:
            return self._find(pattern)

    def fits(self, pattern: tuple[Hashable, ...]) -> tuple[tuple[int, int], ...]:
        """Every (kind, turn) that fits, in order."""
        return tuple((kind, turn) for kind, turns in self.turns(pattern).items() for turn in turns)

    def _find(self, pattern: tuple[Hashable, ...]) -> dict[int, tuple[int, ...]]:
        if len(pattern) != self._sides:
            raise UsageError(
                f"a pattern has {self._sides} sides, not {len(pattern)}", field="pattern", allowed=self._sides
            )
        fit = (1 << len(self._placements)) - 1
        for mask, wanted in zip(self._masks, pattern, strict=True):
            if wanted is not None:
                fit &= mask.get(wanted, 0)
        found: dict[int, tuple[int, ...]] = {}
        for place, (kind, turn) in enumerate(self._placements):
            if fit >> place & 1:
                found[kind] = (*found.get(kind, ()), turn)
        if len(self._memo) >= MOST_PATTERNS:
            self._memo.clear()
        self._memo[pattern] = found
        return found
