"""The sources of compiled code: what each file of kernels rests on, and the folder in which compiled code is kept.

Compiled code belongs to the text of its sources without comments and docstrings, not to their place or date: an
identical second copy of the program shares what the first has compiled, and a better explanation compiles nothing
again. Nothing here imports numba.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from functools import cache
from pathlib import Path

from linkwork.numerics.ahead.code_text import code_text

PACKAGE = Path(__file__).resolve().parents[2]
DOOR = PACKAGE / "numerics" / "jit.py"
INSTRUCTIONS = PACKAGE / "numerics" / "ahead" / "intrinsics.py"
"""What kernels ask of the compiler itself; it stands for the door in every hash, so that the door may change."""
NOWHERE = Path(os.devnull) / "no home folder"
"""Where nothing can be written and nothing is."""
_KEPT_CACHES = 3
_IMPORT = re.compile(r"^from (linkwork[\w.]*) import (?:\(([^)]*)\)|([^(\n]*))", re.MULTILINE)


def cache_root() -> Path:
    """The user's folder for compiled code; `LINKWORK_CACHE` overrides it."""
    chosen = os.environ.get("LINKWORK_CACHE")
    if chosen:
        return Path(chosen)
    named = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
    usual = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    base = os.environ.get(named) if named else None
    try:
        return Path(base or Path.home() / usual) / "linkwork"
    except RuntimeError:  # a user without a home folder, as services and containers have them
        return NOWHERE


def _file_of(module: str) -> Path | None:
    """Source file of a module of this package; none when the name is not a module."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    """Files of this package that a file imports at its top."""
    if file == DOOR:
        return (INSTRUCTIONS,)
    imported = []
    for module, listed, inline in _IMPORT.findall(file.read_text(encoding="utf-8")):
        names = [name.split(" as ")[0].strip() for name in (listed or inline).split(",")]
        imported += [_file_of(module), *(_file_of(f"{module}.{name}") for name in names if name.isidentifier())]
    return tuple(path for path in imported if path is not None)


@cache
def closure(file: Path) -> tuple[Path, ...]:
    """A file and all files of this package that it imports, directly or through others; the door is left out."""
    files, waiting = {file}, [file]
    while waiting:
        new = set(_imported(waiting.pop())) - files
        files |= new
        waiting += new
    return tuple(sorted(files - {DOOR}, key=name_of))


def name_of(file: Path) -> str:
    """The name of a source wherever the program lies: its path inside the package, or its own name."""
    return file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else file.name


def digest(file: Path) -> str:
    """Sixteen hexadecimal digits of the text of a file; empty where there is none."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def _code(file: Path) -> bytes:
    """What of a source is executed; the whole of a file that is not ours, whose language may be newer than we know."""
    content = file.read_bytes()
    return code_text(content.decode()).encode() if file.is_relative_to(PACKAGE) else content


_known_code = cache(_code)


def code_digest(file: Path) -> str:
    """Sixteen hexadecimal digits of what of a source is executed; empty where there is none."""
    try:
        return hashlib.sha256(_code(file)).hexdigest()[:16]
    except (OSError, UnicodeDecodeError):
        return ""


@cache
def _version_of_numba() -> str:
    """The version that is installed; empty where there is none, and all comes from a library."""
    from importlib import metadata

    try:
        return metadata.version("numba")
    except metadata.PackageNotFoundError:
        return ""


@cache
def source_hash(file: Path) -> str:
    """Twelve hexadecimal digits that change whenever code compiled in this file may have changed."""
    made_by = f"{_version_of_numba()} {sys.version} {platform.machine()}"
    whole = hashlib.sha256(made_by.encode())
    for path in closure(file):
        whole.update(name_of(path).encode())
        whole.update(_known_code(path))
    return whole.hexdigest()[:12]


def kernel_files() -> list[Path]:
    """The files of this package in which functions are compiled."""
    return sorted([*PACKAGE.rglob("*_kernel.py"), PACKAGE / "numerics" / "scalar.py"], key=name_of)


def package_hash() -> str:
    """Twelve hexadecimal digits of everything that is compiled and of the list of what is asked for."""
    files = {PACKAGE / "warm" / "__init__.py", PACKAGE / "warm" / "small_runs.py"}.union(*map(closure, kernel_files()))
    texts = [f"{name_of(file)} {code_digest(file)}" for file in sorted(files, key=name_of)]
    texts.append(digest(PACKAGE / "numerics" / "ahead" / "kernel_list.txt"))
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def prune(folder: Path, name: str) -> None:
    """Forget all but the latest folders of a name beside this one."""
    import shutil

    others = [path for path in folder.parent.glob(f"{name}-*") if path != folder and path.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[_KEPT_CACHES - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def cache_folder(file: Path) -> Path | None:
    """Where code compiled in this file is kept; none when the user's folder cannot be written."""
    name = "-".join(file.with_suffix("").relative_to(PACKAGE).parts) if file.is_relative_to(PACKAGE) else file.stem
    folder = cache_root() / "kernels" / f"{name}-{source_hash(file)}"
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            prune(folder, name)
    except OSError:
        return None
    return folder
