"""Whether the short ways of a start may be gone here: those that reach behind what Python and pydantic promise.

They change nothing but the time that a start takes, and were tried with the Pythons that are listed, on Linux. Anywhere
else, and wherever the environment variable `LINKWORK_PLAIN_START` is set, the plain ways are gone.
"""

from __future__ import annotations

import os
import sys

TRIED = ((3, 11), (3, 12), (3, 13))
"""Pythons with which the tests of the short ways were run."""


def short_ways() -> bool:
    """Whether they were tried with the Python and the system that run here, and nobody asks for the plain ones."""
    usual = sys.implementation.name == "cpython" and sys.platform == "linux" and sys.version_info[:2] in TRIED
    usual = usual and getattr(sys, "_is_gil_enabled", lambda: True)()  # late dataclasses rest on the lock
    return usual and not os.environ.get("LINKWORK_PLAIN_START")
