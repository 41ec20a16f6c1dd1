"""The account of a match: its report for programs, its score table and reasons for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tileyard.front import choices
from tileyard.front.cli import output
from tileyard.front.documents import MatchReport
from tileyard.ground.wire import Move, members, to_builtins
from tileyard.play.match import Match
from tileyard.play.turn import Scored

__all__ = ["happened", "points", "reasons", "report", "scores", "seat", "told"]


def report(match: Match, bots: Sequence[str] = (), *, verified: bool = False, view: Any = None) -> MatchReport:
    """All there is to say about a match to whoever may know its seed, with a view of it if there is one."""
    result = match.result
    totals: list[dict[str, int]] = [{} for _ in range(match.players)]
    for award in _awards(match):
        own = totals[award.player]
        own[award.why] = own.get(award.why, 0) + award.points
    return MatchReport(
        game=match.game.id,
        rules=match.game.rules,
        plugin=match.plugin,
        players=match.players,
        options=to_builtins(match.info.options),
        scorers=[scorer.name for scorer in match.engine.scorers],
        seed=match.seed,
        commitment=match.commitment,
        bots=list(bots),
        plies=match.ply,
        over=match.over,
        scores=match.scores,
        ranking=[list(level) for level in result.ranking],
        winners=list(result.winners),
        note=result.note,
        digest=match.digest,
        reasons=totals,
        verified=verified,
        view=None if view is None else to_builtins(view),
    )


def seat(player: int) -> str:
    """A player as people count them."""
    return f"Player {player + 1}"


def scores(match: Match, bots: Sequence[str] = ()) -> None:
    """The score table: place, player, who played, points, and the points by their reason."""
    facts, texts = report(match), reasons(match)
    why = [key for key in texts if any(key in own for own in facts.reasons)]
    # Whoever shares a place takes up the ones after it.
    places = {p: 1 + sum(map(len, facts.ranking[:above])) for above, level in enumerate(facts.ranking) for p in level}
    columns = ["place", "player", *(["bot"] if bots else []), "points", *(texts[key] for key in why)]
    rows = [
        [
            places.get(player, ""),
            seat(player),
            *([bots[player]] if bots else []),
            facts.scores[player],
            *(facts.reasons[player].get(key, "") for key in why),
        ]
        for player in sorted(range(match.players), key=lambda player: places.get(player, 0))
    ]
    output.table(columns, rows, numbers=["place", "points", *(texts[key] for key in why)])


def points(match: Match) -> None:
    """Who scored last, for what and where."""
    for update in reversed(match.updates(None)):
        awards = [event for event in update.events if isinstance(event, Scored)]
        if awards:
            output.say("", f"Last scores (ply {update.ply} of {match.ply}):", *(f"  {told(match, a)}" for a in awards))
            return


def happened(match: Match, player: int | None, since: int) -> list[tuple[int, list[str]]]:
    """What ``player`` was told after ply ``since``: the plies, and for each one line for everything."""
    movers = [entry.player for entry in match.record().entries]
    told_of: list[tuple[int, list[str]]] = []
    for update in match.updates(player, since):
        mover = movers[update.ply]
        # A move that is its own event does not say whose it is.
        lines = [
            f"{seat(mover)}: {told(match, event)}"
            if isinstance(event, Move) and mover is not None
            else told(match, event)
            for event in [*update.events, *update.whispers]
        ]
        told_of.append((update.ply, lines))
    return told_of


def told(match: Match, event: Any) -> str:
    """One event or whisper, or a move, in words: ``lay tile B4, cell c5``."""
    game = match.game
    if isinstance(event, Scored):
        where = ", ".join(choices.name(game, "where", cell) for cell in event.where)
        reason = reasons(match).get(event.why, event.why)
        return f"{seat(event.player)} {event.points:+d}: {reason}{f' ({where})' if where else ''}"
    fields = [
        f"{field} {_value(match, field, getattr(event, attribute))}" for field, attribute in members(event).items()
    ]
    return " ".join([choices.name(game, "type", event.__struct_config__.tag), ", ".join(fields)]).strip()


def reasons(match: Match) -> dict[str, str]:
    """The English text of each reason for points."""
    texts = dict(match.game.awards)
    for scorer in match.engine.scorers:
        texts |= scorer.awards
    return texts


def _value(match: Match, field: str, value: Any) -> str:
    if field == "player" and isinstance(value, int):
        return str(value + 1)
    if isinstance(value, list | tuple):
        return " ".join(choices.name(match.game, field, item) for item in value) or "none"  # type: ignore[misc]
    return choices.name(match.game, field, value)


def _awards(match: Match) -> Iterable[Scored]:
    for update in match.updates(None):
        yield from (event for event in update.events if isinstance(event, Scored))
