"""OpenSpiel, driven from a loop in Python as its own examples do."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from worker import Rnd, serve


def player(name: str) -> Callable[[Rnd], int]:
    """Random games of the one called ``name``."""
    import_module("open_spiel.python.games")  # they register themselves
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)

    def play(rnd: Rnd) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rnd() * len(legal))])
            moves += 1
        return moves

    def play_with_chance(rnd: Rnd) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                # Here they are deals, and all outcomes equally likely.
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rnd() * len(legal))])
                moves += 1
        return moves

    deterministic = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    return play if deterministic else play_with_chance


NAMES = ("tic_tac_toe", "python_tic_tac_toe", "python_block_dominoes")

if __name__ == "__main__":
    serve("open-spiel", "pyspiel", {name: lambda name=name: player(name) for name in NAMES})
