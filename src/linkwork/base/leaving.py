"""How a process ends: without a search for garbage in all that was imported, where nothing can be lost by that.

Python ends with a search through every object, a sixth of the time of a short program. Objects are freed as always
once nobody refers to them; what is left out is to look for those that refer to each other, which the end of the process
frees as well. It is left out only in a process in which nothing but Linkwork, what it stands on and the user's script
has made objects, and none of them has something to do at its end: an open file, a generator, a `__del__`.
"""

from __future__ import annotations

import atexit
import gc
import sys
from functools import cache
from typing import Any

from linkwork.base.short_ways import short_ways

_KNOWN = {"linkwork", "numpy", "pydantic", "pydantic_core", "annotated_types", "typing_extensions", "__main__"}
_KNOWN |= {"_distutils_hack", "typing_inspection", "ruamel", "typer", "click", "rich", "scipy"}
_STREAMS = ("__stdin__", "__stdout__", "__stderr__", "stdin", "stdout", "stderr")
_AT_THE_END = ("generator", "coroutine", "async_generator")


def _has_an_end(kind: type[Any]) -> bool:
    """Whether something may happen when an object of this kind is thrown away."""
    module = kind.__module__
    package = module.partition(".")[0] if type(module) is str else ""
    unknown = package not in _KNOWN and package not in sys.stdlib_module_names
    return unknown or hasattr(kind, "__del__") or kind.__name__ in _AT_THE_END


def nothing_to_do() -> bool:
    """Whether no object of this process has something to do at its end, but for the streams of Python itself."""
    kinds = list(map(type, gc.get_objects()))
    ends = sum(kinds.count(kind) for kind in set(kinds) if _has_an_end(kind))
    streams = [layer for name in _STREAMS for layer in _layers(getattr(sys, name, None))]
    own = {id(layer) for layer in streams if gc.is_tracked(layer) and _has_an_end(type(layer))}
    return ends <= len(own)


def _layers(stream: Any) -> list[Any]:
    """A stream and what it writes to."""
    buffer = getattr(stream, "buffer", None)
    return [stream, buffer, getattr(buffer, "raw", None)]


@cache
def leave_quickly() -> None:
    """Arrange for it, once in a process."""
    if short_ways():
        atexit.register(_leave)


def _leave() -> None:
    try:
        if nothing_to_do():
            gc.freeze()
    except Exception:  # a class of somebody else's that does not answer: Python ends as it always does
        return
