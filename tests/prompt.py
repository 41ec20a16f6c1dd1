"""Playing at the prompt of ``tileyard play``: lines go in, and what was kept is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from terminal import Outcome, tileyard

OCTOPUS = ["octopus", "--players", "2", "--seed", "3", "--option", "first_player=seat0"]


def play(*lines: str, to: list[str] | None = None, app: Any = None) -> Outcome:
    """Play with ``lines`` as input; then the input ends."""
    return tileyard("play", *(to or OCTOPUS), typed="".join(f"{line}\n" for line in lines), app=app)


def record(name: str) -> Any:
    """The record in a file, as plain JSON."""
    return json.loads(Path(name).read_bytes())


def moves(name: str) -> list[dict[str, Any]]:
    """The moves in it."""
    return [entry["move"] for entry in record(name)["entries"][1:]]
