"""Checks of what people and bots meet: pictures, bots, choices, and games written down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from tileyard.front import choices
from tileyard.front.words import fold
from tileyard.ground.errors import FOREIGN
from tileyard.ground.wire import members
from tileyard.play.turn import Scored
from tileyard.testing import playthrough
from tileyard.testing.blame import raised
from tileyard.testing.checks.base import Inapplicable, Subject, check, fail
from tileyard.testing.playouts import Playout, spread

THEME = "front"

MOST_SVG = 1_000_000
"""Bytes of one picture."""
MOST_TEXT = (400, 400)
"""Columns and rows of one drawing in characters."""


@check
def pictures_are_drawn(subject: Subject, playout: Playout) -> None:
    """Demands that the scene draws every view, of each player and of a spectator, and comes out as well-formed SVG of
    at most a megabyte and as text of at most 400 columns and rows.

    Why: a picture that fails for one viewer in one position takes the front end down with it.
    """
    from tileyard.front import scene as scenes
    from tileyard.front import svg, text

    for number, viewer, scene in _scenes(subject, playout, 2):
        where = _where(number, viewer)
        if isinstance(scene, BaseException):
            fail(f"{where}, the scene raises {raised(scene)}")
        if type(scene) is not scenes.Scene:
            fail(f"{where}, the scene function gives a {type(scene).__name__}")
        _svg(where, svg.draw(scene))
        lines = text.draw(scene).splitlines()
        if len(lines) > MOST_TEXT[1] or max(map(text.columns, lines), default=0) > MOST_TEXT[0]:
            fail(f"{where}, the text has {len(lines)} lines of up to {max(map(text.columns, lines))} columns")


@check
def picks_lead_to_moves(subject: Subject, playout: Playout) -> None:
    """Demands that the scene offers picks to players who may move and to nobody else, and that each pick is part of a
    legal move.

    Why: what can be clicked on but not played is a dead end, and a click of somebody who waits leads nowhere.
    """
    from tileyard.front import scene as scenes

    for number, viewer, scene in _scenes(subject, playout, 4):
        ply = playout.plies[number]
        legal = [] if viewer is None else ply.offers.get(viewer, [])
        if type(scene) is not scenes.Scene or (viewer in ply.active and not legal):
            continue  # another check says what is wrong there
        for pick in scenes.picks(scene):
            if viewer not in ply.active:
                fail(f"{_where(number, viewer)}, who may not move, the scene offers the pick {pick}")
            if not choices.narrow(legal, pick).left:
                fail(f"{_where(number, viewer)}, the scene offers the pick {pick}, with which there is no legal move")


def _scenes(subject: Subject, playout: Playout, most: int) -> Iterator[tuple[int, int | None, Any]]:
    """What the scene makes of each view of so many plies, or raises; with the ply and the viewer."""
    if subject.scene is None:
        raise Inapplicable("no scene is known for the game")
    for number, _ in playout.sampled(most):
        for viewer in playout.viewers:
            try:
                scene = subject.scene(playout.view(number, viewer))
            except FOREIGN as error:
                scene = error
            yield number, viewer, scene


def _where(number: int, viewer: int | None) -> str:
    return f"at ply {number}, for {'a spectator' if viewer is None else f'player {viewer}'}"


def _svg(where: str, picture: str) -> None:
    if len(picture.encode()) > MOST_SVG:
        fail(f"{where}, the SVG has {len(picture.encode())} bytes")
    try:
        ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        fail(f"{where}, the SVG is not well-formed: {error}")


@check
def bots_choose_legal_moves(subject: Subject, playout: Playout) -> None:
    """Demands that each bot that plays the game, handed nothing but a view, chooses a legal move, and the same one when
    asked again.

    Why: bots fill empty seats, and matches with bots must be repeatable.
    """
    for number, ply in playout.sampled(2):
        for player, moves in ply.offers.items():
            for kind in subject.bots if moves else ():
                try:
                    chosen = [subject.choice(kind, playout.view(number, player), "7") for _ in range(2)]
                except FOREIGN as error:
                    fail(f"at ply {number}, bot {kind} of player {player} raises {raised(error)}")
                if chosen[0] not in (*moves, None):
                    fail(f"at ply {number}, bot {kind} chooses {chosen[0]!r} for player {player}, which is not legal")
                if chosen[0] != chosen[1]:
                    fail(f"at ply {number}, bot {kind} chooses otherwise when asked again")


@check
def narrowing_reaches_every_move(subject: Subject, playout: Playout) -> None:
    """Demands that choosing field by field, as people do, leads to every legal move and to no other, and that the name
    of each choice (``label``) is a text of one line that no other choice has, not even in letters of another case.

    Why: prompts, clicks on a board and factored action spaces all choose this way.
    """
    for number, ply in playout.sampled(4):
        for player, moves in ply.offers.items():
            for move in spread(moves, 12):
                if move not in (found := _chosen(subject, moves, move, f"at ply {number}, ")):
                    fail(f"at ply {number}, choosing the fields of {move!r} for player {player} leads to {found}")


def _chosen(subject: Subject, moves: list[Any], wanted: Any, where: str) -> list[Any]:
    """Where the chain of choices leads that agrees with ``wanted``."""
    picked: dict[str, Any] = {}
    plain: dict[str, Any] = {"type": wanted.__struct_config__.tag}
    plain |= {name: getattr(wanted, attribute) for name, attribute in members(wanted).items()}
    while True:
        choice = choices.narrow(moves, picked)
        if choice.move is not None or not choice.field:
            return [choice.move] if choice.move in moves else []
        if plain.get(choice.field) not in choice.values:
            return []
        _labels(subject, choice.field, choice.values, where)
        picked[choice.field] = plain[choice.field]


def _labels(subject: Subject, field: str, values: list[Any], where: str) -> None:
    names: dict[str, tuple[Any, str]] = {}
    for value in values if field != "type" else ():
        name: Any = subject.game.label(field, value)
        if not isinstance(name, str) or not name.strip() or "\n" in name:
            fail(f"{where}the label of {field} {value!r} is {name!r}")
        if (typed := fold(name)) in names:
            other, its = names[typed]
            fail(f"{where}{field} {other!r} and {value!r} have labels that are typed alike, {its!r} and {name!r}")
        names[typed] = value, name


@check
def what_happens_is_told(subject: Subject, playout: Playout) -> None:
    """Demands that ``tell`` gives a text of one line for every event, every whisper and every move on offer; scores
    are told by their reasons in ``awards``.

    Why: people follow a match by these lines, and a move of which nothing is said has not happened for them.
    """
    for number, ply in playout.sampled(8):
        offered = (move for moves in ply.offers.values() for move in spread(moves, 4))
        for said in (*ply.step.events, *(whisper for _, whisper in ply.step.whispers), *offered):
            if isinstance(said, Scored):
                continue
            try:
                told: Any = subject.game.tell(said)
            except FOREIGN as error:
                fail(f"at ply {number}, telling {said!r} raises {raised(error)}")
            if not isinstance(told, str) or not told.strip() or "\n" in told:
                fail(f"at ply {number}, {said!r} is told as {told!r}")


@check
def playthroughs_match(subject: Subject) -> None:
    """Demands that a playthrough of the game is kept, and that playing it again gives the same text, line by line.
    ``pytest --tileyard-write`` writes the first one, and anew all that are kept. Another is begun by a file with its
    first lines alone, or with none: ``brook-3-dams.txt`` with ``options: {"dams": true}``, say.

    Why: it shows a reader what happens in a game, and shows whoever changes the rules what else has changed.
    """
    if subject.playthroughs is None:
        raise Inapplicable(
            "the package of the game has no folder playthroughs; a conformance test that names one makes it, "
            "with 'pytest --tileyard-write'"
        )
    paths = playthrough.kept(subject.game, subject.playthroughs)
    if not paths:
        fail(
            f"there is no playthrough of {subject.game.id} in {subject.playthroughs}; "
            "'pytest --tileyard-write' writes one, if a test names this folder"
        )
    for path in paths:
        problem = playthrough.compare(subject.game, path)
        if problem:
            fail(f"{path.name}: {problem}; if that is meant, 'pytest --tileyard-write' writes it anew")
