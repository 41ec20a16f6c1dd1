"""What the table keeps of tiles that everybody has seen go back to the pile, and of racks."""

from __future__ import annotations

from nile1967_tables import SEVEN, TEN, start
from tileyard.board import Network, plane


def test_with_no_pile_everybody_knows_the_tile_that_a_crossing_brings_back() -> None:
    game = start(SEVEN, "BEND UNIVERSAL", "", "", pile="").does("BEND>S, UNIVERSAL>E")
    assert game.racks[0] == ["GENTLE_L"]
    assert game.table.since == [[0], [], []]


def test_of_a_rack_shown_only_what_was_drawn_late_can_have_gone_back_before() -> None:
    """Two CORNER tiles went back, but just one tile of the rack was drawn after that: the other one is still out."""
    game = start(TEN, "CORNER CORNER BEND", "STRAIGHT STRAIGHT")
    game.table.back = ["CORNER", "CORNER"]
    game.table.since[0] = [0, 0, 2]
    game.does("unable")
    assert game.table.back == ["CORNER", "CORNER", "CORNER", "BEND"]


def test_what_returned_before_every_rack_was_drawn_is_forgotten() -> None:
    """The last tile known not to open the line goes, and all that is left was drawn after the tile that went back."""
    game = start("STRAIGHT>E", "CORNER STRAIGHT", "STRAIGHT STRAIGHT")
    game.table.back = ["CORNER"]
    game.table.since = [[-1, 1], [1, 1]]
    game.table.line, game.table.head, game.table.tiles = Network(), 8 * plane.cell(3, 3) + 1, {}
    game.does("CORNER>SE")
    assert (game.table.back, game.table.since) == ([], [[0], [0, 0]])


def test_knowledge_that_proves_wrong_is_dropped() -> None:
    """Nine CORNER tiles are on the board, the tenth is noted as back in the pile; then an older rack shows one."""
    game = start("GENTLE_L>NE, DIAGONAL>NE", "CORNER BEND", "BEND BEND")
    table = game.now.state.table
    table.tiles |= {plane.cell(0, row): "CORNER" for row in range(9)}
    table.back = ["CORNER"]
    game.does("CORNER>SE")
    assert (game.table.back, game.table.since) == ([], [[0], [0, 0]])
