"""One small mechanism or more for every element of the catalogue, with asymmetric numbers, all of them parameters.

In each the element under test is the last one of the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as library
from linkwork.functions import Circle, Parametric, Points, Polar
from linkwork.mechanism.planar import Planar
from linkwork.places.places import Line, Point

PARAMETERS = {"a": 0.31, "b": -0.17, "c": 0.23, "d": 0.44, "r": 0.8, "R": 2.0, "w": 1.3}
OTHER_VALUES = {"a": 0.37, "b": -0.11, "c": 0.29, "d": 0.41, "r": 0.75, "R": 2.2, "w": 1.1}
MOVING = "d + 0.2*sin(w*t) + a*t^2"

Case = Callable[[], Planar]


def two_bodies(second_plane: str = "xy") -> Planar:
    """Two moving bodies, drawn where nothing is parallel."""
    m = Planar("two bodies")
    m.parameters(**PARAMETERS)
    if second_plane != "xy":
        m.plane(second_plane, x=(0.2, 0.1, 1.0), y=(-0.3, 1.0, -0.04), origin=(0.3, -0.2, 0.1))
    m.body("first", estimate=("a", "b", "c"), points={"tip": ("a", "d")})
    m.body("second", estimate=("R + 0.4", "c", "-d"), plane=second_plane)
    return m


def point(body: str, x: str, y: str) -> Point:
    return Point.model_validate({"body": body, "coordinates": (x, y)})


def line(body: str, x: str, y: str, ex: str, ey: str) -> Line:
    return Line.model_validate({"body": body, "start": (x, y), "end": (ex, ey)})


P, Q = point("first", "a", "b"), point("second", "c", "-d")
G, H = line("first", "a", "b", "1 + c", "d"), line("second", "-c", "d", "0.3", "a - 1")
BODIES = ("first", "second")
CAM = Polar.model_validate({"radius": "d + 0.06*cos(2*alpha) + 0.02*sin(3*alpha)", "center": ("a", "b")})
ROLLER = Circle.model_validate({"radius": "a", "center": ("c", "-0.05")})
GROOVE = Points.model_validate({"points": (("a", 0), ("0.2", "d"), ("b", "0.35"), ("-0.4", "c"), ("-0.2", "-0.3"))})
PATH = Parametric.model_validate({"x": "a*cos(alpha) + b*alpha", "y": "d*alpha^2", "from": -9, "to": 9})


def joint(kind: type[Element], second_plane: str = "xy", **fields: Any) -> Case:
    """A mechanism with this joint alone."""

    def build() -> Planar:
        m = two_bodies(second_plane)
        m.joint("J", kind, **fields)
        return m

    return build


def outlines(kind: type[Element], first: Any, second: Any, **fields: Any) -> Case:
    """A mechanism with outlines `first.curve` and `second.curve` and this joint alone."""

    def build() -> Planar:
        m = two_bodies()
        for body, curve in zip(BODIES, (first, second), strict=True):
            m.add_outline(body, "curve", curve)
        m.joint("J", kind, **fields)
        return m

    return build


def driven(kind: type[Element], **fields: Any) -> Case:
    """A mechanism with a revolute joint O, a slide S and a pin in a slot T, and this driver."""

    def build() -> Planar:
        m = two_bodies()
        m.joint("O", library.Revolute, between=(P, Q))
        m.joint("S", library.Translational, between=(G, H))
        m.joint("T", library.RevoluteTranslational, line=H, pin=P)
        m.add_driver("D", kind(**fields))
        return m

    return build


def on_beam(**fields: Any) -> Case:
    """A mechanism with an arc as a beam of three elements, and this joint alone."""

    def build() -> Planar:
        m = two_bodies()
        m.beam("arc", ("b", 0), ("R", "a"), bend="d", section=STIFF, elements=3, places={"grip": 0.4})
        m.joint("J", library.BeamSlide, beam="arc", **fields)
        return m

    return build


STIFF = {"type": "stiffness", "EA": 1e4, "EI": 1, "GA": 1e3, "mass": 1}

CASES: dict[type[Element], list[Case]] = {
    library.BeamSlide: [on_beam(point=Q, position="a"), on_beam(point=P)],
    library.Revolute: [
        joint(library.Revolute, between=(P, Q)),
        joint(library.Revolute, between=("first.tip", "second")),
        joint(library.Revolute, between=BODIES, at=("d", "r")),
        joint(library.Revolute, between=("ground", Q)),
    ],
    library.Translational: [
        joint(library.Translational, between=(G, H)),
        joint(library.Translational, between=BODIES, at=("d", "r"), along=("a", "c")),
    ],
    library.RevoluteRevolute: [joint(library.RevoluteRevolute, between=(P, Q), length="r")],
    library.RevoluteTranslational: [joint(library.RevoluteTranslational, line=G, pin=Q, offset="b")],
    library.PinInSlot: [joint(library.PinInSlot, line=H, pin=P)],
    library.DoubleTranslational: [
        joint(library.DoubleTranslational, between=BODIES, angle="a"),
        joint(library.DoubleTranslational, between=BODIES),
    ],
    library.Fixed: [
        joint(library.Fixed, between=(P, Q), angle="c"),
        joint(library.Fixed, between=BODIES, at=("d", "r")),
    ],
    library.Gear: [
        joint(library.Gear, between=(P, Q), radii=("R", "r")),
        joint(library.Gear, between=(P, Q), radii=("R", "r"), internal=True),
        joint(library.Gear, between=(P, Q), radii=("R", "r"), internal=True, reference=("a", "c")),
        joint(library.Gear, between=(P, Q), radii=("R", "r"), reference=("a", "c")),
    ],
    library.RackPinion: [
        joint(library.RackPinion, rack=G, pinion=Q, radius="r"),
        joint(library.RackPinion, rack=G, pinion=Q, radius="r", side="right"),
        joint(library.RackPinion, rack=H, pinion=P, radius="r", side="right", reference="c"),
        joint(library.RackPinion, rack=H, pinion=P, radius="r", reference="c"),
    ],
    library.BeltDrive: [
        joint(library.BeltDrive, between=(P, Q), radii=("R", "r")),
        joint(library.BeltDrive, between=(P, Q), radii=("R", "r"), crossed=True),
        joint(library.BeltDrive, between=(Q, P), radii=("r", "r")),
        joint(library.BeltDrive, between=(point("ground", "d", "-1"), Q), radii=("r", "R"), crossed=True),
    ],
    library.CamFollower: [
        outlines(library.CamFollower, CAM, ROLLER, between=("first.curve", "second.curve"), contact=("a", "3")),
        outlines(library.CamFollower, PATH, GROOVE, between=("second.curve", "first.curve")),
    ],
    library.CamFlat: [
        outlines(library.CamFlat, CAM, ROLLER, cam="first.curve", flat=H, contact="c"),
        outlines(library.CamFlat, GROOVE, CAM, cam="second.curve", flat=G),
    ],
    library.PointFollower: [
        outlines(library.PointFollower, CAM, GROOVE, pin=P, slot="second.curve", contact="d"),
        outlines(library.PointFollower, PATH, GROOVE, pin=Q, slot="first.curve"),
    ],
    library.Coupling: [joint(library.Coupling, "oblique", between=(P, Q))],
    library.CouplingSlide: [joint(library.CouplingSlide, "oblique", slide=G, pin=Q)],
    library.AbsoluteX: [joint(library.AbsoluteX, on=P, value=MOVING)],
    library.AbsoluteY: [joint(library.AbsoluteY, on=Q, value=MOVING)],
    library.AbsoluteAngle: [joint(library.AbsoluteAngle, on="second", value=MOVING)],
    library.AbsoluteDistance: [joint(library.AbsoluteDistance, on=P, center=("c", "d"), value=MOVING)],
    library.RelativeX: [joint(library.RelativeX, between=(P, Q), value=MOVING)],
    library.RelativeY: [joint(library.RelativeY, between=(P, Q), value=MOVING)],
    library.RelativeAngle: [joint(library.RelativeAngle, between=BODIES, value=MOVING)],
    library.RelativeDistance: [joint(library.RelativeDistance, between=(P, Q), value=MOVING)],
    library.Strut: [joint(library.Strut, between=(P, Q), value=MOVING)],
    library.AngleDrive: [driven(library.AngleDrive, joint="O", value=MOVING, mounting=("a", "c"))],
    library.PositionDrive: [
        driven(library.PositionDrive, joint="S", value=MOVING),
        driven(library.PositionDrive, joint="T", value=MOVING),
    ],
}


def numbered() -> list[Any]:
    """Every case with the word that a model file uses for the element."""
    import pytest

    return [
        pytest.param(case, id=f"{kind.model_fields['type'].default}-{number}")
        for kind, cases in CASES.items()
        for number, case in enumerate(cases, start=1)
    ]
