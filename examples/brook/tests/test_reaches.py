"""The variant with reaches: on small boards, against connected components, and as a player asks for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from terminal import tileyard
from tileyard import Event, FastChance, Match, Scored, Turn, clockwise
from tileyard.board import plane
from tileyard_brook.model import Laid, Lay, Options, Table
from tileyard_brook.pieces import KINDS, POOL
from tileyard_brook.rules import Brook
from tileyard_brook.scorers import Reaches

SPRING, RUN, BEND, FORK = range(4)
NORTH, EAST, SOUTH, WEST = range(4)
REACHES = Reaches()


def laid(name: str, kind: int, turn: int = NORTH) -> tuple[int, Laid]:
    return plane.parse(name), Laid(kind, turn, 0)


def awarded(board: dict[int, Laid], cell: str) -> list[Scored]:
    """What player 1 gets when the tile on ``cell`` was laid last."""
    table, turn = Table(clockwise(2), board, {}), Turn(2, Options(), FastChance(0), [0, 0], player=1, log=[])
    last = plane.parse(cell)
    before = [*board.items()]
    REACHES.moved(table, (Lay(board[last].tile, last, board[last].turn),), turn)
    assert [*board.items()] == before
    return [event for event in turn.log or [] if isinstance(event, Scored)]


POOL_AND_RUN = {0: Laid(POOL, 0, -1), **dict([laid("e1", RUN, EAST)])}


@pytest.mark.rule("BRK-701", "BRK-702")
@pytest.mark.parametrize(
    ("more", "points"),
    [
        ([laid("e2", SPRING, WEST)], [1]),
        ([laid("e2", SPRING, EAST)], []),
        ([laid("e2", BEND, NORTH)], []),
        ([laid("e2", FORK, SOUTH)], [1]),
        ([laid("e3", RUN, EAST), laid("e2", RUN, EAST)], [2]),
        ([laid("e3", SPRING, NORTH), laid("e2", RUN, EAST)], [1]),
        ([laid("s1e1", RUN, NORTH)], []),
        ([laid("w1", RUN, EAST)], [1]),
    ],
)
def test_a_line_of_three_or_more_scores_what_is_beyond_two(more: list[tuple[int, Laid]], points: list[int]) -> None:
    board = POOL_AND_RUN | dict(more)
    assert [event.points for event in awarded(board, plane.name(more[-1][0]))] == points


@pytest.mark.rule("BRK-702")
def test_a_tile_in_two_lines_scores_for_each_and_names_their_cells_in_order() -> None:
    cross = dict([laid(name, POOL) for name in ("n1", "s1", "e1", "w1", "w2")])
    found = awarded({**cross, 0: Laid(POOL, 0, 0)}, plane.name(0))
    rows = [["n1", plane.name(0), "s1"], ["e1", plane.name(0), "w1", "w2"]]
    assert found == [Scored(1, len(row) - 2, "reach", tuple(map(plane.parse, row))) for row in rows]


@pytest.mark.rule("BRK-702")
def test_a_line_is_counted_only_when_a_tile_is_laid_into_it() -> None:
    board = POOL_AND_RUN | dict([laid("w1", RUN, EAST), laid("n1", SPRING, SOUTH)])
    assert awarded(board, "n1") == []


def expected(board: dict[int, Laid], cell: int) -> Iterator[set[int]]:
    """By networkx: the tiles that hang together with ``cell`` when only one axis is looked along."""
    shown = {at: [KINDS[it.tile].sides[(side - it.turn) % 4] for side in range(4)] for at, it in board.items()}
    for step, leaving, entering in ((plane.S, SOUTH, NORTH), (plane.E, EAST, WEST)):
        graph = nx.Graph()
        graph.add_nodes_from(board)
        for at in board:
            if at + step in board and shown[at][leaving] == shown[at + step][entering] == "w":
                graph.add_edge(at, at + step)
        line = nx.node_connected_component(graph, cell)
        if len(line) > 2:
            yield set(line)


@given(st.integers(0, 10**6), st.integers(2, 4), st.booleans())
def test_the_lines_are_the_components_along_each_axis(seed: int, players: int, dams: bool) -> None:
    """Whole games, at random; the variant adds its awards and changes nothing else."""
    match = Match(Brook(), players, options={"dams": dams}, seed=str(seed), scorers=[REACHES])
    plain = Match(Brook(), players, options={"dams": dams}, seed=str(seed))
    chance, sums = FastChance(seed), [0] * players
    while not match.over:
        player = match.active[0]
        # Water that fits makes long lines, as people lay it; any tile now and then makes the odd ones.
        legal = match.legal(player)
        move = chance.pick(legal) if chance.below(3) else max(legal, key=lambda lay: KINDS[lay.tile].sides.count("w"))
        told: list[Event] = match.play(player, move).events
        plain.play(player, move)
        reaches = [event for event in told if isinstance(event, Scored) and event.why == "reach"]
        assert [set(event.where) for event in reaches] == list(expected(match.view(None).table.board, move.cell))
        assert all((event.player, event.points) == (player, len(event.where) - 2) for event in reaches)
        for event in reaches:
            sums[player] += event.points
    assert match.view(None).table == plain.view(None).table
    assert match.scores == [own + more for own, more in zip(plain.scores, sums, strict=True)]


@pytest.mark.rule("BRK-701")
def test_a_player_asks_for_it_saves_resumes_and_proves_it(tmp_path: Path) -> None:
    """It is in force where it is named and in every match taken up again, and nowhere else."""
    whole, half = tmp_path / "whole.json", tmp_path / "half.json"
    asked = ("watch", "brook", "--bots", "greedy,greedy", "--seed", "7")
    plain = tileyard(*asked, "--json").document
    done = tileyard(*asked, "--scorer", "reaches", "--save", whole, "--json").document
    tileyard(*asked, "--scorer", "reaches", "--plies", 11, "--save", half, "--quiet")
    resumed = tileyard("watch", "--resume", half, "--bots", "greedy,greedy", "--json").document
    assert [plain["scorers"], done["scorers"], resumed["scorers"]] == [[], ["reaches"], ["reaches"]]
    assert not any("reach" in own for own in plain["reasons"])
    assert all(own["reach"] > 0 for own in done["reasons"])
    assert resumed["digest"] == done["digest"] != plain["digest"]
    shown = tileyard("replay", whole, "--moves")
    assert (shown.code, "water that runs straight" in shown.out) == (0, True)
    assert tileyard("replay", whole, "--json").document["scores"] == done["scores"]
    assert done["digest"] in tileyard("replay", whole, "--verify").out


def test_a_record_that_hides_the_scorer_is_found_out(tmp_path: Path) -> None:
    place = tmp_path / "match.json"
    tileyard("watch", "brook", "--bots", "greedy,greedy", "--seed", "7", "--scorer", "reaches", "--save", place, "-q")
    record = json.loads(place.read_bytes())
    place.write_text(json.dumps(record | {"header": record["header"] | {"scorers": []}}))
    found = tileyard("replay", place, "--verify")
    assert found.code == 1
    assert "digest" in found.err


def test_the_list_of_games_offers_it_and_a_wrong_name_is_put_right() -> None:
    assert "reaches" in tileyard("games", "brook").out
    code, text = tileyard("watch", "brook", "--scorer", "reach").error
    assert (code, "reaches" in text) == (2, True)


def test_a_tournament_is_played_with_it(tmp_path: Path) -> None:
    """Each match that is kept names it, and a tournament without it is another one."""
    book = tmp_path / "brook.jsonl"
    asked = ("arena", "brook", "--bots", "greedy,random", "--matches", 4, "--seed", "1", "--jobs", 1, "--json")
    plain = tileyard(*asked).document
    found = tileyard(*asked, "--scorer", "reaches", "--save", book).document
    assert [plain["scorers"], found["scorers"]] == [[], ["reaches"]]
    means = [{bot["bot"]: bot["score"]["value"] for bot in report["standings"]} for report in (plain, found)]
    assert means[1]["greedy"] > means[0]["greedy"]
    _, *matches = map(json.loads, book.read_text().splitlines())
    assert [entry["record"]["header"]["scorers"] for entry in matches] == [["reaches"]] * 4
