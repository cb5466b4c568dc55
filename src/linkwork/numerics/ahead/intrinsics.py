"""What kernels ask of the compiler itself: the signatures of functions called by address, and the calls.

Numba is imported here, so this module is imported only where something is compiled. Its text is part of every kernel's
hash.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

OPTIONS = {"error_model": "numpy"}
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


SIGNATURES = {
    "factor": _factor_signature,
    "solve": _solve_signature,
    "function": _function_signature,
    "constraint": _constraint_signature,
    "rate": _rate_signature,
    "world": _world_signature,
    "method": _method_signature,
    "dense": _dense_signature,
}


def signature_of(kind: str, scalar: str) -> Any:
    """What a function of a kind takes and returns, in "real" or "complex" numbers."""
    return SIGNATURES[kind](_SCALARS[scalar])


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


def _real_view(typing, w, place, first):
    """Pointer r to real numbers with r[first + i] at the place `place` + i / 2 of complex w; w itself if it is real."""
    carries = isinstance(w.dtype, types.Complex)

    def view(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, at, begin = args
        if not carries:
            return pointer
        there = builder.bitcast(builder.gep(pointer, [at]), ir.DoubleType().as_pointer())
        return builder.gep(there, [builder.neg(begin)])

    return types.CPointer(_REAL)(w, _INT, _INT), view


NAMED = {
    "real_view": intrinsic(_real_view),
    "part": intrinsic(_part),
    "call_function": intrinsic(_call_function),
    "call_constraint": intrinsic(_call_constraint),
    "call_rate": intrinsic(_call_rate),
    "call_world": intrinsic(_call_world),
    "call_method": intrinsic(_call_method),
    "call_dense": intrinsic(_call_dense),
    "call_factor": intrinsic(_call_factor),
    "call_solve": intrinsic(_call_solve),
}
"""What stands behind the names that kernels import from the door."""
