"""The library of kernels made of object files: with the system's C compiler, or with zig's from PyPI."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from linkwork.base.errors import LinkworkError
from linkwork.numerics.ahead.library import ANY, FORMAT, INDEX, platform_name
from linkwork.numerics.ahead.objects import NEVER, Row, function_of
from linkwork.numerics.ahead.part_files import kept_parts, parts_of
from linkwork.numerics.ahead.sources import closure, code_digest, digest, name_of, package_hash

LIBRARY = {"win32": "kernels.dll", "darwin": "kernels.dylib"}.get(sys.platform, "kernels.so")
_CALLS = Path(__file__).parent / "call.c"
_DATA = ("PyExc_", "_Py_")
_TRIES = 20  # times that a folder is put in its place while others do so, too
OLD_GLIBC = "2.17"
"""The C library for which zig links: that of every Linux since 2014."""


def linker(portable: bool = False) -> list[str] | None:
    """The command of a C compiler that links; None where there is none. For other machines zig's comes first."""
    chosen = os.environ.get("CC", "").split()
    system = next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    zig = None
    if importlib.util.find_spec("ziglang") is not None:
        target = ["-target", f"{platform.machine()}-linux-gnu.{OLD_GLIBC}"] if sys.platform == "linux" else []
        zig = [sys.executable, "-m", "ziglang", "cc", *target]
    if chosen and shutil.which(chosen[0]):
        return chosen
    return (zig or system) if portable else (system or zig)


def _glue(symbols: Sequence[str], never: Sequence[str]) -> str:
    """The table of all functions, and empty ones for those that are never reached."""
    lines = [_CALLS.read_text(encoding="utf-8"), ""]
    for name in never:
        mine = f"{NEVER}{name}".replace(".", "_")
        shown = f' __asm__("{"_" if sys.platform == "darwin" else ""}{NEVER}{name}")'
        if name.startswith(_DATA):
            lines.append(f"extern void *{mine}[64]{shown}; void *{mine}[64];")
        else:
            lines.append(f"extern int64_t {mine}(void){shown}; int64_t {mine}(void) {{ return 0; }}")
    lines += [f"extern int64_t {symbol}(int64_t *);" for symbol in symbols]
    lines.append("SHOWN void *linkwork_table[] = {")
    lines += [f"  (void *){symbol}," for symbol in symbols]
    return "\n".join([*lines, "};", ""])


def _options() -> list[str]:
    if sys.platform == "darwin":
        return ["-dynamiclib", "-undefined", "dynamic_lookup"]
    if sys.platform == "win32":
        return ["-shared", f"-L{Path(sysconfig.get_config_var('installed_base')) / 'libs'}", "-lpython3"]
    return ["-shared", "-lm", "-Wl,--gc-sections", "-Wl,-s"]


def link(rows: Sequence[tuple[Row, Path]], folder: Path, runs_on: str) -> Path:
    """Make the library of these functions and its index in a folder, which is replaced as a whole."""
    command = linker(runs_on == ANY)
    if command is None:
        raise LinkworkError("there is no C compiler to link with: install one, or `pip install ziglang`")
    rows = sorted((pair for pair in rows if not pair[0].unfit), key=lambda pair: pair[0].symbol)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="making-") as made:
        parts = parts_of((name for row, _ in rows for name in row.parts), kept_parts())
        if parts is None:
            raise LinkworkError("parts of the kernels are missing in the cache: `linkwork kernels` again compiles them")
        needed = [*(row.needs for row, _ in rows), *(part.needs for part in parts.values())]
        never = sorted({name for names in needed for name in names})
        glue, answers, library = Path(made) / "glue.c", Path(made) / "objects", Path(made) / "new" / LIBRARY
        library.parent.mkdir()
        glue.write_text(_glue([row.symbol for row, _ in rows], never), encoding="utf-8")
        objects = [*(path for _, path in rows), *(parts[name].file for name in sorted(parts))]
        names = [str(path).replace("\\", "/") for path in objects]
        answers.write_text("\n".join(f'"{name}"' for name in names), encoding="utf-8")
        call = [*command, "-O2", "-fPIC", "-w", "-o", str(library), str(glue), f"@{answers}", *_options()]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise LinkworkError(f"the kernels cannot be linked: {' '.join(command)}: {done.stderr.strip()[-500:]}")
        content = library.read_bytes()
        index = _index([row for row, _ in rows], runs_on) | {"content": [len(content), zlib.crc32(content)]}
        (library.parent / INDEX).write_text(json.dumps(index, separators=(",", ":")), encoding="utf-8")
        _replace(library.parent, folder)
    return folder


def _replace(made: Path, folder: Path) -> None:
    """Put a new folder in the place of an old one, which processes may still use; others may do the same just now."""
    for number in range(_TRIES):
        with suppress(FileNotFoundError):
            folder.rename(made.with_name(f"old{number}"))
        try:
            made.rename(folder)
        except OSError:
            if number == _TRIES - 1:
                raise
        else:
            return


def _index(rows: Sequence[Row], runs_on: str) -> dict[str, Any]:
    modules = {row.module: closure(Path(function_of(row.module, row.name).__code__.co_filename)) for row in rows}
    files = sorted({file for all_of in modules.values() for file in all_of})
    number = {file: place for place, file in enumerate(files)}
    addresses: dict[str, int] = {}
    entries: dict[str, list[Any]] = {}
    for place, row in enumerate(rows):
        if row.address:
            addresses[f"{row.module}:{row.name}:{row.address}"] = place
        else:
            entries.setdefault(f"{row.module}:{row.name}", []).append((row.takes, row.gives, place))
    return {
        "format": FORMAT,
        "platform": platform_name(),
        "processor": runs_on,
        "package": package_hash(),
        "library": LIBRARY,
        "count": len(rows),
        "files": [name_of(file) for file in files],
        "sums": [digest(file) for file in files],
        "codes": [code_digest(file) for file in files],
        "modules": {name: [number[file] for file in all_of] for name, all_of in modules.items()},
        "addresses": addresses,
        "entries": entries,
    }
