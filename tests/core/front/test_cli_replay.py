"""``tileyard replay``: a true record passes, and every kind of lie is found at its ply."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terminal import tileyard
from tileyard import Chance


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "m.json"
    tileyard("watch", "brook", "--players", 3, "--seed", 7, "--save", path, "--quiet")
    return path


def changed(saved: Path, change: Callable[[Any], None]) -> Path:
    record = json.loads(saved.read_bytes())
    change(record)
    path = saved.parent / "changed.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_true_record_is_verified(saved: Path) -> None:
    shown = tileyard("replay", saved, "--verify")
    assert shown.code == 0
    assert "every move is as recorded" in shown.out
    report = tileyard("replay", saved, "--json").document
    again = tileyard("watch", "brook", "--players", 3, "--seed", 7, "--json").document
    view = report["view"]
    assert report == again | {"verified": True, "bots": [], "view": view}
    assert (view["player"], view["ply"], view["scores"]) == (None, report["plies"], report["scores"])


def _move(record: Any) -> None:
    entry = record["entries"][5]
    entry["move"] = {**entry["move"], "turn": (entry["move"]["turn"] + 1) % 4}


def _other(record: Any) -> None:
    record["entries"][5]["player"] = 2 - record["entries"][5]["player"] // 2


def _drawn(record: Any) -> None:
    record["entries"][5]["drawn"][0] ^= 1


def _digest(record: Any) -> None:
    digest = record["entries"][5]["digest"]
    record["entries"][5]["digest"] = ("1" if digest[0] == "0" else "0") + digest[1:]


def _seed(record: Any) -> None:
    record["header"]["seed"] = "8"


def _seed_and_commitment(record: Any) -> None:
    record["header"] |= {"seed": "8", "commitment": Chance.from_seed("8").commitment}


def _option(record: Any) -> None:
    record["header"]["options"]["dams"] = True


def _final(record: Any) -> None:
    record["final"]["scores"][0] += 1


LIES: list[tuple[Callable[[Any], None], str, set[str]]] = [
    (_move, "ply 5: ", {"move", "rules"}),
    (_other, "ply 5: ", {"move"}),
    (_drawn, "ply 5: ", {"chance"}),
    (_digest, "ply 5: ", {"rules"}),
    (_seed, "ply 0: ", {"seed"}),
    (_seed_and_commitment, "ply 0: ", {"chance"}),
    (_final, "ply ", {"result"}),
]


@pytest.mark.parametrize(("lie", "where", "causes"), LIES, ids=lambda value: getattr(value, "__name__", None))
@pytest.mark.parametrize("words", [[], ["--verify"], ["--ply", "0"]], ids=" ".join)
def test_one_change_is_found_with_its_ply_and_cause(
    saved: Path, lie: Callable[[Any], None], where: str, causes: set[str], words: list[str]
) -> None:
    shown = tileyard("replay", changed(saved, lie), *words, "--json")
    assert shown.code == 1
    error = shown.document["error"]
    assert error["code"] == "replay_diverged"
    assert error["message"].startswith(where)
    assert error["facts"]["cause"] in causes
    assert shown.err.startswith(f"error[replay_diverged]: {where}")


@settings(max_examples=25)
@given(data=st.data())
def test_no_single_change_of_a_ply_goes_unseen(saved: Path, data: st.DataObject) -> None:
    record = json.loads(saved.read_bytes())
    ply = data.draw(st.integers(1, len(record["entries"]) - 1))
    entry = record["entries"][ply]
    kinds = ["digest", "tile", "cell", "turn", "player", *(["drawn"] if "drawn" in entry else [])]
    kind = data.draw(st.sampled_from(kinds))
    if kind == "digest":
        entry["digest"] = f"{int(entry['digest'], 16) ^ 1 << data.draw(st.integers(0, 63)):016x}"
    elif kind == "player":
        entry["player"] = data.draw(st.sampled_from([p for p in range(3) if p != entry["player"]]))
    elif kind == "drawn":
        entry["drawn"][0] += data.draw(st.sampled_from([-1, 1, 2**40]))
    else:
        entry["move"][kind] += data.draw(st.sampled_from([-1, 1, 5]))
    path = changed(saved, lambda old: old.update(record))
    shown = tileyard("replay", path, "--verify", "--json")
    assert shown.code == 1
    assert shown.document["error"]["facts"]["ply"] == ply


def test_a_ply_in_the_middle_is_shown(saved: Path) -> None:
    report = tileyard("replay", saved, "--ply", 4, "--json").document
    assert (report["plies"], report["over"]) == (4, False)
    shown = tileyard("replay", saved, "--ply", 4).out
    assert "lays a tile" in shown
    code, error = tileyard("replay", saved, "--ply", 1000).error
    assert code == 2
    assert error.startswith("error[stale_ply]: ")


def test_a_player_sees_the_own_hand_and_a_spectator_none(saved: Path) -> None:
    spectator = tileyard("replay", saved, "--ply", 4)
    player = tileyard("replay", saved, "--ply", 4, "--player", 2)
    assert "Your tiles" not in spectator.out
    assert "Your tiles" in player.out
    assert tileyard("replay", saved, "--ply", 4, "--json").document["view"]["seat"] is None
    assert len(tileyard("replay", saved, "--player", 2, "--ply", 4, "--json").document["view"]["seat"]["hand"]) == 3
    wrong = tileyard("replay", saved, "--player", 4)
    assert wrong.error == (2, "error[bad_players]: there is no player 4; players are 1 to 3")


def test_a_ply_is_drawn_as_whoever_saw_it(saved: Path, tmp_path: Path) -> None:
    """And what is said about it is the same as without the picture."""
    drawn = {name: tmp_path / f"{name}.svg" for name in ("spectator", "player")}
    at = ["replay", saved, "--ply", 4]
    assert tileyard(*at, "--svg", drawn["spectator"]).out == tileyard(*at).out
    assert tileyard(*at, "--svg", drawn["player"], "--player", 2, "--json").document["plies"] == 4
    texts = {name: file.read_text() for name, file in drawn.items()}
    assert all(ElementTree.fromstring(text).tag.endswith("svg") for text in texts.values())
    assert [name for name, text in texts.items() if "Your tiles" in text] == ["player"]
    for place in (tmp_path, tmp_path / "no" / "m.svg"):
        code, error = tileyard(*at, "--svg", place).error
        assert (code, error.partition(" ")[0]) == (2, "error[usage]:")


def test_what_happened_is_told_ply_by_ply(saved: Path) -> None:
    record = json.loads(saved.read_bytes())
    lines = tileyard("replay", saved, "--moves").out.splitlines()
    assert "   0  the match begins" in lines
    for ply, entry in enumerate(record["entries"][1:], 1):
        (line,) = (line for line in lines if line.startswith(f"{ply:>4}  "))
        assert f"Player {entry['player'] + 1} lays a " in line
    assert "draw" not in "".join(lines)
    assert "You draw a " in tileyard("replay", saved, "--moves", "--player", 1).out


def test_the_published_commitment_is_compared(saved: Path) -> None:
    published = json.loads(saved.read_bytes())["header"]["commitment"]
    assert tileyard("replay", saved, "--verify", "--commitment", published).code == 0
    code, error = tileyard("replay", saved, "--verify", "--commitment", "0" * 64).error
    assert code == 1
    assert error.startswith("error[replay_diverged]: ply 0: seed: ")
    assert tileyard("replay", saved, "--commitment", "hash").error[0] == 2


def _plugin(record: Any) -> None:
    record["header"]["plugin"]["version"] = "99.0"


def _rules(record: Any) -> None:
    record["header"]["rules"] = 99


def _game(record: Any) -> None:
    record["header"]["game"] = "brok"


def _format(record: Any) -> None:
    record["header"]["format"] = 99


def _options(record: Any) -> None:
    record["header"]["options"]["hand"] = 99


def _players(record: Any) -> None:
    record["header"]["players"] = 99


def _scorers(record: Any) -> None:
    record["header"]["scorers"] = ["none"]


def _shape(record: Any) -> None:
    del record["entries"][3]["digest"]


REFUSED: list[tuple[Callable[[Any], None], str]] = [
    (_plugin, "unknown_version"),
    (_rules, "rules_mismatch"),
    (_game, "unknown_game"),
    (_format, "bad_record"),
    (_options, "bad_options"),
    (_players, "bad_players"),
    (_scorers, "unknown_name"),
    (_shape, "bad_record"),
]


@pytest.mark.parametrize(("change", "code"), REFUSED, ids=lambda value: getattr(value, "__name__", None))
def test_a_record_that_cannot_be_played_here_is_refused(saved: Path, change: Callable[[Any], None], code: str) -> None:
    path = changed(saved, change)
    for command in (["replay"], ["watch", "--resume"], ["play", "--resume"]):
        found, line = tileyard(*command, path).error
        assert found == 2
        assert line.startswith(f"error[{code}]: ")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\x00", b"[]", b'{"game":"octopus"}', b"[" * 100_000], ids=lambda data: repr(data[:8])
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(data)
    code, line = tileyard("replay", path).error
    assert code == 2
    assert line.startswith("error[bad_record]: not a match record: ")


@settings(max_examples=20)
@given(cut=st.floats(0, 0.999))
def test_a_truncated_file_is_refused(saved: Path, cut: float) -> None:
    data = saved.read_bytes().rstrip()
    path = saved.parent / "short.json"
    path.write_bytes(data[: int(cut * len(data))])
    assert tileyard("replay", path).error[0] == 2
