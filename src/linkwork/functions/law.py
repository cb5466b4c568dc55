"""`Law`: what a force or a controller follows: a function of time, a formula of channels, a table over one of them, or
a Python function that is compiled and runs inside the time loop."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, WrapSerializer, WrapValidator

from linkwork.base.errors import MechanismError
from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function
from linkwork.functions.kept_laws import entry_of, fields_of
from linkwork.functions.packed import Packed
from linkwork.functions.time_function import TimeFunction


class PythonLaw(Function):
    """A law written in Python: `lw.Law(function, inputs={"w": "crank.omega"}, states={"x": 0.0})`.

    Arguments of the function are found by their names: the variables of the force (`length`, `speed`, ...), `t`,
    parameters of the mechanism, `inputs` (channels under other names) and `states`. It returns the force, or with
    states a tuple: the force, then the rate of every state.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    type: Literal["python"] = "python"
    function: Callable[..., Any]
    inputs: dict[str, str] = Field(
        default_factory=dict, description="Names of arguments, and the channels that they stand for."
    )
    states: dict[str, Number] = Field(default_factory=dict, description="Own states with their values at the start.")

    def written(self) -> dict[str, Any]:
        """The entry that stands for it beside a run; a model file has none."""
        entry = entry_of(self)
        if entry is None:
            raise MechanismError(
                f"the law '{self.name}' is a Python function, and a model file holds no code; write it as a formula"
            )
        return entry

    @property
    def name(self) -> str:
        """The name of the function."""
        return getattr(self.function, "__name__", "law")

    def arguments(self) -> list[str]:
        """The names of the function's arguments."""
        function = getattr(self.function, "py_func", self.function)
        parameters = inspect.signature(function).parameters.values()
        if any(item.kind not in (item.POSITIONAL_ONLY, item.POSITIONAL_OR_KEYWORD) for item in parameters):
            raise MechanismError(f"the law '{self.name}' may have plain arguments only, no *, ** or keywords")
        return [item.name for item in parameters]

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        raise MechanismError(f"the law '{self.name}' is a Python function; only forces and signals may follow one")


def _law(value: Any, handler: Callable[[Any], Any]) -> Any:
    if isinstance(value, PythonLaw):
        return value
    if callable(value) and not isinstance(value, type):
        return PythonLaw(function=value)
    kept = fields_of(value)
    return handler(value) if kept is None else PythonLaw(**kept)


def _written(value: Any, handler: SerializerFunctionWrapHandler) -> Any:
    return value.written() if isinstance(value, PythonLaw) else handler(value)


Law = Annotated[TimeFunction, WrapValidator(_law), WrapSerializer(_written)]
"""A number, an expression in t and channels such as `100*slider.vx`, a function, or a Python function."""


def law_names(law: Any) -> set[str]:
    """Free names of a law; of a Python law the names of its arguments."""
    if hasattr(law, "arguments"):
        return set(law.arguments())
    value = getattr(law, "value", None)
    return set(value.names) if value is not None else set()
