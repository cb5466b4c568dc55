"""`Law`: a force law written as a Python function, with channels and states of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from linkwork.expression.given import public
from linkwork.functions.law import PythonLaw


@public
class Law(PythonLaw):
    """A law written in Python: `lw.Law(function, inputs={"w": "crank.omega"}, states={"x": 0.0})`.

    Arguments of the function are found by their names: the variables of the force (`length`, `speed`, ...), `t`,
    parameters and signals of the mechanism, `inputs` (channels under other names) and `states`. It returns the force,
    or with states a tuple: the force, then the rate of every state. A function without inputs and states may be given
    as it is.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        inputs: Mapping[str, str] | None = None,
        states: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(function=function, inputs=dict(inputs or {}), states=dict(states or {}), **more)
