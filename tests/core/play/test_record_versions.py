"""Records of other games, other rules and other plugins: migrated by the game, or refused by name."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from market import Duel, Market
from records import PLUGIN, load, saved, spoil, whole
from tileyard import (
    Frozen,
    GameFault,
    Match,
    ReplayDiverged,
    RulesMismatch,
    UnknownVersion,
)
from tileyard.play.record import Origin


def test_a_record_of_another_game_is_refused() -> None:
    """By both names."""
    with pytest.raises(RulesMismatch) as caught:
        Match.replay(whole().record(), Duel())
    assert caught.value.facts == {"game": "duel", "record": "market"}


class NewOptions(Frozen):
    rounds: int = 2
    secret: bool = False
    name: str = ""


class Market2(Market):
    """The market after its rules were written anew: a move and an option have other names."""

    rules = 2

    def migrate(self, record: Any) -> Any:
        if record.header.rules != 1:
            return super().migrate(record)
        record.header.rules = 2
        record.header.options["turns"] = record.header.options.pop("length")
        for entry in record.entries[1:]:
            if entry.move["type"] == "put":
                entry.move = {"type": "lay", "tile": entry.move["piece"]}
        return record


def old_record() -> Any:
    """How the first version wrote it."""
    plain = saved(whole())
    plain["header"]["options"]["length"] = plain["header"]["options"].pop("turns")
    for entry in plain["entries"][1:]:
        if entry["move"]["type"] == "lay":
            entry["move"] = {"type": "put", "piece": entry["move"]["tile"]}
    return plain


def test_an_old_record_is_migrated_by_the_game() -> None:
    """Moves and options are plain data at that point; the record itself stays as it is."""
    record = load(old_record())
    before = copy.deepcopy(record)
    match = Match.replay(record, Market2())
    assert match.digest == whole().digest
    assert match.record().header.rules == 2
    assert record == before


def test_a_record_still_in_memory_is_migrated_as_a_file_would_be() -> None:
    """The game gets plain data either way, and what it does stays its own."""
    seen = []

    class Looking(Market):
        rules = 3

        def migrate(self, record: Any) -> Any:
            seen.extend([record.header.options, record.entries[1].move])
            record.header.rules = 3
            record.entries[1].digest = "spoilt"
            return record

    match = whole()
    record = match.record()
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(record, Looking())
    assert caught.value.facts == {"ply": 1, "cause": "rules"}
    assert [type(part) for part in seen] == [dict, dict]
    assert record == match.record()


@pytest.mark.parametrize("rules", [3, 0])
def test_rules_that_cannot_be_migrated_are_refused_by_name(rules: int) -> None:
    """Newer ones, or too old ones."""
    with pytest.raises(RulesMismatch) as caught:
        Match.replay(load(spoil(saved(whole()), ["header", "rules"], rules)), Market2())
    assert caught.value.facts == {"game": "market", "rules": 2, "record": rules}


def failing(record: Any) -> Any:
    raise KeyError("turns")


def spoil_entries(record: Any) -> Any:
    record.header.rules = 2
    record.entries = [1]
    return record


MIGRATIONS: dict[str, Callable[[Any], Any]] = {
    "raises": failing,
    "gives nothing": lambda record: None,
    "gives a dict": lambda record: {},
    "leaves the rules as they are": lambda record: record,
    "spoils the entries": spoil_entries,
}


@pytest.mark.parametrize("name", MIGRATIONS)
def test_a_migration_that_fails_is_a_fault_of_the_game(name: str) -> None:
    """Never a record half loaded."""

    class Bad(Market):
        rules = 2

        def migrate(self, record: Any) -> Any:
            return MIGRATIONS[name](record)

    with pytest.raises(GameFault) as caught:
        Match.replay(load(saved(whole())), Bad())
    assert caught.value.facts["verb"] == "migrate"
    assert caught.value.facts["game"] == "market"


VERSIONS = {
    "1.2.0": True,
    "1.2": True,
    "1.1.9": True,
    "1.2rc1": True,
    "1.2.0.dev3": True,
    "0.9": True,
    "1.2.0+local.7": True,
    "1.2.1": False,
    "1.10": False,
    "2": False,
    "1.2.0.post1": False,
    "latest": False,
    "": False,
    "1" * 5000: False,
}


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version[:12])
def test_a_record_of_a_newer_plugin_is_refused(version: str) -> None:
    """An older one with the same rules is played; what is no version is not known, and is not quoted without end."""
    record = load(spoil(saved(whole(plugin=PLUGIN)), ["header", "plugin", "version"], version))
    if VERSIONS[version]:
        assert Match.replay(record, Market(), plugin=PLUGIN).digest == whole().digest
        return
    with pytest.raises(UnknownVersion) as caught:
        Match.replay(record, Market(), plugin=PLUGIN)
    assert caught.value.facts == {
        "plugin": "tileyard-market",
        "version": version if len(version) < 4000 else f"{version[:3997]}...",
        "installed": "tileyard-market 1.2.0",
    }


@pytest.mark.parametrize(("made", "installed"), [("1.2.0", "1.2"), ("1.2", "1.2.0.0"), ("v1.0", "1"), ("0.0", "0")])
def test_zeros_at_the_end_make_no_newer_version(made: str, installed: str) -> None:
    """Nor does a v before it."""
    record = whole(plugin=Origin("m", made)).record()
    assert Match.replay(record, Market(), plugin=Origin("m", installed)).over


def test_a_record_of_another_plugin_is_refused() -> None:
    """Two distributions may each have a game of this name."""
    with pytest.raises(UnknownVersion, match=r"tileyard-market.*other-market"):
        Match.replay(whole(plugin=PLUGIN).record(), Market(), plugin=Origin("other-market", "1.2.0"))


def test_a_game_without_a_plugin_replays_any_record_of_it() -> None:
    """And the other way round: there is nothing to compare."""
    assert Match.replay(whole(plugin=PLUGIN).record(), Market()).digest == whole().digest
    assert Match.replay(whole().record(), Market(), plugin=PLUGIN).digest == whole().digest


def test_a_newer_version_is_refused_before_the_rules_are_asked() -> None:
    """Its rules are newer too, and migrating them is beyond what is installed."""
    plain = saved(whole(plugin=PLUGIN))
    plain["header"]["rules"] = 9
    plain["header"]["plugin"]["version"] = "9"
    with pytest.raises(UnknownVersion):
        Match.replay(load(plain), Market(), plugin=PLUGIN)
