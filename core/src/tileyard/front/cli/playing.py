"""``tileyard play``: a match in the terminal, with people and bots at one table."""

from __future__ import annotations

from typing import Annotated

import typer

from tileyard.front.cli import output
from tileyard.front.cli.opening import Asked, asking
from tileyard.front.naming import HUMAN, parse_bot
from tileyard.ground.errors import UnknownName

__all__ = ["play"]


@asking
def play(
    context: typer.Context,
    asked: Asked,
    *,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOTS",
            help="Who plays, by seat, with commas between: human or a bot.",
            show_default="human,greedy,...",
        ),
    ] = "",
) -> None:
    """Play a match in this terminal. Choose step by step from what is offered, by name or by number."""
    from tileyard.front.bots import seat_bots
    from tileyard.front.cli import account
    from tileyard.front.cli.keeping import Keeper
    from tileyard.front.cli.sitting import Sitting

    match, kinds = asked.open(context.obj, bots, usual=(HUMAN, "greedy"))
    if match.over:
        # Nobody plays any more, so nobody is named, and nothing is saved but where it is asked for.
        if asked.save:
            Keeper(match, target=asked.save, source=asked.resume).save(asked.save)
        output.say(f"{account.headline(match)}: this match is over.", "")
        account.end(context.obj, match)
        return
    for name in {parse_bot(kind)[0] for kind in kinds} - {HUMAN}:
        if name not in context.obj.bots:
            raise UnknownName.of("player", name, {HUMAN, *context.obj.bots})
    # People are asked by the session itself; the bot in their seat answers when they ask for a hint.
    agents = seat_bots(context.obj, match, ["greedy" if kind == HUMAN else kind for kind in kinds])
    sitting = Sitting(context.obj, match, agents, kinds, target=asked.save or asked.resume, source=asked.resume)
    if code := sitting.run():
        raise typer.Exit(code)
