"""The kernel as a whole: what it offers, what it loads, and that hash order never shows."""

from __future__ import annotations

import os
import subprocess
import sys

import tileyard.board

HASH_ORDER = """
from tileyard.board import Face, FitIndex, from_graph, hexagon, orientations, square
village = from_graph({"gate": {"mill", "well"}, "mill": {"gate", "well"}, "well": {"gate", "mill"}},
                     {"gate": (0, 0), "mill": (1, 2), "well": (-1, 2)})
holes = square(4, 4, without={(3, 3), (0, 0), (0, 3)})
faces = [Face(("road", "wood", "road", side), links=((4, 0),)) for side in ("wood", "lake", "road")]
for board in (village, holes, hexagon(1)):
    print(board.title, board.names, board.sides, board.around, board.crossings)
print([orientations(face, reflections=True) for face in faces], FitIndex(faces).fits(("road", None, None, "wood")))
"""


def run(code: str, seed: str = "0") -> str:
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env).stdout


def test_importing_the_kernel_does_not_load_networkx() -> None:
    assert run("import sys, tileyard.board; print('networkx' in sys.modules)") == "False\n"


def test_nothing_depends_on_the_order_of_hashes() -> None:
    shown = run(HASH_ORDER, "1")
    assert "gate" in shown
    assert run(HASH_ORDER, "2") == shown


def test_every_public_name_exists_once_and_says_what_it_is() -> None:
    names = tileyard.board.__all__
    assert len(set(names)) == len(names)
    aliases = {"Bag", "Deck", "Hand", "Pile"}  # told by their module
    assert [name for name in names if name not in aliases and not getattr(tileyard.board, name).__doc__] == []
