"""Complex room used for real numbers: what is decided in real numbers only works on a copy beside its problem."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_INT, _REAL = types.int64, types.float64


def _shifted(typing, w, place, first):
    """Pointer r to real numbers with r[first + i] at the place `place` + i / 2 of complex w; of real w it is w itself.

    w is a pointer.
    """
    carries = isinstance(w.dtype, types.Complex)

    def view(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, at, begin = args
        if not carries:
            return pointer
        there = builder.bitcast(builder.gep(pointer, [at]), ir.DoubleType().as_pointer())
        return builder.gep(there, [builder.neg(begin)])

    return types.CPointer(_REAL)(w, _INT, _INT), view


real_view: Any = intrinsic(_shifted)
