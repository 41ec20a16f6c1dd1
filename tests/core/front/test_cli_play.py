"""``tileyard play``: rules and commands at the prompt, who plays, the screen passed on, and any input at all."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.last import Last
from prompt import OCTOPUS, moves, play
from terminal import PROGRAM, Terminal, process, tileyard
from tileyard import Registry
from tileyard.front import builtin
from tileyard.front.cli import build

pytestmark = pytest.mark.usefixtures("own_folder")


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
    shown = play("rules", to=["last", "--players", "1"], app=build(Registry.of(builtin, Last()))).out
    about = "A game alone, whose last moves leave no choice and whose words are those of commands."
    assert about in " ".join(shown.split())
    assert "This game comes without rules to read here." in shown


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


def test_one_can_quit_when_the_screen_is_passed_on() -> None:
    to = [*OCTOPUS, "--option", "hands=hidden", "--bots", "human,human"]
    shown = play("", "1", "quit", "kept.json", to=to)
    assert shown.out.endswith("--bots human,human\n")
    assert len(moves("kept.json")) == 1
    assert "Your tiles" not in play("quit", to=["--resume", "kept.json", "--bots", "human,human"]).out


def test_nobody_passes_the_screen_on_when_all_lies_open() -> None:
    shown = play("1", "1 1", "1 1", to=[*OCTOPUS, "--bots", "human,human"]).out
    assert "take the screen" not in shown


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
