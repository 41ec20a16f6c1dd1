"""A match in the terminal: who is asked what, what they may answer, and what is kept when they leave."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tileyard.front import choices
from tileyard.front.bots import Seated
from tileyard.front.cli import account, output
from tileyard.front.cli.dialogue import Ask, Back, Command, Dialogue, parse
from tileyard.front.cli.keeping import Keeper, named
from tileyard.front.cli.listing import how_to_play
from tileyard.front.cli.signals import undisturbed
from tileyard.front.naming import HUMAN
from tileyard.front.words import who
from tileyard.ground.errors import PluginProblem, TileyardError, UsageError
from tileyard.play.loop import run
from tileyard.play.match import Match
from tileyard.plug.registry import Registry

__all__ = ["Sitting"]

_INTERRUPTED = 130

HELP = """\
Choose by name or by number; several choices may stand on one line.
  rules         how the game is played
  board         show the board again
  scores        show the scores and what they were for
  hint          ask the greedy bot what it would do
  back          take the last choice of this move back
  undo          take the last move back, if the turn is yours still and it gave nothing away
  save [FILE]   save the match
  quit          leave
A word with a slash before it, such as /back, is always a command."""


class _Leave(Exception):
    """The person wants to leave."""


class Sitting:
    """One match at this terminal: people are asked, the bots of ``agents`` play the seats that are not ``human``.

    ``target`` is the file the match is saved in after every move, if it is named, and ``source`` the one it is from.
    """

    def __init__(
        self,
        registry: Registry,
        match: Match,
        agents: Sequence[Seated],
        kinds: Sequence[str],
        *,
        target: str,
        source: str = "",
    ) -> None:
        self.registry, self.match = registry, match
        self.agents, self.kinds = agents, list(kinds)
        usual = self.kinds == [HUMAN, *["greedy"] * (match.players - 1)]
        bots = [] if usual else ["--bots", ",".join(self.kinds)]
        self.keeper = Keeper(match, target=target, source=source, bots=bots)
        self.people = [player for player, kind in enumerate(kinds) if kind == HUMAN]
        # Who looks at the screen, and how far each person has followed the match.
        self.before: int | None = None
        self.seen = dict.fromkeys(self.people, match.ply - 1)

    def run(self) -> int:
        """Play until the match is over or the person leaves; the exit code."""
        # A place that cannot be written to is better known now than after an evening's play.
        if self.keeper.target:
            self.keeper.save(self.keeper.target)
        account.begin(self.match)
        if not self.match.over and self.people:
            output.say("Type rules for how to play, help for what you can say.")
        try:
            try:
                while not self.match.over:
                    self._ply()
                self._end()
            except EOFError:
                self._broken_off()
        except KeyboardInterrupt as stop:
            # It may come on the heels of the end of the input, when a terminal is closed.
            self._broken_off()
            return getattr(stop, "code", _INTERRUPTED)
        except _Leave:
            return 0
        except BaseException:
            self._broken_off()
            raise
        return 0

    # -- one ply -------------------------------------------------------------------------------

    def _ply(self) -> None:
        """One move of whoever is asked next, or one command of theirs."""
        player = self.match.active[0]
        if player not in self.people:
            run(self.match, self.agents, plies=1)
            self._autosave()
            if not self.people:
                self._news(None, self.match.ply - 1)
            return
        self._face(player)
        move = self._ask(player)
        if move is None:
            return
        try:
            choices.play(self.match, player, move, self.match.ply)
        except TileyardError as error:
            # A game or scorer that breaks down is no wrong move.
            said = "The move was not made" if isinstance(error, PluginProblem) else "That is not possible"
            output.say(f"{said}: {error}")
            return
        self._autosave()

    def _face(self, player: int) -> None:
        """Let ``player`` see the board and what has happened since they last looked."""
        # The first to be asked need not be the person who has begun.
        if self.before != player and len(self.people) > 1 and self._secrets():
            if self.before is not None:
                self._hand_over(self.before)
            self._pause(f"{who(player)}, take the screen and press Enter: ")
        self.before = player
        output.say("")
        output.board(self.registry, self.match, player)
        output.say("")
        self._news(player, self.seen[player])
        self.seen[player] = self.match.ply

    def _hand_over(self, player: int) -> None:
        """Let ``player`` see what their move brought, which is not for the next one's eyes; then clear the screen."""
        output.say("")
        self._news(player, self.seen[player])
        self.seen[player] = self.match.ply
        # Where nobody looks, nobody is waited for.
        if output.interactive(sys.stdin):
            self._pause(f"{who(player)}, press Enter to hand the screen over: ")
        # What was scrolled off it, too.
        output.say("\x1b[2J\x1b[3J\x1b[H" if output.interactive() else "\n" * 50)

    def _pause(self, prompt: str) -> None:
        answer = parse(Ask(prompt).line())
        if answer and answer.word == "quit":
            self._quit()

    def _secrets(self) -> bool:
        """Whether there is anything in a seat to be hidden from the others at this terminal."""
        if self.match.game.open:
            return False
        seats = [self.match.view(player).seat for player in range(self.match.players)]
        return any(value not in (None, [], {}, (), "") for seat in seats for value in _values(seat))

    def _news(self, player: int | None, since: int) -> None:
        for _, lines in account.happened(self.match, player, since):
            output.say(*(part for line in lines for part in output.wrap(f"  {line}", "    ")))

    def _ask(self, player: int) -> Any:
        """The move ``player`` chooses; None if a command changed what there is to choose from."""
        dialogue = Dialogue(self.match.game, choices.legal(self.match, player), who(player))
        while True:
            try:
                answer = dialogue.choose()
            except Back as back:
                if str(back):
                    output.say(str(back))
                continue
            if not isinstance(answer, Command):
                return answer
            if not self._obey(player, answer):
                return None

    # -- commands ------------------------------------------------------------------------------

    def _obey(self, player: int, command: Command) -> bool:
        """Carry a command out; whether the same choice goes on afterwards."""
        match command.word:
            case "help":
                output.say(HELP)
            case "rules":
                how_to_play(self.match.game)
            case "board":
                output.board(self.registry, self.match, player)
            case "scores":
                account.scores(self.match, self.kinds)
                account.points(self.match)
            case "hint":
                output.say(self._hint(player))
            case "save":
                self._save_as(command.rest) if command.rest else self._save(self._place())
            case "undo":
                return not self._undo()
            case _:
                self._quit()
        return True

    def _hint(self, player: int) -> str:
        try:
            hint = self.agents[player].choose(self.match.view(player))
        except TileyardError as error:
            return f"No hint: {error}"
        return f"The greedy bot would {account.told(self.match, hint)}"

    def _quit(self) -> None:
        target = self.keeper.target
        kept = self._save(target) if target else not self.match.ply
        kept = kept or self.keeper.kept
        while not kept:
            file = Ask("Save the match first? A file name, or Enter to throw it away: ").line()
            kept = not file or self._save_as(file)
        raise _Leave

    def _undo(self) -> bool:
        try:
            self.match.undo()
        except TileyardError as error:
            output.say(str(error))
            return False
        self.seen = {player: min(ply, self.match.ply) for player, ply in self.seen.items()}
        self._autosave()
        output.say("The last move is taken back.")
        return True

    # -- keeping -------------------------------------------------------------------------------

    def _save(self, file: str) -> bool:
        """Save the match and say so; whether it is saved."""
        saved, text = self.keeper.attempt(file)
        output.say(text)
        return saved

    def _save_as(self, text: str) -> bool:
        """Save the match in the file that somebody typed, and say so; whether it is saved."""
        try:
            file = named(text)
        except UsageError as error:
            output.say(f"Not saved: {error}")
            return False
        return self._save(file)

    def _place(self) -> str:
        return self.keeper.target or self.keeper.fresh(Path())

    def _autosave(self) -> None:
        """Keep the match after a move. A full disk must not end it."""
        if self.keeper.target:
            saved, text = self.keeper.attempt(self.keeper.target)
            if not saved:
                output.say(text)

    def _broken_off(self) -> None:
        """Lose nothing when there is nobody to ask any more."""
        if not self.keeper.target and not self.match.ply:
            output.say("", "Nothing was played yet, so nothing is saved.")
            return
        with undisturbed():
            said = self.keeper.somewhere()
        output.say("", *said)

    def _end(self) -> None:
        output.say("")
        account.end(self.registry, self.match, self.kinds, self.people[0] if len(self.people) == 1 else None)
        if target := self.keeper.target:
            output.say(f"Saved in {target}. To see it again: tileyard replay {target}")


def _values(seat: Any) -> list[Any]:
    return [] if seat is None else [getattr(seat, field) for field in seat.__struct_fields__]
