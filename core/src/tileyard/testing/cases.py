"""Where cases come from: Hypothesis draws options, players, seed and choices, and shrinks a failure.

All games of a run are drawn once and kept; every check walks the same ones. Only a check that fails
draws again, from the same seed, so that Hypothesis meets the failure once more and makes it small.
"""

from __future__ import annotations

import contextlib
import typing
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice, product
from typing import Annotated, Any, Literal

import msgspec

from tileyard.ground.errors import TileyardError, UsageError
from tileyard.ground.wire import encode, to_builtins
from tileyard.play.shape import alternatives, fields
from tileyard.testing.playouts import AnyGame, Case, Playout, play, refused

__all__ = ["MOST_PLIES", "Drawn", "Source", "demand_extras", "option_values", "settings_of"]

MOST_PLIES = 400
"""Games are drawn up to this length; where they end beyond it is looked at without choosing each move."""

MOST_SHRINKS = 600
MOST_SETTINGS = 64


def demand_extras() -> None:
    """Raise :class:`UsageError` if what the kit needs beside the core is not installed."""
    for name in ("hypothesis", "jsonschema"):
        if find_spec(name) is None:
            raise UsageError(f"the conformance kit needs {name}: pip install 'tileyard[testing]'", field=name)


def option_values(game: AnyGame) -> dict[str, list[Any]]:
    """Every value to try for each option: all literals, both truth values, the ends and the middle of whole numbers.

    An option without such values (free text, a document) is left at its default.
    """
    declared = {name: list(dict.fromkeys(_values(kind))) for name, kind in fields(game.types.options)}
    return {name: values for name, values in declared.items() if values}


def _values(kind: Any, bounds: Sequence[Any] = ()) -> Iterator[Any]:
    if typing.get_origin(kind) is Annotated:
        inner, *metas = typing.get_args(kind)
        yield from _values(inner, [*bounds, *(meta for meta in metas if isinstance(meta, msgspec.Meta))])
    elif kind is bool:
        yield from (False, True)
    elif kind is int:
        yield from _range(bounds)
    elif typing.get_origin(kind) is Literal:
        yield from typing.get_args(kind)
    elif kind is not None and kind is not type(None):
        members = alternatives(kind)
        if members != (kind,):
            for member in members:
                yield from _values(member, bounds)


def _range(bounds: Sequence[Any]) -> Iterator[int]:
    least = [b.ge for b in bounds if b.ge is not None] + [b.gt + 1 for b in bounds if b.gt is not None]
    most = [b.le for b in bounds if b.le is not None] + [b.lt - 1 for b in bounds if b.lt is not None]
    if least and most:
        low, high = int(max(least)), int(min(most))
        yield from range(low, high + 1) if high - low < 6 else (low, low + 1, (low + high) // 2, high - 1, high)


def settings_of(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Settings of the options that show every value: all combinations of few, otherwise one changed at a time."""
    values = option_values(game)
    every = list(islice(product(*values.values()), MOST_SETTINGS + 1))
    if len(every) <= MOST_SETTINGS:
        yield from (dict(zip(values, setting, strict=True)) for setting in every)
        return
    yield {}
    yield from ({name: value} for name, some in values.items() for value in some)


class Drawn(typing.NamedTuple):
    """A case that fails, and what is wrong with it."""

    case: Case
    problem: str


class Source:
    """The games a run looks at.

    ``options`` are sample settings or a Hypothesis strategy of them; by default the declared values.
    ``given`` cases come first. The same ``seed`` draws the same games.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        examples: int,
        players: Sequence[int] | None = None,
        options: Any = None,
        given: Sequence[Case] = (),
        seed: int = 0,
    ) -> None:
        demand_extras()
        self.game, self.examples, self.seed = game, examples, seed
        self.players = tuple(map(game.check_players, game.players if players is None else players))
        self.options, self.given = options, tuple(given)
        self.samples = None if options is None or hasattr(options, "example") else [_plain(some) for some in options]
        self._pool: list[Playout] | None = None

    def pool(self) -> list[Playout]:
        """All playouts of the run, each once."""
        if self._pool is None:
            found = {encode(case): play(self.game, case) for case in self.given}

            def keep(playout: Playout) -> None:
                found.setdefault(encode(playout.case), playout)

            if self.examples:
                self._draw(keep)
            self._pool = list(found.values())
        return self._pool

    @property
    def games(self) -> int:
        """How many games there are, if they were needed so far."""
        return len(self._pool or ())

    @property
    def cut(self) -> int:
        """How many of them went on when they had been drawn as far as games are."""
        most = [playout for playout in self._pool or () if len(playout.choices) == MOST_PLIES and playout.going]
        return sum(playout.case not in self.given for playout in most)

    def shrink(self, failing: Playout, problem: str, judge: Callable[[Playout], str | None]) -> Drawn:
        """The smallest case for which ``judge`` names a problem; ``failing`` itself if none is found."""
        if failing.case in self.given:
            return Drawn(failing.case, problem)
        best: Drawn | None = None
        known: dict[bytes, str] = {}
        left = MOST_SHRINKS

        def body(playout: Playout) -> None:
            nonlocal best, left
            key = encode(playout.case)
            if key not in known and left:
                left -= best is not None
                known[key] = judge(playout) or ""
            if found := known.get(key):
                best = Drawn(playout.case, found)
                raise _Small

        with contextlib.suppress(_Small):
            self._draw(body)
        return best or Drawn(failing.case, problem)

    def _draw(self, body: Callable[[Playout], Any]) -> None:
        import hypothesis as h
        from hypothesis.errors import HypothesisException, HypothesisWarning

        phases = (h.Phase.generate, h.Phase.shrink)
        settings = h.settings(
            max_examples=self.examples,
            database=None,
            deadline=None,
            derandomize=False,
            phases=phases,
            report_multiple_bugs=False,
            suppress_health_check=_patience(h),
            verbosity=h.Verbosity.quiet,
        )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", HypothesisWarning)
                h.seed(self.seed)(settings(h.given(self.strategy())(body)))()
        except HypothesisException:
            # A game that cannot be drawn, or differs from one time to the next: the checks say so better.
            return

    def strategy(self) -> Any:
        """The Hypothesis strategy of playouts; smaller: fewer players, default options, fewer and earlier moves."""
        from hypothesis import assume
        from hypothesis import strategies as st

        limit = min(self.game.max_plies, MOST_PLIES)

        @st.composite
        def playouts(draw: Any) -> Playout:
            players = draw(st.sampled_from(self.players))
            options = _plain(draw(self._options(st)))
            seed = str(draw(st.integers(0, 2**32 - 1)))
            # Twice the limit, so that many games, long or short, are played to their end.
            plies = draw(st.integers(0, 2 * limit))
            playout = Playout(self.game, players, options, seed)
            assume(not refused(playout))
            while playout.going and len(playout.choices) < min(plies, limit):
                playout.take(draw(st.integers(0, playout.plies[-1].choices - 1)))
            return playout

        return playouts()

    def _options(self, st: Any) -> Any:
        if self.options is None:
            values = {name: st.sampled_from(some) for name, some in option_values(self.game).items()}
            return st.fixed_dictionaries({}, optional=values).filter(self._accepted)
        return st.sampled_from(self.samples) if self.samples is not None else self.options

    def _accepted(self, options: Mapping[str, Any]) -> bool:
        try:
            self.game.read_options(options)
        except TileyardError:
            return False
        return True


def _patience(hypothesis: Any) -> list[Any]:
    """Games may be slow to draw, and many of them useless."""
    return list(hypothesis.HealthCheck)


class _Small(Exception):
    """Tells Hypothesis that a case fails."""


def _plain(options: Any) -> dict[str, Any]:
    return dict(to_builtins(options))
