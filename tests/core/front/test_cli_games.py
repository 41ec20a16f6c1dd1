"""``tileyard games`` and ``tileyard plugins``, and what all commands have in common."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from terminal import PROGRAM, process, registry, tileyard
from tileyard import GameFault, Registry, hookimpl
from tileyard.front import builtin
from tileyard.front.cli import build, output


class Failing:
    """A plugin with commands that fail in every way there is."""

    @hookimpl
    def register_commands(self, cli: Any) -> None:
        @cli.command("crash")
        def crash() -> None:
            """Meet a fault nobody foresaw."""
            raise RuntimeError("two\nlines, and \udcff")

        @cli.command("fault")
        def fault() -> None:
            """Meet a game that breaks its contract."""
            raise GameFault("the game broke", verb="apply", odd=object())

        @cli.command("stop")
        def stop() -> None:
            """Be interrupted."""
            raise KeyboardInterrupt


FAILING = build(Registry.of(builtin, Failing()))


def test_games_are_listed_with_what_a_program_needs() -> None:
    games = {game["id"]: game for game in tileyard("games", "--json").document}
    octopus = games["octopus"]
    assert (octopus["title"], octopus["players"], octopus["rules"]) == ("Octopus", [2, 3, 4, 5, 6], 1)
    assert octopus["plugin"] == {"name": "tileyard-octopus", "version": "0.1.0"}
    assert sorted(games) == list(games) == sorted(registry().games)


@pytest.mark.parametrize("command", ["rules", "play", "watch", "check"])
def test_a_command_without_a_game_says_which_there_are(command: str) -> None:
    code, line = tileyard(command).error
    assert code == 2
    assert line.startswith(f"error[usage]: which game? installed: {', '.join(sorted(registry().games))}")


def test_games_are_listed_for_people_with_their_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # so that no sentence is broken
    shown = tileyard("games")
    assert "octopus" in shown.out
    assert "2-6" in shown.out
    one = tileyard("games", "octopus").out
    for word in ("first_tile", "is_first_turn", "hidden", "greedy, mcts, minimax (with 2 players), random"):
        assert word in one
    assert "With 'extra' the starting player" in one
    assert "dams     false     true, false" in tileyard("games", "brook").out


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("nile1967", "greedy, mcts, random"),
        ("brook", "greedy, mcts, random"),
        ("octopus", "greedy, mcts, minimax (with 2 players), random"),
        ("qaleh-nil", "greedy, mcts, minimax (with 2 players), random"),
    ],
)
def test_the_bots_that_are_listed_play_the_game(game: str, bots: str) -> None:
    shown = tileyard("games", game).out
    assert shown.splitlines()[-1] == f"bots: {bots}"
    assert f"How to play: tileyard rules {game}" in shown


def test_every_game_tells_how_it_is_played_and_programs_too() -> None:
    for entry in tileyard("games", "--json").document:
        assert "\n\nYour first turn: " in entry["how_to_play"]
        assert all(line.isprintable() for line in entry["how_to_play"].splitlines())
        assert entry["title"] in tileyard("rules", entry["id"]).out


def test_an_unknown_game_is_named_with_those_like_it() -> None:
    for command in (["games"], ["watch"], ["play"], ["check"], ["schema"]):
        shown = tileyard(*command, "octopos", "--json") if command != ["play"] else tileyard(*command, "octopos")
        assert shown.error == (2, "error[unknown_game]: unknown game 'octopos'; did you mean octopus?")
        if command != ["play"]:
            error = shown.document["error"]
            assert error["code"] == "unknown_game"
            assert error["facts"]["near"] == ["octopus"]


def test_plugins_are_shown_with_what_they_add_and_what_is_wrong() -> None:
    reports = {report["name"]: report for report in tileyard("plugins", "--json").document}
    assert reports["octopus"]["status"] == "ok"
    assert reports["octopus"]["contributes"]["games"] == ["octopus"]
    assert "watch" in reports["builtin"]["contributes"]["commands"]
    assert tileyard("plugins", "--strict").code == 0

    class Broken:
        @hookimpl
        def register_games(self) -> list[Any]:
            raise ValueError("no \x1b[31mtiles")

    app = build(Registry.of(builtin, Broken(), strict=False))
    shown = tileyard("plugins", app=app)
    assert shown.code == 0
    assert "failed" in shown.out
    assert r"no \x1b[31mtiles" in shown.out
    assert "\x1b" not in shown.out
    assert tileyard("plugins", "--strict", "--json", app=app).code == 1


def test_a_note_that_nobody_can_be_told_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin may have closed standard error."""
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    output.note("stopped")
    assert sys.stderr is closed


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("nonsense", "tileyard"),
        ("games --nonsense", "tileyard games"),
        ("watch octopus --players many", "tileyard watch"),
        ("watch octopus --players", "tileyard watch"),
        ("replay", "tileyard replay"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(line: str, where: str) -> None:
    """It points to the help of the command that was meant."""
    code, error = tileyard(*line.split()).error
    assert code == 2
    assert error.startswith("error[usage]: ")
    assert error.endswith(f"(see {where} --help)")
    assert tileyard(*line.split(), "--json").document["error"]["code"] == "usage"


@pytest.mark.parametrize(
    ("words", "field", "what"),
    [
        (["games", ""], "", "an argument"),
        (["replay", ""], "", "an argument"),
        (["replay", "m.json", "--commitment", ""], "commitment", "the value of --commitment"),
        (["watch", "brook", "--seed="], "seed", "the value of --seed"),
        (["schema", "--out", ""], "out", "the value of --out"),
    ],
)
def test_what_is_empty_is_no_default(words: list[str], field: str, what: str) -> None:
    """Else a variable that was not set would verify any record, or throw a match away."""
    assert tileyard(*words).error == (2, f"error[usage]: {what} is empty")
    assert tileyard(*words, "--json").document["error"]["facts"] == {"field": field}


def test_what_nobody_foresaw_is_one_line_too() -> None:
    code, error = tileyard("crash", app=FAILING).error
    assert code == 1
    told = r"the command crash failed: RuntimeError: two lines, and \udcff"
    assert error.startswith(f"error[plugin_problem]: plugin Failing-2: {told}")
    assert "TILEYARD_TRACEBACK=1" in error


def test_the_traceback_is_there_for_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEYARD_TRACEBACK", "1")
    assert "Traceback" in CliRunner().invoke(FAILING, ["crash"]).stderr


def test_a_fault_of_a_game_is_exit_code_1_and_facts_are_always_json() -> None:
    shown = tileyard("fault", app=FAILING)
    assert shown.error == (1, "error[game_fault]: the game broke")
    shown = CliRunner().invoke(FAILING, ["fault", "--", "--json"])
    assert shown.exit_code == 2


def test_an_interrupt_is_exit_code_130() -> None:
    assert tileyard("stop", app=FAILING).code == 130


# Where Ctrl-C comes: before all, while the command line is imported, and while a plugin is.
@pytest.mark.parametrize("module", ["tileyard", "typer", "tileyard_octopus.rules"])
def test_an_interrupt_while_it_is_loaded_is_quiet(module: str) -> None:
    program = f"""
import os, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
{PROGRAM[-1]}
"""
    done = subprocess.run([sys.executable, "-c", program, "games"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")
    ignoring = program.replace("import os, signal, sys", "import os, signal, sys; signal.signal(2, signal.SIG_IGN)")
    assert subprocess.run([sys.executable, "-c", ignoring, "games"], capture_output=True, check=False).returncode == 0


def shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A line for bash, with ``$T`` for the program."""
    program = " ".join(map(shlex.quote, PROGRAM))
    script = f"set -o pipefail; {line.replace('$T', program)}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, env=os.environ | env)


@pytest.mark.parametrize("words", ["games", "games --json", "games brook", "--help", "games --help", "octopos --json"])
def test_it_is_quiet_when_nobody_reads_its_output(words: str) -> None:
    done = shell(f"(sleep 0.1; $T {words}) | true")
    assert done.returncode == 141
    assert [line for line in done.stderr.splitlines() if not line.startswith("error[usage]: No such command")] == []


@pytest.mark.parametrize(
    "words", ["games", "games --json", "games brook", "watch brook --seed 1 --plies 0", "--help", "play -h"]
)
def test_a_full_disk_below_the_output_is_said_so(words: str) -> None:
    done = shell(f"$T {words} >/dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        "error[usage]: cannot write standard output: No space left on device\n",
    )
    assert shell("$T octopos --json >/dev/full 2>/dev/full").returncode == 2
    done = shell("""echo '{"op":"games"}' | $T engine >/dev/full""")
    assert (done.returncode, done.stderr) == (2, "error[usage]: cannot write the answer: No space left on device\n")


def test_an_error_holds_nothing_that_a_terminal_would_obey() -> None:
    code, error = tileyard("watch", "brook", "--plies", "0", "--save", "/nowhere/\x1b[2J\x9b\r\u202e.json").error
    assert (code, error) == (
        2,
        r"error[usage]: cannot write /nowhere/\x1b[2J\x9b \u202e.json: No such file or directory",
    )


@pytest.mark.parametrize("columns", ["\u00b2", "9" * 5000, "x", "-1", "0"])
def test_a_width_that_is_none_is_not_kept_to(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # the test runner tells its own
    assert process("games", COLUMNS=columns).out == process("games").out


@pytest.mark.parametrize(
    ("words", "code"),
    [("schema octopus --out {} --json", 0), ("new snakes --dir {} --json", 0), ("games {} --json", 2)],
)
def test_a_name_that_is_no_text_ends_no_document(words: str, code: int, tmp_path: Path) -> None:
    """Names of files are bytes; in a document, what is no text is a question mark."""
    place = str(tmp_path / "\udcff")
    outcome = tileyard(*(place if word == "{}" else word for word in words.split()))
    assert outcome.code == code, outcome
    assert str(tmp_path) in json.dumps(outcome.document)
    assert "\\ud" not in outcome.out.replace("\\\\", "")


def test_version_and_help() -> None:
    assert tileyard("--version").out == "tileyard 0.1.0\n"
    for words in ([], ["--help"], ["-h"]):
        shown = tileyard(*words)
        assert shown.code == 0
        assert "watch" in shown.out


def test_listing_games_imports_neither_networkx_nor_what_draws() -> None:
    for words in (["games"], ["games", "--json"]):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", *PROGRAM[1:], *words], capture_output=True, text=True, check=True
        )
        imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "tileyard_octopus.rules" in imported
        assert "networkx" not in imported
        assert "tileyard.front.svg" not in imported
        assert "hypothesis" not in imported
        assert ("rich" in imported) == (words == ["games"])


def test_the_help_is_shown_without_what_draws_tables() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *PROGRAM[1:], "--help"], capture_output=True, text=True, check=True
    )
    assert "Let bots play a match." in done.stdout
    assert not [line for line in done.stderr.splitlines() if line.rpartition("|")[2].strip().startswith("rich")]


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"NO_COLOR": "1", "COLUMNS": "20"},
        {"TERM": "dumb", "PYTHONIOENCODING": "latin-1"},
    ],
    ids=lambda env: " ".join(map("=".join, env.items())),
)
def test_every_locale_and_width_will_do(env: dict[str, str]) -> None:
    for words in (["games", "octopus"], ["watch", "octopus", "--seed", "7", "--plies", "5"], ["--help"]):
        shown = process(*words, **env)
        assert shown.code == 0
        assert shown.err == ""
        assert "\x1b" not in shown.out
        if env.get("LC_ALL") and words != ["--help"]:
            assert shown.out.isascii()
            assert "?" not in shown.out
    shown = process("games", "n\u00f6", **env)
    assert shown.code == 2
    assert len(shown.err.splitlines()) == 1


def test_a_closed_pipe_is_quiet() -> None:
    line = f"{' '.join(map(repr, PROGRAM))} watch octopus --every --seed 1 | head -n 1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Octopus")
    assert done.stderr == ""
