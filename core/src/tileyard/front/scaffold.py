"""A new plugin: the distribution that ``tileyard new`` writes, a small complete game to turn into another one."""

from __future__ import annotations

import keyword
import re
import shutil
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import tileyard
from tileyard.ground.errors import UsageError

__all__ = ["check_name", "distribution", "new_game"]

_NAME = re.compile(r"[a-z][a-z0-9_-]*[a-z0-9]")
_LONGEST = 40
# Ids that would be mixed up with Tileyard's own words, packages or distributions.
_RESERVED = {"arena", "builtin", "core", "engine", "games", "plugins", "test", "testing", "tests", "tileyard", "web"}
# What the written modules call something else.
_TAKEN = {*tileyard.__all__, "Any", "Box", "Drew", "GameConformance", "Laid", "Lay", "Literal", "Options", "Panel", "Scene", "Score", "Seat", "Shape", "Table", "TestConformance", "Vault"}  # fmt: skip # noqa: E501


def check_name(name: str, games: Iterable[str] = ()) -> str:
    """``name`` if a new game may have it as its id beside the installed ``games``; otherwise :class:`UsageError`."""
    if len(name) > _LONGEST or not _NAME.fullmatch(name):
        rule = f"2 to {_LONGEST} lower-case letters, digits, _ and -, a letter first and no sign last"
        raise UsageError(f"{name!r} cannot be the id of a game: it must be {rule}", field="name", allowed=rule)
    if re.search(r"[_-]{2}", name):
        raise UsageError(f"{name!r} cannot be the id of a game: two signs stand together", field="name")
    if name in _RESERVED or _class(name) in _TAKEN or keyword.iskeyword(_class(name)) or keyword.iskeyword(name):
        raise UsageError(f"{name!r} is reserved, choose another name", field="name", reserved=sorted(_RESERVED))
    if name in games:
        raise UsageError(f"a game called {name!r} is installed already", field="name", taken=sorted(games))
    return name


def new_game(name: str, folder: Path, games: Iterable[str] = ()) -> list[str]:
    """Write the plugin of a game called ``name`` into ``folder``, which must be new or empty; its files.

    All or nothing: everything is written elsewhere and renamed. Raises :class:`UsageError` for a name
    that cannot be used (``games`` are taken) and for a folder that is in use or cannot be made.
    """
    words = _words(check_name(name, games))
    try:
        there = folder.is_symlink() or folder.exists()
        if there and not folder.is_dir():
            raise UsageError(f"{folder} is no folder; name a new one by --dir", field="dir")
        if there and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty; name a new or an empty folder by --dir", field="dir")
        folder.parent.mkdir(parents=True, exist_ok=True)
        # A folder that is there stays the same one: somebody may be in it.
        made = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=folder if there else folder.parent))
        try:
            written = sorted(_fill(files("tileyard.front") / "templates" / "game", made, words))
            if there:
                _move_up(made)
            else:
                made.chmod(0o755)
                made.rename(folder)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise UsageError(f"cannot make {folder}: {reason}", field="dir") from error
    return written


def _move_up(made: Path) -> None:
    """Move what is in ``made`` into the folder around it, all of it or nothing."""
    moved: list[Path] = []
    try:
        for part in sorted(made.iterdir()):
            moved.append(part.rename(made.parent / part.name))
        made.rmdir()
    except BaseException:
        for part in moved:
            part.rename(made / part.name)
        raise


def distribution(name: str) -> str:
    """The name of the distribution of a game's plugin."""
    return f"tileyard-{name.replace('_', '-')}"


def _class(name: str) -> str:
    return "".join(part.capitalize() for part in re.split(r"[_-]", name))


def _words(name: str) -> dict[str, str]:
    """What stands for what in the templates."""
    module = name.replace("-", "_")
    major, minor = version("tileyard").split(".")[:2]
    title = " ".join(re.split(r"[_-]", name)).capitalize()
    return {
        "id": name,
        "module": module,
        "package": f"tileyard_{module}",
        "distribution": distribution(name),
        "class": _class(name),
        "title": title,
        "bounds": f">={major}.{minor},<{major}.{int(minor) + 1}",
    }


def _fill(template: Traversable, target: Path, words: dict[str, str], below: str = "") -> Iterable[str]:
    names = {"package": words["package"], "test_game": f"test_{words['module']}", "game-": f"{words['id']}-"}
    for part in template.iterdir():
        name = re.sub(r"^(package$|test_game|game-)", lambda found: names[found[0]], part.name).removesuffix(".in")
        if part.is_dir():
            (target / name).mkdir()
            yield from _fill(part, target / name, words, f"{below}{name}/")
        else:
            text = part.read_text(encoding="utf-8")
            filled = re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], text)
            (target / name).write_text(filled, encoding="utf-8")
            yield below + name
