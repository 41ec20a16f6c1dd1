"""Asking a person for one move: field by field, by name or number, with the reason of every refusal."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tileyard.front import choices
from tileyard.front.cli import output
from tileyard.front.telling import told
from tileyard.front.words import fold
from tileyard.ground.wire import members

__all__ = ["Ask", "Back", "Command", "Dialogue", "parse"]

_COMMANDS = ("help", "rules", "board", "scores", "hint", "back", "undo", "save", "quit")
_ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "b": "back", "u": "undo"}

_LONGEST = 60


class Command(NamedTuple):
    """A command the person typed instead of a choice."""

    word: str
    rest: str = ""


class Back(Exception):
    """A choice was refused or taken back; the text says why."""


class Ask:
    """A question to the person at the terminal."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt

    def line(self) -> str:
        """The answer on one line. Raises EOFError at the end of the input."""
        output.put(self.prompt)
        try:
            line = sys.stdin.readline()
        except OSError as gone:
            # The terminal is no more.
            raise EOFError from gone
        if not line:
            raise EOFError
        if not output.interactive(sys.stdin):
            # Nobody saw it being typed.
            output.say(line.rstrip("\r\n"))
        return line.strip()


class Dialogue:
    """The choice of one move among ``legal``, as far as it has come."""

    def __init__(self, game: Any, legal: Sequence[Any], who: str) -> None:
        self.game, self.legal, self.who = game, legal, who
        self.picked: dict[str, Any] = {}
        # What was typed ahead, and the question whose answers stand on the screen.
        self.waiting: list[str] = []
        self.offered: str | None = None

    def choose(self) -> Any:
        """The move that was chosen, or a :class:`Command`. Raises :class:`Back` when an answer is refused."""
        while True:
            choice = choices.narrow(self.legal, self.picked)
            if choice.move is not None:
                return self._only(choice.move) if not self.picked else self._agreed(choice.move)
            answer = self._answer(choice)
            if isinstance(answer, Command):
                self.waiting, self.offered = [], None
                if answer.word != "back":
                    return answer
                self._back()
            else:
                self.picked |= answer

    # -- asking --------------------------------------------------------------------------------

    def _only(self, move: Any) -> Any:
        """Let the person see that there is no choice, and have their say nevertheless."""
        labels = self._labels(move)
        kind = choices.name(self.game, "type", move.__struct_config__.tag)
        only = told(self.game, move)
        text = Ask(f"{self.who}, the only move is {only}. Press Enter: ").line()
        if not _unsaid(text.split(), [kind, *labels.values()]).wrong:
            return move
        command = parse(text)
        if command and command.word != "back":
            return command
        raise Back("Press Enter to make the move, or type help.")

    def _agreed(self, move: Any) -> Any:
        """The only move left, unless more was typed ahead than this move has: then nothing is chosen."""
        fields = {field: label for field, label in self._labels(move).items() if field not in self.picked}
        wrong, open_ = _unsaid(self.waiting, list(fields.values()))
        if not wrong:
            return move
        picked, self.picked, self.waiting, self.offered = self.picked, {}, [], None
        if not open_:
            raise Back(f"{_cut(wrong)!r} is one choice too many after {told(self.game, move)}; nothing is played.")
        field = list(fields)[open_[0]]
        meant = self._meant(field, wrong)
        reason = choices.explain(self.game, self.legal, picked | meant) if meant else None
        example = f"{_cut(wrong)!r} is not possible for {_words(field)}; say {fields[field]}, for example, or help."
        raise Back(str(reason) if reason else example)

    def _labels(self, move: Any) -> dict[str, str]:
        """What a person calls each field of ``move``."""
        return {
            field: choices.name(self.game, field, getattr(move, attribute))
            for field, attribute in members(move).items()
        }

    def _answer(self, choice: choices.Choice[Any]) -> dict[str, Any] | Command:
        """The fields that were chosen, or a command."""
        labels = [choices.name(self.game, choice.field, value) for value in choice.values]
        if not self.waiting:
            self._offer(choice, labels)
            self.waiting = [Ask(f"{self.who}, {_words(choice.field)}> ").line()]
        text = self.waiting.pop(0)
        if not text:
            self.offered = None
            raise Back("")
        command = parse(text, labels)
        if command:
            return command
        found = _find(text, labels)
        if found is not None:
            return {choice.field: choice.values[found]}
        other = self._other(choice, text)
        if other is None and len(parts := text.split()) > 1:
            # Several choices on one line: the first now, the rest for the next fields.
            self.waiting = [*parts, *self.waiting]
            return self._answer(choice)
        if other is None:
            self.waiting = []
            raise Back(self._refusal(choice, text))
        return other

    def _other(self, choice: choices.Choice[Any], text: str) -> dict[str, Any] | None:
        """A later field that ``text`` names a possible value of: one may choose the cell before the tile."""
        fields: dict[str, None] = dict.fromkeys(field for move in self.legal for field in members(move))
        for field in fields:
            if field in choice.settled or field == choice.field or field in self.picked:
                continue
            value = self._meant(field, text)
            if value and choices.narrow(self.legal, self.picked | value).left:
                return value
        return None

    def _offer(self, choice: choices.Choice[Any], labels: Sequence[str]) -> None:
        field, known = choice.field, self.picked | self._given(choice)
        names = {field: choices.name(self.game, field, value) for field, value in known.items()}
        so_far = ", ".join(name if field == "type" else f"{_words(field)} {name}" for field, name in names.items())
        head = f"{so_far}; {_words(field)}" if so_far else _words(field)
        if self.offered == head:
            return
        self.offered = head
        numbered = _numbers_help(labels)
        shown = "  ".join(f"{n}){label}" if numbered else label for n, label in enumerate(labels, 1))
        width = output.width() or shutil.get_terminal_size().columns
        output.say(*output.wrap(f"{head}: {shown}", "  ", width))

    def _given(self, choice: choices.Choice[Any]) -> dict[str, Any]:
        """What needs no choice, of the fields before the one that is asked for: the only tile on a hand."""
        kinds = (list(members(move)) for move in self.legal)
        fields = next((own for own in kinds if choice.field in own), [choice.field])
        return {
            field: choice.settled[field] for field in fields[: fields.index(choice.field)] if field in choice.settled
        }

    def _refusal(self, choice: choices.Choice[Any], text: str) -> str:
        """Why ``text`` cannot be chosen now: what it means elsewhere, or what there is instead."""
        meant = self._meant(choice.field, text)
        reason = choices.explain(self.game, self.legal, self.picked | meant) if meant else None
        if reason is not None:
            return str(reason)
        shown = choices.name(self.game, choice.field, choice.values[0])
        return f"{_cut(text)!r} is not possible for {_words(choice.field)}; say {shown}, for example, or help."

    def _meant(self, field: str, text: str) -> dict[str, Any] | None:
        """The value of ``field`` in any legal move that is called ``text``."""
        having = ((move, members(move).get(field)) for move in self.legal)
        values = [*dict.fromkeys(getattr(move, attribute) for move, attribute in having if attribute)]
        found = _called(text, [choices.name(self.game, field, value) for value in values])
        return None if found is None else {field: values[found]}

    def _back(self) -> None:
        self.waiting = []
        if not self.picked:
            raise Back("Nothing is chosen yet; undo takes the last move back.")
        self.picked.popitem()


class _Unsaid(NamedTuple):
    wrong: str  # the first word that says none of the labels; "" if all do
    left: list[int]  # the labels of which nothing was said before it


def _unsaid(words: Iterable[str], labels: Sequence[str]) -> _Unsaid:
    """How far ``words`` say the only choices there are: each once, by the words of its label or by its number, 1."""
    parts = [fold(label).split() for label in labels]
    untouched = list(range(len(labels)))
    for word in words:
        said = Counter(fold(word).split())
        folded = fold(word)
        at = next((at for at, own in enumerate(parts) if said <= Counter(own)), None)
        if at is not None:
            parts[at] = list((Counter(parts[at]) - said).elements())
        elif folded == "1" and untouched:
            at = untouched[0]
            parts[at] = []
        else:
            return _Unsaid(word, untouched)
        if at in untouched:
            untouched.remove(at)
    return _Unsaid("", untouched)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _words(field: str) -> str:
    return "move" if field == "type" else field.replace("_", " ")


def _numbers_help(labels: Sequence[str]) -> bool:
    """Numbers name a choice unless labels are numbers themselves."""
    return not any(label.lstrip("+-").isdigit() for label in labels)


def _find(text: str, labels: Sequence[str]) -> int | None:
    """Which label is meant: as it is called, or else by its number."""
    found = _called(text, labels)
    if found is None and _numbers_help(labels) and text in map(str, range(1, len(labels) + 1)):
        return int(text) - 1
    return found


def _called(text: str, labels: Sequence[str]) -> int | None:
    """Which label ``text`` is: exactly, or else in any case and joined in any way."""
    for same in (str, fold):
        called = [same(label) for label in labels]
        if same(text) in called:
            return called.index(same(text))
    return None


def parse(text: str, labels: Sequence[str] = ()) -> Command | None:
    """The command ``text`` is, if it is one; a label that reads like a command wins unless there is a slash."""
    word, _, rest = text.partition(" ")
    if not word:
        return None
    plain = word.lower().removeprefix("/").removeprefix(":")
    if word[0] not in "/:" and _find(text, labels) is not None:
        return None
    known = _ALIASES.get(plain, plain)
    if known in _COMMANDS and (not rest or known == "save"):
        return Command(known, rest.strip())
    return None
