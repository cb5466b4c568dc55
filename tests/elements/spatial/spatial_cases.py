"""A case or more for every spatial element, with asymmetric numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spatial_tables import drawing, driver, joint

from linkwork.elements.base import Element
from linkwork.mechanism.spatial.spatial import Spatial

P = {"at": [0.31, -0.17, 0.23], "axis": [0.4, 1.0, -0.3], "x": [1.0, 0.1, 0.2]}
Q = {"at": [-0.2, 0.44, 0.15], "axis": [0.7, -0.2, 0.5], "x": [0.3, 1.0, 0.8]}
FRAMES = [{"first": P}, {"second": Q}]
POINTS = [{"first": P["at"]}, {"second": Q["at"]}]
DRAWN = {"between": ["first", "second"], "at": [0.4, 0.8, -0.1], "axis": [0.3, 1, 0.2], "x": [1, -0.2, 0.1]}
MOVING = "0.44 + 0.2*sin(1.3*t) + 0.31*t^2"

Case = tuple[Spatial, Element]


def three_bodies() -> Spatial:
    """Three moving bodies, drawn where nothing is parallel, and joints for drivers and couplers."""
    drawn = drawing(
        first=((0.3, -0.2, 0.1), (0.3, 0.4, -0.2)),
        second=((1.4, 0.2, -0.6), (-0.7, 0.3, 0.9)),
        third=((0.4, 1.2, 0.5), (0.2, -1.1, 0.4)),
    )
    drawn.joints |= {
        "A": joint(type="revolute", between=["first", "second"], at=[1, 0, 0], axis=[0.1, 0.2, 1]),
        "B": joint(type="revolute", between=["first", "third"], at=[0, 1, 0.2], axis=[0.1, 0.2, 1]),
        "C": joint(type="cylindrical", between=["ground", "third"], at=[0, 2, 0.5], axis=[0.1, -0.2, 1]),
        "E": joint(type="cylindrical", between=["ground", "third"], at=[0, 2, 0.5], axis=[1, 0.2, 0.1]),
        "S": joint(type="translational", between=["ground", "second"], at=[0.3, 0.4, 0.5], axis=[1, 0.2, 0.1]),
        "U": joint(type="universal", between=["first", "second"], at=[0.3, 0, 0], axis=[0, 1, 0.1], x=[1, 0, 0.2]),
        "W": joint(type="revolute", between=["ground", "second"], at=[0.1, 0, 2], axis=[1, 0.2, 0.1]),
    }
    return drawn


def case(make: Callable[..., Element] = joint, **fields: Any) -> Case:
    return three_bodies(), make(**fields)


def on_beam(**fields: Any) -> Case:
    """The same with an arc as a beam of two elements and a node between."""
    drawn = three_bodies()
    section = {"type": "stiffness", "EA": 1e4, "EI": 1, "GJ": 1, "mass": 1}
    drawn.beam("arc", (0.1, 0.2, 0), (2, 1, 0.5), bend=0.7, section=section, elements=2, places={"grip": 0.4})
    return drawn, joint(type="beam_slide", beam="arc", **fields)


def _pair(kind: str, **more: Any) -> list[Case]:
    """Frames on both sides, given once as drawn, and against the ground."""
    return [
        case(type=kind, between=FRAMES, **more),
        case(type=kind, **DRAWN, **more),
        case(type=kind, between=[{"ground": P}, {"second": Q}], **more),
    ]


TURNING = ["dot_1", "parallel_1", "universal", "revolute", "cylindrical", "translational", "planar"]
POINTING = ["dot_2", "parallel_2", "point", "spherical", "point_on_line", "point_on_plane", "strut"]
OTHERS = ["fixed", "constant_velocity", "revolute_cylindrical", "revolute_translational", "translational_revolute"]
LINKS = ["spherical_spherical", "revolute_spherical", "revolute_revolute", "revolute_revolute_orthogonal"]

CASES: dict[str, list[Case]] = {kind: _pair(kind) for kind in (*TURNING, *POINTING, *OTHERS)}
CASES |= {kind: _pair(kind, length=0.9) for kind in LINKS}
CASES["dot_2"] += [case(type="dot_2", between=FRAMES, offset=0.3)]
CASES["translational"] += [case(type="translational", between=FRAMES, angle=0.4)]
CASES["spherical_spherical"] += [case(type="spherical_spherical", between=FRAMES)]
CASES["revolute_spherical"] += [case(type="revolute_spherical", between=FRAMES, length=0.9, offset=0.2)]
CASES |= {
    "screw": [
        case(type="screw", between=FRAMES, pitch=0.2),
        case(type="screw", **DRAWN, lead=-0.3),
        case(type="screw", between=FRAMES, pitch=0.2, zero=0.4),
    ],
    "beam_slide": [on_beam(point={"second": [0.1, 0.2, -0.3]}, position=0.4)],
    "point_on_curve": [
        case(
            type="point_on_curve",
            on="first",
            x="0.3*cos(alpha)",
            y="0.4*sin(alpha) + 0.1*alpha^2",
            z="0.2*alpha",
            point={"second": [0.1, 0.2, -0.3]},
            contact=0.4,
        )
    ],
    "absolute_orientation": [
        case(type="absolute_orientation", on="second"),
        case(type="absolute_orientation", on="second", orientation={"axis": [1, 2, 3], "angle": "180 deg"}),
    ],
    "ground": [
        case(type="ground", on="second"),
        case(type="ground", on="first", position=[1, 2, 3], orientation={"euler": [0.1, 0.2, 0.3]}),
    ],
    "absolute_x": [case(type="absolute_x", on=POINTS[0], value=MOVING)],
    "absolute_y": [case(driver, type="absolute_y", on=POINTS[1], value=MOVING)],
    "absolute_z": [case(type="absolute_z", on=POINTS[1], value=MOVING)],
    "absolute_angle": [
        case(driver, type="absolute_angle", on={"first": P}, value=MOVING),
        case(driver, type="absolute_angle", on={"first": P}, against={"ground": Q}, value=MOVING),
    ],
    "distance": [case(driver, type="distance", between=POINTS, value=MOVING)],
    "along": [case(driver, type="along", between=FRAMES, value=MOVING)],
    "angle": [
        case(driver, type="angle", joint="A", value=MOVING),
        case(driver, type="angle", joint="C", value=MOVING),
        case(driver, type="angle", joint="U", freedom="first_angle", value=MOVING),
        case(driver, type="angle", joint="U", freedom="second_angle", value=MOVING),
    ],
    "position": [
        case(driver, type="position", joint="C", value=MOVING),
        case(driver, type="position", joint="S", value=MOVING),
    ],
    "gear": [
        case(type="gear", joints=["A", "B"], radii=[0.4, 0.3]),
        case(type="gear", joints=["A", "B"], teeth=[20, 33], internal=True),
        case(type="gear", joints=["C", "W"], ratio=-2.5),
    ],
    "bevel_gear": [case(type="bevel_gear", joints=["W", "C"], teeth=[20, 33])],
    "worm": [case(type="worm", joints=["W", "C"], starts=2, teeth=40, hand="left")],
    "rack": [case(type="rack", joints=["C", "S"], radius=0.2)],
    "belt": [
        case(type="belt", joints=["A", "B"], radii=[0.4, 0.3]),
        case(type="belt", joints=["A", "B"], radii=[0.4, 0.3], crossed=True),
    ],
    "coupler": [
        case(
            type="coupler",
            of=[
                {"joint": "A", "factor": 2},
                {"joint": "C", "freedom": "position", "factor": -0.3},
                {"joint": "U", "freedom": "second_angle"},
                {"joint": "S", "factor": 0.7},
            ],
            value=MOVING,
        ),
        case(driver, type="coupler", of=[{"joint": "A"}, {"joint": "B", "factor": 0.5}]),
    ],
}
