"""What is called by its address is one function: its body is inside what numba wraps around it for callers in C."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from linkwork.numerics.ahead import compiling, intrinsics
from linkwork.numerics.ahead.compiling import AheadLibrary, OnePiece


def _powers(x, p, k, a, b, out, c):
    """So long that the compiler would not take it in on its own."""
    for i in range(k[a]):
        term = p[b + i]
        for _ in range(i):
            term *= x
        if term > 1.0:
            term = np.sqrt(term) + np.sin(term) * np.cos(term)
        out[c + i] = term / (1.0 + x * x) + np.exp(-x) * np.log1p(x * x)
    if not p[b] > 0.0:  # it may fail, as far as the compiler knows
        raise ValueError


@pytest.mark.parametrize("kind", [OnePiece, AheadLibrary])
def test_a_function_that_is_called_by_its_address_is_one(kind: Any) -> None:
    signature = intrinsics.signature_of("function", "real")
    codegen = compiling.cpu_target.target_context.codegen()
    made = compiling._compiled(_powers, signature.args, signature.return_type, kind(codegen, "powers"))
    with compiling.global_compiler_lock:
        made.library.finalize()
    names = [each.name for each in made.library.get_defined_functions()]
    bodies = [name for name in names if name.endswith(made.fndesc.mangled_name)]
    assert bodies == [made.fndesc.llvm_cfunc_wrapper_name]


def test_it_computes_what_python_does() -> None:
    where = compiling.callback(_powers, "function", "real").address
    real, whole = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_int64)
    word, number = ctypes.c_int64, ctypes.c_double
    call = ctypes.CFUNCTYPE(None, number, real, whole, word, word, real, word)(where)
    p, k, out, wanted = np.array([0.0, 0.3, 2.5, 4.0]), np.array([0, 3]), np.zeros(4), np.zeros(4)
    call(1.7, p.ctypes.data_as(real), k.ctypes.data_as(whole), 1, 1, out.ctypes.data_as(real), 1)
    _powers(1.7, p, k, 1, 1, wanted, 1)
    assert out == pytest.approx(wanted, rel=1e-14)
