"""Real room used for complex numbers: two real ones lie where a complex one is kept."""

from __future__ import annotations

from typing import Any

from linkwork.numerics.jit import Instruction, when_compiling

complex_view: Any = Instruction("complex_view")
"""Pointer c to complex numbers with c[i] at the places `place` + 2 i of real z, which is a pointer."""


@when_compiling
def _tell_numba() -> None:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    from linkwork.numerics.ahead import intrinsics

    def doubled(typing, z, place):
        def view(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer, at = args
            kind = ir.LiteralStructType([ir.DoubleType(), ir.DoubleType()])
            return builder.bitcast(builder.gep(pointer, [at]), kind.as_pointer())

        return types.CPointer(types.complex128)(z, types.int64), view

    intrinsics.NAMED["complex_view"] = intrinsic(doubled)
