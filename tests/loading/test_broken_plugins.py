"""A plugin that breaks a rule is out, named with its cause, and takes nothing else with it."""

from __future__ import annotations

import json
import re
import sys

import pytest

from loading.throwaway import GAME, Site, plugin, report
from tileyard.ground.errors import PluginProblem, UnknownGame
from tileyard.play.match import Match
from tileyard.plug import Contributes, Registry

# What the source of a broken plugin is, and what its report says.
BROKEN = {
    "raises at import": ("raise RuntimeError('boom\\nand more')", "cannot be imported: RuntimeError: boom$"),
    "leaves at import": ("raise SystemExit(3)", "cannot be imported: SystemExit: 3$"),
    "does not parse": ("def broken(:\n", "cannot be imported: SyntaxError"),
    "a cause that cannot be told": (
        "class Mute(Exception):\n    def __str__(self): raise ValueError\nraise Mute",
        "cannot be imported: .*Mute: <exception str\\(\\) failed>$",
    ),
    "no hooks": ("x = 1", "no hooks: no function in it is marked @hookimpl"),
    "misspelt hook": (
        plugin("broken", "@hookimpl\ndef register_botz():\n    return {}"),
        "no hook 'register_botz'; did you mean register_bots\\?",
    ),
    "a hook that resembles none": (
        plugin("broken", "@hookimpl\ndef zzz():\n    return {}"),
        "there is no hook 'zzz'$",
    ),
    "an unmarked hook": (
        plugin("broken", "def move_played(match, update): ..."),
        "move_played has the name of a hook but is not marked @hookimpl",
    ),
    "wrong signature": (
        plugin("broken", "@hookimpl\ndef move_played(match, event): ..."),
        "move_played has no parameter 'event': the hook is move_played\\(match, update\\)",
    ),
    "a default": (
        plugin("broken", "@hookimpl\ndef register_scorers(game=None):\n    return []"),
        "register_scorers gives its parameter 'game' a default",
    ),
    "any number of parameters": (
        plugin("broken", "@hookimpl\ndef move_played(**everything): ..."),
        "move_played has the parameter \\*\\*everything",
    ),
    "a keyword-only parameter": (
        plugin("broken", "@hookimpl\ndef move_played(*, match): ..."),
        "move_played has the parameter match: only plain ones are filled in",
    ),
    "a coroutine": (plugin("broken", "@hookimpl\nasync def move_played(match): ..."), "move_played is a coroutine"),
    "a generator": (
        plugin("broken", "@hookimpl(wrapper=True)\ndef register_games():\n    return (yield)"),
        "register_games is a coroutine or generator",
    ),
    "a hook that raises": (
        plugin("broken", "@hookimpl\ndef register_bots():\n    return {}[1]"),
        "register_bots raised KeyError: 1$",
    ),
    "a hook that leaves": (
        plugin("broken", "@hookimpl\ndef register_scenes():\n    raise SystemExit"),
        "register_scenes raised SystemExit",
    ),
    "scorers that raise": (
        plugin("broken", "@hookimpl\ndef register_scorers(game):\n    return 1 / (game.id != 'healthy')"),
        "register_scorers raised ZeroDivisionError",
    ),
    "games that are not a list": (
        plugin("broken", "@hookimpl\ndef register_games():\n    return Heap()"),
        "register_games returned a Heap, not a list",
    ),
    "a forgotten return": (
        plugin("broken", "@hookimpl\ndef register_games():\n    [Heap()]"),
        "register_games returned nothing",
    ),
    "a game that is none": (
        plugin("broken", "@hookimpl\ndef register_games():\n    return [Heap(), 'chess']"),
        "register_games returned a str in its list, which is not a Game object",
    ),
    "a class for a game": (
        plugin("broken", "@hookimpl\ndef register_games():\n    return [Heap]"),
        "returned the class Heap, not an instance, Heap\\(\\)",
    ),
    "one game twice": (
        plugin("broken", "@hookimpl\ndef register_games():\n    return [Heap(), Heap()]"),
        "register_games gave the name 'broken' twice",
    ),
    "scenes that are no mapping": (
        plugin("broken", "@hookimpl\ndef register_scenes():\n    return ['broken']"),
        "register_scenes returned a list, not a mapping",
    ),
    "a renderer that cannot draw": (
        plugin("broken", "@hookimpl\ndef register_renderers():\n    return {'png': b''}"),
        "register_renderers returned a bytes for 'png', which cannot be called",
    ),
    "a document that is no function": (
        plugin("broken", "@hookimpl\ndef register_documents():\n    return {'table': 7}"),
        "register_documents returned a int for 'table', which cannot be called",
    ),
    "a bot without a name": (
        plugin("broken", "@hookimpl\ndef register_bots():\n    return {None: print}"),
        "register_bots gave the name None",
    ),
    "a bot with an odd name": (
        plugin("broken", "@hookimpl\ndef register_bots():\n    return {'My Bot': print}"),
        "register_bots gave the name 'My Bot'; a name is lower-case",
    ),
    "a scorer that is none": (
        plugin("broken", "@hookimpl\ndef register_scorers(game):\n    return [print]"),
        "register_scorers returned a builtin_function_or_method in its list",
    ),
    "a scorer that cannot be read": (
        plugin(
            "broken",
            "class Odd(Scorer):\n    name = property(lambda self: 1 / 0)\n"
            "@hookimpl\ndef register_scorers(game):\n    return [Odd()]",
        ),
        "its scorers cannot be read: ZeroDivisionError",
    ),
    "a scorer without a name": (
        plugin("broken", "@hookimpl\ndef register_scorers(game):\n    return [Scorer()]"),
        "register_scorers gave the name None",
    ),
    "a game whose id is in use": (
        plugin("healthy"),
        "the game id 'healthy' is taken by healthy \\(a-healthy 1.0\\)$",
    ),
}


def install_healthy(site: Site) -> None:
    site.install("a-healthy", plugin("healthy"), point="healthy")


def play_through(registry: Registry) -> list[int]:
    """The scores of a whole match of the healthy game, observed by all plugins."""
    game = registry.game("healthy").game
    match = Match(game, 2, seed="7", observers=[registry.observer()])
    while not match.over:
        player = match.active[0]
        match.play(player, match.legal(player)[0])
    return match.scores


def assert_healthy(registry: Registry) -> None:
    """The healthy plugin is there with everything, and nobody else is."""
    assert list(registry.games) == ["healthy"]
    assert list(registry.scenes) == ["healthy"]
    assert list(registry.renderers) == ["healthy-format"]
    assert list(registry.bots) == ["healthy-bot"]
    healthy = report(registry, "healthy")
    assert (healthy.status, healthy.cause, healthy.problems) == ("ok", "", [])
    assert play_through(registry) == [0, 1]


@pytest.mark.parametrize("case", BROKEN)
def test_it_is_out_and_reported_and_the_rest_works(site: Site, case: str) -> None:
    source, cause = BROKEN[case]
    install_healthy(site)
    site.install("b-broken", source, version="2.1", point="broken")

    registry = site.load()

    assert_healthy(registry)
    broken = report(registry, "broken")
    assert broken.status == "failed"
    assert (broken.distribution, broken.version) == ("b-broken", "2.1")
    assert re.search(cause, broken.cause)
    assert "\n" not in broken.cause
    assert broken.contributes == Contributes()


@pytest.mark.parametrize("case", BROKEN)
def test_a_strict_registry_raises(site: Site, case: str) -> None:
    source, cause = BROKEN[case]
    install_healthy(site)
    site.install("b-broken", source, version="2.1", point="broken")

    with pytest.raises(PluginProblem, match=r"plugin broken \(b-broken 2\.1\): ") as caught:
        site.load(strict=True)

    facts = caught.value.facts
    assert (facts["plugin"], facts["distribution"], facts["version"]) == ("broken", "b-broken", "2.1")
    assert re.search(cause, facts["cause"])


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ("del Heap.title", "the game Heap has no title: text"),
        ("Heap.id = 'No Name'", "the game Heap has id = 'No Name': it must be lower-case"),
        ("Heap.id = ['x']", "the game Heap has id = ['x']: it must be lower-case"),
        ("Heap.title = ' '", "the game Heap has title = ' ': it must be text"),
        ("Heap.players = ()", "the game Heap has players = (): it must be the allowed numbers"),
        ("Heap.players = 2", "the game Heap has players = 2: it must be the allowed numbers"),
        ("Heap.players = (0, 1)", "the game Heap has players = (0, 1): it must be the allowed numbers"),
        ("Heap.rules = '1'", "the game Heap has rules = '1': it must be a version number"),
        ("Heap.max_plies = True", "the game Heap has max_plies = True: it must be a number of plies"),
        ("del Heap.types", "the game Heap has no types: stated in the class header"),
        ("del Heap.legal", "the game Heap has no legal(): the verbs of a game are"),
    ],
)
def test_what_a_game_must_have(site: Site, lines: str, cause: str) -> None:
    install_healthy(site)
    site.install("b-broken", plugin("broken", lines), point="broken")

    registry = site.load()

    assert report(registry, "broken").cause.startswith(cause)
    assert_healthy(registry)


@pytest.mark.parametrize(
    ("requires", "hint"),
    [
        (("Absent-Thing>=2",), "pip install Absent-Thing"),
        (('absent_thing ; extra == "png"',), 'pip install "b-broken[png]"'),
        (("other",), "b-broken does not declare which distribution brings it"),
    ],
)
def test_a_missing_dependency_is_named_with_what_to_do(site: Site, requires: tuple[str, ...], hint: str) -> None:
    install_healthy(site)
    site.install("b-broken", "import absent_thing", point="broken", requires=requires)

    registry = site.load()

    cause = f"it needs the module 'absent_thing', which is not installed ({hint})"
    assert report(registry, "broken").cause == cause
    assert "ModuleNotFoundError" in report(registry, "broken").detail
    assert_healthy(registry)


def test_an_older_dependency_is_to_be_upgraded(site: Site) -> None:
    site.install("b-broken", "import msgspec.not_yet", point="broken", requires=("msgspec",))
    assert "'msgspec.not_yet', which is not installed (pip install --upgrade msgspec)" in site.load().plugins[0].cause


def test_a_module_of_its_own_that_is_missing_is_no_dependency(site: Site) -> None:
    install_healthy(site)
    site.metadata("b-broken", "[tileyard.v1]\nbroken = b_broken.plugin\n", "Name: b-broken\nVersion: 1.0")
    registry = site.load()
    assert report(registry, "broken").cause == "it cannot be imported: ModuleNotFoundError: No module named 'b_broken'"
    assert_healthy(registry)


def test_an_entry_point_whose_value_is_none(site: Site) -> None:
    install_healthy(site)
    (site.folder / "b_broken.py").write_text("plugin = None")
    site.metadata("b-broken", "[tileyard.v1]\nbroken = b_broken:plugin\n", "Name: b-broken\nVersion: 1.0")
    registry = site.load()
    assert report(registry, "broken").cause == "b_broken:plugin is None, not a module or object with hooks"
    assert_healthy(registry)


@pytest.mark.parametrize("value", ["", "!!:??"])
def test_an_entry_point_that_names_nothing(site: Site, value: str) -> None:
    install_healthy(site)
    site.metadata("b-broken", f"[tileyard.v1]\nbroken = {value}\n", "Name: b-broken\nVersion: 1.0")
    registry = site.load()
    cause = f"it cannot be imported: ValueError: {value!r} is no name of a module"
    assert report(registry, "broken").cause == cause
    assert_healthy(registry)


def test_a_class_is_no_plugin_object(site: Site) -> None:
    """Its functions would lack their first argument."""
    source = GAME.format(id="x") + "class Plugin:\n    @hookimpl\n    def register_games(self):\n        return []\n"
    (site.folder / "b_broken.py").write_text(source)
    site.metadata("b-broken", "[tileyard.v1]\nbroken = b_broken:Plugin\n", "Name: b-broken\nVersion: 1.0")
    assert report(site.load(), "broken").cause.startswith("register_games has no parameter 'self'")


def test_entry_points_that_cannot_be_read(site: Site) -> None:
    install_healthy(site)
    site.metadata("b-broken", "[tileyard.v1]\nno value here\n", "Name: b-broken\nVersion: 1.0")
    registry = site.load()
    assert report(registry, "b-broken").status == "failed"
    assert_healthy(registry)


def test_a_distribution_without_name_or_version(site: Site) -> None:
    install_healthy(site)
    site.metadata("nameless", "[tileyard.v1]\nbroken = nowhere\n", "Summary: nothing")
    registry = site.load()
    assert report(registry, "broken").label == "broken (unknown unknown)"
    assert_healthy(registry)


def test_an_entry_point_name_in_use(site: Site) -> None:
    """The second one is named too, and not imported."""
    install_healthy(site)
    module = site.install("b-broken", plugin("broken"), point="healthy")
    registry = site.load()
    assert [each.status for each in registry.plugins] == ["ok", "failed"]
    assert registry.plugins[1].cause == "the name 'healthy' is taken by healthy (a-healthy 1.0)"
    assert module not in sys.modules
    assert list(registry.games) == ["healthy"]


def test_two_at_once(site: Site) -> None:
    install_healthy(site)
    site.install("b-broken", "raise RuntimeError('boom')", point="broken")
    site.install("c-broken", plugin("other", "@hookimpl\ndef move_plaid(): ..."), point="other")

    registry = site.load()

    assert_healthy(registry)
    assert [each.status for each in registry.plugins] == ["ok", "failed", "failed"]
    assert "boom" in report(registry, "broken").cause
    assert "did you mean move_played?" in report(registry, "other").cause
    with pytest.raises(PluginProblem, match="boom"):
        site.load(strict=True)


def test_the_order_of_discovery_decides_nothing(site: Site) -> None:
    """Among plugins with one game id, the first by name of distribution keeps it, whoever was installed first."""
    site.install("z-late", plugin("healthy"), point="late")
    install_healthy(site)
    registry = site.load()
    assert registry.game("healthy").plugin.distribution == "a-healthy"
    assert report(registry, "late").status == "failed"


def test_a_plugin_that_fails_later_makes_room(site: Site) -> None:
    """Completely out means that the game id it had is free again."""
    late = "@hookimpl\ndef register_scorers(game):\n    raise RuntimeError('late')"
    site.install("a-first", plugin("healthy", late), point="first")
    site.install("b-second", plugin("healthy"), point="healthy")
    registry = site.load()
    assert report(registry, "first").cause == "register_scorers raised RuntimeError: late"
    assert_healthy(registry)


def test_the_message_for_its_game_says_why_it_is_not_there(site: Site) -> None:
    install_healthy(site)
    site.install("tileyard-chess", "raise RuntimeError('boom')", point="royal")
    registry = site.load()
    for name in ("royal", "chess"):
        with pytest.raises(
            UnknownGame, match=r"the plugin royal \(tileyard-chess 1.0\) is not in use: .*boom"
        ) as caught:
            registry.game(name)
        assert caught.value.facts["plugin"] == "royal"
    with pytest.raises(UnknownGame, match=r"unknown game 'healty'; did you mean healthy\?") as caught:
        registry.game("healty")
    assert caught.value.facts["near"] == ["healthy"]


def test_in_a_process_of_its_own(site: Site) -> None:
    """The same through the real search path, beside whatever else is installed; nothing is written anywhere."""
    install_healthy(site)
    site.install("b-broken", "raise SystemExit('gone')", point="broken")
    done = site.run(
        "import msgspec, sys; from tileyard.plug import Registry; registry = Registry.load()\n"
        "assert 'networkx' not in sys.modules, 'networkx is slow to import'\n"
        "print(msgspec.json.encode([registry.plugins, list(registry.games)]).decode())"
    )
    assert (done.returncode, done.stderr) == (0, "")
    plugins, games = json.loads(done.stdout)
    assert "healthy" in games
    [broken] = [each for each in plugins if each["name"] == "broken"]
    assert (broken["status"], broken["cause"]) == ("failed", "it cannot be imported: SystemExit: gone")
