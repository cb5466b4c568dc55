"""The one door to numba: where compiled code is cached, and how kernels are compiled and called by address.

Every compiled function of Linkwork is made by `njit` or `address` of this module. Numba does not notice that a callee
in another file has changed; therefore each module's cache folder is named by a hash of the module and of all modules it
imports, directly or through others, of numba and of Python. Changing one kernel compiles again only what uses it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from linkwork.numerics.collecting import seldom_collecting
from linkwork.numerics.without_blas import without_blas

with without_blas():
    import numba.np.arraymath

_KEPT_CACHES = 3
_LINKED = (0, 63), (0, 68)  # first and last version of numba with which `linked` was tried


def cache_root() -> Path:
    """The user's folder for compiled code; `LINKWORK_CACHE` overrides it."""
    chosen = os.environ.get("LINKWORK_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "linkwork"


PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^from (linkwork[\w.]*) import (?:\(([^)]*)\)|([^(\n]*))", re.MULTILINE)


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
    found = []
    for module, listed, inline in _IMPORT.findall(file.read_text(encoding="utf-8")):
        names = [name.split(" as ")[0].strip() for name in (listed or inline).split(",")]
        found += [_file_of(module), *(_file_of(f"{module}.{name}") for name in names if name.isidentifier())]
    return tuple(path for path in found if path is not None)


@cache
def source_hash(file: Path) -> str:
    """Twelve hexadecimal digits that change whenever code compiled in this file may have changed."""
    files, waiting = {file}, [file]
    while waiting:
        new = set(_imported(waiting.pop())) - files
        files |= new
        waiting += new
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for path in sorted(files):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _prune(folder: Path, name: str) -> None:
    """Forget all but the latest folders of a module."""
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
            _prune(folder, name)
    except OSError:
        return None
    return folder


def is_cold() -> bool:
    """Whether the loop of the kinematics is not compiled yet for these sources (the first run takes some seconds)."""
    folder = cache_folder(PACKAGE / "system" / "loop" / "kinematics_kernel.py")
    return folder is None or next(folder.rglob("*.nbi"), None) is None


def _is_kept(function: Callable[..., Any]) -> bool:
    """Point numba to the cache folder of a function; whether there is one."""
    folder = cache_folder(Path(function.__code__.co_filename).resolve())
    vars(numba.config)["CACHE_DIR"] = "" if folder is None else str(folder)
    return folder is not None


def njit(function: Callable[..., Any]) -> Any:
    """Compile a function for compiled callers and for Python; what Python calls is cached on disk."""
    if not _LINKED[0] <= numba.version_info.short <= _LINKED[1]:
        return numba.njit(cache=_is_kept(function), error_model="numpy")(function)
    from linkwork.numerics.linked import Linked

    kernel = Linked(py_func=function, locals={}, targetoptions={"nopython": True, "error_model": "numpy"})
    if _is_kept(function):
        kernel.enable_caching()
    return kernel


_REAL, _COMPLEX, _INT = types.float64, types.complex128, types.int64
_SCALARS = {"real": _REAL, "complex": _COMPLEX}


def _function_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(scalar, array, ints, _INT, _INT, array, _INT)


def _constraint_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(_INT, scalar, array, array, array, array, ints, _INT, _INT, _INT, array)


def _rate_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(ints, array, array, scalar, array, array)


def _world_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return types.void(ints, array, array, array, _INT, _INT, scalar)


def _method_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return _INT(_INT, ints, array, array, array, ints)


def _dense_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return _INT(array, ints, scalar, array)


def _factor_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return _INT(ints, _INT, array, _INT, _INT, _REAL, _REAL, _INT)


def _solve_signature(scalar: Any) -> Any:
    array, ints = types.CPointer(scalar), types.CPointer(_INT)
    return _INT(ints, _INT, array, _INT, _INT, _INT, _INT, _INT, _INT, _REAL)


_SIGNATURES = {
    "factor": _factor_signature,
    "solve": _solve_signature,
    "function": _function_signature,
    "constraint": _constraint_signature,
    "rate": _rate_signature,
    "world": _world_signature,
    "method": _method_signature,
    "dense": _dense_signature,
}
_compiled: dict[tuple[Callable[..., Any], str, str], Any] = {}
compile_seconds = 0.0


def address(body: Callable[..., Any], kind: str, scalar: str) -> int:
    """The machine address of a kernel body compiled for `scalar` ("real" or "complex"), made on first use.

    kind "function":   body(x, p, k, a, b, out, c)
    kind "constraint": body(stage, t, pose, twist, memory, p, k, a, b, c, out)
    kind "rate":       body(k, p, w, t, y, dy)
    kind "world":      body(k, p, w, z, i, j, x)
    kind "method":     body(rate, k, p, w, z, s), returns an int
    kind "dense":      body(z, s, t, out), returns an int
    kind "factor":     body(k, base, w, values_at, factor_at, d, e, bare), returns an int
    kind "solve":      body(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements, tolerance), likewise
    """
    global compile_seconds
    key = (body, kind, scalar)
    if key not in _compiled:
        start = time.perf_counter()
        with seldom_collecting():
            compiler = numba.cfunc(_SIGNATURES[kind](_SCALARS[scalar]), cache=_is_kept(body), error_model="numpy")
            _compiled[key] = compiler(body)
        compile_seconds += time.perf_counter() - start
    return int(_compiled[key].address)


def _pointer(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    values = [_pointer(context, builder, kind, value) for kind, value in zip(signature.args, args, strict=True)]
    function = ir.FunctionType(ir.VoidType(), [value.type for value in values[1:]]).as_pointer()
    builder.call(builder.inttoptr(values[0], function), values[1:])
    return context.get_dummy_value()


def _call_int(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    values = [_pointer(context, builder, kind, value) for kind, value in zip(signature.args, args, strict=True)]
    function = ir.FunctionType(ir.IntType(64), [value.type for value in values[1:]]).as_pointer()
    return builder.call(builder.inttoptr(values[0], function), values[1:])


def _part(typing, array, start):
    """Pointer to an array's (or pointer's) numbers from `start` on: indexing it costs less than indexing an array."""
    pointer = types.CPointer(array.dtype)

    def shift(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(_pointer(context, builder, signature.args[0], args[0]), [args[1]])

    return pointer(array, _INT), shift


def _call_function(typing, where, x, p, k, a, b, out, c):
    """Call a function kernel by its address; arrays and pointers are both taken."""
    return types.void(_INT, x, p, k, _INT, _INT, out, _INT), _call


def _call_constraint(typing, where, stage, t, pose, twist, memory, p, k, a, b, c, out):
    """Call a constraint kernel by its address."""
    return types.void(_INT, _INT, t, pose, twist, memory, p, k, _INT, _INT, _INT, out), _call


def _call_rate(typing, where, k, p, w, t, y, dy):
    """Call the right-hand side of a differential equation by its address: dy = f(t, y)."""
    return types.void(_INT, k, p, w, t, y, dy), _call


def _call_world(typing, where, k, p, w, z, i, j, x):
    """Call a function of the world in which a mechanism moves by its address."""
    return types.void(_INT, k, p, w, z, _INT, _INT, x), _call


def _call_method(typing, where, rate, k, p, w, z, s):
    """Call a part of an integration method by its address."""
    return _INT(_INT, _INT, k, p, w, z, s), _call_int


def _call_dense(typing, where, z, s, t, out):
    """Call the interpolant of an integration method by its address."""
    return _INT(_INT, z, s, t, out), _call_int


def _call_factor(typing, where, k, base, w, values_at, factor_at, d, e, bare):
    """Call a factorisation by its address."""
    return _INT(_INT, k, _INT, w, _INT, _INT, _REAL, _REAL, _INT), _call_int


def _call_solve(typing, where, k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements, tolerance):
    """Call a solution by its address."""
    return _INT(_INT, k, _INT, w, _INT, _INT, _INT, _INT, _INT, _INT, _REAL), _call_int


part: Any = intrinsic(_part)
call_function: Any = intrinsic(_call_function)
call_constraint: Any = intrinsic(_call_constraint)
call_rate: Any = intrinsic(_call_rate)
call_world: Any = intrinsic(_call_world)
call_method: Any = intrinsic(_call_method)
call_dense: Any = intrinsic(_call_dense)
call_factor: Any = intrinsic(_call_factor)
call_solve: Any = intrinsic(_call_solve)
