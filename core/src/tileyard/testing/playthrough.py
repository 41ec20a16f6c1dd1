"""Playthroughs: whole games written down as readable text, played again and compared line by line.

A file shows the set-up, then each ply: the move, what it told to whom, the numbers drawn, the scores, how
many moves follow, and a digest of the position. When rules change on purpose, write it anew and read the
difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

from tileyard.ground import files
from tileyard.ground.chance import FastChance
from tileyard.ground.errors import BadOptions, BadPayload, BadPlayers, BadRecord, TileyardError, UsageError
from tileyard.ground.wire import decode, encode, to_builtins
from tileyard.play.match import Match
from tileyard.testing.playouts import AnyGame

__all__ = ["compare", "kept", "play", "rewrite", "write"]

_PLY = re.compile(r"ply \d+: player (\d+) (\{.*\})")
_HEAD = ("playthrough", "rules", "players", "options", "seed")


def write(game: AnyGame, path: str | Path, *, players: int | None = None, options: Any = None, seed: str = "1") -> Path:
    """Play a game at random from ``seed`` and write it to ``path``; in a folder, to ``<game id>-<players>.txt``.

    Raises :class:`UsageError` if the place cannot be written.
    """
    players = min(game.players) if players is None else players
    target = Path(path)
    if target.suffix != ".txt":
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder {target}: {error.strerror}", field="path") from error
        target /= f"{game.id}-{players}.txt"
    chance = FastChance(f"playthrough {seed}")
    match = Match(game, players, options=options, seed=seed)
    while offers := [(player, move) for player in match.active for move in match.legal(player)]:
        match.play(*chance.pick(offers))
    files.write(target, "\n".join(_lines(match)) + "\n")
    return target


def rewrite(game: AnyGame, path: str | Path) -> Path:
    """Write a playthrough anew, with its players, options and seed; options that the game no longer has are left out.

    A file with some of these lines alone, or without any, begins a new one: the players are then those of its name.
    Raises :class:`BadRecord` if it is none of this game, :class:`BadPlayers` if the game is no longer for so many,
    and what :func:`write` raises.
    """
    path = Path(path)
    text = _read(path)
    head = _head(text)
    if (text.strip() and not head) or head.get("playthrough", game.id) != game.id:
        raise BadRecord(f"{path.name} is not a playthrough of {game.id}", file=str(path))
    named = re.match(r"-(\d+)", path.stem.removeprefix(game.id))
    try:
        players = int(head.get("players") or (named[1] if named else min(game.players)))
        options = decode(head.get("options", "{}"), dict[str, Any])
    except (ValueError, BadPayload) as error:
        raise BadRecord(f"the first lines of {path.name} cannot be read: {error}", file=str(path)) from error
    return write(game, path, players=players, options=_still(game, options), seed=head.get("seed", "1"))


def _read(path: str | Path) -> str:
    try:
        return files.read(path).decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path} is no text: {error}", file=str(path)) from error


def _still(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    """Those of the options that the game still has, with values it still takes."""
    while True:
        try:
            game.read_options(options)
        except BadOptions as error:
            if (name := error.facts.get("field")) not in options:
                raise
            del options[name]
        else:
            return options


def _head(text: str) -> dict[str, str]:
    """The lines before the first ply, by their names."""
    parts = [line.partition(": ") for line in takewhile(str.strip, text.splitlines())]
    return {name: value for name, _, value in parts if name in _HEAD}


def kept(game: AnyGame, folder: Path) -> list[Path]:
    """The playthroughs of a game in a folder: ``<id>.txt``, ``<id>-<players>.txt`` and ``<id>-<players>-<any>.txt``.

    The number tells them from those of a game whose id begins with this one.
    """
    return [path for path in sorted(folder.glob("*.txt")) if re.fullmatch(rf"{game.id}(-\d+(-.*)?)?", path.stem)]


def play(game: AnyGame, text: str) -> Match:
    """The match a playthrough tells of.

    Raises :class:`BadRecord` if it is none, and what :meth:`Match.play` raises.
    """
    head = _head(text)
    try:
        players, options, seed = int(head["players"]), decode(head["options"], dict[str, Any]), head["seed"]
    except (KeyError, ValueError, BadPayload) as error:
        why = f"there is no line {error}" if isinstance(error, KeyError) else error
        raise BadRecord(f"not a playthrough of {game.id}: {why}") from error
    try:
        match = Match(game, players, options=options, seed=seed)
    except (BadOptions, BadPlayers) as error:
        raise BadRecord(f"{game.id} cannot be set up like this any more: {error}") from error
    for found in filter(None, map(_PLY.fullmatch, text.splitlines())):
        match.play(int(found[1]), found[2])
    return match


def compare(game: AnyGame, path: str | Path) -> str:
    """The first difference between a playthrough and what comes out of its moves now; empty if there is none."""
    try:
        text = _read(path)
        now: Iterable[str] = _lines(play(game, text))
    except TileyardError as error:
        return f"it cannot be played again: {error}"
    for number, (old, new) in enumerate(zip_longest(text.splitlines(), now), 1):
        if old != new:
            return f"line {number} was {old!r}, now it is {new!r}"
    return ""


def _lines(match: Match) -> Iterator[str]:
    values = (match.game.id, match.game.rules, match.players, _json(match.engine.options), match.seed)
    yield from (f"{name}: {value}" for name, value in zip(_HEAD, values, strict=True))
    record = match.record()
    again = Match(match.game, match.players, options=match.engine.options, seed=match.seed)
    for ply, entry in enumerate(record.entries):
        yield ""
        if entry.player is None:
            yield "ply 0: set-up"
        else:
            yield f"ply {ply}: player {entry.player} {_json(entry.move)}"
            again.play(entry.player, entry.move)
        yield from _told(again, entry.drawn)
        yield f"  digest {entry.digest}"
    if record.final is not None:
        yield ""
        yield f"result: {_json(record.final)}"
    yield f"table: {_json(match.view(None).table)}"


def _told(match: Match, drawn: Sequence[int]) -> Iterator[str]:
    update = match.updates(None, match.ply - 1)[0]
    yield from (f"  event {_json(event)}" for event in update.events)
    for player in range(match.players):
        whispers = match.updates(player, match.ply - 1)[0].whispers
        yield from (f"  whisper to {player} {_json(whisper)}" for whisper in whispers)
    if drawn:
        yield f"  drawn {' '.join(map(str, drawn))}"
    yield f"  scores {' '.join(map(str, match.scores))}"
    offers = [f"player {player} of {len(match.legal(player))}" for player in match.active]
    yield f"  to choose: {', '.join(offers) or 'nobody'}"


def _json(value: Any) -> str:
    return encode(to_builtins(value)).decode()
