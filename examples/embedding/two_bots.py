"""A match in a loop: a greedy bot and a random one play Brook, and each ply is told as it happens.

Run it: ``python examples/embedding/two_bots.py``
"""

from __future__ import annotations

from tileyard import Match, Registry, Scored, run
from tileyard.front.bots import make_bot
from tileyard.front.matches import new_match


def tell(match: Match) -> None:
    """Print what everybody may know of the ply just made."""
    (update,) = match.updates(None, since=match.ply - 1)
    for event in update.events:
        if isinstance(event, Scored):
            print(f"{update.ply:3}: player {event.player} {event.points:+} ({match.game.awards[event.why]})")


def play(seed: str) -> Match:
    """A whole match; equal seeds give equal matches, bots and all."""
    registry = Registry.load()
    match = new_match(registry, "brook", players=2, seed=seed)
    bots = [make_bot(registry, match.game, kind, match.seed, seat) for seat, kind in enumerate(("greedy", "random"))]
    return run(match, bots, after=tell)


if __name__ == "__main__":
    finished = play("7")
    print(f"scores {finished.scores}, winners {finished.result.winners}, digest {finished.digest[:16]}")
