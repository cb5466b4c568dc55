"""Modules are found and read in half the time, ours and those we stand on: there are six hundred in a short program.

Python looks for a module with every ending that a module may have and asks for its source three times. Here the source
is looked at once, and its byte code read if it is that of this source; whatever is not as usual (no byte code yet, an
optimising Python, a folder for byte code elsewhere) is left to Python, and so is what is no module in Python. Others
who import modules in ways of their own are asked before.
"""

from __future__ import annotations

import _imp
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from io import FileIO
from marshal import loads
from os import stat
from types import ModuleType
from typing import Any

from linkwork.base.short_ways import short_ways

_KNOWN = ("linkwork.", "numpy.", "pydantic.", "pydantic_core.", "ruamel.yaml.", "typer.")
"""Packages in which no module is there twice, in Python and compiled: that would be Python's to choose."""
_END = f".{sys.implementation.cache_tag}.pyc"
_HEAD = MAGIC_NUMBER + bytes(4)  # byte code that is held against the date and size of its source
_renamed: Any = vars(_imp)["_fix_co_filename"]
_HOOKS = 2  # Python's own, for folders and archives


class _Loader(SourceFileLoader):
    """Runs the code that was read when the module was found; all else it does as its kind does."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module."""
        spec: Any = module.__spec__
        code, spec.loader_state = spec.loader_state, None
        if code is None:
            super().exec_module(module)
        else:
            exec(code, module.__dict__)


class QuickFinder:
    """Finds the modules of these packages."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """What Python is to know of a module; none where it has to look for it itself."""
        if not name.startswith(_KNOWN) or not path or len(path) != 1 or len(sys.path_hooks) != _HOOKS:
            return None
        tail = name.rpartition(".")[2]
        return _spec(name, path[0], tail) or _spec(name, f"{path[0]}/{tail}", "__init__", package=True)


def _spec(name: str, folder: str, stem: str, package: bool = False) -> ModuleSpec | None:
    file, kept = f"{folder}/{stem}.py", f"{folder}/__pycache__/{stem}{_END}"
    try:
        source = stat(file)
        with FileIO(kept) as opened:
            content = opened.readall()
    except OSError:
        return None
    date, size = int(source.st_mtime) & 0xFFFFFFFF, source.st_size & 0xFFFFFFFF
    if content[:16] != _HEAD + date.to_bytes(4, "little") + size.to_bytes(4, "little"):
        return None
    try:
        code = loads(memoryview(content)[16:])
        _renamed(code, file)  # as Python does: the package may have been moved since it was compiled
    except (EOFError, ValueError, TypeError):  # torn: Python says so, or makes it anew
        return None
    spec = ModuleSpec(name, _Loader(name, file), origin=file, loader_state=code, is_package=package)
    if package:
        spec.submodule_search_locations = [folder]
    spec.has_location = True
    spec.cached = kept
    return spec


def quick_import() -> None:
    """Import modules of these packages so from now on, where that was tried."""
    usual = short_ways() and sys.pycache_prefix is None and not sys.flags.optimize and PathFinder in sys.meta_path
    if usual and QuickFinder not in sys.meta_path:
        sys.meta_path.insert(sys.meta_path.index(PathFinder), QuickFinder)
