"""``tileyard play``: a match in the terminal, with people and bots at one table."""

from __future__ import annotations

from typing import Annotated

import typer

from tileyard.front.cli.watching import GameId, Options, Players, Resume, Save, Scorers, Seed, make_agents, open_match

__all__ = ["play"]


def play(
    context: typer.Context,
    *,
    game: GameId = "",
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOTS",
            help="Who plays, by seat, with commas between: human or a bot.",
            show_default="human,greedy,...",
        ),
    ] = "",
    seed: Seed = "",
    option: Options = [],  # noqa: B006  (typer copies it)
    scorer: Scorers = [],  # noqa: B006
    resume: Resume = "",
    save: Save = "",
) -> None:
    """Play a match, step by step: choose from what is offered, by name or by number."""
    from tileyard.front.cli.sitting import HUMAN, Sitting  # noqa: PLC0415

    match, kinds = open_match(
        context.obj,
        game=game,
        players=players,
        bots=bots,
        seed=seed,
        option=option,
        scorer=scorer,
        resume=resume,
        usual=(HUMAN, "greedy"),
    )
    # People are asked by the session itself; the bot in their seat answers when they ask for a hint.
    agents = make_agents(context.obj, match, ["greedy" if kind == HUMAN else kind for kind in kinds])
    code = Sitting(context.obj, match, agents, kinds, target=save or resume, source=resume).run()
    if code:
        raise typer.Exit(code)
