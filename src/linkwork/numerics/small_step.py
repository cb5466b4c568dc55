"""The small step along which a complex number carries a derivative, for compiled code that serves both types."""

from __future__ import annotations

from typing import Any

from linkwork.numerics.analytic import STEP
from linkwork.numerics.jit import when_compiling


def small_step(x: Any) -> Any:
    """The step for a number of the type of x: zero for a real one, which carries no derivative."""
    raise TypeError("this function is called from compiled code only")


def _none(x: Any) -> Any:
    return 0.0


def _imaginary(x: Any) -> Any:
    return complex(0.0, STEP)


@when_compiling
def _define() -> None:
    from numba import types
    from numba.extending import overload

    @overload(small_step)
    def choose(x: Any) -> Any:
        return _imaginary if isinstance(x, types.Complex) else _none
