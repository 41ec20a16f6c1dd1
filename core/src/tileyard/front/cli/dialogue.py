"""Asking a person for one move: field by field, by name or number, with the reason of every refusal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tileyard.front import choices
from tileyard.front.cli import output
from tileyard.front.cli.typed import begins, called, find, numbers_help, unsaid, words
from tileyard.front.telling import told
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
        kind = choices.name(self.game, "type", move.__struct_config__.tag)
        only = told(self.game, move)
        text = Ask(f"{self.who}, the only move is {only}. Press Enter: ").line()
        if not unsaid(text.split(), {"type": kind, **self._labels(move)}).wrong:
            return move
        command = parse(text)
        if command and command.word != "back":
            return command
        raise Back("Press Enter to make the move, or type help.")

    def _agreed(self, move: Any) -> Any:
        """The only move left, unless more was typed ahead than this move has: then nothing is chosen."""
        fields = {field: label for field, label in self._labels(move).items() if field not in self.picked}
        wrong, open_ = unsaid(self.waiting, fields)
        if not wrong:
            return move
        picked, self.picked, self.waiting, self.offered = self.picked, {}, [], None
        if not open_:
            raise Back(f"{_cut(wrong)!r} is one choice too many after {told(self.game, move)}; nothing is played.")
        field = open_[0]
        meant = self._meant(field, wrong)
        reason = choices.explain(self.game, self.legal, picked | meant) if meant else None
        raise Back(str(reason) if reason else _instead(wrong, field, fields[field]))

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
            self.waiting = [Ask(f"{self.who}, {words(choice.field)}> ").line()]
        text = self.waiting.pop(0)
        if not text:
            self.offered = None
            raise Back("")
        command = parse(text, labels)
        if command:
            value = None
            if self.waiting:
                # A field may be called as a command is: exit NE.
                with suppress(Back):
                    value = self._named(choice, [text, *self.waiting])
            return value or command
        found = find(text, labels)
        if found is not None:
            return {choice.field: choice.values[found]}
        other = self._other(choice, text)
        if other is None and len(parts := text.split()) > 1:
            # Several choices on one line: the first now, the rest for the next fields.
            self.waiting = [*parts, *self.waiting]
            return self._answer(choice)
        return other or self._written(choice, [text, *self.waiting])

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

    def _written(self, choice: choices.Choice[Any], typed: list[str]) -> dict[str, Any]:
        """What the words ``typed`` begin with, if it is as moves are written: with what leaves no choice, and names.

        So ``place tile B4`` is understood where all that one can do is to place, and the tile comes first.
        """
        given = {field: value for field, value in choice.settled.items() if field not in self.picked}
        only = {field: choices.name(self.game, field, value) for field, value in given.items()}
        # A number would be a choice, and is more likely a wrong one than what goes without saying.
        field, rest = begins(typed, {field: [label] for field, label in only.items() if numbers_help([label])})
        if field:
            self.waiting = rest
            return {field: given[field]}
        self.waiting = []
        value = self._named(choice, typed)
        if value is None:
            raise Back(self._refusal(choice.field, choice.values, typed[0]))
        return value

    def _named(self, choice: choices.Choice[Any], typed: list[str]) -> dict[str, Any] | None:
        """What the words ``typed`` choose if a field's name comes first; nothing yet if it is that of the question."""
        having = choices.agreeing(self.legal, self.picked)
        fields = dict.fromkeys(["type", *(own for move in having for own in members(move))])
        field, rest = begins(typed, {own: [own, words(own)] for own in fields if own not in self.picked})
        if field and rest:
            return self._value(choice, field, rest)
        return {} if field == choice.field else None

    def _value(self, choice: choices.Choice[Any], field: str, typed: list[str]) -> dict[str, Any]:
        """The value of ``field`` that the words ``typed``, which come after its name, begin with."""
        asked = field == choice.field
        values = choice.values if asked else self._values(choices.agreeing(self.legal, self.picked), field)
        labels = [choices.name(self.game, field, value) for value in values]
        for count in range(min(len(typed), max(len(label.split()) for label in labels)), 0, -1):
            text = " ".join(typed[:count])
            found = find(text, labels) if asked else called(text, labels)
            if found is not None:
                self.waiting = typed[count:]
                return {field: values[found]}
        raise Back(self._refusal(field, values, typed[0]))

    def _offer(self, choice: choices.Choice[Any], labels: Sequence[str]) -> None:
        field = choice.field
        known = dict(sorted((self.picked | self._given(choice)).items(), key=lambda item: item[0] != "type"))
        names = {field: choices.name(self.game, field, value) for field, value in known.items()}
        so_far = ", ".join(name if field == "type" else f"{words(field)} {name}" for field, name in names.items())
        head = f"{so_far}; {words(field)}" if so_far else words(field)
        if self.offered == head:
            return
        self.offered = head
        numbered = numbers_help(labels)
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

    def _refusal(self, field: str, values: Sequence[Any], text: str) -> str:
        """Why ``text`` cannot be chosen now: what it means elsewhere, or what there is instead."""
        meant = self._meant(field, text)
        reason = choices.explain(self.game, self.legal, self.picked | meant) if meant else None
        if reason is not None:
            return str(reason)
        return _instead(text, field, choices.name(self.game, field, values[0]))

    def _meant(self, field: str, text: str) -> dict[str, Any] | None:
        """The value of ``field`` in any legal move that is called ``text``."""
        values = self._values(self.legal, field)
        found = called(text, [choices.name(self.game, field, value) for value in values])
        return None if found is None else {field: values[found]}

    def _values(self, moves: Sequence[Any], field: str) -> list[Any]:
        """The values ``field`` has in ``moves``, each once."""
        if field == "type":
            return [*dict.fromkeys(move.__struct_config__.tag for move in moves)]
        having = ((move, members(move).get(field)) for move in moves)
        return [*dict.fromkeys(getattr(move, attribute) for move, attribute in having if attribute)]

    def _back(self) -> None:
        self.waiting = []
        if not self.picked:
            raise Back("Nothing is chosen yet; undo takes the last move back.")
        self.picked.popitem()


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _instead(text: str, field: str, label: str) -> str:
    return f"{_cut(text)!r} is not possible for {words(field)}; say {label}, for example, or help."


def parse(text: str, labels: Sequence[str] = ()) -> Command | None:
    """The command ``text`` is, if it is one; a label that reads like a command wins unless there is a slash."""
    word, _, rest = text.partition(" ")
    if not word:
        return None
    plain = word.lower().removeprefix("/").removeprefix(":")
    if word[0] not in "/:" and find(text, labels) is not None:
        return None
    known = _ALIASES.get(plain, plain)
    if known in _COMMANDS and (not rest or known == "save"):
        return Command(known, rest.strip())
    return None
