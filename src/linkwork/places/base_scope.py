"""BaseScope: what the words of a description mean for given parameter values, in the plane and in space alike.

It turns names into bodies and joints, and expressions into numbers; `Scope` and `SpatialScope` add places.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.expression import Expression
from linkwork.expression.each_design import OfEachDesign
from linkwork.expression.recorded import Recorded, record
from linkwork.numerics import opcodes
from linkwork.places.interfaces import AT, interface_name, is_interface, owner_of

if TYPE_CHECKING:
    from linkwork.elements.base import Element

Scalar = Any


def which_of(body: str, kind: str, known: Iterable[str]) -> str:
    """What to say where one of several outlines of a body must be named, or the first one given."""
    names = ", ".join(f"{body}.{name}" for name in known)
    if not names:
        return f"body '{body}' has no {kind}; give it one under {kind}s"
    return f"body '{body}' has several {kind}s; name one of {names}"


def root(x: Scalar) -> Scalar:
    """Square root of a real or complex-step value."""
    if isinstance(x, Recorded):
        return record(opcodes.SQRT, math.sqrt, x)
    if isinstance(x, OfEachDesign):
        return x.each(math.sqrt)
    return cmath.sqrt(x) if isinstance(x, complex) else math.sqrt(x)


def cosine_sine(angle: Scalar) -> tuple[Scalar, Scalar]:
    """cos and sin of a real or complex-step value."""
    if isinstance(angle, complex):
        return cmath.cos(angle), cmath.sin(angle)
    if isinstance(angle, Recorded):
        return record(opcodes.COS, math.cos, angle), record(opcodes.SIN, math.sin, angle)
    if isinstance(angle, OfEachDesign):
        return angle.each(math.cos), angle.each(math.sin)
    return math.cos(angle), math.sin(angle)


class BaseScope:
    """The meaning of a mechanism's words for one set of parameter values."""

    def __init__(self, mechanism: Any, env: dict[str, Scalar]) -> None:
        self.mechanism = mechanism
        self.env = env

    def number(self, value: Expression) -> Scalar:
        """Value of an expression in the parameters."""
        constant = value.constant
        return value.value(self.env) if constant is None else constant

    def numbers(self, values: Iterable[Expression]) -> tuple[Scalar, ...]:
        """Values of several expressions."""
        return tuple(self.number(value) for value in values)

    def body(self, name: str) -> Any:
        """The body of that name; for an interface such as `beam@tip` a body without anything on it."""
        try:
            return self.mechanism.bodies_by_name[name]
        except KeyError:
            if is_interface(name):
                return self._bare(name)
            bodies = suggestion(name, self.mechanism.bodies_by_name, "bodies")
            raise MechanismError(f"body '{name}' is not defined{bodies}") from None

    def interface(self, name: str) -> Any:
        """The interface that a name such as `beam@tip` means."""
        owner, label = owner_of(name), name.partition(AT)[2]
        modes = self.body(owner).modes
        if modes is None:
            raise MechanismError(f"'{name}': body '{owner}' is rigid and has no interfaces; name a place of the body")
        if label not in modes.interfaces:
            known = suggestion(label, modes.interfaces, f"interfaces of '{owner}'")
            raise MechanismError(f"body '{owner}' has no interface '{label}'{known}")
        return modes.interfaces[label]

    def interfaces(self, body: str) -> Mapping[str, Any]:
        """The interfaces of a body; a rigid one has none."""
        modes = self.body(body).modes
        return {} if modes is None else modes.interfaces

    def _bare(self, name: str) -> Any:
        """A body that stands for an interface: it has the plane of its owner and nothing else."""
        self.interface(name)
        bare, owner = self.mechanism.body_kind(), self.body(owner_of(name))
        return bare.model_copy(update={"plane": owner.plane}) if hasattr(owner, "plane") else bare

    def named_point(self, body: str, name: str) -> tuple[Scalar, ...]:
        """Coordinates of a point that the body names."""
        points = self.body(body).points
        if name not in points and name in self.interfaces(body):
            raise MechanismError(f"'{name}' is an interface of body '{body}'; write {interface_name(body, name)}")
        if name not in points:
            known = suggestion(name, points, f"points of '{body}'")
            raise MechanismError(f"body '{body}' has no point '{name}'{known}")
        return self.numbers(points[name])

    def joint(self, name: str) -> Element:
        """The joint of that name."""
        try:
            return self.mechanism.joints[name]
        except KeyError:
            joints = suggestion(name, self.mechanism.joints, "joints")
            raise MechanismError(f"joint '{name}' is not defined{joints}") from None
