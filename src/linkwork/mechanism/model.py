"""The model file as data: what may stand in it, and nothing else. Its JSON Schema is made from these classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from linkwork.bodies.bodies import Body, Plane
from linkwork.elements.contacts import Contact, ContactGroup, Friction
from linkwork.elements.impact_request import ImpactRequest
from linkwork.elements.planar.catalogue import AnyDriver, AnyForce, AnyJoint
from linkwork.elements.planar.contact.clearance import AnyClearance
from linkwork.expression.elsewhere import Elsewhere
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.mechanism.beams.planar import Beam, Cable
from linkwork.mechanism.display_units import DisplayUnits, Units
from linkwork.mechanism.model_requests import AnalysisRequest, OutputRequest, TreeRequest
from linkwork.places.places import Vector
from linkwork.signals.catalogue import AnySignal
from linkwork.signals.parts import When

if TYPE_CHECKING:
    from linkwork.mechanism.beams.hyperelastic import Hyperelastic
    from linkwork.networks.catalogue import Circuit
else:
    Hyperelastic = Annotated[Any, Elsewhere("linkwork.mechanism.beams.hyperelastic", "Hyperelastic")]
    Circuit = Annotated[Any, Elsewhere("linkwork.networks.catalogue", "Circuit")]


class Model(Part):
    """What the model files of planar and spatial mechanisms have in common."""

    linkwork: Literal[1] = Field(description="version of the file format")
    world: Any
    name: str = Field(default="mechanism", min_length=1, max_length=200, description="title of the mechanism")
    description: str = Field(default="", description="what it is, in a sentence or two")
    units: Units = Field(
        default=DisplayUnits.model_construct(),
        description="units in which numbers are shown: a preset such as mm-N-s, or a mapping such as {length: mm}",
    )
    parameters: dict[str, Number] = Field(
        default_factory=dict, description="named numbers; any number below may be an expression in them"
    )
    bodies: dict[str, Any]
    joints: dict[str, Any]
    drivers: dict[str, Any]
    forces: dict[str, Any]
    beams: dict[str, Any]
    cables: dict[str, Any]
    hyperelastic: dict[str, Hyperelastic] = Field(
        default_factory=dict, description="solids that are deformed as far as they will, by name"
    )
    signals: dict[str, AnySignal] = Field(
        default_factory=dict, description="sensors, formulas, states, controllers and flags by name"
    )
    circuits: dict[str, Circuit] = Field(
        default_factory=dict, description="electrical, magnetic, hydraulic, thermal and shaft circuits by name"
    )
    events: dict[str, When] = Field(default_factory=dict, description="what happens when a number passes zero")
    contacts: dict[str, Contact] = Field(
        default_factory=dict, description="pairs of profiles or solids that may touch, by name"
    )
    contact_groups: dict[str, ContactGroup] = Field(
        default_factory=dict, description="many profiles or solids of which any two may touch, by name"
    )
    clearances: dict[str, Any]
    frictions: dict[str, Friction] = Field(default_factory=dict, description="dry friction in joints, by name")
    impacts: ImpactRequest = Field(default=ImpactRequest.model_construct(), description="how impacts are computed")
    gravity: Any
    channels: dict[str, Annotated[str, Field(min_length=1)]] = Field(
        default_factory=dict, description="channels computed from others by name, such as pressure: lift.force/area"
    )
    initial: dict[str, Number] = Field(
        default_factory=dict, description="values held while assembling only, such as slider.x: 0"
    )
    tree: TreeRequest = Field(
        default=TreeRequest.model_construct(),
        description="which joints are cut or kept in joint coordinates, and which rods removed",
    )
    analysis: AnalysisRequest = Field(default=AnalysisRequest.model_construct(), description="what `linkwork run` does")
    output: OutputRequest = Field(
        default=OutputRequest.model_construct(), description="what `linkwork run` leaves behind"
    )

    @model_validator(mode="before")
    @classmethod
    def _nothing_is_empty(cls, data: Any) -> Any:
        """A section or a body with nothing after its colon is an empty one."""
        if not isinstance(data, dict):
            return data
        empty = sections(cls)
        filled = {name: content for name, content in data.items() if content is not None or name not in empty}
        if isinstance(filled.get("bodies"), dict):
            filled["bodies"] = {name: {} if body is None else body for name, body in filled["bodies"].items()}
        return filled


BODIES: Any = Field(default_factory=dict, description="rigid bodies by name; the ground is always there")
JOINTS: Any = Field(default_factory=dict, description="joints and constraints by name")
DRIVERS: Any = Field(default_factory=dict, description="prescribed motions by name, functions of the time t")
CLEARANCES: Any = Field(default_factory=dict, description="joints with play by name; their parts touch at its limits")
FORCES: Any = Field(default_factory=dict, description="springs, dampers, forces and torques by name")
BEAMS: Any = Field(default_factory=dict, description="beams that bend by name; they become nodes and elements")
CABLES: Any = Field(default_factory=dict, description="cables without bending by name")


class PlanarModel(Model):
    """A planar mechanism."""

    world: Literal["plane"] = Field(default="plane", description="where it moves: in the plane, or in space")
    planes: dict[str, Plane] = Field(default_factory=dict, description="motion planes besides xy")
    bodies: dict[str, Body] = BODIES
    joints: dict[str, AnyJoint] = JOINTS
    drivers: dict[str, AnyDriver] = DRIVERS
    forces: dict[str, AnyForce] = FORCES
    beams: dict[str, Beam] = BEAMS
    cables: dict[str, Cable] = CABLES
    clearances: dict[str, AnyClearance] = CLEARANCES
    gravity: Vector | None = Field(default=None, description="field of gravity [x, y] in m/s^2; none when left out")


def sections(model: type[Model]) -> tuple[str, ...]:
    """The parts of a model file that may be empty."""
    return tuple(name for name in model.model_fields if name not in ("linkwork", "world", "name", "description"))
