"""Bodies in space: where they are roughly, their named points and frames, their mass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field, model_serializer

from linkwork.bodies.modes import without_expanded
from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.bodies.spatial.modes import SpatialModes
from linkwork.expression import as_expression
from linkwork.expression.elsewhere import Elsewhere
from linkwork.expression.later import LATER
from linkwork.expression.number import Number, written
from linkwork.expression.part import Part
from linkwork.places.spatial.orientation import Orientation, Vector3
from linkwork.places.spatial.places import Triad

if TYPE_CHECKING:
    from linkwork.bodies.flexible.description import Flexible
    from linkwork.bodies.ritz.description import RitzBeam
    from linkwork.bodies.spatial.shapes import ShownShape
    from linkwork.bodies.spatial.solids import AnySolid
else:
    ShownShape = Annotated[Any, Elsewhere("linkwork.bodies.spatial.shapes.kinds", "ShownShape")]
    AnySolid = Annotated[Any, Elsewhere("linkwork.bodies.spatial.solids", "AnySolid")]
    Flexible = Annotated[Any, Elsewhere("linkwork.bodies.flexible.description", "Flexible")]
    RitzBeam = Annotated[Any, Elsewhere("linkwork.bodies.ritz.description", "RitzBeam")]

_ORIGIN: Vector3 = (as_expression(0), as_expression(0), as_expression(0))


class Estimate(Part):
    """Roughly where a body's frame is: `[x, y, z]`, or with an orientation."""

    position: Vector3 = Field(default=_ORIGIN, description="origin of the body's frame in the world")
    orientation: Annotated[Orientation, LATER] | None = Field(
        default=None, description="how the body's frame is turned; as the world's"
    )

    @model_serializer
    def _written(self) -> Any:
        position = [written(value) for value in self.position]
        if self.orientation is None:
            return position
        turn = self.orientation.model_dump(mode="json", exclude_defaults=True)
        return {"position": position, "orientation": turn}


def _from_list(value: Any) -> Any:
    """A position alone."""
    return {"position": value} if isinstance(value, list | tuple) else value


AnyEstimate = Annotated[Estimate, BeforeValidator(_from_list, json_schema_input_type=Vector3 | Estimate)]


class SpatialBody(Part):
    """A body in space, rigid unless it has modes; its frame may sit anywhere on it."""

    estimate: AnyEstimate | None = Field(default=None, description="estimate of the place of the body's frame")
    points: dict[str, Vector3] = Field(default_factory=dict, description="named points in the body's frame")
    frames: dict[str, Annotated[Triad, LATER]] = Field(
        default_factory=dict, description="named frames in the body's frame"
    )
    mass: Annotated[SpatialMass, LATER] | None = Field(
        default=None, description="mass properties; massless when left out"
    )
    modes: Annotated[SpatialModes, LATER] | None = Field(default=None, description="elastic modes; rigid when left out")
    flexible: Flexible | None = Field(default=None, description="finite elements that mass and modes come from")
    ritz: RitzBeam | None = Field(default=None, description="a beam by Ritz functions, likewise")
    negligible: Number | None = Field(
        default=None,
        description="share of its first vibration below which a mode is left out until the next contact; 0.001, say",
    )
    geometry: tuple[ShownShape, ...] = Field(
        default=(), description="what the body looks like, where that is not its mass"
    )
    solids: dict[str, AnySolid] = Field(default_factory=dict, description="what of the body can touch others, by name")

    @model_serializer(mode="wrap")
    def _written(self, handler: Any) -> Any:
        return without_expanded(handler(self))
