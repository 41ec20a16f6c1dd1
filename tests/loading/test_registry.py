"""What is found, what is left alone, and registries without installation."""

from __future__ import annotations

import sys
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from loading.throwaway import Site, plugin, report
from tileyard.ground.errors import PluginProblem
from tileyard.play.record import Origin
from tileyard.plug import PluginReport, Registry, hookimpl


def heap(site: Site, name: str = "heap") -> Any:
    """A game object."""
    site.install(name, plugin(name))
    return site.load().game(name).game


@pytest.mark.parametrize("group", ["tileyard.v0", "tileyard.v2", "tileyard.v11"])
def test_a_plugin_for_another_api_version_is_listed_and_not_imported(site: Site, group: str) -> None:
    site.install("healthy", plugin("healthy"))
    module = site.install("other", "raise SystemExit('imported')", group=group)
    registry = site.load(strict=True)
    other = report(registry, "other")
    assert (other.status, other.api) == ("other_api", group)
    assert other.cause == f"it is made for {group}, this is tileyard.v1"
    assert module not in sys.modules
    assert list(registry.games) == ["healthy"]


def test_a_distribution_may_serve_two_api_versions(site: Site) -> None:
    """Under one name: only what is made for this version takes it."""
    (site.folder / "both.py").write_text(plugin("both"))
    points = "[tileyard.v2]\nboth = nowhere\n[tileyard.v1]\nboth = both\n"
    site.metadata("both", points, "Name: both\nVersion: 1.0")
    registry = site.load()
    assert [(each.api, each.status) for each in registry.plugins] == [
        ("tileyard.v1", "ok"),
        ("tileyard.v2", "other_api"),
    ]
    assert list(registry.games) == ["both"]


def test_other_groups_are_none_of_our_business(site: Site) -> None:
    site.metadata("other", "[tileyard]\nx = y\n[tileyard.v1.more]\nx = y\n[console_scripts]\ny = z\n", "Name: other")
    site.metadata("unreadable", "[some.group]\nno value here\n", "Name: unreadable")
    assert site.load().plugins == []


def test_the_core_comes_first_and_then_distributions_by_name(site: Site) -> None:
    for name in ("zebra", "tileyard", "Apple_Pie", "mango"):
        site.install(name, plugin(name.lower()), point=f"the-{name}")
    assert [each.distribution for each in site.load().plugins] == ["tileyard", "Apple_Pie", "mango", "zebra"]


def test_of_a_distribution_found_twice_the_first_counts(site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    """As for imports: the other one is behind it on the search path."""
    site.install("tileyard-heap", plugin("heap"), version="2.0", point="heap")
    behind = Site(tmp_path_factory.mktemp("behind"))
    behind.install("Tileyard_Heap", plugin("heap"), version="1.0", point="heap")
    registry = Registry.load(found=distributions(path=[str(site.folder), str(behind.folder)]))
    assert [each.version for each in registry.plugins] == ["2.0"]


@pytest.mark.parametrize("name", ["bad", "tileyard-bad"])
@pytest.mark.parametrize("way", ["parameter", "environment"])
def test_a_blocked_plugin_is_not_imported(site: Site, monkeypatch: pytest.MonkeyPatch, name: str, way: str) -> None:
    site.install("healthy", plugin("healthy"))
    module = site.install("tileyard-bad", "raise SystemExit('imported')", point="bad")
    monkeypatch.setenv("TILEYARD_PLUGINS_BLOCK", f"nobody, {name}" if way == "environment" else "")
    registry = site.load(strict=True, block=[name] if way == "parameter" else [])
    assert (report(registry, "bad").status, report(registry, "bad").cause) == ("blocked", "it is switched off")
    assert module not in sys.modules
    assert list(registry.games) == ["healthy"]


def test_metadata_that_is_not_text_is_passed_over(site: Site) -> None:
    """In a distribution that may be anybody's; one that is a plugin's is reported as far as it can be read."""
    site.install("healthy", plugin("healthy"))
    site.metadata("noise", "", "Name: noise")
    (site.folder / "noise-1.0.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe[tileyard.v1]")
    site.install("garbled", "raise SystemExit", point="bad")
    (site.folder / "garbled-1.0.dist-info" / "METADATA").write_bytes(b"Name: \xff\xfe")
    registry = site.load()
    assert list(registry.games) == ["healthy"]
    assert {each.distribution: each.status for each in registry.plugins} == {"healthy": "ok", "unknown": "failed"}


def test_without_plugins(site: Site) -> None:
    registry = site.load()
    assert (registry.games, registry.plugins, registry.bots) == ({}, [], {})


def test_registries_are_independent(site: Site) -> None:
    first = site.install("first", plugin("first"))
    one = site.load()
    site.install("second", plugin("second"))
    two = site.load()
    assert (list(one.games), list(two.games)) == (["first"], ["first", "second"])
    assert sys.modules[first].Heap is type(one.game("first").game) is type(two.game("first").game)


def test_of_modules_objects_and_games(site: Site) -> None:
    """In one call, in the order given, with names from what they are."""
    game, other = heap(site), heap(site, "other")
    module = ModuleType("my_bots")
    module.register_bots = hookimpl(lambda: {"mine": print})  # type: ignore[attr-defined]
    module.register_bots.__name__ = "register_bots"  # type: ignore[attr-defined]
    painter = SimpleNamespace(register_scenes=hookimpl(lambda: {"heap": print}))
    registry = Registry.of(game, module, painter, other)
    assert [each.name for each in registry.plugins] == ["heap", "my_bots", "SimpleNamespace-3", "other"]
    assert list(registry.games) == ["heap", "other"]
    assert registry.game("heap").game is game
    assert registry.game("heap").origin == Origin("heap", "")
    assert (registry.bot("mine"), registry.scene("heap")) == (print, print)


def test_of_is_strict_unless_told_otherwise(site: Site) -> None:
    game = heap(site)
    with pytest.raises(PluginProblem, match=r"plugin heap: the name 'heap' is taken by heap$"):
        Registry.of(game, game)
    with pytest.raises(PluginProblem, match=r"register_games returned the class Heap, not an instance, Heap\(\)"):
        Registry.of(type(game))
    registry = Registry.of(game, game, object(), strict=False)
    assert [each.status for each in registry.plugins] == ["ok", "failed", "failed"]
    assert list(registry.games) == ["heap"]


def test_an_optional_hook_of_a_later_version_is_passed_over(site: Site) -> None:
    """pluggy's own word for a plugin that serves several versions."""
    site.install("heap", plugin("heap", "@hookimpl(optionalhook=True)\ndef register_weather():\n    return 1"))
    assert list(site.load(strict=True).games) == ["heap"]


def test_a_hook_under_another_name(site: Site) -> None:
    """pluggy's ``specname`` works, and is checked like a name."""
    more = "@hookimpl(specname='register_bots')\ndef more_bots():\n    return {'another': print}"
    site.install("heap", plugin("heap", more))
    assert site.load(strict=True).bots.keys() == {"another", "heap-bot"}
    site.install("bad", plugin("bad", more.replace("'register_bots'", "'register_bot'")))
    assert report(site.load(), "bad").cause == "there is no hook 'register_bot'; did you mean register_bots?"


def test_a_property_of_a_plugin_object_may_raise() -> None:
    """Objects are read as far as their hooks go."""

    class Shop:
        @property
        def price(self) -> int:
            raise RuntimeError("closed")

        @hookimpl
        def register_bots(self) -> dict[str, Any]:
            return {"clerk": print}

    assert list(Registry.of(Shop()).bots) == ["clerk"]


def test_an_object_that_cannot_be_read_is_a_failed_plugin() -> None:
    class Sphinx:
        def __dir__(self) -> list[str]:
            raise RuntimeError("a riddle")

    [found] = Registry.of(Sphinx(), strict=False).plugins
    assert found.cause == "its hooks cannot be read: RuntimeError: a riddle"


def test_a_report_keeps_to_itself() -> None:
    """Two reports share no list."""
    one, two = PluginReport("a", "b", "c"), PluginReport("a", "b", "c")
    one.contributes.games.append("x")
    one.problems.append("y")
    assert (two.contributes.games, two.problems) == ([], [])


def test_nothing_is_written_where_plugins_lie(site: Site, tmp_path: Path) -> None:
    site.install("heap", plugin("heap"))
    before = sorted(path.name for path in tmp_path.iterdir() if path.name != "__pycache__")
    site.load()
    assert before == sorted(path.name for path in tmp_path.iterdir() if path.name != "__pycache__")
