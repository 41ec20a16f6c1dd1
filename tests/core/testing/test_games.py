"""The small games pass the whole kit: hidden hands, simultaneous choices, teams, a cooperative game, hexagons."""

from __future__ import annotations

from games import coop, hexes, hidden, simultaneous, teams
from tileyard.testing import GameConformance


class Small(GameConformance):
    """What they have in common."""

    examples = 10


class TestHidden(Small):
    game = hidden.Hidden()
    scene = staticmethod(hidden.scene)


class TestSimultaneous(Small):
    game = simultaneous.Simultaneous()
    scene = staticmethod(simultaneous.scene)


class TestTeams(Small):
    game = teams.Teams()
    scene = staticmethod(teams.scene)


class TestCoop(Small):
    game = coop.Coop()
    scene = staticmethod(coop.scene)


class TestHexes(Small):
    game = hexes.Hexes()
    scene = staticmethod(hexes.scene)
