"""Games that say something wrong about themselves."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from games.broken.base import Broken, Hidden
from tileyard import Event
from tileyard.plug import hookimpl


class Untitled(Hidden):
    """It has no title."""

    title = " "


class Weighed(Event):
    """It has a weight in fractions."""

    grams: float


class Fractions(Hidden):
    """It could announce a fraction."""

    events = (Weighed,)


class Rested(Event, tag="rested"):
    """It shares its tag."""


class Rests(Event, tag="rested"):
    """It shares its tag as well."""


class Twins(Hidden):
    """Two of its events cannot be told apart."""

    events = (Rested, Rests)


class Odd(Event):
    """It has a schema that is none."""

    number: Annotated[int, Meta(extra_json_schema={"minimum": "low"})]


class Schemaless(Hidden):
    """It could announce something that has no valid schema."""

    events = (Odd,)


class Lenient(Hidden):
    """It leaves out options it does not know."""

    def read_options(self, given: Any = None, *, lax: bool = False) -> Any:
        known = {k: v for k, v in given.items() if k != "no-such-option"} if isinstance(given, dict) else given
        return super().read_options(known, lax=lax)


class Misspelt:
    """A plugin whose second hook does not exist."""

    @hookimpl
    def register_games(self) -> list[Any]:
        return [Hidden()]

    @hookimpl
    def register_game_scenes(self) -> dict[str, Any]:
        return {}


class Blinking(Hidden):
    """Its rules do more than to be read."""

    how_to_play = "Lay a tile.\n\n\x1b[5mYour first turn\x1b[0m: lay a tile."


BROKEN = [
    Broken("names_itself", Untitled(), ("plugin_loads_strictly",)),
    Broken("names_itself", Blinking()),
    Broken("types_are_closed", Fractions()),
    Broken(
        "tags_are_unique",
        Twins(),
        ("schemas_are_in_step", "documents_fit_schemas", "round_trips_through_json", "round_trips_through_msgpack"),
    ),
    Broken("schemas_are_in_step", Schemaless()),
    Broken("options_are_checked", Lenient()),
    Broken("plugin_loads_strictly", Hidden(), settings={"plugin": Misspelt()}),
]
