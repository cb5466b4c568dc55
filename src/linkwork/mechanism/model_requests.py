"""What a model file asks for beside the mechanism: analyses, what is left behind and shown, joints to be cut."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.mechanism.name_lists import names_of, rods_of

MethodName = Literal["dop853", "adams", "rk4", "radau", "alpha", "midpoint", "trapezoidal", "backward-euler", "moreau"]
FormulationName = Literal[
    "auto",
    "cartesian",
    "direct",
    "baumgarte",
    "projection",
    "partitioning",
    "hybrid",
    "augmented",
    "canonical",
    "null-space",
    "trees",
    "joint",
    "joint-partitioning",
    "joint-null-space",
    "joint-augmented",
    "joint-canonical",
    "natural",
]
CoordinatesName = Literal["auto", "cartesian", "joint"]
_COORDINATES: Any = Field(default="auto", description="coordinates solved for: of the bodies or of the joints")
SMALLEST_RTOL, SMALLEST_ATOL = 1e-14, 1e-100  # below, a step can never be exact enough
FIXED_STEP = ("rk4", "midpoint", "trapezoidal", "backward-euler")
"""Methods that need the length of their step."""


class GridRequest(Part):
    """An analysis over a time grid."""

    until: Number = Field(description="end time in s")
    start: Number | None = Field(default=None, description="start time in s; 0 when left out")
    points: int = Field(default=201, strict=True, ge=2, le=10_000_000, description="number of time points")


class KinematicsRequest(GridRequest):
    """Move the mechanism over a time grid."""

    formulation: CoordinatesName = _COORDINATES


class InverseRequest(KinematicsRequest):
    """Move the mechanism by its drivers and find the forces that this needs."""


class SimulateRequest(GridRequest):
    """Let the mechanism move under its forces."""

    speeds: dict[str, Number] = Field(default_factory=dict, description="rates at the start, such as crank.omega: 10")
    hold: dict[str, Number] = Field(
        default_factory=dict, description="values that the start is assembled with, such as crank.angle: 30 deg"
    )
    method: MethodName = Field(
        default="dop853", description="how the motion is integrated; rk4, midpoint, trapezoidal need a step"
    )
    formulation: FormulationName = Field(
        default="auto", description="how the constraints are kept; auto picks one and says so"
    )
    settings: dict[str, float] = Field(default_factory=dict, description="numbers of the formulation")
    rho: float | None = Field(
        default=None, ge=0, le=1, description="of method alpha: 1 without numerical damping, 0 with the strongest"
    )
    rtol: float | None = Field(
        default=None,
        ge=SMALLEST_RTOL,
        lt=1,
        description="error allowed in a step, relative to the value; the method has its own",
    )
    atol: float | None = Field(default=None, ge=SMALLEST_ATOL, description="the same in model lengths and radians")
    step: Number | None = Field(default=None, description="length of the first step, or of all when it is fixed, in s")
    branch: int | None = Field(
        default=None, ge=1, description="at a singular start: the number of the branch that the motion goes on by"
    )
    compiled: Literal["auto", "model", "tables"] = Field(
        default="auto", description="what the loop calls: the tables, or a right-hand side of this mechanism alone"
    )
    check_energy: bool = Field(default=False, description="compare the change of energy with the work done")
    estimate_error: bool = Field(default=False, description="run again with finer tolerances and compare")


class EquilibriumRequest(Part):
    """Find where the mechanism stays at rest."""

    method: Literal["auto", "energy", "equations", "settle"] = Field(default="auto", description="how it is found")
    formulation: CoordinatesName = _COORDINATES
    near: dict[str, Number] = Field(
        default_factory=dict, description="values near which one is looked for, such as crank.angle: 30 deg"
    )
    all: bool = Field(default=False, description="look for all of them, from many starts")
    modes: bool = Field(default=False, description="natural frequencies there, too")


class AnalysisRequest(Part):
    """What `linkwork run` does with the model: one of these."""

    kinematics: KinematicsRequest | None = Field(default=None, description="positions over a time grid")
    inverse_dynamics: InverseRequest | None = Field(
        default=None, description="positions, driver forces and reactions over a time grid"
    )
    simulate: SimulateRequest | None = Field(default=None, description="motion under forces over a time grid")
    equilibrium: EquilibriumRequest | None = Field(default=None, description="a position of rest")

    @model_validator(mode="after")
    def _at_most_one(self) -> AnalysisRequest:
        """Refuse to do several things at once."""
        asked = [name for name in type(self).model_fields if getattr(self, name) is not None]
        if len(asked) > 1:
            raise ValueError(f"ask for one analysis, not for {', '.join(asked)}; use several files for several")
        return self


class ReportRequest(Part):
    """What stands at the head of reports."""

    author: str = Field(default="", max_length=200, description="who made it")
    company: str = Field(default="", max_length=200, description="for whom, or where")
    logo: str = Field(default="", description="a picture beside the title, a .png or .jpg file beside the model")


Ends = tuple[Number, Number]
Figure = Annotated[
    list[str],
    BeforeValidator(lambda one: [one] if isinstance(one, str) else one, json_schema_input_type=str | list[str]),
]


class OutputRequest(Part):
    """What `linkwork run` leaves behind, and how plots, page and report show it."""

    plots: list[Figure] = Field(
        default_factory=list, description="each entry one figure: a channel, or a list of channels in one figure"
    )
    cross_plots: list[tuple[str, str]] = Field(default_factory=list, description="pairs of channels, x and y")
    traces: list[str] = Field(default_factory=list, description="points whose path is drawn, such as rod.tip")
    beside: dict[str, str] = Field(
        default_factory=dict,
        description="curves laid beside, by label: a file of measured data (.csv), another model, or a saved run",
    )
    axes: dict[str, Ends] = Field(
        default_factory=dict, description="fixed ends of the axis of a channel, such as slider.x: [0, 300 mm]"
    )
    sliders: dict[str, Ends] = Field(
        default_factory=dict, description="ends of the page's slider of a parameter, such as r: [50 mm, 200 mm]"
    )
    view: Literal["iso", "front", "top", "right"] | tuple[float, float] | None = Field(
        default=None, description="in space: from where it is seen, or azimuth and elevation in degrees"
    )
    chase: str | None = Field(
        default=None, min_length=1, description="in space: the body behind which the page's camera goes along"
    )
    controls: list[str] = Field(
        default_factory=list, description="channels that the page shows as instruments, such as what a driver does"
    )
    report: ReportRequest = Field(default=ReportRequest(), description="author, company and logo of reports")


Names = Annotated[tuple[str, ...], BeforeValidator(names_of, json_schema_input_type=str | tuple[str, ...])]
Rods = Annotated[
    Literal["all", "none"] | tuple[str, ...], BeforeValidator(rods_of, json_schema_input_type=str | tuple[str, ...])
]


class TreeRequest(Part):
    """What joint coordinates do with the mechanism, where it matters to the user."""

    cut: Names = Field(default=(), description="joints that are cut")
    keep: Names = Field(default=(), description="joints that stay in the tree")
    cut_translation: Names = Field(default=(), description="joints that are cut in the tree of translation alone")
    cut_rotation: Names = Field(default=(), description="joints that are cut in the tree of rotation alone")
    remove: Rods = Field(
        default="all", description="rods that become distances, their inertia kept: all that can, none, or these"
    )
    independent: Names = Field(
        default=(), description="joints, or single freedoms such as O.angle, that are independent coordinates"
    )
