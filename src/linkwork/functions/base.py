"""What all descriptions of functions and outlines have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.expression.part import Readable
from linkwork.functions.packed import Packed

Environment = Mapping[str, Any]
Kink = tuple[Any, int]
Interval = tuple[float, float]

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass

    class _Readable(ModelMetaclass):
        def __call__(cls, *args: Any, **fields: Any) -> Any: ...  # numbers, texts and arrays become expressions
else:
    _Readable = Readable


class Description(BaseModel, metaclass=_Readable):
    """Plain validated data that never changes."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        serialize_by_alias=True,
        defer_build=True,
    )

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> Any:
        """Write the type and what differs from the defaults."""
        full = handler(self)
        concise = {"type": self.type} if hasattr(self, "type") else {}
        for name, field in type(self).model_fields.items():
            key = field.alias if field.alias and field.alias in full else name
            if key in full and getattr(self, name) != field.get_default(call_default_factory=True):
                concise[key] = full[key]
        return concise


class Function(Description):
    """A function of one variable, the time `t` of a driver or the parameter `alpha` of an outline."""

    of: str = Field(
        default="",
        description="In a force law: the variable or channel that it is a function of, such as `length`; "
        "the time when left out.",
    )

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")

    def range(self, env: Environment) -> tuple[float, float] | None:
        """Where the function is defined; None when everywhere."""
        return None

    def joints(self, env: Environment, variable: str = "t", within: Interval | None = None) -> list[Any]:
        """Where the formula changes; places that no formula tells are looked for `within` an interval only."""
        return []

    def smooth(self, variable: str = "t") -> bool:
        """Whether it has no joints, whatever the parameters are."""
        return False

    def kinks(self, env: Environment, variable: str = "t", within: Interval | None = None) -> list[Kink]:
        """Joints where a derivative up to the third jumps, each with the lowest such order (0: the value)."""
        joints = self.joints(env, variable, within)
        if not joints:
            return []
        from linkwork.functions.sample import find_kinks

        places = [float(joint.real) for joint in joints]
        margin = max(places) - min(places) or 1.0
        return find_kinks(self.pack(env, variable), joints, (min(places) - margin, max(places) + margin))
