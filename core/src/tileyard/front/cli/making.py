"""``tileyard schema``, ``tileyard new`` and ``tileyard engine``: for those who build on Tileyard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tileyard.front.cli import output
from tileyard.front.cli.listing import Json
from tileyard.plug.registry import Registry

__all__ = ["engine", "new", "schema"]


def schema(
    context: typer.Context,
    game: Annotated[list[str], typer.Argument(metavar="[GAME]...", help="These games.", show_default="all")] = [],
    out: Annotated[str, typer.Option(metavar="DIR", help="The folder of the schemas.")] = "schemas",
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if the files differ.")] = False,
    json: Json = False,
) -> None:
    """Write the JSON Schemas of all that is saved, sent or printed. By the core, by games and by other plugins."""
    from tileyard.front import schema as schemas
    from tileyard.front.documents import SchemaReport

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    chosen = [registry.game(name).game for name in game or sorted(registry.games)]
    made, root = schemas.generate(chosen) | schemas.documents(registry, game), Path(out)
    changed = schemas.drift(root, made, whole=not game) if check else schemas.write(root, made)
    current = not (check and changed)
    if json:
        output.as_json(SchemaReport(folder=out, files=len(made), changed=changed, current=current))
    elif check:
        output.say(*(changed or [f"{out}: all {len(made)} schemas are those of the code"]))
    else:
        output.say(*changed, f"{out}: {len(made)} schemas, {len(changed)} changed")
    if not current:
        output.note(f"the schemas in {out} are not those of the code: tileyard schema --out {out} writes them")
        raise typer.Exit(1)


def new(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The id of the game: lower-case letters, digits, _ and -.")
    ],
    folder: Annotated[
        str, typer.Option("--dir", metavar="DIR", help="The folder to make.", show_default="the name")
    ] = "",
    json: Json = False,
) -> None:
    """Start a game of your own. A complete plugin is written, with a small game to turn into yours."""
    from tileyard.front.documents import NewPlugin
    from tileyard.front.scaffold import distribution, new_game

    registry: Registry = context.obj
    target = Path(folder or name)
    files = new_game(name, target, registry.games)
    if json:
        output.as_json(NewPlugin(game=name, distribution=distribution(name), folder=str(target), files=files))
        return
    output.say(*(str(target / file) for file in files), "")
    output.say(f'Next: pip install -e "{target}[testing]" && tileyard check {name} && tileyard play {name}')


def engine(context: typer.Context) -> None:
    """Speak JSON with a program in any language. One object a line, on standard input and output."""
    import sys

    from tileyard.front.session import Session, serve

    serve(Session(context.obj), sys.stdin.buffer, sys.stdout.buffer)
