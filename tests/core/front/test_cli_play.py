"""``tileyard play``: talking to it, at a terminal and through a pipe, and leaving it in every way there is."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terminal import PROGRAM, Outcome, Terminal, process, registry, tileyard, words
from tileyard import Event, Game, Move, NoOptions, Registry, State, Struct, Turn, View
from tileyard.front import builtin, choices
from tileyard.front.cli import build
from tileyard.front.cli.dialogue import Back, Command, Dialogue
from tileyard.front.cli.keeping import Keeper
from tileyard.front.cli.sitting import Sitting
from tileyard.front.matches import new_match
from tileyard.ground.wire import members

OCTOPUS = ["octopus", "--players", "2", "--seed", "3", "--option", "first_player=seat0"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches that are broken off are kept in the present folder."""
    monkeypatch.chdir(tmp_path)


def play(*lines: str, to: list[str] | None = None, app: Any = None) -> Outcome:
    """Play with ``lines`` as input; then the input ends."""
    return tileyard("play", *(to or OCTOPUS), typed="".join(f"{line}\n" for line in lines), app=app)


def record(name: str) -> Any:
    return json.loads(Path(name).read_bytes())


def moves(name: str) -> list[dict[str, Any]]:
    return [entry["move"] for entry in record(name)["entries"][1:]]


def test_a_move_is_chosen_tile_then_place_by_name_or_number() -> None:
    shown = play("1", "1", "save a.json")
    assert shown.code == 0
    assert "tile: 1)" in shown.out
    first = moves("a.json")[0]
    assert play(first["tile"], "0,0", "save b.json").code == 0
    assert moves("b.json") == moves("a.json")


def test_the_only_place_is_not_asked_for_and_the_second_is() -> None:
    shown = play("1", "1 1", "save a.json").out
    made = moves("a.json")
    assert [move["type"] for move in made] == ["place"] * 4
    assert shown.count(", at> ") == 0
    shown = play("1", "1", "1", "save b.json").out
    assert shown.count(", at> ") == 1
    assert moves("b.json") == made


def test_what_is_typed_ahead_must_be_of_the_only_move_left() -> None:
    """The first tile goes to 0,0 alone; who types another place is told so, and nothing is played."""
    play("1", "save start.json")
    tile = moves("start.json")[0]["tile"]
    shown = play(f"{tile} 9,9", f"{tile} 0,0 now", f"{tile} 1", "save a.json").out
    assert "'9,9' is not possible for at; say 0,0" in shown
    assert f"'now' is one choice too many after place {tile} at 0,0; nothing is played." in shown
    assert moves("a.json")[:1] == [{"type": "place", "tile": tile, "at": 0}]


def test_the_place_may_be_chosen_before_the_tile() -> None:
    play("1", "save start.json")
    tile = record("start.json")["entries"][1]["move"]["tile"]
    shown = play(tile, "0,1", "1", "save a.json")
    assert "at 0,1; tile: " in shown.out
    assert moves("a.json")[2]["at"] == 1


@pytest.mark.parametrize("said", ["end_trade", "end trade", "END-TRADE", "End_Trade", "3"])
def test_a_word_is_understood_as_the_pages_and_json_write_it(said: str) -> None:
    shown = play(said, "save a.json", to=["nile2009", "--seed", "3"])
    assert [move["type"] for move in moves("a.json")] == ["end_trade"]
    assert "not possible" not in shown.out


def chosen(monkeypatch: pytest.MonkeyPatch, typed: str, game: Any, legal: list[Any]) -> Any:
    """The move that one line chooses."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    return Dialogue(game, legal, "Player 1").choose()


@pytest.mark.parametrize("name", ["octopus", "brook", "tiles", "nile1967", "nile2009", "qaleh-nil", "qaleh-nil-castle"])
def test_every_move_can_be_typed_as_json_and_the_screen_write_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kind, and each field after its name: whether or not there is a choice of it."""
    game = registry().game(name).game
    match = new_match(registry(), name, seed="written")
    for _ in range(6):
        player = match.active[0]
        legal = choices.legal(match, player)
        for move in legal[:: len(legal) // 8 + 1]:
            fields = [(f, choices.name(game, f, getattr(move, own))) for f, own in members(move).items()]
            kind = move.__struct_config__.tag
            named = " ".join([kind.upper(), *(f"{field} {label}" for field, label in fields)])
            assert chosen(monkeypatch, named, game, legal) == move
            if all(" " not in label for _, label in fields):
                assert chosen(monkeypatch, " ".join([kind, *(label for _, label in fields)]), game, legal) == move
        match.play(player, legal[len(legal) // 2])


@pytest.mark.parametrize(
    "typed",
    ["place B4 1", "place tile B4 at 0,1", "Place b4 AT 1", "tile B4 1", "B4 at 0,1", "at 0,1 tile B4"],
)
def test_what_leaves_no_choice_may_be_said(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry().game("octopus").game
    place = game.types.moves[0]
    one_tile = [place("B4", 1), place("B4", 0)]
    assert chosen(monkeypatch, typed, game, one_tile) == place("B4", 1)
    two_tiles = [*one_tile, place("C1", 1), place("C1", 0)]
    assert chosen(monkeypatch, typed.replace("place B4 1", "place 1 1"), game, two_tiles) == place("B4", 1)


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("place place B4", "'place' is not possible for tile"),
        ("tile at 0,1", "'at' is not possible for tile"),
        ("tile 0,1", "'0,1' is not possible for tile"),
        ("at B4", "'B4' is not possible for at"),
        ("at 1", "'1' is not possible for at"),
        ("B4 tile B4", "'tile' is not possible for at"),
        ("at", "'at' is not possible for tile"),
        ("at 0,1 tile C9", "'C9' is not possible for tile"),
        ("lay B4 0,1", "'lay' is not possible for tile"),
        ("D2 at 0,0", "tile D2 can be played, but not with at 0,0"),
        ("D2 at 0,1 at 0,1", "'0,1' is one choice too many"),
        ("D2 at", "'at' is not possible for at"),
    ],
)
def test_a_name_stands_before_a_value_of_its_own(typed: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry().game("octopus").game
    place = game.types.moves[0]
    legal = [place("B4", 0), place("B4", 1), place("C1", 0), place("C1", 1), place("D2", 1)]
    with pytest.raises(Back, match=re.escape(wrong)):
        chosen(monkeypatch, typed, game, legal)


def test_a_kind_alone_is_no_choice_and_more_is_asked() -> None:
    shown = play("place", "tile", "1", "save a.json")
    assert "not possible" not in shown.out
    assert "\nplace; tile: 1)" in shown.out
    assert len(moves("a.json")) == 2


def test_a_value_on_offer_is_meant_before_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value is called as a field is."""
    game, legal = Last(), [Take(1, False), Take(1, True), Take(2, False), Take(2, True)]
    assert chosen(monkeypatch, "2 quit", game, legal) == Take(2, True)
    assert chosen(monkeypatch, "take 1 back", game, legal) == Take(1, False)


def test_a_field_may_be_called_as_a_command_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is meant if no value of the field comes after it."""
    game = registry().game("nile1967").game
    place = game.types.moves[0]
    legal = [place("CORNER", 1), place("CORNER", 5), place("DIAGONAL", 3)]
    assert chosen(monkeypatch, "place CORNER exit NE", game, legal) == place("CORNER", 1)
    for typed in ("CORNER exit", "CORNER exit now", "CORNER /exit NE", "exit"):
        assert chosen(monkeypatch, typed, game, legal) == Command("quit")


def test_a_field_that_needs_no_choice_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one kind of tile on the hand nobody asks for it, but it is named."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    game = registry().game("octopus").game
    place = game.types.moves[0]
    asked = Dialogue(game, [place("B4", 0), place("B4", 1)], "Player 1")
    assert asked.choose() == place("B4", 0)
    assert capsys.readouterr().out.startswith("tile B4; at: ")


def test_the_rules_are_told_at_the_prompt_and_beforehand() -> None:
    told = tileyard("rules", "octopus").out
    assert told.startswith("Octopus\n\n")
    assert "\n\nYour first turn: " in told
    assert max(map(len, told.splitlines())) <= 100
    shown = play("rules", "1").out
    assert told in shown
    assert "\n  rules " in play("help").out
    assert "  rules" in tileyard("--help").out


def test_a_game_that_tells_no_rules_says_what_there_is() -> None:
    shown = play("rules", to=["last", "--players", "1"], app=LAST).out
    about = "A game alone, whose last moves leave no choice and whose words are those of commands."
    assert about in " ".join(shown.split())
    assert "This game comes without rules to read here." in shown


def test_a_refusal_says_why_and_what_there_is() -> None:
    shown = play("1", "Z9", "x" * 500, "1", "9,9")
    assert "'Z9' is not possible for tile; say " in shown.out
    assert f"'{'x' * 57}...'" in shown.out
    assert "'9,9' is not possible for at; say " in shown.out


def test_commands_do_what_they_say() -> None:
    shown = play("help", "?", "board", "scores", "hint", "1", "2", "back", "back", "undo", "/undo", "save a.json").out
    assert shown.count("save [FILE]") == 2
    assert re.search(r"The greedy bot would place [A-J]\d at 0,0", shown)
    assert "Nothing is chosen yet; undo takes the last move back." in shown
    assert "this cannot be undone: the turn has passed to another player" in shown
    assert "Saved in a.json. To go on: tileyard play --resume a.json" in shown
    assert "Nobody has any points yet." in shown


def test_commands_work_in_the_middle_of_a_move() -> None:
    shown = play("1", "2", "hint", "board", "back", "1", "1", "save a.json").out
    assert len(moves("a.json")) == 4
    assert "Player 1, at> " in shown


def test_what_happened_is_told_to_the_person_who_is_asked() -> None:
    shown = play("1", "1", "1").out
    assert re.search(r"  Player 1 places [A-J]\d at 0,0\n", shown)
    assert "  Player 2 places " in shown
    assert "Player 2 +" in shown


def test_quit_offers_to_save() -> None:
    shown = play("1", "quit", "kept.json")
    assert shown.code == 0
    assert "Save the match first?" in shown.out
    assert len(moves("kept.json")) == 2
    assert play("1", "quit", "").code == 0
    assert [path.name for path in Path().iterdir()] == ["kept.json"]
    assert play("quit").code == 0


def test_a_broken_off_match_is_kept_and_resumes_to_the_same_end() -> None:
    shown = play("1", "1 1")
    assert shown.code == 0
    (line,) = (line for line in shown.out.splitlines() if line.startswith("Saved in "))
    command = list(words(line.partition(": ")[2]))
    kept = command[2]
    assert command[:2] == ["play", "--resume"]
    whole = play(*["1"] * 200, "save whole.json", to=[*OCTOPUS, "--save", "whole.json"])
    assert "wins." in whole.out or "win." in whole.out
    rest = tileyard(*command, typed="1\n" * 200)
    assert "Saved in" in rest.out
    assert record(kept)["final"] == record("whole.json")["final"]
    assert moves(kept) == moves("whole.json")
    saved = Path(kept).read_bytes()
    again = tileyard("play", "--resume", kept)
    assert again.code == 0
    assert "The seed was 3" in again.out
    assert again.out.startswith("Octopus, 2 players: this match is over.\n")
    # Nobody plays any more, and nothing is saved again.
    assert "greedy" not in again.out
    assert "Saved" not in again.out
    assert Path(kept).read_bytes() == saved


def test_nothing_is_kept_of_a_match_without_moves() -> None:
    shown = play()
    assert shown.code == 0
    assert "Nothing was played yet" in shown.out
    assert list(Path().iterdir()) == []


def test_two_broken_off_matches_do_not_overwrite_each_other() -> None:
    play("1")
    play("1", "1 1")
    assert sorted(len(moves(str(path))) for path in Path().iterdir()) == [2, 4]


def test_with_save_every_move_is_kept_at_once() -> None:
    play("1", to=[*OCTOPUS, "--save", "kept.json"])
    assert len(moves("kept.json")) == 2
    shown = play("1 1", to=["--resume", "kept.json", "--bots", "human,random"])
    assert "tileyard play --resume kept.json --bots human,random" in shown.out
    assert len(moves("kept.json")) == 4


def test_a_place_that_cannot_be_written_is_told_before_the_match() -> None:
    shown = play("1", to=[*OCTOPUS, "--save", "/nowhere/kept.json"])
    assert shown.error == (2, "error[usage]: cannot write /nowhere/kept.json: No such file or directory")


def test_a_place_that_vanishes_does_not_end_the_match(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with Terminal("play", *OCTOPUS, "--save", folder / "kept.json") as person:
        person.until("tile> ")
        shutil.rmtree(folder)
        person.type("1")
        person.until("Not saved: cannot write")
        person.until("tile> ")
        person.type("save here.json")
        person.until("Saved in here.json")
        person.type("quit")
        person.ends()


def test_whoever_quits_is_asked_until_the_match_is_saved_or_thrown_away() -> None:
    shown = play("1", "quit", "/nowhere/kept.json", ".", "kept.json", "never read").out
    assert shown.count("Not saved: cannot write") == 2
    assert len(moves("kept.json")) == 2
    assert "Saved in other.json" in play("1", "save other.json", "quit", "never read").out
    assert play("1", "quit", "").out.endswith("throw it away: \n")
    assert sorted(map(str, Path().iterdir())) == ["kept.json", "other.json"]


@pytest.mark.parametrize("end", ["SIGHUP", "SIGTERM"])
def test_a_terminal_that_is_closed_or_a_program_told_to_end_keeps_the_match(end: str) -> None:
    with Terminal("play", *OCTOPUS) as person:
        person.until("tile> ")
        person.type("1")
        person.until("tile> ")
        person.process.send_signal(getattr(signal, end))
        assert person.ends() == 128 + getattr(signal, end)
        assert "To go on: tileyard play --resume octopus-" in person.shown
    (kept,) = Path().iterdir()
    assert len(moves(str(kept))) == 2


@pytest.mark.parametrize("end", ["SIGHUP", "SIGTERM", "SIGINT"])
def test_whoever_is_told_to_end_twice_keeps_the_match_too(end: str) -> None:
    """A shell passes on what its terminal has told already, and people press Ctrl-C until something happens."""
    for wait in (0.0, 0.003, 0.01):
        with Terminal("play", *OCTOPUS) as person:
            person.until("tile> ")
            person.type("1")
            person.until("tile> ")
            person.process.send_signal(getattr(signal, end))
            time.sleep(wait)
            person.process.send_signal(getattr(signal, end))
            # One that comes when all is kept ends the program as it ends any other.
            assert person.ends() in (128 + getattr(signal, end), -getattr(signal, end))
        (kept,) = Path().iterdir()
        assert len(moves(str(kept))) == 2
        kept.unlink()


def test_a_terminal_that_is_gone_keeps_the_match() -> None:
    person = Terminal("play", *OCTOPUS)
    person.until("tile> ")
    person.type("1")
    person.until("tile> ")
    os.close(person.master)
    person.process.wait(timeout=60)
    (kept,) = Path().iterdir()
    assert len(moves(str(kept))) == 2


def test_output_that_nobody_reads_any_more_keeps_the_match() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, "play", *OCTOPUS], stdin=pipe, stdout=pipe, stderr=pipe) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(b"1\n")
        running.stdin.flush()
        while b"Player 2 places" not in running.stdout.readline():
            pass
        running.stdout.close()
        running.stdin.write(b"1\n1\n")
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141
    (kept,) = Path().iterdir()
    assert tileyard("replay", kept, "--verify").code == 0


def test_a_match_is_kept_elsewhere_if_it_cannot_be_kept_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (folder := tmp_path / "other").mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(folder))
    monkeypatch.setattr(Keeper, "fresh", lambda self, place: str(place / ("a.json" if place == folder else "no/a")))
    shown = play("1")
    assert "Not saved: cannot write no/a" in shown.out
    assert f"Saved in {folder}/a.json" in shown.out
    assert len(moves(f"{folder}/a.json")) == 2


def test_a_match_that_is_not_over_is_not_written_over() -> None:
    play("1", "quit", to=[*OCTOPUS, "--save", "evening.json"])
    before = Path("evening.json").read_bytes()
    kept = "evening.json holds a match that is not over: go on with it by --resume evening.json"
    assert play("1", to=["brook", "--save", "evening.json"]).error == (2, f"error[usage]: {kept}")
    assert f"Not saved: {kept}" in play("2", "save evening.json").out
    assert Path("evening.json").read_bytes() == before
    # The same moves again make the same match, and nothing of it is lost.
    assert "Saved in evening.json" in play("1", "save evening.json").out
    # One that goes on is the same match, too.
    assert play("1 1", "save evening.json", to=["--resume", "evening.json", "--save", "other.json"]).code == 0
    assert len(moves("evening.json")) == len(moves("other.json")) == 4


def test_nothing_is_lost_by_saving_but_a_match_without_a_move() -> None:
    tileyard("watch", "brook", "--save", "over.json", "--quiet")
    Path("notes.txt").write_text("buy tiles")
    Path("empty.json").touch()
    for file, what in (("over.json", "a match that is over"), ("notes.txt", "something else than a match")):
        before = Path(file).read_bytes()
        kept = f"{file} holds {what}: name another file"
        assert play("1", to=[*OCTOPUS, "--save", file]).error == (2, f"error[usage]: {kept}")
        assert f"Not saved: {kept}" in play("1", f"save {file}", "quit", "", to=OCTOPUS).out
        assert Path(file).read_bytes() == before
    assert "Saved in empty.json" in play("1", "save empty.json").out
    tileyard("watch", "brook", "--plies", 0, "--save", "begun.json", "--quiet")
    assert "Saved in begun.json" in play("1", "save begun.json").out


def test_a_file_with_blanks_stands_between_quotes() -> None:
    shown = play("1", "save a b c", "save 'a b c.json'", 'save ""', "1 1", "quit", "d e", '"d e"').out
    assert "Not saved: a b c is more than one word; if it is one file, put quotes around it" in shown
    assert "Not saved: a file has a name" in shown
    assert "Not saved: d e is more than one word" in shown
    assert sorted(path.name for path in Path().iterdir()) == ["a b c.json", "d e"]


def test_a_fault_nobody_foresaw_keeps_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "_obey", lambda *_: 1 / 0)
    code, error = play("1", "help").error
    assert (code, error[:36]) == (1, "error[internal]: ZeroDivisionError: ")
    (kept,) = Path().iterdir()
    assert len(moves(str(kept))) == 2


def test_a_number_of_any_length_is_an_answer_like_others() -> None:
    shown = play("9" * 5000, "1" * 5000)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.count("is not possible for tile") == 2


def test_whom_nobody_knows_is_told_with_people_among_those_who_may_play() -> None:
    assert tileyard("play", "octopus", "--bots", "hunan,greedy").error == (
        2,
        "error[unknown_name]: unknown player 'hunan'; did you mean human?",
    )
    code, line = tileyard("play", "octopus", "--bots", "human").error
    assert code == 2
    assert line == "error[bad_players]: Octopus is for 2 to 6 players, not 1: so many are named by --bots"


def test_bots_alone_play_to_the_end() -> None:
    shown = play(to=[*OCTOPUS, "--bots", "random,random"])
    assert shown.code == 0
    assert "The seed was 3" in shown.out


def test_hands_are_hidden_when_the_screen_is_passed_on() -> None:
    to = [*OCTOPUS, "--option", "hands=hidden", "--bots", "human,human"]
    shown = play("", "1", "", "1 1", "", "quit", "", to=to).out
    start, _, shown = shown.partition("Player 1, take the screen and press Enter: ")
    assert "Commitment: " in start
    assert "Your tiles" not in start
    first, _, rest = shown.partition("Player 2, take the screen and press Enter: ")
    second, _, _ = rest.partition("Player 1, take the screen and press Enter: ")
    hand = first.partition("Your tiles")[2].split("\n\n")[0].split()
    assert len(hand) == 30
    # What player 2 sees from here on has none of player 1's tiles but the one that was laid.
    laid = rest.partition(" places ")[2].partition(" ")[0]
    assert laid in hand
    assert not {tile for tile in hand if tile != laid} & set(second.replace("(", " ").replace(")", " ").split())
    assert first.endswith("\n" * 50)


def test_whoever_draws_sees_it_before_the_screen_is_passed_on() -> None:
    """At a terminal it is cleared when they say so; a pipe gives no other answers than it always did."""
    to = ["brook", "--players", "2", "--seed", "3", "--bots", "human,human"]
    clear = "\x1b[2J"
    with Terminal("play", *to) as person:
        person.until("take the screen and press Enter: ")
        person.type("")
        person.until("tile> ")
        person.type("1 1 1")
        drawn = person.until("Player 1, press Enter to hand the screen over: ")
        assert re.search(r"You draw a \w+", drawn)
        assert clear not in drawn
        person.type("")
        passed = person.until("Player 2, take the screen and press Enter: ")
        assert clear in passed
        assert "You draw" not in passed
        person.type("quit")
        person.until("Save the match first?")
        person.type("")
        assert person.ends() == 0
    shown = play("", "1 1 1", "", "1 1 1", "", "quit", "", to=to).out
    assert "hand the screen over" not in shown
    first, second, _ = shown.split("\n" * 50)
    assert "You draw" in first
    assert "You draw" in second.rpartition("> ")[2]


def test_what_is_typed_beyond_a_whole_move_is_refused() -> None:
    """Not dropped without a word: it may have been meant for another move."""
    shown = play("1 1 1 1 1", "save a.json", "1 1", "save b.json").out
    assert re.search(r"'1' is one choice too many after place [A-J]\d at 0,0; nothing is played\.", shown)
    assert moves("a.json") == []
    assert len(moves("b.json")) == 2
    only = play("2 back", "1 1 1 1", "take 1 back", to=["last", "--players", "1"], app=LAST).out
    assert "Press Enter to make the move, or type help." in only
    assert "Player 1 wins." in only


def test_one_can_quit_when_the_screen_is_passed_on() -> None:
    to = [*OCTOPUS, "--option", "hands=hidden", "--bots", "human,human"]
    shown = play("", "1", "quit", "kept.json", to=to)
    assert shown.out.endswith("--bots human,human\n")
    assert len(moves("kept.json")) == 1
    assert "Your tiles" not in play("quit", to=["--resume", "kept.json", "--bots", "human,human"]).out


def test_nobody_passes_the_screen_on_when_all_lies_open() -> None:
    shown = play("1", "1 1", "1 1", to=[*OCTOPUS, "--bots", "human,human"]).out
    assert "take the screen" not in shown


class Take(Move, Event):
    """Take some."""

    back: int
    quit: bool


class Pile(Struct):
    """What is left."""

    left: int = 3
    mover: int = 0


class Last(Game[NoOptions, Pile, Take]):
    """A game alone, whose last moves leave no choice and whose words are those of commands."""

    id = "last"
    title = "Last"
    players = (1, 2)
    max_plies = 3

    def setup(self, turn: Turn[NoOptions]) -> State[Pile]:
        return State(Pile(), (None,) * turn.players)

    def active(self, table: Pile) -> tuple[int, ...]:
        return (0,) if table.left else ()

    def legal(self, view: View[NoOptions, Pile]) -> list[Take]:
        counts = range(1, view.table.left + 1)
        return [Take(n, flag) for n in counts for flag in ((False, True) if view.table.left > 1 else (False,))]

    def apply(self, state: State[Pile], move: Take, turn: Turn[NoOptions]) -> None:
        state.table.left -= move.back

    def label(self, field: str, value: Any) -> str:
        return {True: "quit", False: "back"}[value] if field == "quit" else f"{value}"


LAST = build(Registry.of(builtin, Last()))


def test_the_only_move_is_shown_before_it_is_made() -> None:
    shown = play("2 back", "what", "help", "", to=["last", "--players", "1"], app=LAST)
    assert "Player 1, the only move is take back 1, quit back. Press Enter: " in shown.out
    assert "Press Enter to make the move, or type help." in shown.out
    assert "Player 1 wins." in shown.out


@pytest.mark.parametrize("answer", ["", "1", "take", "Take 1 back", "1 back"])
def test_the_only_move_is_made_by_its_name_and_its_number_too(answer: str) -> None:
    shown = play("2 back", answer, to=["last", "--players", "1"], app=LAST)
    assert "Press Enter to make the move" not in shown.out
    assert "Player 1 wins." in shown.out


def test_a_name_that_reads_like_a_command_is_a_choice_unless_there_is_a_slash() -> None:
    shown = play("2", "quit", "save a.json", to=["last", "--players", "1"], app=LAST)
    assert moves("a.json") == [{"type": "take", "back": 2, "quit": True}]
    shown = play("2", "/quit", to=["last", "--players", "1"], app=LAST)
    assert shown.code == 0


def test_numbers_are_names_where_names_are_numbers() -> None:
    play("3", "back", "save a.json", to=["last", "--players", "1", "--save", "a.json"], app=LAST)
    assert moves("a.json") == [{"type": "take", "back": 3, "quit": False}]


def test_undo_takes_the_own_last_move_back() -> None:
    shown = play("1", "back", "undo", "1 quit", "save a.json", to=["last", "--players", "1"], app=LAST)
    assert "The last move is taken back." in shown.out
    assert moves("a.json") == [{"type": "take", "back": 1, "quit": True}]


ODD = st.one_of(
    st.sampled_from(["1", "2", "1 1", "back", "undo", "hint", "scores", "board", "/", ":", "save", "save /x/y", ""]),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\n\r"), max_size=30),
)


@settings(max_examples=40)
@given(lines=st.lists(ODD, max_size=12))
def test_no_input_breaks_it(lines: list[str]) -> None:
    for game in (OCTOPUS, ["brook", "--seed", "1"]):
        shown = play(*lines, to=game)
        assert shown.code == 0
        assert shown.err == ""


@pytest.mark.parametrize("data", [b"\xff\xfe\n1\n", b"\x00\x1b[A\n", b"1", b"\r\n\r\n", b"\x04\n"])
def test_no_bytes_break_it(data: bytes) -> None:
    for env in ({}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}):
        shown = process("play", *OCTOPUS, typed=data, **env)
        assert shown.code == 0
        assert shown.err == ""


def test_closed_streams_do_not_break_it() -> None:
    line = f"{' '.join(map(repr, PROGRAM))} play octopus --seed 3"
    for closing in ("<&-", ">&- 2>&- </dev/null"):
        done = subprocess.run(["bash", "-c", f"{line} {closing}"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_at_a_terminal_it_goes_like_this() -> None:
    with Terminal("play", *OCTOPUS, columns=60) as person:
        shown = person.until("tile> ")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.replace("\r", ""))
        # All but the commitment, which is to be copied whole.
        assert max(map(len, plain.splitlines()[2:])) <= 60
        person.type("1")
        person.until("tile> ")
        person.type("1")
        person.until("at> ")
        person.press(b"\x03")
        code = person.ends()
        assert code == 130
        assert "To go on: tileyard play --resume octopus-" in person.shown
    (kept,) = Path().iterdir()
    with Terminal("play", "--resume", kept) as person:
        person.until("tile> ")
        person.press(b"\x04")
        assert person.ends() == 0
    assert len(moves(str(kept))) == 2


def test_an_interrupt_while_a_bot_thinks_keeps_the_match() -> None:
    bots = ["--bots", "human,greedy:worlds=1000:width=1000:effort=10000000"]
    with Terminal("play", "brook", "--seed", "1", *bots, "--save", "kept.json") as person:
        person.until("tile> ")
        for _ in range(3):
            person.type("1")
        # The bot goes through a thousand worlds for each of its moves.
        while not Path("kept.json").exists() or len(moves("kept.json")) < 1:
            person.until("\n")
        person.press(b"\x03")
        assert person.ends() == 130
    assert tileyard("replay", "kept.json", "--verify").code == 0
