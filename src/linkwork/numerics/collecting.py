"""Python looks for garbage less often while code is compiled or imported: many objects are made, nearly all stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM = 50_000, 20, 100
_IMPORTING = 500_000, 20, 100
_counted: list[bool] = []  # once in a process: Python does not know how many there are then, and looks too often later


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Collect seldom inside; it saves a sixth of the time of compiling, and an eighth of that of a start."""
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def importing() -> Iterator[None]:
    """Collect hardly ever inside, and count all that is there then as old: modules, classes and functions stay.

    Python would look through all of it twice before it counts them as old, a tenth of the time of a start.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_IMPORTING)
    try:
        yield
    finally:
        if not _counted and gc.get_freeze_count() == 0:  # else somebody keeps objects apart
            _counted.append(True)
            gc.freeze()
            gc.unfreeze()
        gc.set_threshold(*before)
