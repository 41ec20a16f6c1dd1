"""Each hook as a plugin that keeps the rules uses it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from loading.throwaway import Site, plugin, report
from tileyard.ground.errors import PluginProblem, UnknownName
from tileyard.play.match import Match
from tileyard.play.record import Origin
from tileyard.plug import Registry, hookimpl
from tileyard.plug.hooks import hookspecs


def test_every_hook_has_a_test_here() -> None:
    assert hookspecs().keys() == {
        name.removeprefix("test_hook_") for name in globals() if name.startswith("test_hook_")
    }


def test_hook_register_games(site: Site) -> None:
    site.install("tileyard-heap", plugin("heap"), version="3.2", point="heap")
    registry = site.load()
    entry = registry.game("heap")
    assert entry is registry.games["heap"]
    assert entry.game.title == "Heap"
    assert (entry.plugin.name, entry.plugin.distribution, entry.plugin.version) == ("heap", "tileyard-heap", "3.2")
    assert entry.origin == Origin("tileyard-heap", "3.2")
    assert report(registry, "heap").contributes.games == ["heap"]


SCORERS = """
class {title}(Scorer):
    name = "{name}"
    title = "{title}"

@hookimpl
def register_scorers(game):
    if game.id == "{game}":
        return [{title}()]
"""


def test_hook_register_scorers(site: Site) -> None:
    """Any plugin may score any game; the one for another game returns nothing."""
    site.install("heap", plugin("heap"))
    site.install("bonus", plugin("other", SCORERS.format(title="Bonus", name="bonus", game="heap")))
    registry = site.load(strict=True)
    assert [scorer.title for scorer in registry.scorers("heap").values()] == ["Bonus"]
    assert registry.scorers("other") == {}
    assert registry.scorers("nothing") == {}
    assert report(registry, "bonus").contributes.scorers == ["heap: bonus"]


def test_a_scorer_counts_only_in_matches_that_name_it(site: Site) -> None:
    more = "    def moved(self, table, events, turn):\n        turn.award(turn.player, 5, 'bonus')\n"
    source = SCORERS.format(title="Bonus", name="bonus", game="heap").replace("\n\n@hookimpl", f"\n{more}\n@hookimpl")
    site.install("heap", plugin("heap", source))
    registry = site.load()
    game, scorers = registry.game("heap").game, registry.scorers("heap")
    plain, extra = Match(game, 2, seed="7"), Match(game, 2, seed="7", scorers=[scorers["bonus"]])
    for match in (plain, extra):
        match.play(1, match.legal(1)[0])
    assert (plain.scores, extra.scores) == ([0, 0], [0, 5])


def test_hook_register_scenes(site: Site) -> None:
    site.install("heap", plugin("heap"))
    registry = site.load()
    draw = registry.scene("heap")
    assert draw is not None
    assert draw(None) == "a picture"
    assert registry.scene("nothing") is None


def test_a_scene_for_no_game_is_reported(site: Site) -> None:
    more = "@hookimpl\ndef register_scenes():\n    return {'heap': str, 'hepa': str}"
    site.install("heap", plugin("heap", more))
    registry = site.load()
    heap = report(registry, "heap")
    assert heap.status == "ok"
    assert heap.problems == ["it has a scene for 'hepa', but there is no such game"]
    assert list(registry.scenes) == heap.contributes.scenes == ["heap"]
    with pytest.raises(PluginProblem, match="no such game"):
        site.load(strict=True)


def test_hook_register_renderers(site: Site) -> None:
    site.install("heap", plugin("heap"))
    registry = site.load()
    assert registry.renderer("heap-format") is registry.renderers["heap-format"] is str
    with pytest.raises(UnknownName, match="unknown format 'heap-fromat'; did you mean heap-format"):
        registry.renderer("heap-fromat")


def test_hook_register_bots(site: Site) -> None:
    site.install("heap", plugin("heap"))
    registry = site.load()
    assert registry.bot("heap-bot") is registry.bots["heap-bot"]
    with pytest.raises(UnknownName, match="unknown bot 'nobody'"):
        registry.bot("nobody")


DOCUMENTS = """
@hookimpl
def register_documents():
    return {"table": lambda: Table, "tally": lambda: 1 / 0, "anything": lambda: object}
"""


def test_hook_register_documents(site: Site) -> None:
    """What they are is asked for when there is need of it, so a document that fails harms nobody before."""
    site.install("heap", plugin("heap", DOCUMENTS))
    site.install("another", plugin("other"))
    registry = site.load(strict=True)
    assert report(registry, "heap").contributes.documents == ["table", "tally", "anything"]
    assert list(registry.documents) == ["heap/table", "heap/tally", "heap/anything"]
    assert registry.document("heap/table").__name__ == "Table"
    with pytest.raises(UnknownName, match="unknown document 'heap/tabel'; did you mean heap/table"):
        registry.document("heap/tabel")
    with pytest.raises(PluginProblem, match="its document tally cannot be read: ZeroDivisionError") as fault:
        registry.document("heap/tally")
    assert (fault.value.facts["plugin"], fault.value.facts["distribution"]) == ("heap", "heap")


COMMANDS = """
import typer

@hookimpl
def register_commands(cli):
    @cli.command()
    def the_arena():
        typer.echo("a duel")

    @cli.command("report")
    def _report():
        typer.echo("{word}")

    cli.add_typer(typer.Typer(), name="tools")
"""


def test_hook_register_commands(site: Site) -> None:
    """Commands are named as Typer names them, and those whose name is taken are not used."""
    site.install("arena", plugin("heap", COMMANDS.format(word="mine")))
    site.install("later", plugin("other", COMMANDS.format(word="stolen")))
    registry = site.load()
    cli = typer.Typer()
    cli.command("tools")(lambda: typer.echo("my own"))

    registry.add_commands(cli)

    assert report(registry, "arena").contributes.commands == ["the-arena", "report"]
    assert report(registry, "arena").problems == ["the command 'tools' is taken, this one is not used"]
    assert report(registry, "later").contributes.commands == []
    assert len(report(registry, "later").problems) == 3
    runner = CliRunner()
    said = [runner.invoke(cli, [name]).output.strip() for name in ("the-arena", "report", "tools")]
    assert said == ["a duel", "mine", "my own"]


@pytest.mark.parametrize(
    ("end", "cause"),
    [
        ("    raise SystemExit", "register_commands raised SystemExit"),
        (
            "    cli.add_typer(typer.Typer())",
            "its commands cannot be read: ValueError: a group of commands has no name",
        ),
    ],
)
def test_a_plugin_whose_commands_fail_is_out(site: Site, end: str, cause: str) -> None:
    """With all it has; a plugin it had displaced comes in, with its own commands."""
    site.install("first", plugin("heap", COMMANDS.format(word="first") + end))
    site.install("second", plugin("heap", COMMANDS.format(word="second")))
    registry = site.load()
    assert registry.game("heap").plugin.name == "first"
    cli = typer.Typer()

    registry.add_commands(cli)

    assert report(registry, "first").cause.startswith(cause)
    assert registry.game("heap").plugin.name == "second"
    assert report(registry, "second").contributes.commands == ["the-arena", "report", "tools"]
    assert CliRunner().invoke(cli, ["report"]).output == "second\n"
    strict = site.load(strict=True, block=["second"])
    with pytest.raises(PluginProblem, match="plugin first"):
        strict.add_commands(typer.Typer())


@pytest.fixture
def hear(site: Site) -> Callable[[str], list[tuple[str, int]]]:
    """Play a match of two moves; what a plugin with one notify hook hears: the game's id and the plies."""

    def play(hook: str) -> list[tuple[str, int]]:
        site.install("heap", plugin("heap"))
        heap = site.load().game("heap").game
        heard: list[tuple[str, int]] = []
        listener = SimpleNamespace(**{hook: hookimpl(lambda match, update: heard.append((match.game, update.ply)))})
        registry = Registry.of(heap, listener)
        match = Match(heap, 2, observers=[registry.observer()])
        match.play(1, match.legal(1)[0])
        match.play(0, match.legal(0)[1])
        assert match.over
        return heard

    return play


def test_hook_match_started(hear: Callable[[str], list[tuple[str, int]]]) -> None:
    assert hear("match_started") == [("heap", 0)]


def test_hook_move_played(hear: Callable[[str], list[tuple[str, int]]]) -> None:
    assert hear("move_played") == [("heap", 1), ("heap", 2)]


def test_hook_match_finished(hear: Callable[[str], list[tuple[str, int]]]) -> None:
    assert hear("match_finished") == [("heap", 2)]


@pytest.mark.parametrize("kind", ["renderers", "bots"])
def test_the_first_keeps_a_name_and_the_other_plugin_stays(site: Site, kind: str) -> None:
    more = f"@hookimpl\ndef register_{kind}():\n    return {{'mine': lambda *args: '%s'}}"
    site.install("a-first", plugin("first", more % "first"))
    site.install("b-second", plugin("second", more % "second"))
    registry = site.load()
    assert getattr(registry, kind)["mine"]() == "first"
    second = report(registry, "b-second")
    assert (second.status, second.problems) == ("ok", [f"in {kind}, 'mine' is taken, this one is not used"])
    assert list(registry.games) == ["first", "second"]
    with pytest.raises(PluginProblem, match="'mine' is taken"):
        site.load(strict=True)


def test_a_games_own_scene_and_scorers_come_first(site: Site) -> None:
    """Whatever the names of the distributions: no plugin can displace what belongs to another's game."""
    scene = "@hookimpl\ndef register_scenes():\n    return {'heap': lambda view: 'another picture'}\n"
    site.install("a-foreign", plugin("foreign", scene + SCORERS.format(title="Theirs", name="bonus", game="heap")))
    site.install("heap", plugin("heap", SCORERS.format(title="Own", name="bonus", game="heap")))
    registry = site.load()
    assert registry.scenes["heap"](None) == "a picture"
    assert registry.scorers("heap")["bonus"].title == "Own"
    assert report(registry, "a-foreign").problems == [
        "in scenes, 'heap' is taken, this one is not used",
        "in scorers, 'heap: bonus' is taken, this one is not used",
    ]
