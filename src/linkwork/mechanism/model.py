"""The model file as data: what may stand in it, and nothing else. Its JSON Schema is made from these classes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.elements.planar.catalogue import AnyDriver, AnyJoint
from linkwork.mechanism.base import Part
from linkwork.mechanism.bodies import Body, Plane
from linkwork.mechanism.number import Number


class KinematicsRequest(Part):
    """Move the mechanism over a time grid."""

    until: Number = Field(description="end time in s")
    start: Number | None = Field(default=None, description="start time in s; 0 when left out")
    points: int = Field(default=201, ge=2, le=10_000_000, description="number of time points")


class AnalysisRequest(Part):
    """What `linkwork run` does with the model."""

    kinematics: KinematicsRequest | None = None


class OutputRequest(Part):
    """What `linkwork run` leaves behind."""

    plots: list[list[str]] = Field(
        default_factory=list, description="each entry one figure: names of channels"
    )
    cross_plots: list[tuple[str, str]] = Field(default_factory=list, description="pairs of channels, x and y")
    traces: list[str] = Field(default_factory=list, description="points whose path is drawn, such as rod.tip")


class PlanarModel(Part):
    """A planar mechanism."""

    linkwork: Literal[1] = Field(description="version of the file format")
    name: str = Field(default="mechanism", min_length=1, max_length=200)
    description: str = ""
    parameters: dict[str, Number] = Field(default_factory=dict)
    planes: dict[str, Plane] = Field(default_factory=dict)
    bodies: dict[str, Body] = Field(default_factory=dict)
    joints: dict[str, AnyJoint] = Field(default_factory=dict)
    drivers: dict[str, AnyDriver] = Field(default_factory=dict)
    initial: dict[str, Number] = Field(
        default_factory=dict, description="values held while assembling only, such as slider.x: 0"
    )
    analysis: AnalysisRequest = AnalysisRequest()
    output: OutputRequest = OutputRequest()
