"""Large functions that kernels call have code of their own in the library, once for all their callers.

Numba copies all that a function calls into it and improves the whole. LLVM then puts small functions in the place of
their calls and leaves large ones as they are: the same large function would be improved and written once for every
kernel that calls it, two fifths of all code. Here only small ones are copied; a large one is improved with what it
calls, becomes an object file (`part_files`), and its callers know its name. The operations are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from linkwork.numerics.ahead import part_files
from linkwork.numerics.ahead.callers import shared
from linkwork.numerics.ahead.objects import UnfitError, hide, machine
from linkwork.numerics.ahead.part_files import PART
from linkwork.numerics.ahead.sources import PACKAGE, cache_folder
from linkwork.numerics.kept_code import file_name

LARGE = 200  # lines of LLVM's text: four times what it puts in the place of a call
_LOCAL, _COMPLEX = "<locals>", "complex128"


def take_in(module: Any, libraries: Iterable[Any]) -> None:
    """Copy the small functions that a module calls into it; large ones stand apart, and are called by their names."""
    _take_in(module, {name: each for each in dict.fromkeys(libraries) for name in _names(each)[0]})


def _take_in(module: Any, owners: Mapping[str, Any]) -> None:
    waiting, taken, apart = list(_declared(module)), set(), {}
    while waiting:
        name = waiting.pop()
        library = owners.get(name)
        if library is None or library in taken or name in apart:
            continue
        symbol = _part(library, owners)
        if symbol:
            apart[name] = symbol
            continue
        taken.add(library)
        module.link_in(library._get_module_for_linking(), preserve=True)
        waiting += _names(library)[1]
    for name, symbol in apart.items():
        module.get_function(name).name = symbol


def _declared(module: Any) -> list[str]:
    return [each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")]


def _names(library: Any) -> tuple[list[str], list[str]]:
    """The functions that code of numba's has, and those that it calls."""
    known = vars(library)
    if "_names" not in known:
        module = library._get_module_for_linking()
        known["_names"] = [each.name for each in module.functions if not each.is_declaration], _declared(module)
    names: tuple[list[str], list[str]] = known["_names"]
    return names


def _part(library: Any, owners: Mapping[str, Any]) -> str:
    """The name of the part that holds a function, made on first use; empty for one that callers take in."""
    known = vars(library)
    if "_part" not in known:
        known["_part"] = ""  # what calls itself is no part
        known["_part"] = _made(library, owners)
    symbol: str = known["_part"]
    return symbol


def _made(library: Any, owners: Mapping[str, Any]) -> str:
    subject = getattr(library, "subject", None)
    if subject is None or library._reload_init:
        return ""
    function, args, name = subject
    source = Path(function.__code__.co_filename).resolve()
    if function.__closure__ or _LOCAL in function.__qualname__ or not source.is_relative_to(PACKAGE):
        return ""
    folder = cache_folder(source)
    if folder is None or function not in shared(_COMPLEX in str(args)):
        return ""
    if str(library._final_module).count("\n") < LARGE:
        return ""
    whole = f"{folder.name} {file_name(function, args, library.codegen)}"
    symbol = f"{PART}{hashlib.sha256(whole.encode()).hexdigest()[:16]}"
    if part_files.is_kept(folder, symbol):
        return symbol
    module = library._final_module.clone()
    _take_in(module, owners)
    passes, builder = library.codegen._module_pass_manager()
    passes.run(module, builder)
    module.get_function(name).name = symbol
    try:
        needs, parts = hide(module, symbol)
    except UnfitError:  # whoever calls it says so
        return ""
    part_files.keep(folder, symbol, machine().emit_object(module), needs, parts)
    return symbol
