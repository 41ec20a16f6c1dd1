"""The page of the protocol shows what the engine says: each exchange is made, each field is listed."""

from __future__ import annotations

import json
import re
import typing
from pathlib import Path

import msgspec
import pytest

from tileyard import Registry
from tileyard.front.bots import Greedy, Mcts, Minimax
from tileyard.front.protocol import Reply, Request
from tileyard.front.session import Session

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "embed" / "protocol.md").read_text()
EXCHANGE = re.compile(r"^> (.*)\n< (.*)$", re.MULTILINE)
REQUESTS = [getattr(kind, "__origin__", kind) for kind in typing.get_args(Request)]


def test_the_engine_says_what_the_page_says():
    session = Session(Registry.load())
    exchanges = EXCHANGE.findall(PAGE)
    assert len(re.findall(r"^[<>] ", PAGE, re.MULTILINE)) == 2 * len(exchanges)
    asked, told = set(), set()
    for request, shown in exchanges:
        reply = session.handle(request).decode()
        pattern = ".*".join(map(re.escape, shown.split("…")))
        assert re.fullmatch(pattern, reply, re.DOTALL), f"{request}\n{reply}"
        assert shown.startswith('{"reply":"')
        told.add(json.loads(reply)["reply"])
        if request.startswith('{"op":"'):
            asked.add(json.loads(request)["op"])
    assert asked >= {kind.__struct_config__.tag for kind in REQUESTS}
    assert told >= {getattr(k, "__origin__", k).__struct_config__.tag for k in typing.get_args(Reply)} - {"load"}


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__struct_config__.tag)
def test_the_table_lists_the_fields_of_each_request(kind):
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind.__struct_config__.tag}` |"))
    fields = row.split("|")[2]
    optional = set(re.findall(r"\*`(\w+)`\*", fields))
    required = set(re.findall(r"`(\w+)`", fields)) - optional
    needed = {field.name: field.required for field in msgspec.structs.fields(kind)}
    assert required == {name for name, is_needed in needed.items() if is_needed}
    assert optional == set(needed) - required


@pytest.mark.parametrize("kind", [Greedy, Mcts, Minimax])
def test_the_page_of_bots_lists_the_settings_and_their_defaults(kind):
    page = (DOCS / "reference" / "bots.md").read_text()
    section = page.split(f"\n## {kind.__name__.lower()}\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\|([^|]*)\|$", section, re.MULTILINE))
    defaults = {name: getattr(kind(), name) for name in kind.__struct_fields__}
    assert sorted(rows) == sorted(defaults)
    assert {name: float(rows[name]) for name, value in defaults.items() if value is not None} == {
        name: value for name, value in defaults.items() if value is not None
    }
