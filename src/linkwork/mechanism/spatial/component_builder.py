"""Ready-made groups of parts in space that a user adds with one call: the rotor of a motor, an armature.

Each adds plain bodies and joints whose names begin with its own; a model file holds these parts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression, resolve_parameters
from linkwork.expression.given import public
from linkwork.mechanism.handles import Num
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.places.spatial.rotation import parameters_of

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.spatial import Spatial

GROUND = "ground"
ARMATURE = "armature"
"""What stands behind the name of a joint in those of its armature."""


@public
class SpatialComponentBuilder:
    """Groups of parts in space."""

    def _spatial(self) -> Spatial:
        raise TypeError("a mechanism says that it is one")

    def rotor(self, name: str, joint: str, inertia: Num, ratio: Num = 1, mass: Num = 0) -> SpatialBodyHandle:
        """A flywheel or the rotor of a motor behind gears: it turns `ratio` times as fast as a revolute joint, or by
        `ratio` radians a metre of a translational one, about the joint's axis and on its first body.

        It is a body with its bearing there and a coupler, so its inertia, reaction and gyration are exact: the joint
        feels inertia times ratio squared. `inertia` is about its axis; that across belongs to the body that carries it.
        """
        m = self._spatial()
        held = _held(m, f"rotor '{name}'", joint)
        factor = as_expression(ratio)
        value = float(factor.value(resolve_parameters(m.parameters_by_name)).real)
        if value == 0.0 or not math.isfinite(value):
            raise MechanismError(f"rotor '{name}': the ratio must be a number other than zero")
        return _wheel(m, name, joint, held, held.places()[0], inertia, factor, mass)

    def armature(self, joint: str, inertia: Num) -> SpatialBodyHandle:
        """Inertia that a revolute or translational joint feels beside that of its bodies, in kg m^2 or kg, as robot
        descriptions have it: half of it times the joint's rate squared is added to the kinetic energy, nothing else.

        It is the rotor `<joint>_armature` that turns on the ground as the joint does. Where the gyration of a real
        rotor counts, take `rotor`.
        """
        m = self._spatial()
        held = _held(m, f"armature of '{joint}'", joint)
        return _wheel(m, f"{joint}_{ARMATURE}", joint, held, m.ground.frame(), inertia, as_expression(1), 0)


def _held(m: Spatial, who: str, joint: str) -> Any:
    """The joint that a rotor goes with."""
    from linkwork.elements.spatial.joints.joints import Revolute, Translational

    held = m.joints.get(joint)
    if not isinstance(held, Revolute | Translational):
        raise MechanismError(f"{who}: '{joint}' is no revolute or translational joint")
    return held


def _wheel(
    m: Spatial, name: str, joint: str, held: Any, place: Any, inertia: Num, ratio: Any, mass: Num
) -> SpatialBodyHandle:
    """A body that turns at a place about the axis of its frame, bound to the value of a joint."""
    scope = m.scope(resolve_parameters(m.parameters_by_name))
    row = m.row_class(scope, f"rotor '{name}'", name)
    point, *axes = row.frames(place, held.places()[1])[0] if place.body != GROUND else _standing()
    at = scope.into_world(place.body, *point)
    columns = [scope.into_world(place.body, *axis, direction=True) for axis in axes]
    matrix: Any = tuple(tuple(float(column[n].real) for column in columns) for n in range(3))
    parameters = parameters_of(matrix)
    heavy = {"mass": mass, "inertia": (0, 0, inertia)}
    wheel = m.body(
        name, tuple(float(each.real) for each in at), orientation={"parameters": list(parameters)}, mass=heavy
    )
    m.revolute(f"{name}_bearing", place, wheel.frame(axis=(0, 0, 1), x=(1, 0, 0)))
    freedom = "angle" if held.type == "revolute" else "position"
    m.coupler(f"{name}_gear", {f"{joint}.{freedom}": ratio, f"{name}_bearing.angle": -1})
    return wheel


def _standing() -> Any:
    """The frame of the world."""
    return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
