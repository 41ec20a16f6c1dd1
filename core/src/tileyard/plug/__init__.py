"""Where plugins meet: the hooks, and the registry that loads plugins and holds what they add."""

from tileyard.plug.discover import Contributes, PluginReport
from tileyard.plug.hooks import hookimpl
from tileyard.plug.registry import RegisteredGame, Registry

__all__ = ["Contributes", "PluginReport", "RegisteredGame", "Registry", "hookimpl"]
