"""Errors: stable codes, facts that survive, names like the one that was meant."""

from __future__ import annotations

import copy
import difflib
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tileyard
from tileyard.ground import errors
from tileyard.ground.errors import BadPayload, TileyardError, UnknownGame, UnknownName, cause_of

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, TileyardError)]
CODES = {
    "BadOptions": "bad_options",
    "BadPayload": "bad_payload",
    "BadPlayers": "bad_players",
    "BadRecord": "bad_record",
    "BotFault": "bot_fault",
    "CannotUndo": "cannot_undo",
    "GameFault": "game_fault",
    "IllegalMove": "illegal_move",
    "InternalError": "internal",
    "MatchOver": "match_over",
    "NotYourTurn": "not_your_turn",
    "PluginProblem": "plugin_problem",
    "ReplayDiverged": "replay_diverged",
    "RulesMismatch": "rules_mismatch",
    "ScorerFault": "scorer_fault",
    "StalePly": "stale_ply",
    "TileyardError": "error",
    "UnknownGame": "unknown_game",
    "UnknownName": "unknown_name",
    "UnknownVersion": "unknown_version",
    "UsageError": "usage",
}
FACTS = st.dictionaries(
    st.sampled_from(["field", "allowed", "rule", "path", "kind", "name", "ply", "near", "self_"]),
    st.recursive(st.none() | st.integers() | st.text(), lambda part: st.lists(part, max_size=3), max_leaves=4),
)


def test_codes_are_as_published() -> None:
    """Programs in other languages switch on them."""
    assert {kind.__name__: kind.code for kind in KINDS} == CODES


def test_all_errors_are_public() -> None:
    """Whoever catches one can name it."""
    assert {name for name in vars(tileyard) if name in CODES} == set(CODES)


@given(kind=st.sampled_from(KINDS), message=st.text(), facts=FACTS)
def test_message_and_facts_survive_pickling_and_copying(
    kind: type[TileyardError], message: str, facts: dict[str, object]
) -> None:
    """A worker process raises to its parent what it would raise in it."""
    error = kind(message, **facts)
    assert str(error) == message
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is kind
        assert (str(twin), twin.message, twin.facts, twin.code) == (message, message, facts, kind.code)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_says_when_it_is_raised_and_with_which_facts(kind: type[TileyardError]) -> None:
    """The reference page is made of these lines."""
    assert kind.__doc__
    assert "acts" in kind.__doc__


def test_an_unknown_name_is_answered_with_names_like_it() -> None:
    """Capitals and a slip of the finger do not matter."""
    error = UnknownGame.of("game", "Octopsu", ["brook", "octopus", "nile1967"])
    assert type(error) is UnknownGame
    assert error.facts == {
        "kind": "game",
        "name": "Octopsu",
        "near": ["octopus"],
        "allowed": ["brook", "nile1967", "octopus"],
    }
    assert str(error) == "unknown game 'Octopsu'; did you mean octopus?"


def test_without_a_similar_name_all_are_listed() -> None:
    """In order, whatever order they came in; and if there is none at all, that."""
    assert str(UnknownName.of("format", "zzz", {"text", "svg"})) == "unknown format 'zzz'; known: svg, text"
    assert str(UnknownName.of("bot", "x", [])) == "unknown bot 'x'; known: none"


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("nile", ["nile1967", "nile2009"]),
        ("NILE2008", ["nile2009"]),
        ("bruk", ["brook"]),
        ("castle", []),
        ("chess", []),
        ("", []),
    ],
)
def test_only_what_can_be_meant_is_offered(typed: str, near: list[str]) -> None:
    """What begins so comes before what looks so, and what looks little like it is left out."""
    known = ["brook", "nile1967", "nile2009", "octopus", "tiles"]
    assert UnknownName.of("game", typed, known).facts["near"] == near


def test_of_many_names_the_first_are_listed() -> None:
    assert str(UnknownName.of("cell", "?", map(str, range(100, 200)))).endswith("118, 119 and 80 more")


def test_what_was_sent_is_quoted_as_far_as_a_person_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of megabytes comes back in no answer, and is compared with no other one."""
    monkeypatch.setattr(difflib, "get_close_matches", lambda typed, *_, **__: [typed] if len(typed) > 80 else [])
    for error in (UnknownName.of("game", "x" * 10**6, ["octopus"]), BadPayload("y" * 10**6, field="z" * 10**6)):
        assert all(len(text) <= 4000 for text in (str(error), *map(str, error.facts.values())))
    error = UnknownName.of("game", "octopus" * 10**5, ["octopus"])
    assert (len(error.facts["name"]), error.facts["name"][-3:], error.facts["near"]) == (80, "...", [])


def test_facts_of_a_name_are_json() -> None:
    """A generator given as the known names is used up once only."""
    error = UnknownName.of("bot", "gready", (name for name in ("random", "greedy")))
    assert json.loads(json.dumps(error.facts)) == error.facts
    assert error.facts["near"][0] == "greedy"
    assert error.facts["allowed"] == ["greedy", "random"]


def test_a_cause_is_one_that_can_be_shown_whatever_was_raised() -> None:
    """Text without end is cut, and an error that cannot say what it is does not become another one."""

    class Mute(Exception):
        def __str__(self) -> str:
            raise SystemExit(3)

    assert cause_of(ValueError("no tiles")) == "ValueError: no tiles"
    assert cause_of(SystemExit(3)) == "SystemExit: 3"
    assert cause_of(ValueError("x" * 10_000)) == f"ValueError: {'x' * 497}..."
    assert cause_of(Mute()) == "Mute: which does not say what it is"


def test_no_code_is_used_twice() -> None:
    """A code leads back to one kind of error."""
    assert len({kind.code for kind in KINDS}) == len(KINDS)
    source = Path(errors.__file__).read_text("utf-8")
    assert source.count("    code = ") == len(KINDS) - 1
