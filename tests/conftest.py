"""Hypothesis profiles for the whole suite: the default, `ci` (the same every run), `soak` (many)."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# Examples are whole games here: their time says nothing, and building one may well be slow.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("default", PATIENT)
settings.register_profile("ci", PATIENT, derandomize=True, database=None, print_blob=True)
settings.register_profile("soak", PATIENT, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# A shell starts what runs in the background with Ctrl-C ignored, nohup does so for a closed terminal, and children
# inherit that; the tests that press it would wait for ever.
for _signal, _usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, _usual)
