"""The deck: what the data file says, and what it may say."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from itertools import combinations

import pytest

from nile2009_tables import GAME
from tileyard import BadPlayers, Chance, Engine, GameFault
from tileyard_nile2009 import pieces
from tileyard_nile2009.pieces import LOCUSTS, deck, names, rank

FILE = files("tileyard_nile2009").joinpath("cards.toml").read_text()


@pytest.mark.rule("N09-101", "N09-102")
def test_five_crops_of_sixteen_cards() -> None:
    crops, cards = deck("bga2009", 4)
    assert [names()[crop] for crop in crops] == ["papyrus", "wheat", "lettuce", "castor", "flax"]
    assert {crop: cards.count(crop) for crop in crops} == dict.fromkeys("PWLCF", 16)


@pytest.mark.rule("N09-103", "N09-110")
def test_a_speculation_card_for_each_pair() -> None:
    pairs = [card for card in deck("bga2009", 2).cards if len(card) == 2]
    assert Counter(pairs) == Counter(["PW", "PL", "PC", "PF", "WL", "WC", "WF", "LC", "LF", "CF"])
    for edition in ("bga2009", "deluxor"):
        for players in range(2, 7):
            crops, cards = deck(edition, players)
            assert sorted(c for c in cards if len(c) == 2) == sorted(a + b for a, b in combinations(crops, 2))


@pytest.mark.rule("N09-104", "N09-105")
def test_ninety_one_cards_with_one_locusts_card() -> None:
    for players in range(2, 7):
        start = Engine(GAME, players).start(Chance.from_seed("91"))
        cards = list(GAME.pieces(start.state))
        assert len(cards) == 91
        assert cards.count(LOCUSTS) == 1


@pytest.mark.rule("N09-106")
def test_two_to_six_play() -> None:
    assert list(GAME.players) == [2, 3, 4, 5, 6]
    for players in (1, 7):
        with pytest.raises(BadPlayers):
            Engine(GAME, players)


@pytest.mark.rule("N09-107", "N09-108", "N09-109", "N09-701")
@pytest.mark.parametrize(
    ("players", "crops", "cards"),
    [(2, "PWLCF", 81), (3, "PWLCF", 81), (4, "PWLCF", 81), (5, "PWLCFG", 100), (6, "PWLCFGO", 120)],
)
def test_the_decks_of_the_later_edition(players: int, crops: str, cards: int) -> None:
    found = deck("deluxor", players)
    assert found.crops == crops
    assert {crop: found.cards.count(crop) for crop in crops} == dict.fromkeys(crops, 14)
    start = Engine(GAME, players, {"edition": "deluxor"}).start(Chance.from_seed("later"))
    assert len(list(GAME.pieces(start.state))) == cards


@pytest.mark.rule("N09-354")
def test_cards_are_listed_crops_first_and_pairs_by_their_crops() -> None:
    expected = "P W L C F G O PW PL PC PF PG PO WL WC WF WG WO LC LF LG LO CF CG CO FG FO GO"
    assert [card for card in rank() if card != LOCUSTS] == expected.split(" ")


def test_a_corrected_line_changes_the_deck() -> None:
    corrected = pieces.read(FILE.replace('"papyrus", bga2009 = 16', '"papyrus", bga2009 = 15'))
    assert corrected.cards[0].bga2009 == 15


@pytest.mark.parametrize(
    ("wrong", "right", "why"),
    [
        ('card = "PW"', 'card = "WP"', "WP is not a pair"),
        ('card = "PW"', 'card = "PP"', "PP is not a pair"),
        ('card = "PW"', 'card = "PX"', "PX is not a pair"),
        ('card = "PL"', 'card = "PW"', "PW is listed twice"),
        ('card = "PW"', 'card = "pw"', "cannot be read"),
        ("bga2009 = 16", "bga2009 = -1", "cannot be read"),
        ("bga2009 = 16", "bga2009 = 26", "has 141 cards"),
        ("bga2009 = 16", "bga2009 = 0", "has 11 cards"),
        ('"locusts", bga2009 = 1', '"locusts", bga2009 = 2', "not exactly one locusts card"),
        ("players = [5]", "players = [4]", "does not have one list"),
        ('crops = "PWLCFG"', 'crops = "PWLCFX"', "does not have one list"),
        ("cards = [", "cards = ", "cannot be read"),
    ],
)
def test_a_file_that_makes_no_game_is_refused(wrong: str, right: str, why: str) -> None:
    assert wrong in FILE
    with pytest.raises(GameFault, match=why):
        pieces.read(FILE.replace(wrong, right))
