"""Choosing a move at the prompt: by names, numbers and fields, in whatever order they are typed."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from games.last import Last, Take
from prompt import moves, play, record
from terminal import registry
from tileyard import Registry
from tileyard.front import builtin, choices
from tileyard.front.cli import build
from tileyard.front.cli.dialogue import Back, Command, Dialogue
from tileyard.front.matches import new_match
from tileyard.ground.wire import members

pytestmark = pytest.mark.usefixtures("own_folder")


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


def test_a_refusal_says_why_and_what_there_is() -> None:
    shown = play("1", "Z9", "x" * 500, "1", "9,9")
    assert "'Z9' is not possible for tile; say " in shown.out
    assert f"'{'x' * 57}...'" in shown.out
    assert "'9,9' is not possible for at; say " in shown.out


def test_a_number_of_any_length_is_an_answer_like_others() -> None:
    shown = play("9" * 5000, "1" * 5000)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.count("is not possible for tile") == 2


def test_what_is_typed_beyond_a_whole_move_is_refused() -> None:
    """Not dropped without a word: it may have been meant for another move."""
    shown = play("1 1 1 1 1", "save a.json", "1 1", "save b.json").out
    assert re.search(r"'1' is one choice too many after place [A-J]\d at 0,0; nothing is played\.", shown)
    assert moves("a.json") == []
    assert len(moves("b.json")) == 2
    only = play("2 back", "1 1 1 1", "take 1 back", to=["last", "--players", "1"], app=LAST).out
    assert "Press Enter to make the move, or type help." in only
    assert "Player 1 wins." in only


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
