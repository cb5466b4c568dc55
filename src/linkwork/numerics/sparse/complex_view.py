"""Real room used for complex numbers: two real ones lie where a complex one is kept."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_INT, _COMPLEX = types.int64, types.complex128


def _doubled(typing, z, place):
    """Pointer c to complex numbers with c[i] at the places `place` + 2 i of real z, which is a pointer."""

    def view(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, at = args
        kind = ir.LiteralStructType([ir.DoubleType(), ir.DoubleType()])
        return builder.bitcast(builder.gep(pointer, [at]), kind.as_pointer())

    return types.CPointer(_COMPLEX)(z, _INT), view


complex_view: Any = intrinsic(_doubled)
