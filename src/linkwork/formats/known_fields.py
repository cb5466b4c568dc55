"""The fields that each part of a model file may have, for errors that name them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel

from linkwork import functions
from linkwork.elements.contact_forces import FORCE_LAWS
from linkwork.elements.contacts import Contact, ContactGroup, Friction
from linkwork.elements.impact_request import ImpactRequest
from linkwork.formats.worlds import WORLDS, model_class
from linkwork.mechanism.model_requests import (
    AnalysisRequest,
    EquilibriumRequest,
    InverseRequest,
    KinematicsRequest,
    OutputRequest,
    ReportRequest,
    SimulateRequest,
    TreeRequest,
)
from linkwork.signals.catalogue import SIGNALS
from linkwork.signals.parts import When

Parts = tuple[type[BaseModel], ...]

_FUNCTIONS: Parts = (
    functions.Constant,
    functions.Polynomial,
    functions.Harmonic,
    functions.Table,
    functions.Move,
    functions.Piecewise,
    functions.Formula,
)
_OUTLINES: Parts = (
    functions.Circle,
    functions.Polar,
    functions.Points,
    functions.Parametric,
    functions.Straight,
)
_REQUESTS: dict[str, type[BaseModel]] = {
    "impacts": ImpactRequest,
    "tree": TreeRequest,
    "analysis": AnalysisRequest,
    "output": OutputRequest,
    "report": ReportRequest,
    "kinematics": KinematicsRequest,
    "inverse_dynamics": InverseRequest,
    "simulate": SimulateRequest,
    "equilibrium": EquilibriumRequest,
}


def _of_plane() -> tuple[Parts, dict[str, type[BaseModel]], dict[str, type[BaseModel]]]:
    """Parts with a type, parts in sections, and parts by the key before them, in the plane."""
    from linkwork.bodies.bodies import Body, Plane
    from linkwork.bodies.mass import Mass
    from linkwork.bodies.shapes import SHAPES
    from linkwork.elements.planar.catalogue import ELEMENTS, FORCES
    from linkwork.elements.planar.contact.clearance import CLEARANCES
    from linkwork.elements.planar.forces.bushing import Curves
    from linkwork.mechanism.beams.hyperelastic import Hyperelastic
    from linkwork.mechanism.beams.planar import Beam, Cable

    return (
        (*ELEMENTS, *FORCES, *CLEARANCES, *_OUTLINES, *SHAPES),
        {"bodies": Body, "planes": Plane, "beams": Beam, "cables": Cable, "hyperelastic": Hyperelastic},
        {"mass": Mass, "curves": Curves},
    )


def _of_space() -> tuple[Parts, dict[str, type[BaseModel]], dict[str, type[BaseModel]]]:
    """The same in space."""
    from linkwork.bodies.spatial.bodies import Estimate, SpatialBody
    from linkwork.bodies.spatial.mass import Inertia, SpatialMass
    from linkwork.bodies.spatial.shapes import SHAPES, Mesh
    from linkwork.bodies.spatial.solids import SOLIDS
    from linkwork.elements.spatial.catalogue import ELEMENTS
    from linkwork.elements.spatial.contact.clearance import CLEARANCES
    from linkwork.elements.spatial.force_catalogue import FORCES
    from linkwork.elements.spatial.forces.bushing import Curves
    from linkwork.formats.include import Include
    from linkwork.mechanism.beams.hyperelastic import Hyperelastic
    from linkwork.mechanism.spatial.beams import SpatialBeam, SpatialCable
    from linkwork.places.spatial.orientation import Orientation
    from linkwork.places.spatial.places import Triad

    named: dict[str, type[BaseModel]] = {"estimate": Estimate, "orientation": Orientation, "mass": SpatialMass}
    named |= {"inertia": Inertia, "inertia_axes": Orientation, "mesh": Mesh, "include": Include, "curves": Curves}
    sections: dict[str, type[BaseModel]] = {"bodies": SpatialBody, "frames": Triad}
    sections |= {"beams": SpatialBeam, "cables": SpatialCable, "hyperelastic": Hyperelastic}
    return (*ELEMENTS, *FORCES, *CLEARANCES, *SHAPES, *SOLIDS), sections, named


@cache
def _of(world: str) -> tuple[dict[str, type[BaseModel]], dict[str, type[BaseModel]], dict[str, type[BaseModel]]]:
    typed, sections, named = _of_space() if world == "space" else _of_plane()
    kinds: Parts = (*typed, *SIGNALS, *_FUNCTIONS, *FORCE_LAWS)
    by_type = {kind.model_fields["type"].default: kind for kind in kinds}
    common: dict[str, type[BaseModel]] = {
        "pieces": functions.Piece,
        "events": When,
        "contacts": Contact,
        "contact_groups": ContactGroup,
        "frictions": Friction,
    }
    return by_type, common | sections, _REQUESTS | named


@cache
def _in_profiles() -> tuple[dict[str, type[BaseModel]], dict[str, type[BaseModel]]]:
    """Elements of profiles by their type, and the profile itself."""
    from linkwork.bodies.profiles import PROFILE_ELEMENTS, Profile

    return {kind.model_fields["type"].default: kind for kind in PROFILE_ELEMENTS}, {"profiles": Profile}


def known_fields(path: Sequence[str | int], kind: Any, world: str = "plane") -> list[str]:
    """The fields that may stand in the mapping at `path`; `kind` is what it gives as its `type`."""
    typed, sections, named = _of(world)
    if "profiles" in path:
        typed, sections = _in_profiles()
    model: type[BaseModel] | None = model_class(world) if not path else None
    if isinstance(kind, str) and kind in typed:
        model = typed[kind]
    elif path:
        model = (sections.get(str(path[-2])) if len(path) > 1 else None) or named.get(str(path[-1]))
    if model is None:
        return []
    return [field.alias or name for name, field in model.model_fields.items()]


def other_world(kind: str, world: str) -> str | None:
    """The world in which there is a part of that type, where this one has none."""
    return next((other for other in WORLDS if other != world and kind in _of(other)[0]), None)
