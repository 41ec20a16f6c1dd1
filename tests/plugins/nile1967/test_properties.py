"""What must hold in every game of Nile, however it is played: against networkx, brute force and the plain loop."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import nile1967_plain as plain
from nile1967_tables import GAME, WORTH, place, supply
from tileyard import Chance, Engine, FastChance, Position, Scored
from tileyard.board import plane, square
from tileyard.play.engine import Step
from tileyard_nile1967.grid import EAST, grid_of, lies
from tileyard_nile1967.model import Options, Place, Stop, Table, Unable
from tileyard_nile1967.moves import placements

PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 2**32)
SMALL = {"rows": 6, "columns": 5, "start": 3, "finish": [5, 10, 20, 80, 20, 10], "squares": [], "areas": []}
OPTIONS = st.fixed_dictionaries(
    {
        "blue_run": st.sampled_from(["allow", "single"]),
        "cross_geometry": st.sampled_from(["must_interleave", "any_free_port"]),
        "cross_crossroad": st.sampled_from(["no", "yes"]),
        "must_cross": st.sampled_from(["yes", "no"]),
        "stall_rounds": st.sampled_from([1, 2]),
        "u_penalty_scope": st.sampled_from(["turn", "player", "game"]),
        "all_played_end": st.sampled_from(["all_racks_empty", "first_rack_empty"]),
        "five_bonus": st.sampled_from(["five_played", "rack_emptied"]),
        "start_forfeit": st.sampled_from(["keep", "penalty"]),
        "cross_rescore_square": st.sampled_from(["no", "yes"]),
    },
    optional={"board": st.just(SMALL)},
)
GAMES = settings(max_examples=25)
BOARD = square(22, 21)


def course(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Engine, Position, int, Any, Step]]:
    """A game move by move: the position, who does what, and what comes of it.

    With an odd seed universal tiles are laid as soon as may be, which makes crossings.
    """
    engine, chance = Engine(GAME, players, options), FastChance(seed)
    game = engine.start(Chance.from_seed(str(seed)))
    while active := engine.active(game):
        moves = engine.legal(game, active[0])
        leads = [move for move in moves if isinstance(move, Place) and leads_on(engine, game, move)]
        move = chance.pick(leads if leads and seed % 2 else moves)
        step = engine.carry_out(game, active[0], move)
        yield engine, game, active[0], move, step
        game = step.position


def leads_on(engine: Engine, game: Position, move: Place) -> bool:
    """Whether a placement leads into an occupied square."""
    table = game.state.table
    out = plane.node(table.head >> 3, move.exit)
    return plane.across(out) >> 3 in table.tiles


def strands_of(table: Table) -> list[tuple[int, int]]:
    """Each strand once, as the two nodes it joins."""
    return [(a, b) for a, b in table.line.strands.items() if a < b]


def on_board(node: int) -> int:
    """The same port on the 22 by 21 board that networkx has built and verified."""
    x, y = plane.xy(node >> 3)
    return BOARD.node(x + 22 * y, node & 7)


@pytest.mark.rule("N67-401", "N67-402", "N67-424")
@GAMES
@given(PLAYERS, OPTIONS.filter(lambda options: "board" not in options), SEEDS)
def test_the_line_is_one_path_in_the_graph_of_ports(players: int, options: dict[str, Any], seed: int) -> None:
    """Nodes are ports, edges are strands and where two ports meet: one path from the start dot to the head."""
    for *_, step in course(players, options, seed):
        table: Table = step.position.state.table
        graph = nx.Graph()
        strands = [(on_board(a), on_board(b)) for a, b in strands_of(table)]
        graph.add_edges_from(strands)
        assert graph.number_of_edges() == len(strands)
        assert set(dict(graph.degree).values()) == {1} or not strands, "no port is used twice on a square"
        meeting = [(node, BOARD.across[node]) for node in graph if BOARD.across[node] in graph]
        graph.add_edges_from(meeting)
        if not strands:
            continue
        start, base = on_board(plane.node(plane.cell(0, 10), 6)), table.head
        assert nx.is_connected(graph)
        assert not nx.cycle_basis(graph)
        ends = {node for node, degree in graph.degree if degree == 1}
        end = (ends - {start}).pop()
        assert ends == {start, end}
        assert nx.shortest_path_length(graph, start, end) == len(graph) - 1
        if base >= 0:
            assert BOARD.across[end] == on_board(base)
        else:
            assert (BOARD.across[end], end % 8) == (-1, EAST)


@pytest.mark.rule("N67-408", "N67-409")
@GAMES
@given(PLAYERS, OPTIONS.filter(lambda options: "board" not in options), SEEDS)
def test_no_two_strands_pass_one_corner_but_on_a_crossed_square(
    players: int, options: dict[str, Any], seed: int
) -> None:
    """Over each point of the board, as networkx knows it, the line passes once at most."""
    for *_, step in course(players, options, seed):
        nodes = {on_board(node) for node in step.position.state.table.line.strands}
        points = Counter(BOARD.points[node // 8][node % 8] for node in nodes if BOARD.across[node] in nodes)
        assert all(count == 2 for count in points.values())


@pytest.mark.rule("N67-403", "N67-404", "N67-407", "N67-415", "N67-421")
@GAMES
@given(PLAYERS, SEEDS)
def test_placements_equal_those_of_the_plain_loop(players: int, seed: int) -> None:
    board: plain.Board = {}
    for engine, game, player, move, _ in course(players, {}, seed):
        table, rack = game.state.table, game.state.seats[player].rack
        cell, entry = place(table.head >> 3), table.head & 7
        found = placements(grid_of(engine.options), table, rack)
        assert sorted((each.tile, each.exit) for each in found) == sorted(plain.legal(board, cell, entry, rack))
        if isinstance(move, Place):
            plain.lay(board, cell, move.tile, entry, move.exit)


def plays(engine: Engine, game: Position, player: int) -> set[tuple[tuple[str, int], ...]]:
    """Every way to put tiles one after another, all sequences of the rack tried, that leaves a play which may stop."""
    table = game.state.table
    found: set[tuple[tuple[str, int], ...]] = set()
    rack = game.state.seats[player].rack
    for length in range(1, len(rack) + 1):
        for kinds in set(permutations(rack, length)):
            found |= set(_exits(engine.options, dict(table.line.strands), {*table.tiles}, table.head, kinds, ()))
    return found


def _exits(
    options: Options,
    strands: dict[int, int],
    laid: set[int],
    node: int,
    kinds: tuple[str, ...],
    so_far: tuple[Any, ...],
) -> Iterator[tuple[tuple[str, int], ...]]:
    """Straight from the rules: each exit of the first tile that the rules allow, then the rest of the tiles."""
    rows, columns = (21, 21) if options.board == "printed" else (options.board.rows, options.board.columns)
    cell, entry = divmod(node, 8)
    blue = plane.xy(cell)[0] == columns
    for out in range(8):
        node_out, far = plane.node(cell, out), plane.across(plane.node(cell, out))
        x, y = plane.xy(far >> 3)
        finish = blue and out == EAST
        inside = finish or (0 <= x <= columns and 0 <= y < rows)
        if out == entry or not inside or (blue and out not in ((0, 2, 4) if options.blue_run == "allow" else (2,))):
            continue
        if any(a in strands and b in strands for a, b in plane.crossing(node_out)):
            continue
        if cell in laid:
            ends = {port: strands[8 * cell + port] & 7 for port in range(8) if 8 * cell + port in strands}
            left = {port for port in range(8) if (port - entry) % 8 < (out - entry) % 8}
            across = any((a in left) != (b in left) for a, b in ends.items())
            across = across or options.cross_geometry == "any_free_port"
            most = 4 if options.cross_crossroad == "yes" else 2
            if kinds[0] != "UNIVERSAL" or len(ends) > most or out in ends or not across:
                continue
        elif kinds[0] not in ("UNIVERSAL", lies(entry, out)[0]):
            continue
        play = (*so_far, (kinds[0], out))
        if len(kinds) == 1:
            if finish or (not blue and far >> 3 not in laid):
                yield play
        elif not finish:
            longer = strands | {node: node_out, node_out: node}
            yield from _exits(options, longer, {*laid, cell}, far, kinds[1:], play)


@pytest.mark.rule("N67-301", "N67-324", "N67-411", "N67-415", "N67-702", "N67-705", "N67-706")
@settings(max_examples=25)
@given(OPTIONS, SEEDS, st.integers(0, 60))
def test_step_by_step_all_plays_can_be_made_and_no_others(options: dict[str, Any], seed: int, ply: int) -> None:
    """Whole plays by brute force against those reached one placement at a time."""
    starts = [
        (engine, game, player)
        for engine, game, player, *_ in course(2, options, seed)
        if not game.state.table.play and game.state.table.tiles
    ]
    if not starts:
        return
    engine, game, player = starts[ply % len(starts)]
    game = engine.copy(game)
    # Whoever crosses needs universal tiles, and there are not many.
    rack = game.state.seats[player].rack
    rack[:2] = ["UNIVERSAL"] * len(rack[:2])
    reached: set[tuple[tuple[str, int], ...]] = set()
    waiting: list[tuple[Position, tuple[Any, ...]]] = [(game, ())]
    while waiting:
        here, so_far = waiting.pop()
        for move in engine.legal(here, player):
            if isinstance(move, Stop):
                reached.add(so_far)
            elif isinstance(move, Place):
                play = (*so_far, (move.tile, move.exit))
                after = engine.step(here, player, move)
                if after.state.table.play:
                    waiting.append((after, play))
                else:
                    reached.add(play)
    assert reached == plays(engine, game, player)


@pytest.mark.rule("N67-101", "N67-319", "N67-423")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_tiles_are_conserved_wherever_they_go(players: int, options: dict[str, Any], seed: int) -> None:
    for _, game, mover, move, step in course(players, options, seed):
        after = step.position
        GAME.invariants(after.state)
        assert Counter(GAME.pieces(after.state)) == supply()
        before = len(game.state.table.tiles)
        crossing = isinstance(move, Place) and game.state.table.head >> 3 in game.state.table.tiles
        assert len(after.state.table.tiles) == before + (isinstance(move, Place) and not crossing)
        if isinstance(move, (Place, Stop)):
            # Nothing leaves a rack but the tile that is laid.
            laid = Counter([move.tile] if isinstance(move, Place) else [])
            for player, (old, new) in enumerate(zip(game.state.seats, after.state.seats, strict=True)):
                kept = Counter(old.rack) - (laid if player == mover else Counter())
                assert not kept - Counter(new.rack)


@pytest.mark.rule("N67-410", "N67-427", "N67-706")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_only_universal_tiles_have_more_than_one_strand(players: int, options: dict[str, Any], seed: int) -> None:
    most = 3 if options["cross_crossroad"] == "yes" else 2
    for *_, step in course(players, options, seed):
        table = step.position.state.table
        strands = Counter(a >> 3 for a, _ in strands_of(table))
        assert set(strands) == set(table.tiles)
        assert all(count == 1 or table.tiles[cell] == "UNIVERSAL" for cell, count in strands.items())
        assert max(strands.values(), default=1) <= most


@pytest.mark.rule("N67-324", "N67-406", "N67-411")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_between_turns_the_line_can_go_on_and_within_them_the_player(
    players: int, options: dict[str, Any], seed: int
) -> None:
    for engine, _, player, move, step in course(players, options, seed):
        after, table = step.position, step.position.state.table
        if table.over:
            continue
        assert engine.legal(after, *engine.active(after))
        if isinstance(move, Place) and table.play:
            assert engine.active(after) == (player,)
        if not table.play:
            assert table.head >> 3 not in table.tiles
            columns = grid_of(engine.options).columns
            assert not any(plane.xy(cell)[0] == columns for cell in table.tiles)


@pytest.mark.rule("N67-309", "N67-501", "N67-511", "N67-605")
@GAMES
@given(PLAYERS, SEEDS)
def test_totals_equal_those_of_the_plain_loop(players: int, seed: int) -> None:
    """Placement by placement, with shown racks and what is left; and they are the sums of what was awarded."""
    totals, awarded, paid, laid = [0] * players, [0] * players, set[int](), 0
    covered: set[tuple[int, int]] = set()
    for _, game, player, move, step in course(players, {}, seed):
        table, rack = game.state.table, game.state.seats[player].rack
        if not table.play:
            paid, laid = set(), 0
        if isinstance(move, Place):
            cell = place(table.head >> 3)
            totals[player] += plain.points(cell, move.tile, cell in covered, paid)
            covered.add(cell)
            laid += 1
            totals[player] += 20 * (laid == 5)
        elif isinstance(move, Unable):
            totals[player] -= sum(WORTH[kind] for kind in rack)
        after = step.position
        if after.state.table.over:
            totals = plain.close(totals, [seat.rack for seat in after.state.seats])
        for event in step.events:
            if isinstance(event, Scored):
                awarded[event.player] += event.points
        assert after.scores == totals == awarded


@pytest.mark.rule("N67-601", "N67-602", "N67-603")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_every_game_ends_for_a_reason(players: int, options: dict[str, Any], seed: int) -> None:
    *_, (engine, _, _, move, step) = course(players, options, seed)
    table, state = step.position.state.table, step.position.state
    if table.over == "finish":
        assert isinstance(move, Place)
        assert grid_of(engine.options).is_blue(table.last[-1])
    elif table.over == "stall":
        assert table.idle == options["stall_rounds"] * players
    else:
        assert not state.vault.pile
        empty = [not seat.rack for seat in state.seats]
        assert all(empty) or options["all_played_end"] == "first_rack_empty"
        assert any(empty)


def test_random_games_of_the_plain_loop_come_to_their_end() -> None:
    """So that the benchmark measures whole games."""
    for seed in range(40):
        assert len(plain.play(random.Random(seed).random, 2 + seed % 3)) == 2 + seed % 3
