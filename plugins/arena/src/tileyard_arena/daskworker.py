"""What a worker of a Dask cluster that was started for a tournament does first; Dask finds it by its name."""

from __future__ import annotations

import logging
import signal
from typing import Any

__all__ = ["dask_setup"]


def dask_setup(_: Any) -> None:
    """Be still when Ctrl-C is pressed: it is for the process at the terminal, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable()
