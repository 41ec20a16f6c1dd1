"""Whatever a plugin does wrong is told by the name of who did it, everywhere, and nothing of a match is lost."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from terminal import tileyard
from tileyard import (
    BotFault,
    Event,
    Frozen,
    Game,
    GameFault,
    IllegalMove,
    Move,
    PluginProblem,
    Registry,
    Scorer,
    State,
    Struct,
    UsageError,
    hookimpl,
    run,
)
from tileyard.front import builtin
from tileyard.front.bots import make_bot, seat_bots
from tileyard.front.cli.app import build
from tileyard.front.matches import draw, list_games, new_match, read_options, scene_of
from tileyard.front.scene import Scene
from tileyard.front.session import Session
from tileyard.testing import commands
from tileyard.testing.blame import raised

RAISED: dict[str, Any] = {
    "Exception": Exception("no"),
    "KeyError": KeyError("no"),
    "RecursionError": RecursionError("no"),
    "SystemExit": SystemExit(3),
    "IllegalMove": IllegalMove("no"),
}
RUBBISH: dict[str, Any] = {"None": None, "a str": "x" * 10_000, "an int": 10**400, "a list": [[]] * 1000}


class Chosen(Frozen):
    """Options with a check of their own, which fails at 13."""

    luck: int = 0

    def __post_init__(self) -> None:
        if self.luck == 13:
            raise KeyError("luck")


class Unsayable(Frozen):
    """Options of which no schema can be made."""

    what: Chosen | range | None = None


class Grown(Struct):
    at: int = 0


class Grow(Move, Event):
    by: int


class Plant(Game[Chosen, Grown, Grow]):
    """Five turns, of which verbs can be made to fail."""

    id = "plant"
    title = "Plant"
    players = (1, 2)
    awards = {"grown": "what has grown"}

    def setup(self, turn: Any) -> State[Grown]:
        return State(Grown(), (None,) * turn.players)

    def active(self, table: Any) -> tuple[int, ...]:
        return (0,) if table.at < 5 else ()

    def legal(self, view: Any) -> Any:
        return [Grow(1), Grow(2)]

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        state.table.at += move.by
        turn.award(turn.player, move.by, "grown")

    def sample(self, view: Any, chance: Any) -> Any:
        return self.legal(view)[0]


def doing(what: Any) -> Callable[..., Any]:
    """A function that raises or returns this."""

    def do(*_: Any, **__: Any) -> Any:
        if isinstance(what, BaseException):
            raise what
        return what

    return do


class Having:
    """A bot that does something instead of choosing."""

    def __init__(self, what: Any) -> None:
        self.choose = doing(what)


class Odd:
    """A plugin that fails as it is told: its bots, its scene and its format do ``what``."""

    def __init__(self, what: Any) -> None:
        self.what = what

    @hookimpl
    def register_games(self) -> Any:
        return [Plant()]

    @hookimpl
    def register_bots(self) -> Any:
        return {"unmade": doing(self.what), "odd": lambda game, settings, seed: Having(self.what)}

    @hookimpl
    def register_scenes(self) -> Any:
        return {"plant": doing(self.what)}

    @hookimpl
    def register_renderers(self) -> Any:
        return {"odd": doing(self.what)}


def registry(what: Any) -> Registry:
    return Registry.of(builtin, commands, Odd(what))


def ask(session: Session, op: str, **fields: Any) -> Any:
    return json.loads(session.handle(json.dumps({"op": op, **fields})))


EVERY = [pytest.param(what, id=name) for name, what in (RAISED | RUBBISH).items()]


# -- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", EVERY)
@pytest.mark.parametrize("bot", ["unmade", "odd"])
def test_a_bot_is_named_in_every_front_end(bot: str, what: Any, tmp_path: Path) -> None:
    plugins, verb = registry(what), "make" if bot == "unmade" else "choose"
    match = new_match(plugins, "plant", seed="1")
    with pytest.raises(BotFault) as caught:
        run(match, [make_bot(plugins, match.game, f"{bot}", "1", 0)])
    facts = caught.value.facts
    assert (facts["bot"], facts["game"], facts["verb"], facts["plugin"]) == (bot, "plant", verb, "Odd-3")
    assert facts.get("ply") == (None if verb == "make" else 0)
    session = Session(plugins)
    ask(session, "new", game="plant")
    error = ask(session, "bot", player=0, bot=bot)["error"]
    assert (error["code"], error["message"], error["facts"]) == ("bot_fault", str(caught.value), facts)
    file = tmp_path / "kept.json"
    code, said = tileyard("watch", "plant", "--bots", bot, "--save", file, app=build(plugins)).error
    assert (code, said[:30]) == (1, f"error[bot_fault]: bot {bot}: {verb}"[:30])
    assert file.exists() == (verb == "choose")  # the match begins when there is somebody to play it


@pytest.mark.parametrize("move", [Grow(9), Grow("x"), Grow(10**30)])  # type: ignore[arg-type]
def test_a_move_that_is_none_is_the_fault_of_its_bot(move: Any, tmp_path: Path) -> None:
    plugins = registry(move)
    match = new_match(plugins, "plant", seed="1")
    with pytest.raises(BotFault, match="bot odd: choose failed at ply 0: ") as caught:
        run(match, [make_bot(plugins, match.game, "odd", "1", 0)])
    assert (match.ply, caught.value.facts["verb"]) == (0, "choose")
    session = Session(plugins)
    ask(session, "new", game="plant")
    assert ask(session, "bot", player=0, bot="odd")["error"]["code"] == "bot_fault"
    code, said = tileyard("watch", "plant", "--bots", "odd", app=build(plugins)).error
    assert (code, said[:17]) == (1, "error[bot_fault]:")


def test_what_is_raised_where_all_secrets_are_at_hand_is_told_to_no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """``apply`` and ``score`` see the hands of all, a bot its own: a ``KeyError`` says which card was not found."""
    plugins, secret = registry(KeyError("queen")), doing(KeyError("queen"))
    for verb in ("apply", "score", "choose"):
        match, session = new_match(plugins, "plant", seed="1"), Session(plugins)
        ask(session, "new", game="plant")
        while match.ply < (2 if verb == "score" else 0):
            match.play(0, Grow(2))
            ask(session, "play", player=0, move={"type": "grow", "by": 2})
        if verb != "choose":
            monkeypatch.setattr(Plant, verb, secret)
            monkeypatch.setattr(Plant, "has_score", True)
            with pytest.raises(GameFault) as caught:
                match.play(0, Grow(2))
            error = ask(session, "play", player=0, move={"type": "grow", "by": 2})["error"]
        else:
            with pytest.raises(BotFault) as caught:
                run(match, [make_bot(plugins, match.game, "odd", "1", 0)])
            error = ask(session, "bot", player=0, bot="odd")["error"]
        assert (error["message"], error["facts"]) == (str(caught.value), caught.value.facts)
        assert re.search(r"failed at ply \d: KeyError \(test_faults\.py:\d+\)$", error["message"])
        assert "queen" not in json.dumps(error)
        assert str(caught.value.__cause__) == "'queen'"
        assert "KeyError: 'queen' (test_faults.py:" in raised(caught.value)
        monkeypatch.undo()


def test_what_a_bot_raises_when_it_is_seated_is_told_to_no_player() -> None:
    """It has seen its hand by then."""
    plugins = registry(None)
    plugins.bots["odd"] = lambda game, settings, seed: SimpleNamespace(sit=doing(KeyError("queen")), choose=doing(None))
    with pytest.raises(BotFault, match=r"^bot odd: sit failed at ply 0: KeyError \(test_faults\.py:\d+\)$"):
        seat_bots(plugins, new_match(plugins, "plant", seed="1"), ["odd"])


def test_what_a_bot_says_of_the_game_or_of_its_use_is_left_as_it_is() -> None:
    for error in (GameFault("the game"), UsageError("not for this game"), PluginProblem("another")):
        plugins = registry(error)
        with pytest.raises(type(error)) as caught:
            make_bot(plugins, Plant(), "odd", "1", 0).choose(new_match(plugins, "plant", seed="1").view(0))
        assert (caught.value, caught.value.__cause__) == (error, None)


def test_a_bot_may_write_on_its_view() -> None:
    class Scribbling:
        def choose(self, view: Any) -> Any:
            view.table.at = view.ply = 99
            raise KeyError

    plugins = registry(None)
    plugins.bots["odd"] = lambda game, settings, seed: Scribbling()
    with pytest.raises(BotFault, match="at ply 0"):
        make_bot(plugins, Plant(), "odd", "1", 0).choose(new_match(plugins, "plant", seed="1").view(0))


@pytest.mark.parametrize("what", [KeyError("no"), SystemExit(3), IllegalMove("no"), None, [], [None]])
@pytest.mark.parametrize(
    ("bot", "verb"), [("random", "sample"), ("greedy", "legal"), ("mcts", "legal"), ("minimax", "legal")]
)
def test_bots_of_ours_tell_the_rules_that_fail_them(
    bot: str, verb: str, what: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugins = Registry.of(builtin, Plant())
    match = new_match(plugins, "plant", 2, seed="1")
    monkeypatch.setattr(Plant, verb, doing(what))
    with pytest.raises(GameFault) as caught:
        run(match, [make_bot(plugins, match.game, bot, "1", seat) for seat in (0, 1)])
    assert (caught.value.facts["game"], caught.value.facts["verb"], caught.value.facts["ply"]) == ("plant", verb, 0)


@pytest.mark.parametrize("verb", ["guess", "estimate"])
@pytest.mark.parametrize("bot", ["greedy", "mcts", "minimax"])
def test_the_verb_that_failed_in_a_guessed_world_is_named(bot: str, verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plugins = Registry.of(builtin, Plant())
    view = new_match(plugins, "plant", 2, seed="1").view(0)
    monkeypatch.setattr(Plant, verb, doing(KeyError("no")))
    with pytest.raises(GameFault, match=rf"plant\.{verb} failed at ply 0: KeyError: 'no'") as caught:
        make_bot(plugins, Plant(), bot, "1", 0).choose(view)
    assert caught.value.facts == {"game": "plant", "verb": verb, "ply": 0, "cause": "KeyError: 'no'"}


# -- games ---------------------------------------------------------------------------------------------


def test_options_that_raise_what_they_like_are_the_games() -> None:
    plugins = Registry.of(builtin, Plant())
    asks: list[Callable[[], Any]] = [
        lambda: new_match(plugins, "plant", options={"luck": 13}),
        lambda: read_options(Plant(), {"luck": "13"}),
    ]
    for each in asks:
        with pytest.raises(GameFault, match=r"plant\.options failed: KeyError") as caught:
            each()
        assert caught.value.facts == {"game": "plant", "verb": "options", "cause": "KeyError: 'luck'"}
    code, said = tileyard("watch", "plant", "--option", "luck=13", app=build(plugins)).error
    assert (code, said) == (1, "error[game_fault]: plant.options failed: KeyError: 'luck'")
    assert ask(Session(plugins), "new", game="plant", options={"luck": 13})["error"]["code"] == "game_fault"


@pytest.mark.parametrize("by", ["x", 10**30, [1]])
def test_legal_moves_that_cannot_be_sent_or_chosen_from_are_a_fault_of_the_game(
    by: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Plant, "legal", lambda *_: [Grow(by)])
    session = Session(Registry.of(builtin, Plant()))
    ask(session, "new", game="plant")
    for op in ("legal", "choices"):
        error = ask(session, op, player=0)["error"]
        assert (error["code"], error["facts"]["verb"]) == ("game_fault", "legal")


def test_a_game_whose_types_have_no_schema_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plugins = Registry.of(builtin, Plant())
    monkeypatch.setattr(Plant, "types", dataclasses.replace(Plant.types, options=Unsayable))
    for words in (["games", "plant"], ["schema", "plant", "--out", str(tmp_path)]):
        code, said = tileyard(*words, app=build(plugins)).error
        assert (code, said[:38]) == (1, "error[game_fault]: plant.types failed:")
    assert [game.id for game in list_games(plugins)] == ["plant"]


# -- scenes, formats, scorers, commands ----------------------------------------------------------------


@pytest.mark.parametrize("what", [*EVERY, pytest.param(Scene(title=None), id="a broken scene")])  # type: ignore[arg-type]
def test_a_scene_is_named_with_its_plugin(what: Any) -> None:
    plugins = registry(what)
    match = new_match(plugins, "plant", seed="1")
    with pytest.raises(PluginProblem) as caught:
        scene_of(plugins, match, 0)
    facts = caught.value.facts
    assert (facts["plugin"], facts["scene"], facts["ply"]) == ("Odd-3", "plant", 0)
    assert str(caught.value).startswith("plugin Odd-3: the scene of plant failed at ply 0: ")
    session = Session(plugins)
    ask(session, "new", game="plant")
    assert ask(session, "scene")["error"]["facts"] == facts | {"ply": 0}
    code, said = tileyard("watch", "plant", app=build(plugins)).error
    assert (code, said[:45]) == (1, "error[plugin_problem]: plugin Odd-3: the scen")


@pytest.mark.parametrize("what", [*RAISED.values(), None, 10**400, "half \ud800"])
def test_a_format_is_named_with_its_plugin(what: Any) -> None:
    plugins = registry(what)
    with pytest.raises(PluginProblem, match="plugin Odd-3: format odd failed: ") as caught:
        draw(plugins, Scene(), "odd")
    assert caught.value.facts["format"] == "odd"
    assert not isinstance(what, str) or "surrogates" in caught.value.facts["cause"]


@pytest.mark.parametrize(
    ("title", "awards", "cause"),
    [
        (None, {}, "the scorer tally has no title: text"),
        ("Tally", ["x"], r"the scorer tally has awards = \['x'\]: it must be each reason"),
        ("Tally", {"x": 1}, "the scorer tally has awards = "),
    ],
)
def test_a_scorer_that_cannot_be_shown_is_left_out(title: Any, awards: Any, cause: str) -> None:
    class Tally(Scorer):
        name = "tally"

    class Counting(Odd):
        @hookimpl
        def register_scorers(self, game: Any) -> Any:
            return [Tally()]

    if title is not None:
        Tally.title = title
    Tally.awards = awards
    with pytest.raises(PluginProblem, match=cause):
        Registry.of(builtin, Counting(None))


def test_awards_of_a_game_are_texts() -> None:
    class Mute(Plant):
        awards = {"grown": None}  # type: ignore[dict-item]

    with pytest.raises(PluginProblem, match=r"the game Mute has awards = .*: it must be each reason for points"):
        Registry.of(Mute())


def test_every_fault_is_a_plugin_problem_and_none_loses_its_kind() -> None:
    """So whoever catches one catches all, and the codes still tell them apart."""
    assert issubclass(BotFault, PluginProblem)
    assert issubclass(GameFault, PluginProblem)
    assert len({kind.code for kind in (BotFault, GameFault, PluginProblem)}) == 3
