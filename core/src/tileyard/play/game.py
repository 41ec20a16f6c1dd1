"""A game, as its author writes it: a stateless object with five verbs."""

from __future__ import annotations

import typing
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic

import msgspec
from typing_extensions import TypeVar

from tileyard.ground.chance import Stream
from tileyard.ground.errors import BadOptions, BadPayload, BadPlayers, GameFault, RulesMismatch
from tileyard.ground.wire import Event, Frozen, Move, Whisper, bad_payload, checked, members, to_builtins, whole
from tileyard.play.shape import alternatives, copier, fields, is_struct, pieces, union
from tileyard.play.state import Position, Reason, Result, State, View
from tileyard.play.turn import Scored, Turn

__all__ = ["Game", "NoOptions", "Types"]

Opts = TypeVar("Opts")
T = TypeVar("T")
M = TypeVar("M")
S = TypeVar("S", default=None)
V = TypeVar("V", default=None)


class NoOptions(Frozen):
    """The options of a game that has none."""


@dataclass(frozen=True)
class Types:
    """The types a game was declared with, and those made of them."""

    options: Any
    table: Any
    move: Any
    seat: Any
    vault: Any

    @cached_property
    def moves(self) -> tuple[type[Move], ...]:
        """Each class of move."""
        return typing.cast(tuple[type[Move], ...], alternatives(self.move))

    @cached_property
    def state(self) -> Any:
        """The state's wire type."""
        return State[self.table, self.seat, self.vault]

    @cached_property
    def position(self) -> Any:
        """The position's wire type."""
        return Position[self.table, self.seat, self.vault]

    @cached_property
    def view(self) -> Any:
        """The view's wire type."""
        return View[self.options, self.table, self.seat]


class Game(Generic[Opts, T, M, S, V]):
    """The rules of one game: ``class Brook(Game[Options, Table, Lay, Seat, Vault])``.

    The header names the types of the options, the table, the moves (a union if there are several),
    each seat and the vault; ``Seat`` and ``Vault`` are None for a game without secrets. A game keeps
    nothing in itself: whatever changes is in the state it is handed.

    Class attributes: ``id``, ``title``, ``players`` (allowed numbers), ``rules`` (version of the
    rules: raise it when old records would play differently), ``max_plies`` (no game is longer),
    ``events`` and ``whispers`` (all that may be announced or whispered, beside moves that are
    events), ``awards`` (each reason for points and its English text), ``how_to_play`` (the rules in short for
    whoever sits down to a first match: paragraphs with an empty line between). Worked out from the class:
    ``types``, ``has_sample`` and ``has_score`` (whether :meth:`sample`, :meth:`score` are the game's own).
    """

    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[Sequence[int]]
    rules: ClassVar[int] = 1
    max_plies: ClassVar[int] = 10_000
    events: ClassVar[tuple[type[Event], ...]] = ()
    whispers: ClassVar[tuple[type[Whisper], ...]] = ()
    awards: ClassVar[dict[str, str]] = {}
    how_to_play: ClassVar[str] = ""
    types: ClassVar[Types]
    has_sample: ClassVar[bool] = False
    has_score: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {verb for kind in cls.__mro__ if kind is not Game for verb in vars(kind)}
        cls.has_sample, cls.has_score = "sample" in own, "score" in own
        for base in vars(cls).get("__orig_bases__", ()):
            if typing.get_origin(base) is Game:
                args = [None if arg is type(None) else arg for arg in typing.get_args(base)]
                cls.types = Types(*args)

    # -- the five verbs ------------------------------------------------------------------------

    def setup(self, turn: Turn[Opts]) -> State[T, S, V]:
        """The state a match starts from. May draw on ``turn.chance``, announce and whisper."""
        raise NotImplementedError

    def active(self, table: T) -> Sequence[int]:
        """The players who may move now; none when the game is over."""
        raise NotImplementedError

    def legal(self, view: View[Opts, T, S]) -> Sequence[M]:
        """Every move ``view.player`` may make, without duplicates, in an order the view alone decides."""
        raise NotImplementedError

    def apply(self, state: State[T, S, V], move: M, turn: Turn[Opts]) -> None:
        """Carry ``move`` of ``turn.player`` out on ``state``, which may be changed freely."""
        raise NotImplementedError

    def score(self, state: State[T, S, V], turn: Turn[Opts]) -> None:
        """Final awards, once, when nobody is active any more."""

    # -- what has a default --------------------------------------------------------------------

    def permits(self, view: View[Opts, T, S], move: M) -> Reason | None:
        """None if ``move`` is allowed, otherwise the reason. Override it where listing all moves is slow."""
        return None if move in self.legal(view) else Reason("this move is not offered now")

    def sample(self, view: View[Opts, T, S], chance: Stream) -> M:
        """One legal move at random. Override it where listing all moves is slow."""
        return chance.pick(self.legal(view))

    def guess(self, view: View[Opts, T, S], chance: Stream) -> State[T, S, V]:
        """A state that looks like ``view``, everything hidden chosen at random. Games with secrets write their own."""
        if not self.open:
            raise GameFault(f"{self.id} has secrets but no guess", game=self.id, verb="guess")
        table = copier(self.types.table)(view.table)
        return State(table, (None,) * view.players, None)  # type: ignore[arg-type]  (S and V are None)

    def result(self, table: T, scores: Sequence[int]) -> Result:
        """Who won: by default the highest score, equal scores sharing the place."""
        return Result.by(list(scores))

    def estimate(self, state: State[T, S, V], scores: Sequence[int]) -> Sequence[int]:
        """How well each player stands before the end, higher being better, for bots that look ahead.

        By default the scores. A game whose scores say little until it is over tells more here, from all
        there is in ``state``: bots hand it worlds of :meth:`guess`, so it gives nothing away to them.
        Only comparisons within one match mean anything.
        """
        return scores

    def invariants(self, state: State[T, S, V]) -> None:
        """Raise AssertionError if ``state`` is impossible. Called by the conformance kit at every ply."""

    def pieces(self, state: State[T, S, V]) -> Iterable[Hashable]:
        """Every piece, wherever it lies: the same ones at every ply. By default those in stocks."""
        return pieces(state)

    def closed(self, options: Opts) -> frozenset[str]:
        """Stocks whose sizes nobody is told, such as ``{"seat.hand"}``."""
        return frozenset()

    def label(self, field: str, value: Any) -> str:
        """How a person reads and types the value of a move's field: ``"c5"`` for a cell, say.

        It may be typed in any case, so no two values to choose from are told apart by that alone.

        :meth:`tell` words the fields of events and whispers by it too, and where such a field is a list or a tuple it
        asks for each of its elements. The field of a move is chosen as a whole: there ``value`` is the whole of it.
        """
        return str(value)

    def tell(self, event: Event | Whisper | Move) -> str:
        """What happened, as a person reads it: ``"Player 2 draws a tile"``, or for a whisper ``"You draw B4"``.

        A move is told as what one may do, its verb first, ``"lay B4 at c5"``: whose it is, front ends say, as in
        ``"Player 1 lays B4 at c5"``. By default made of the name of the class and, by :meth:`label`, of its fields.
        """
        values = {field: getattr(event, attribute) for field, attribute in members(event).items()}
        name = str(event.__struct_config__.tag).replace("_", " ")
        player = None if isinstance(event, Move) else values.pop("player", None)
        if isinstance(player, int):
            name = f"Player {player + 1}: {name}"
        parts = (self._part(field, value, isinstance(event, Move)) for field, value in values.items())
        return f"{name} {', '.join(filter(None, parts))}".strip()

    def _part(self, field: str, value: Any, chosen: bool) -> str:
        """A field and its value in words; none for what is not so or not there, unless somebody has ``chosen`` that."""
        words = field.replace("_", " ")
        if chosen:
            return f"{words} {self.label(field, value)}"
        if value is True:
            return words
        if value is False or value in (None, (), [], {}, ""):
            return ""
        each = typing.cast(Iterable[Any], value if isinstance(value, tuple | list) else (value,))
        return f"{words} {' '.join(self.label(field, one) for one in each)}"

    def migrate(self, record: Any) -> Any:
        """``record`` (see :class:`tileyard.Record`) of another rules version, turned into one of this version."""
        raise RulesMismatch(
            f"the record was made under rules {record.header.rules} of {self.id}; installed are rules {self.rules}",
            game=self.id,
            rules=self.rules,
            record=record.header.rules,
        )

    # -- what follows from the declaration -----------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether the game has no secrets: nothing in seats or vault."""
        return self.types.seat is None and self.types.vault is None

    @cached_property
    def event_types(self) -> tuple[type[Event], ...]:
        """All that may be announced: the declared events, moves that are events, and awards."""
        own = (move for move in self.types.moves if issubclass(move, Event))
        return tuple(dict.fromkeys((*own, *self.events, Scored)))

    @cached_property
    def update_events(self) -> Any:
        """The wire type of one announced event."""
        return union(self.event_types)

    @cached_property
    def update_whispers(self) -> Any:
        """The wire type of one whisper; None if the game has none."""
        return union(self.whispers) if self.whispers else None

    def check_players(self, players: int) -> int:
        """``players`` as a plain number if the game allows it, otherwise :class:`BadPlayers`."""
        number = whole(players)
        if number is not None and number in self.players:
            return number
        allowed = list(self.players)
        text = f"{self.title} is for {_numbers(allowed)} players, not {players!r}"
        raise BadPlayers(text, players=players if number is None else number, allowed=allowed)

    def read_options(self, given: Any = None, *, lax: bool = False) -> Opts:
        """Options from a mapping, with defaults for the rest; ``lax`` also reads numbers from text.

        Raises :class:`BadOptions` with the field and its allowed values.
        """
        kind = self.types.options
        types = dict(fields(kind)) if is_struct(kind) else {}
        declared = {name: types[field] for name, field in members(kind).items()} if types else {}
        try:
            # Structs are not validated when they are made; options come from people.
            given = {} if given is None else to_builtins(given) if type(given) is kind else given
            for name in typing.cast(dict[Any, Any], given) if isinstance(given, dict) else ():
                if name not in declared:
                    raise BadOptions(
                        f"{self.id} has no option {name!r}; it has {', '.join(declared) or 'none'}",
                        field=str(name),
                        allowed=list(declared),
                    )
            return checked(msgspec.convert(given, kind, strict=not lax, str_keys=True), kind)
        except msgspec.ValidationError as error:
            wrong = bad_payload(error, BadOptions)
        except BadPayload as error:
            wrong = BadOptions(error.message, **error.facts)
        except (TypeError, ValueError, RecursionError) as error:
            wrong = BadOptions(f"{error}", path="$", field="")
        path = wrong.facts["path"]
        name = wrong.facts["field"] if path == "$" else path.removeprefix("$.").partition(".")[0].partition("[")[0]
        values = _literals(declared.get(name)) if name else list(declared)
        known = f"; allowed: {', '.join(map(str, values))}" if name and values else ""
        facts = {"path": path, "field": name} | ({"allowed": values} if values else {})
        # A scalar is best told by itself; of a document, what is wrong and where.
        value = typing.cast(dict[Any, Any], given).get(name) if isinstance(given, dict) else None
        fault = f"not {value!r:.60}" if known and isinstance(value, str | int) else wrong.message
        raise BadOptions(f"{f'option {name}' if name else f'options of {self.id}'}: {fault}{known}", **facts)


def _numbers(allowed: list[int]) -> str:
    if len(allowed) > 2 and allowed == list(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]} to {allowed[-1]}"
    return " or ".join(map(str, allowed))


def _literals(kind: Any) -> list[Any]:
    """The values a literal type allows, in declared order."""
    return [
        value
        for member in alternatives(kind)
        if typing.get_origin(member) is typing.Literal
        for value in typing.get_args(member)
    ]
