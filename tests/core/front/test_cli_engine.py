"""``tileyard engine``: a conversation through pipes, to its end in every way."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from terminal import PROGRAM, process


def talk(*lines: str, **env: str) -> list[Any]:
    shown = process("engine", typed="\n".join(lines).encode(), **env)
    assert (shown.code, shown.err) == (0, "")
    return [json.loads(line) for line in shown.out.splitlines()]


def test_each_line_has_its_answer_until_bye() -> None:
    new = '{"op":"new","game":"octopus","players":3,"seed":"7","options":{}}'
    opened, wrong, updates, bye = talk(new, "nonsense", '{"op":"updates","since":-1}', '{"op":"bye"}', new)
    assert (opened["reply"], opened["match"], opened["info"]["players"]) == ("new", "m1", 3)
    assert wrong["error"]["code"] == "bad_payload"
    assert updates["updates"][0]["ply"] == 0
    assert bye == {"reply": "bye"}


def test_the_end_of_the_input_is_the_end_and_the_locale_does_not_matter() -> None:
    for env in ({}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}):
        (answer,) = talk('{"op":"new","game":"\u00f6"}', **env)
        assert answer["error"]["facts"]["name"] == "\u00f6"
    assert talk("") == []


def test_it_is_quiet_when_nobody_listens_any_more() -> None:
    with subprocess.Popen(
        [*PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(b'{"op":"games"}\n')
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["reply"] == "games"
        running.stdout.close()
        running.stdin.write(b'{"op":"games"}\n' * 3)
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0
