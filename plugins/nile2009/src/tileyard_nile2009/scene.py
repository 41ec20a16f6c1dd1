"""x"""

from tileyard.front.scene import Scene


def scene(view):
    return Scene(title="x")
