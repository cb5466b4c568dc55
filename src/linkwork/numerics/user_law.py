"""Compile a user's Python function so that the time loop calls it by address, and say which line cannot be compiled."""

from __future__ import annotations

import dis
import linecache
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_INT = types.int64
_SCALARS = {"real": types.float64, "complex": types.complex128}
_LINE = re.compile(r'File "([^"]*)", line (\d+)')
_TELLING = ("NameError", "Unknown attribute", "No implementation", "unsupported", "Cannot unify", "not supported")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_MISSING = re.compile(r"NameError: name '(\w+)'")
_SHIFT = 1e-6  # of an input's size: the difference by which a law is differentiated
_kept: dict[tuple[Any, ...], Any] = {}


class LawError(Exception):
    """A law that cannot be compiled; the text says which line and why."""


def _take_numbers(typing, pointer, start, count):
    """`count` numbers from pointer[start] on, as a tuple."""
    number = pointer.dtype
    made = types.UniTuple(number, count.literal_value)

    def load(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = builder.gep(args[0], [args[1]])
        values = [
            builder.load(builder.gep(first, [context.get_constant(_INT, n)]))
            for n in range(signature.return_type.count)
        ]
        return context.make_tuple(builder, made, [_as_value(context, builder, number, value) for value in values])

    return made(pointer, _INT, count), load


def _as_value(context: Any, builder: Any, kind: Any, loaded: Any) -> Any:
    return context.data_model_manager[kind].from_data(builder, loaded) if isinstance(kind, types.Complex) else loaded


def _shift_numbers(typing, pointer, start, count, factor):
    """The same numbers, each its real part plus `factor` times its imaginary part."""
    made = types.UniTuple(types.float64, count.literal_value)

    def load(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = builder.gep(args[0], [args[1]])
        values = []
        for n in range(signature.return_type.count):
            place = builder.gep(first, [context.get_constant(_INT, n)])
            real = builder.load(cgutils.gep_inbounds(builder, place, 0, 0))
            imag = builder.load(cgutils.gep_inbounds(builder, place, 0, 1))
            values.append(builder.fadd(real, builder.fmul(args[3], imag)))
        return context.make_tuple(builder, made, values)

    return made(pointer, _INT, count, types.float64), load


_take: Any = intrinsic(prefer_literal=True)(_take_numbers)
_shifted: Any = intrinsic(prefer_literal=True)(_shift_numbers)


def law_address(function: Callable[..., Any], inputs: int, results: int, scalar: str) -> int:
    """Address of the law as a kernel of kind "function"; the complex twin differentiates it by central differences."""
    key = (function, inputs, results, scalar)
    if key not in _kept:
        kind = _SCALARS[scalar]
        array, ints = types.CPointer(kind), types.CPointer(_INT)
        signature = types.void(kind, array, ints, _INT, _INT, array, _INT)
        plain = function if hasattr(function, "py_func") else numba.njit(error_model="numpy")(function)
        body = (_real_body if scalar == "real" else _complex_body)(_with_tuple(plain, results), inputs, results)
        try:
            _kept[key] = numba.cfunc(signature, error_model="numpy")(body)
        except numba.core.errors.NumbaError as error:
            raise LawError(_explain(function, str(error), inputs, results)) from None
    return int(_kept[key].address)


def _with_tuple(law: Any, results: int) -> Any:
    """The law with its results always as a tuple."""
    if results > 1:
        return law

    def single(*arguments):
        return (law(*arguments),)

    return numba.njit(error_model="numpy")(single)


def _real_body(law: Any, count: int, results: int) -> Callable[..., None]:
    def body(t, x, k, a, b, out, c):
        values = law(*_take(x, a, count))
        for n in range(results):
            out[c + n] = values[n]

    return body


def _complex_body(law: Any, count: int, results: int) -> Callable[..., None]:
    def body(t, x, k, a, b, out, c):
        size, change = 0.0, 0.0
        for n in range(count):
            size = max(size, abs(x[a + n].real))
            change = max(change, abs(x[a + n].imag))
        factor = _SHIFT * (1.0 + size) / change if change > 0.0 else 0.0
        middle = law(*_shifted(x, a, count, 0.0))
        after = law(*_shifted(x, a, count, factor))
        before = law(*_shifted(x, a, count, -factor))
        for n in range(results):
            slope = (after[n] - before[n]) / (2.0 * factor) if change > 0.0 else 0.0
            out[c + n] = complex(middle[n], slope)

    return body


def _explain(function: Callable[..., Any], message: str, inputs: int, results: int) -> str:
    """Which line of the user's function cannot be compiled, and numba's reason in one sentence."""
    code = getattr(function, "py_func", function).__code__
    message = _COLOUR.sub("", message)
    name = Path(code.co_filename).name
    lines = [int(number) for file, number in _LINE.findall(message) if Path(file).name == name]
    inside = [line for line in lines if line > code.co_firstlineno]
    reason = _reason(message)
    missing = _MISSING.search(reason)
    if missing is not None:
        inside += _lines_with(code, missing[1])
    if not inside:
        what = "one number" if results == 1 else f"{results} numbers: the force, then the rate of every state"
        return f"it must take {inputs} numbers and return {what} ({reason})"
    text = linecache.getline(code.co_filename, inside[-1]).strip()
    return f"line {inside[-1]}: {text or 'there'}: {reason}"


def _lines_with(code: Any, name: str) -> list[int]:
    """The first line of the function in which a global name is used."""
    for instruction in dis.get_instructions(code):
        if instruction.argval == name and instruction.positions is not None and instruction.positions.lineno:
            return [instruction.positions.lineno]
    return []


def _reason(message: str) -> str:
    known = [line.strip() for line in message.splitlines() if line.strip()]
    for line in known:
        if any(word in line for word in _TELLING):
            return line.rstrip(":").removesuffix(" >>>")[:200]
    return known[min(1, len(known) - 1)][:200] if known else "numba gives no reason"
