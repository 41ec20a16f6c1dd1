"""What is told of a game: what has happened, whatever the options are."""

from __future__ import annotations

import pytest

from nile2009_tables import GAME, engine, market, move, offering, position
from tileyard_nile2009.model import Flooded, Plant, Speculate, Took


@pytest.mark.rule("N09-708", "N09-709")
@pytest.mark.parametrize(
    ("given", "counts", "shown", "what", "whence"),
    [
        ("P w", "no", "hidden", "two cards", ""),
        ("P w", "yes", "hidden", "two cards", ", one of them from the hand"),
        ("w w", "yes", "hidden", "two cards", ", none of them from the hand"),
        ("P PW", "yes", "hidden", "two cards", ", both of them from the hand"),
        ("P w", "no", "shown", "papyrus and wheat", ""),
        ("P w", "yes", "shown", "papyrus and wheat", ", one of them from the hand"),
    ],
)
def test_of_a_trade_is_told_what_all_may_know(given: str, counts: str, shown: str, what: str, whence: str) -> None:
    game = position("P PW", "", storages=["W W"], pile="L F C", phase="trade")
    how = {"show_hand_counts": counts, "trade_discards": shown}
    _, events = move(game, market(given), **how)
    assert GAME.tell(events[0]) == f"Player 1 takes {what} to the market{whence}"
    _, events = move(game, offering(given), **how)
    assert GAME.tell(events[0]) == f"Player 1 offers {what}{whence}"


@pytest.mark.rule("N09-404", "N09-413")
@pytest.mark.parametrize("forms", ["text", "bga", "none"])
def test_a_single_card_is_refused_by_what_it_would_do(forms: str) -> None:
    """With form C a single card can be planted, but not to found a field."""
    game = position("P W", "", fields="A:P2", flood="C")
    view = engine(game, extend_only=forms).view(game, 0)
    new, own = GAME.permits(view, Plant(("W",))), GAME.permits(view, Plant(("P",)))
    assert new is not None
    assert (new.text, new.rule) == ("a single card founds no field", "N09-413")
    assert (own is None) == (forms == "bga")
    assert own is None or own.text == "a single card enlarges no field"


def test_a_speculation_card_among_others_is_one_card() -> None:
    assert GAME.tell(Took(("L", "LF", "P"))) == "You draw lettuce, lettuce/flax, papyrus"
    assert GAME.tell(Speculate(("PW", "LF"))) == "speculate on papyrus/wheat and on lettuce/flax"
    assert GAME.tell(Flooded(0, "LF")) == "Player 1 turns the flood: lettuce and flax"
