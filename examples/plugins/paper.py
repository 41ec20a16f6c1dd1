"""A format for printers, and so a theme: any game in black on white, its colours told apart by their patterns."""

from collections.abc import Callable

from msgspec.structs import replace

from tileyard import hookimpl
from tileyard.front import svg
from tileyard.front.scene import Scene
from tileyard.front.theme import THEME

PRINTED = ("page", "panel", "board", "cell", "tile", "card", *(f"c{number}" for number in range(10)))
PAPER = {name: replace(THEME[name], fill="#ffffff", stroke="#000000", ink="#000000") for name in PRINTED}


def draw(scene: Scene) -> str:
    """The scene as SVG. It is not changed: what is drawn is one like it, with these styles."""
    return svg.draw(replace(scene, styles={**scene.styles, **PAPER}), theme="light")


@hookimpl
def register_renderers() -> dict[str, Callable[[Scene], str]]:
    """The name of the format, and what draws it."""
    return {"paper": draw}
