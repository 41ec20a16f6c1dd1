"""What must hold in every game, however it is played: against slow and simple counts of the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from benchmarks import qaleh_nil_plain as plain
from qaleh_tables import CASTLES, RACE
from tileyard import Chance, Engine, FastChance, Position, copier
from tileyard.ground.wire import decode, encode
from tileyard_qaleh_nil import turns
from tileyard_qaleh_nil.boards import WIDTH, layout
from tileyard_qaleh_nil.model import Castle, CastleTable, End, Move, RaceTable
from tileyard_qaleh_nil.ways import distance

GAMES = settings(max_examples=8)
SEEDS = st.integers(0, 2**32)
PLAYERS = st.sampled_from([2, 4])
RACES = st.fixed_dictionaries(
    {
        "teams": st.sampled_from(["opposite", "adjacent"]),
        "min_moves": st.sampled_from([0, 1, 3]),
        "reply_rule_4p": st.sampled_from(["yes", "no"]),
        "reply_counts": st.sampled_from(["cost", "actions"]),
        "goal_block": st.sampled_from(["none", "halma"]),
    }
)
CASTLE_GAMES = st.fixed_dictionaries(
    {
        "castle_layout": st.sampled_from(["4x4+2", "3x6"]),
        "castle_place_order": st.sampled_from(["starter_first", "secret"]),
        "castle_short": st.sampled_from(["play_max", "lose"]),
        "castle_no_pawns": st.sampled_from(["lose", "pass"]),
        "castle_return": st.sampled_from(["consecutive", "whole_turn"]),
        "castle_home_limit": st.sampled_from(["team", "player"]),
        "eliminated_partner": st.sampled_from(["skip", "partner_plays"]),
    }
)


def course(game: Any, players: int, options: Any, seed: int, plies: int = 100) -> Iterator[tuple[Engine, Position]]:
    """The positions of a game of random moves; with an odd seed those look best, which brings games to an end."""
    engine, chance = Engine(game, players, options), FastChance(seed)
    position = engine.start(Chance.from_seed(str(seed)))
    yield engine, position
    for _ in range(plies):
        active = engine.active(position)
        if not active:
            return
        player = chance.pick(active)
        move = game.sample(engine.view(position, player), chance)
        if seed % 2:
            moves = [move, *(game.sample(engine.view(position, player), chance) for _ in range(7))]
            move = max(moves, key=lambda move: worth(game, engine.step(position, player, move), player))
        position = engine.step(position, player, move)
        yield engine, position


def worth(game: Any, position: Position, player: int) -> tuple[bool, int]:
    table = position.state.table
    return player in table.winners, game.estimate(position.state, position.scores)[player]


def far(at: int) -> int:
    """A cell as the plain loop has it."""
    return 16 * (at // WIDTH) + at % WIDTH


def near(at: int) -> int:
    return WIDTH * (at // 16) + at % 16


def ways(table: Any) -> plain.Ways:
    """The board as the plain loop has it, from the walls alone."""
    walls: dict[tuple[int, int], int] = {}
    for (a, b), count in zip(layout(table.ground.layout).edges, table.ground.walls, strict=True):
        walls[far(a), far(b)] = int(count)
    found: plain.Ways = {}
    for at in map(far, layout(table.ground.layout).cells):
        found[at] = []
        for step in (plain.NORTH, plain.EAST, plain.SOUTH, plain.WEST):
            pair, behind = sorted((at, at + step)), sorted((at + step, at + 2 * step))
            if tuple(pair) in walls:
                clear = walls[pair[0], pair[1]] == walls.get((behind[0], behind[1]), 1) == 0
                found[at].append((at + step, 1 + walls[pair[0], pair[1]], at + 2 * step if clear else -1))
    return found


def moves_of(engine: Engine, position: Position) -> tuple[int, list[Any]]:
    player = engine.active(position)[0]
    return player, engine.legal(position, player)


# -- the race ------------------------------------------------------------------------------------------


@pytest.mark.rule("QN-401", "QN-402", "QN-403", "QN-404", "QN-405", "QN-406", "QN-407", "QN-408")
@GAMES
@given(PLAYERS, SEEDS)
def test_race_moves_equal_those_of_the_plain_loop(players: int, seed: int) -> None:
    for engine, position in course(RACE, players, {}, seed):
        table = position.state.table
        if table.ending:
            return
        player, legal = moves_of(engine, position)
        owner = {far(at): piece for at, piece in enumerate(table.board) if piece >= 0}
        pawns = [far(at) for at in table.pawns[player]]
        expected = {(near(a), near(b)) for a, b, _ in plain.race_moves(ways(table), owner, pawns, table.moves.left)}
        assert {(move.start, move.to) for move in legal if isinstance(move, Move)} == expected
        assert End() in legal


def totals(table: RaceTable, player: int, left: int, halma: bool) -> set[tuple[int, bool]]:
    """Every total that a turn may have which is played until it finishes or nothing is left to play, by trying all."""
    board, found = ways(table), set[tuple[int, bool]]()
    goal = {far(at) for at in layout(table.ground.layout).goals[len(table.pawns)][player]}

    def search(owner: dict[int, int], pawns: frozenset[int], spent: int) -> None:
        found.add((spent, False))
        if spent == left:
            return
        for start, to, cost in plain.race_moves(board, owner, sorted(pawns), left - spent):
            now = {at: piece for at, piece in owner.items() if at != start} | {to: player}
            mine = pawns - {start} | {to}
            if mine == goal or (halma and goal <= now.keys() and goal & mine):
                found.add((spent + cost, True))
            else:
                search(now, mine, spent + cost)

    owner = {far(at): piece for at, piece in enumerate(table.board) if piece >= 0}
    search(owner, frozenset(map(far, table.pawns[player])), 0)
    return found


@pytest.mark.rule("QN-304", "QN-312")
@settings(max_examples=6)
@given(PLAYERS, SEEDS, st.sampled_from(["none", "halma"]))
def test_with_three_moves_demanded_the_largest_total_is_reached(players: int, seed: int, block: str) -> None:
    """Against all sequences of moves, at the start of each turn and after each move of it."""
    halma = block == "halma"
    for engine, position in course(RACE, players, {"min_moves": 3, "goal_block": block}, seed, plies=24):
        table = position.state.table
        if table.ending or table.last_turn:
            return
        player, legal = moves_of(engine, position)
        if not table.trail:
            assert table.moves.full == max(total for total, _ in totals(table, player, 3, halma))
        allowed = set()
        owner = {far(at): piece for at, piece in enumerate(table.board) if piece >= 0}
        pawns = [far(at) for at in table.pawns[player]]
        for start, to, cost in plain.race_moves(ways(table), owner, pawns, table.moves.left):
            after = engine.copy(position).state.table
            after.board[near(start)], after.board[near(to)] = -1, player
            after.pawns[player] = sorted({*after.pawns[player]} - {near(start)} | {near(to)})
            goal = layout(table.ground.layout).goals[players][player]
            finishes = after.pawns[player] == goal or (
                halma and all(after.board[at] >= 0 for at in goal) and any(after.board[at] == player for at in goal)
            )
            rest = table.moves.left - cost
            if finishes or not rest or any(done or total == rest for total, done in totals(after, player, rest, halma)):
                allowed.add((near(start), near(to)))
        assert {(move.start, move.to) for move in legal if isinstance(move, Move)} == allowed
        assert (End() in legal) == (not allowed)


@pytest.mark.rule("QN-108", "QN-301", "QN-410", "QN-411")
@GAMES
@given(PLAYERS, RACES, SEEDS)
def test_races_keep_their_pawns_and_boards(players: int, options: dict[str, Any], seed: int) -> None:
    before: Position | None = None
    for engine, position in course(RACE, players, options, seed):
        table = position.state.table
        RACE.invariants(position.state)
        assert [len(pawns) for pawns in table.pawns] == [4] * players
        assert table.moves.spent <= 3
        if before is not None:
            assert (table.ground.tiles, table.ground.walls, table.teams) == (
                before.state.table.ground.tiles, before.state.table.ground.walls, before.state.table.teams
            )  # fmt: skip
        before = position
        assert engine.active(position) or table.ending


@pytest.mark.rule("QN-410")
@GAMES
@given(PLAYERS, SEEDS)
def test_each_move_of_a_race_can_be_undone_at_the_same_cost(players: int, seed: int) -> None:
    for engine, position in course(RACE, players, {}, seed, plies=25):
        if position.state.table.ending:
            return
        player, legal = moves_of(engine, position)
        for move in legal:
            if not isinstance(move, Move):
                continue
            after = engine.copy(position)
            after.state.table.moves.refill(100)
            engine.step_in_place_unchecked(after, player, move, FastChance(0))
            cost = after.state.table.moves.spent
            if engine.active(after) != (player,):
                continue
            assert Move(move.to, move.start) in engine.legal(after, player)
            engine.step_in_place_unchecked(after, player, Move(move.to, move.start), FastChance(0))
            assert after.state.table.pawns == position.state.table.pawns
            assert after.state.table.moves.spent == 2 * cost


# -- the Castle game -----------------------------------------------------------------------------------


def plain_castle(table: CastleTable) -> plain.Castle:
    """The same position for the plain loop."""
    other = plain.Castle.__new__(plain.Castle)
    other.ways = ways(table)
    other.homes = [[far(at) for at in home] for home in layout(table.ground.layout).castles]
    other.pawns = [[far(at) for at in pawns] for pawns in table.pawns]
    other.pieces = {far(at): piece for at, piece in enumerate(table.board) if piece >= 0}
    other.trail = []
    for start, to in table.trail:
        cost = next(cost for at, cost, _ in other.ways[far(start)] if at == far(to))
        other.trail.append((far(start), far(to), cost))
    return other


@pytest.mark.rule("QC-301", "QC-303", "QC-304", "QC-310", "QC-407", "QC-408", "QC-410", "QC-413")
@GAMES
@given(PLAYERS, st.sampled_from(["4x4+2", "3x6"]), SEEDS)
def test_castle_moves_equal_those_of_the_plain_loop(players: int, shape: str, seed: int) -> None:
    for engine, position in course(CASTLES, players, {"castle_layout": shape}, seed, plies=60):
        table = position.state.table
        if table.ending or table.choosing:
            continue
        player, legal = moves_of(engine, position)
        other, left = plain_castle(table), table.moves.left
        expected = [(near(s[0]), near(s[1])) for s in other.steps(player, left) if other.completes(player, s, left)]
        assert [(move.start, move.to) for move in legal if isinstance(move, Move)] == expected
        assert (End() in legal) == (not expected)
        if not table.trail:
            full = max(
                total
                for total in range(4)
                if not total or any(other.completes(player, s, total) for s in other.steps(player, total))
            )
            assert table.moves.full == full


@pytest.mark.rule("QC-301", "QC-404", "QC-409", "QC-410", "QC-411", "QC-412")
@GAMES
@given(PLAYERS, CASTLE_GAMES, SEEDS)
def test_pawns_disappear_by_capture_alone_and_castles_stay(players: int, options: dict[str, Any], seed: int) -> None:
    before: Position | None = None
    for engine, position in course(CASTLES, players, options, seed):
        table = position.state.table
        CASTLES.invariants(position.state)
        if options["castle_home_limit"] == "team":
            for side, home in enumerate(layout(table.ground.layout).castles):
                mine = [at for player in table.teams[side] for at in table.pawns[player]]
                assert len({*mine} & {*home}) <= 1
        if before is not None:
            last = before.state.table
            gone = sum(map(len, last.pawns)) - sum(map(len, table.pawns))
            assert gone == len(table.captured) - len(last.captured) in (0, 1)
            for old, new in zip(last.castles, table.castles, strict=True):
                assert new == old or old < 0 or table.ending == "castle"
            if gone:
                assert len({start for start, _ in table.before} - {to for _, to in table.before}) == 1
        before = position
        assert engine.active(position) or table.ending


@pytest.mark.rule("QC-303", "QC-310")
@settings(max_examples=20)
@given(st.data())
def test_fewer_moves_than_three_in_close_quarters(data: st.DataObject) -> None:
    """Positions with so many pieces and walls that three moves are often too many."""
    engine = Engine(CASTLES, 4, {"castle_layout": data.draw(st.sampled_from(["4x4+2", "3x6"]))})
    position = engine.start(Chance.from_seed("close"))
    while position.state.table.choosing:
        player, legal = moves_of(engine, position)
        position = engine.step(position, player, data.draw(st.sampled_from(legal)))
    table = position.state.table
    count, board = len(table.ground.walls), layout(table.ground.layout)
    walls = "".join(data.draw(st.lists(st.sampled_from("0122"), min_size=count, max_size=count)))
    table.ground = structs.replace(table.ground, walls=walls)
    free = [at for at in board.cells if not any(at in home for home in board.castles)]
    places = data.draw(st.permutations(free[:12]))
    table.pawns = [sorted(places[i : i + 3]) for i in range(0, 12, 3)]
    table.board = [piece if piece >= 4 else -1 for piece in table.board]
    for owner, pawns in enumerate(table.pawns):
        for at in pawns:
            table.board[at] = owner
    mover = table.rota.mover
    other = plain_castle(table)
    full = next((t for t in (3, 2, 1) if any(other.completes(mover, s, t) for s in other.steps(mover, t))), 0)
    table.moves.refill(full)
    expected = [(near(s[0]), near(s[1])) for s in other.steps(mover, full) if other.completes(mover, s, full)]
    legal = engine.legal(position, mover)
    assert [(move.start, move.to) for move in legal if isinstance(move, Move)] == expected
    assert (legal == [End()]) == (full == 0)


# -- both ----------------------------------------------------------------------------------------------


def turned_round(table: Any, players: int) -> Any:
    """The position turned by 180 degrees, with the sides exchanged."""
    other = copier(type(table))(table)
    board = layout(table.ground.layout)
    turn = dict(zip(board.cells, reversed(board.cells), strict=True))
    walls = {(turn[b], turn[a]): count for (a, b), count in zip(board.edges, table.ground.walls, strict=True)}
    other.ground = structs.replace(table.ground, walls="".join(walls[edge] for edge in board.edges))
    # In the race the seat opposite, in the Castle game one of the other side.
    shift = players // 2 if isinstance(table, RaceTable) else 1
    swap = {
        player: (player + shift) % players if isinstance(table, RaceTable) else player ^ 1 for player in range(players)
    }
    other.pawns = [sorted(turn[at] for at in table.pawns[swap[player]]) for player in range(players)]
    other.board = [-1] * board.size
    for player, pawns in enumerate(other.pawns):
        for at in pawns:
            other.board[at] = player
    other.trail = [(turn[a], turn[b]) for a, b in table.trail]
    other.rota.order = [swap[player] for player in table.rota.order]
    if isinstance(other, RaceTable):
        other.finished = [table.finished[swap[player]] for player in range(players)]
    else:
        other.castles = [turn.get(at, -1) for at in reversed(table.castles)]
        for side, at in enumerate(other.castles):
            if at >= 0:
                other.board[at] = 4 + side
    return other, turn, swap


@pytest.mark.parametrize("game", [RACE, CASTLES])
@GAMES
@given(players=PLAYERS, seed=SEEDS)
def test_a_board_turned_round_offers_the_same_moves(game: Any, players: int, seed: int) -> None:
    for engine, position in course(game, players, {}, seed, plies=40):
        table = position.state.table
        if table.ending or getattr(table, "choosing", None):
            continue
        player, legal = moves_of(engine, position)
        other, turn, swap = turned_round(table, players)
        mirrored = Position(type(position.state)(other, position.state.seats), position.scores, position.chance)
        moves = engine.legal(mirrored, swap[player])
        assert {(move.start, move.to) for move in moves if isinstance(move, Move)} == {
            (turn[move.start], turn[move.to]) for move in legal if isinstance(move, Move)
        }
        assert (End() in moves) == (End() in legal)


@pytest.mark.parametrize(("game", "options"), [(RACE, RACES), (CASTLES, CASTLE_GAMES)])
@GAMES
@given(data=st.data(), players=PLAYERS, seed=SEEDS)
def test_samples_are_as_likely_as_one_another(
    game: Any, options: Any, data: st.DataObject, players: int, seed: int
) -> None:
    """Each legal move comes up, none much more often than another."""
    engine = Engine(game, players, data.draw(options))
    position = engine.start(Chance.from_seed(str(seed)))
    engine.rollout(position, FastChance(seed), limit=data.draw(st.integers(0, 60)))
    for player in engine.active(position):
        view, chance = engine.view(position, player), FastChance(seed)
        legal = engine.legal(position, player)
        drawn = Counter(game.sample(view, chance) for _ in range(60 * len(legal)))
        assert drawn.keys() == set(legal)
        assert max(drawn.values()) < 120
        assert min(drawn.values()) > 20


@pytest.mark.rule("QN-609")
@GAMES
@given(PLAYERS, SEEDS)
def test_each_position_has_a_text_of_its_own(players: int, seed: int) -> None:
    """Whose turn it is and where the pawns of each stand, and nothing else."""
    for game in (RACE, CASTLES):
        texts: dict[Any, Any] = {}
        for _, position in course(game, players, {}, seed, plies=60):
            table = copier(type(position.state.table))(position.state.table)
            # A past has no two positions with other numbers of pawns.
            table.past.clear()
            counts, what = tuple(map(len, table.pawns)), (table.rota.mover, table.pawns)
            assert [turns.remember(table) for _ in range(3)] == [0, 1, 2]
            (alike,) = table.past.values()
            text, *others = alike.split()
            assert others == [text, text]
            assert texts.setdefault((counts, text), what) == what
            assert len(text) == 1 + sum(counts)
            assert text.isprintable()
            assert encode(text) == b'"%b"' % text.encode()
        assert len({str(what) for what in texts.values()}) == len(texts)


def test_a_position_goes_through_json() -> None:
    for game in (RACE, CASTLES):
        for _, position in course(game, 4, {}, 7, plies=40):
            assert decode(encode(position), game.types.position) == position


@pytest.mark.parametrize("players", [2, 4])
def test_those_who_head_for_their_goals_arrive(players: int) -> None:
    """A race is won by players who shorten the way, long before its last round."""
    endings: Counter[str] = Counter()
    for seed in range(4):
        engine, chance = Engine(RACE, players), FastChance(seed)
        position = engine.start(Chance.from_seed(f"race {seed}"))
        while engine.active(position) and position.ply < 900:
            player, legal = moves_of(engine, position)
            scored = []
            for move in legal:
                after = engine.step(position, player, move)
                scored.append((distance(after.state.table, player), chance.below(1000), move))
            move = min(scored, key=lambda line: line[:2])[2] if chance.below(8) else chance.pick(legal)
            position = engine.step(position, player, move)
        endings[position.state.table.ending] += 1
        assert position.state.table.ending in ("goal", "reply", "equal")
        if position.state.table.ending != "equal":
            winners = position.state.table.winners
            assert all(position.state.table.finished[player] for player in winners)
    assert endings.total() == 4


def test_castles_are_placed_on_every_cell_of_their_tile() -> None:
    for shape in ("4x4+2", "3x6"):
        engine = Engine(CASTLES, 2, {"castle_layout": shape})
        position = engine.start(Chance.from_seed("place"))
        player, legal = moves_of(engine, position)
        assert legal == [Castle(at) for at in layout(shape).castles[player]]
