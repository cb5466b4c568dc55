"""Contexts of the browser for tests: nothing moves by itself there, and everything is waited for patiently."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

SIZE = {"width": 960, "height": 640}
PATIENCE = 180.0
"""Seconds that anything may take on a machine that is busy with other things."""


def context_of(browser: Any, **options: Any) -> Any:
    """A fresh context; `options` are those of playwright, such as color_scheme."""
    context = browser.new_context(**{"viewport": SIZE, "reduced_motion": "reduce", **options})
    context.set_default_timeout(1000 * PATIENCE)
    return context


def eventually(tab: Any, holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds, also what a page alone does not know, such as what the server has."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"never: {what}"
        tab.wait_for_timeout(50)
