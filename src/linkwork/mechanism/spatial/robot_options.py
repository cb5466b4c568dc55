"""How a robot is put into a mechanism: where its base stands, how its parts are called, what is taken over."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, ValidationError

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.places.spatial.orientation import Orientation, Vector3


class Stops(Part):
    """Stiffness and damping of the end stops that the limits of the joints become."""

    stiffness: Number = Field(description="N/m or N m/rad")
    damping: Number = Field(default=as_expression(0), description="N s/m or N m s/rad, only while touching")


class RobotOptions(Part):
    """What a URDF file leaves open."""

    base: Literal["fixed", "floating"] = Field(default="fixed", description="whether the root link is held or flies")
    at: Vector3 | None = Field(default=None, description="place of the root link in the world; the origin if left out")
    orientation: Orientation | None = Field(default=None, description="orientation of the root link in the world")
    prefix: str = Field(default="", description="put before the names of links and joints")
    values: dict[str, Number] = Field(
        default_factory=dict, description="joint values at which the links are drawn; 0 when left out"
    )
    stops: Stops | None = Field(
        default=None, description="end stops at the limits of the joints; without it the limits are only kept as data"
    )
    armature: dict[str, Number] = Field(
        default_factory=dict,
        description="rotor inertia that joints feel, by joint: kg m^2 of one that turns, kg of one that slides",
    )
    collisions: bool = Field(
        default=False, description="whether the collision shapes of the links become solids, which can touch others"
    )
    geometry: bool = Field(default=True, description="whether the shapes and meshes of the links are taken over")


def options_of(given: dict[str, Any]) -> RobotOptions:
    """Options given in Python."""
    try:
        return RobotOptions.model_validate(given)
    except ValidationError as error:
        from linkwork.expression.explain_fields import explain

        raise MechanismError(f"load_urdf: {explain(error)}") from None
