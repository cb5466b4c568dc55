"""Processor time of a call, as several suites measure it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def seconds(call: Callable[[], Any], repeats: int) -> float:
    """Processor time of the best of several calls, after a first one."""
    call()
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best
