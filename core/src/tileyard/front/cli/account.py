"""The account of a match: its report for programs, its score table and reasons for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tileyard.front import choices, telling
from tileyard.front.cli import output
from tileyard.front.documents import MatchReport
from tileyard.front.words import does, many, outcome, who
from tileyard.ground.wire import Move, to_builtins
from tileyard.play.match import Match
from tileyard.play.turn import Scored
from tileyard.plug.registry import Registry

__all__ = ["begin", "end", "happened", "headline", "points", "reasons", "report", "scores", "stand", "told"]


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


def headline(match: Match) -> str:
    """What is played, by how many."""
    return f"{match.game.title}, {many(match.players, 'player')}"


def begin(match: Match) -> None:
    """What is played, and by what its chance can be checked."""
    output.say(headline(match), f"Commitment: {match.commitment}")
    what = "(a hash of the secret seed: with it all chance can be checked afterwards)"
    output.say(*output.wrap(what, ""))


def scores(match: Match, bots: Sequence[str] = ()) -> None:
    """The score table: place, player, who played and points; and below it what the points are for."""
    facts, texts = report(match), reasons(match)
    why = [key for key in texts if any(key in own for own in facts.reasons)]
    # Whoever shares a place takes up the ones after it.
    places = {p: 1 + sum(map(len, facts.ranking[:above])) for above, level in enumerate(facts.ranking) for p in level}
    order = sorted(range(match.players), key=lambda player: places.get(player, 0))
    columns: dict[str, list[Any]] = {"player": [who(player) for player in order]}
    # Where nobody has been given any, points would be a column of noughts, and places say nothing before the end.
    if why or match.over:
        columns = {"place": [places.get(player, "") for player in order]} | columns
    if bots:
        columns["bot"] = [bots[player] for player in order]
    if why:
        columns["points"] = [facts.scores[player] for player in order]
    output.table(list(columns), list(zip(*columns.values(), strict=True)), numbers=["place", "points"])
    if why:
        output.say("")
        players = [_heading(player, match.players) for player in range(match.players)]
        rows = [[texts[key], *(own.get(key, "") for own in facts.reasons)] for key in why]
        output.table(["points for", *players], rows, numbers=players)
    elif texts and not match.over:
        output.say("", "Nobody has any points yet.")


def points(match: Match) -> None:
    """Who scored last, for what and where."""
    for update in reversed(match.updates(None)):
        if awards := [event for event in update.events if isinstance(event, Scored)]:
            output.say("", f"Last scores (ply {update.ply} of {match.ply}):")
            for award in awards:
                output.say(*output.wrap(f"  {told(match, award)}", "    "))
            return


def stand(registry: Registry, match: Match, bots: Sequence[str] = (), player: int | None = None) -> None:
    """How the match stands, as ``player`` (None: a spectator) sees it: board, scores, and what the last were for."""
    output.board(registry, match, player)
    output.say("")
    scores(match, bots)
    points(match)


def end(registry: Registry, match: Match, bots: Sequence[str] = (), player: int | None = None) -> None:
    """How the match stands now that it is over, and who has won."""
    stand(registry, match, bots, player)
    output.say("", f"{outcome(match.result)}.")
    output.say(f"The seed was {output.plain(match.seed)}.", f"Commitment: {match.commitment}")


def happened(match: Match, player: int | None, since: int) -> list[tuple[int, list[str]]]:
    """What ``player`` was told after ply ``since``: the plies, and for each one line for everything."""
    movers = [entry.player for entry in match.record().entries]
    told_of: list[tuple[int, list[str]]] = []
    for update in match.updates(player, since):
        mover = movers[update.ply]
        # A move that is its own event does not say whose it is.
        lines = [
            does(mover, told(match, event)) if isinstance(event, Move) and mover is not None else told(match, event)
            for event in [*update.events, *update.whispers]
        ]
        told_of.append((update.ply, lines))
    return told_of


def told(match: Match, event: Any) -> str:
    """One event, whisper or move in words, scores with what they are for: ``Player 1 draws a tile``."""
    game = match.game
    if isinstance(event, Scored):
        names = [choices.name(game, "where", cell) for cell in event.where]
        # Names such as "-1,0" have commas of their own.
        where = ("; " if any("," in name for name in names) else ", ").join(names)
        reason = reasons(match).get(event.why, event.why)
        return f"{who(event.player)} {event.points:+d}: {reason}{f' ({where})' if where else ''}"
    return telling.told(game, event)


def reasons(match: Match) -> dict[str, str]:
    """The English text of each reason for points."""
    texts = dict(match.game.awards)
    for scorer in match.engine.scorers:
        texts |= scorer.awards
    return texts


def _heading(player: int, players: int) -> str:
    """A player above a column: in full, if there is room beside the reasons, or no columns are made."""
    room = output.width()
    short = room is not None and output.NARROW <= room < 11 * players + 30
    return f"{player + 1}" if short else who(player)


def _awards(match: Match) -> Iterable[Scored]:
    for update in match.updates(None):
        yield from (event for event in update.events if isinstance(event, Scored))
