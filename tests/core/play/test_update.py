"""Updates: what each viewer and each observer is told of a match, and nothing that is another's."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Drew, Echo, Lay, Market, Pass, Peek, Row, Take, market, play_on
from matches import Witness, everything, hand, spoil
from tileyard import BadPlayers, FastChance, Match, StalePly, TileyardError
from tileyard.ground.wire import decode, encode
from tileyard.play.record import Origin


@given(st.integers(0, 500), st.integers(0, 20))
def test_updates_are_what_was_told_at_the_time(seed: int, plies: int) -> None:
    """To the mover with the move, to all others on request; views as they were."""
    match = market(str(seed))
    told: dict[int | None, list[bytes]] = {viewer: [encode(match.updates(viewer))[1:-1]] for viewer in (None, 0, 1)}
    chance = FastChance(seed)
    for _ in range(plies):
        if match.over:
            break
        player = match.active[0]
        update = match.play(player, chance.pick(match.legal(player)))
        for viewer, list_ in told.items():
            (since,) = match.updates(viewer, since=match.ply - 1)
            list_.append(encode(since))
            assert since.view == match.view(viewer)
        assert told[player][-1] == encode(update)
    for viewer, list_ in told.items():
        for since in range(-1, match.ply + 1):
            assert [encode(update) for update in match.updates(viewer, since)] == list_[since + 1 :]


@pytest.mark.parametrize("since", [-2, 3, 100])
def test_updates_from_a_ply_that_is_not_there_are_refused(since: int) -> None:
    """A client that is ahead has missed an undo."""
    match = market()
    for tile in hand(match)[:3]:
        match.play(0, Lay(tile))
    match.undo()
    with pytest.raises(StalePly) as caught:
        match.updates(0, since)
    assert caught.value.facts == {"ply": since, "current": 2}
    assert match.updates(0, 2) == []


def test_whispers_reach_their_player_alone() -> None:
    """In updates as in the answer to the move; never a spectator."""
    match = market()
    first = match.play(0, Take())
    match.play(0, Pass())
    second = match.play(1, Peek())
    assert [type(whisper) for whisper in (*first.whispers, *second.whispers)] == [Drew, Drew]
    heard = {viewer: [update.whispers for update in match.updates(viewer)] for viewer in (None, 0, 1)}
    assert heard == {None: [[], [], [], []], 0: [[], first.whispers, [], []], 1: [[], [], [], second.whispers]}


def test_whispers_of_the_set_up_are_kept() -> None:
    """Everybody's own."""

    class Dealt(Market):
        def setup(self, turn: Any) -> Any:
            state = super().setup(turn)
            for player, seat in enumerate(state.seats):
                turn.whisper(player, Drew(seat.hand[0], seat.hand))
            turn.announce(Row([]))
            return state

    match = Match(Dealt(), 2, seed="7")
    for player in (0, 1):
        (update,) = match.updates(player)
        assert (update.ply, update.events, update.whispers) == (
            0,
            [Row([])],
            [Drew(hand(match, player)[0], hand(match, player))],
        )
    assert match.updates(None)[0].whispers == []
    assert not match.can_undo()


def test_an_event_shows_what_was_so_when_it_happened() -> None:
    """Lists that went on growing do not grow in it: the history is of its own."""
    match = market()
    tiles = hand(match)
    for tile in tiles:
        match.play(0, Lay(tile))
    rows = [event.row for update in match.updates(1) for event in update.events if isinstance(event, Row)]
    assert rows == [tiles[:1], tiles[:2], tiles[:3]]


@pytest.mark.parametrize("viewer", [-1, 2, True, "0"])
def test_there_is_no_such_viewer(viewer: Any) -> None:
    """Whatever is asked for."""
    match = market()
    for ask in (match.view, match.updates, match.legal):
        with pytest.raises(BadPlayers):
            ask(viewer)


@given(st.integers(0, 500), st.integers(0, 20))
def test_nobody_is_told_what_another_holds(seed: int, plies: int) -> None:
    """What a viewer gets is the same if all that is out of sight is swapped."""
    match = play_on(market(str(seed)), seed, plies)
    twin = Match.replay(match.record(), Market())
    for made in twin._plies:
        state = made.position.state
        state.vault.bag.reverse()
        state.vault.deck.reverse()
        state.seats[1].hand[:] = [tile + 100 for tile in state.seats[1].hand]
        made.position.chance.count += 1
    for viewer in (0, None):
        assert encode(twin.view(viewer)) == encode(match.view(viewer))
        assert [encode(update) for update in twin.updates(viewer)] == [encode(u) for u in match.updates(viewer)]
    assert twin.legal(0) == match.legal(0)


def test_updates_are_of_the_declared_wire_types() -> None:
    """Each event, each whisper, each view can be read back by itself."""
    match = play_on(market())
    game = match.game
    for viewer in (None, 0, 1):
        for update in match.updates(viewer):
            plain = msgspec.json.decode(encode(update))
            assert [decode(encode(e), game.update_events) for e in plain["events"]] == update.events
            assert [decode(encode(w), game.update_whispers) for w in plain["whispers"]] == update.whispers
            assert decode(encode(plain["view"]), game.types.view) == update.view


# -- observers -----------------------------------------------------------------------------------------


def test_observers_are_told_of_each_commit_with_what_a_spectator_sees() -> None:
    """The start, every move, the end; nothing of refused moves and previews."""
    witness = Witness()
    match = market(options={"turns": 1}, observers=[witness], plugin=Origin("tileyard-market", "1"))
    match.preview(0, Pass())
    match.play(0, Take())
    with pytest.raises(TileyardError):
        match.play(1, Pass())
    match.play(0, Pass())
    match.play(1, Pass())
    assert [what for what, _, _ in witness.told] == ["started", "played", "played", "played", "finished"]
    assert [update.ply for _, _, update in witness.told] == [0, 1, 2, 3, 3]
    for _, info, update in witness.told:
        assert info == match.info
        assert update == match.updates(None)[update.ply]
        assert (update.view.player, update.view.seat, update.whispers) == (None, None, [])
    assert (match.info.game, match.info.plugin.name) == ("market", "tileyard-market")
    assert match.seed not in match.info.__struct_fields__


def test_each_observer_has_its_own_update() -> None:
    """One that writes on it disturbs neither the others nor the match."""

    class Vandal(Witness):
        def move_played(self, match: Any, update: Any) -> None:
            spoil(update)

    witness, twin = Witness(), market()
    match = market(observers=[Vandal(), witness])
    for each in (match, twin):
        each.play(0, Lay(hand(each)[0]))
    assert everything(match) == everything(twin)
    assert witness.told[1][2] == match.updates(None)[1]


def test_an_observer_that_fails_is_logged_and_the_others_are_told(caplog: pytest.LogCaptureFixture) -> None:
    """The move is made by then, so whoever made it hears that it was."""

    class Failing:
        def fail(self, match: Any, update: Any) -> None:
            raise ValueError("the line is down")

        match_started = move_played = match_finished = fail

    witness, twin = Witness(), market(options={"turns": 1})
    match = market(options={"turns": 1}, observers=[Failing(), witness])
    for each in (match, twin):
        assert each.play(0, Pass()).ply == 1
        each.play(1, Pass())
    assert [what for what, _, _ in witness.told] == ["started", "played", "played", "finished"]
    assert everything(match) == everything(twin)
    told = [(record.name, record.levelname, record.getMessage()) for record in caplog.records]
    assert told == [
        ("tileyard.play", "ERROR", f"an observer failed at {what}")
        for what in ("match_started, ply 0", "move_played, ply 1", "move_played, ply 2", "match_finished, ply 2")
    ]
    assert all("the line is down" in str(record.exc_info) for record in caplog.records)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_observer_may_end_the_program(error: type[BaseException]) -> None:
    """It is part of whoever embeds the match, not of a plugin."""

    class Ending(Witness):
        def move_played(self, match: Any, update: Any) -> None:
            raise error

    match = market(observers=[Ending()])
    with pytest.raises(error):
        match.play(0, Pass())
    assert match.ply == 1


def test_the_scorers_of_a_match_are_no_secret() -> None:
    """They are among its public facts."""
    assert (market().info.scorers, market(scorers=[Echo()]).info.scorers) == ((), ("echo",))


def test_a_replay_is_told_to_nobody_but_what_follows_is() -> None:
    """It happened before."""
    witness = Witness()
    match = Match.replay(play_on(market(), 3, 4).record(), Market(), observers=[witness])
    assert witness.told == []
    match.play(match.active[0], Pass())
    assert [update.ply for _, _, update in witness.told] == [5]
