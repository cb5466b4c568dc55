"""One mechanism or more for every force of the spatial catalogue; the force is the only one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.elements.spatial import catalogue, force_catalogue
from linkwork.functions import Table
from linkwork.functions.user_law import Law
from linkwork.mechanism.spatial.spatial import Spatial

Case = Callable[[], Spatial]
BODIES = ("first", "second")
P, Q = {"first": [0.2, -0.1, 0.4]}, {"second": [-0.3, 0.5, 0.1]}
G = {"first": {"at": [0.1, 0.2, -0.1], "axis": [0.3, -0.5, 0.8], "x": [1, 0.2, 0.1]}}
H = {"second": {"at": [-0.3, 0.5, 0.1], "axis": [0.1, 0.4, 0.9], "x": [0.7, 0.1, -0.2]}}
ROAD = {"ground": {"at": [0, 0, -0.1], "axis": [0.05, 0.1, 1]}}
MUSCLE = {"strength": 40, "optimal_length": 3, "tendon_length": 0.5, "tendon": "stiff", "activation": 0.6}
CHAPTER = {"law": {"type": "ambrosio_silva"}, "largest_speed": 0.9}
WHEEL = {"second": {"at": [0.01, 0.02, -0.03], "axis": [0.1, 1, 0.05]}}
STEPS = {"type": "steps", "points": [(-0.5, 0), (-0.5, 0.1), (1, 0.2)]}
HEIGHTS = {"type": "heights", "heights": [[0, 0.1], [0.2, 0], [0.1, 0.1]], "spacing": (1, 2), "origin": (-1, -1)}
COEFFICIENTS = {"FNOMIN": 4000, "UNLOADED_RADIUS": 0.3, "PCX1": 1.6, "PDX1": 1.1, "PKX1": 20, "PCY1": 1.3, "PDY1": 1.0}
COEFFICIENTS |= {"PKY1": -20, "PKY2": 1.8, "QSY1": 0.01, "QBZ1": 8, "QCZ1": 1.1, "QDZ1": 0.1}
TURNING = {"FITTYP": 61, "PKY6": -0.9, "QDZ8": -0.15, "PHYP1": 1, "PHYP2": 0.15, "PHYP4": -4, "QCRP1": 0.2}
TURNING |= {"QCRP2": 0.1, "QDRP1": 1, "QDRP2": -1.5, "PECP1": 0.7, "PDXP1": 0.4, "PDYP1": 0.4, "PKYP1": 1, "QDTP1": 10}
BIKE = COEFFICIENTS | {"PCY1": 0.8, "PCY2": 0.9, "PKY1": -22, "PKY2": 2.2, "PKY3": 2.5, "PKY6": -0.7, "QDZ8": -0.1}
LETTERS = {"A0": 1.4, "A1": -22, "A2": 1011, "A3": 1078, "A4": 4.2, "A10": 0.03, "B0": 1.6, "B2": 1144, "B4": 226}
KINDS = {kind.model_fields["type"].default: kind for kind in force_catalogue.FORCES}


def two_bodies() -> Spatial:
    """Two heavy bodies."""
    m = Spatial("two bodies")
    m.parameters(c=0.3)
    heavy = SpatialMass.model_validate({"mass": 1.3, "inertia": [1.0, 1.5, 2.0]})
    for name in BODIES:
        m.body(name, (0, 0, 0), mass=heavy)
    return m


def joints() -> Spatial:
    """Two bodies with joints of all kinds of freedoms at once."""
    m = two_bodies()
    m.joint("pin", catalogue.Revolute, between=(G, H))
    m.joint("bore", catalogue.Cylindrical, between=(G, H))
    m.joint("slide", catalogue.Translational, between=(G, H))
    m.joint("turning", catalogue.Screw, between=(G, H), pitch=0.1)
    return m


FREEDOMS = [("pin", "angle"), ("bore", "position"), ("bore", "angle"), ("slide", "position"), ("turning", "angle")]
"""Joints and their freedoms."""


def force(kind: str, **fields: Any) -> Case:
    """The joints and one force."""

    def build() -> Spatial:
        m = joints()
        m.add_force("F", m._make(KINDS[kind], "force 'F'", **fields))
        return m

    return build


def solid(law: str) -> Case:
    """A tetrahedron between the two bodies and two others."""

    def build() -> Spatial:
        m = joints()
        for name in ("third", "fourth"):
            m.body(name, (0, 0, 0), mass={"mass": 1.0, "inertia": (1, 1, 1)})
        nodes, places = (*BODIES, "third", "fourth"), [(0, 0, 0), (2, 0.3, 0), (0.5, 2, 0), (0.2, 0.4, 2)]
        fields = {"poissons_ratio": 0.2, "law": law, "damping": 0.3}
        m.solid_element("F", nodes, places, youngs_modulus=3.0, **fields)
        return m

    return build


def cell(law: str) -> Case:
    """A hexahedron between the two bodies and six more."""

    def build() -> Spatial:
        m = joints()
        others = [f"node{number}" for number in range(6)]
        places = [(0, 0, 0), (2, 0.3, 0), (2.1, 2, 0), (0.2, 1.8, 0.1), (0, 0, 1), (2, 0, 1.2), (2, 2, 1), (0, 2, 0.9)]
        for name, place in zip(others, places[2:], strict=True):  # a cell that is no cell has no tangent
            m.body(name, place, mass={"mass": 1.0, "inertia": (1, 1, 1)})
        fields = {"poissons_ratio": 0.2, "law": law, "damping": 0.3}
        m.isoparametric_element("F", (*BODIES, *others), places, youngs_modulus=3.0, **fields)
        return m

    return build


def _pull(length, speed, w):
    """A law in Python."""
    return 2.0 * length * length - 0.3 * speed + 0.1 * w


SOFT = Table(points=[(-4, -9), (-1, -1), (0, 0), (1, 1), (4, 9)], of="value")
LAW = "0.3*sin(t) + first.x*second.wy - 0.2*speed + 0.1*second.rz + 0.3*pin.angle"
SPRING: dict[str, Any] = {"stiffness": 7.0, "damping": 0.6}
RANDOM = np.random.default_rng(4).normal(size=(6, 6))
COUPLED = (RANDOM @ RANDOM.T).tolist()
SLIP = {"slip_stiffness": 900.0, "cornering_stiffness": 700.0}
TYRE: dict[str, Any] = {"road": ROAD, "wheel": WHEEL, "radius": 3.0, "stiffness": 400.0, "damping": 9, "friction": 0.8}
MAGIC = {"longitudinal": {"B": 9, "C": 1.6, "D": 0.8}, "lateral": {"B": 8, "C": 1.3, "D": 0.8, "E": -1}}

PIECE: dict[str, Any] = {"length": "c", "axial_stiffness": 9.0, "damping": 0.2}
BEAM: dict[str, Any] = {"torsional_stiffness": 0.4, "bending_stiffness": (0.7, 1.1)}

CASES: dict[str, list[Case]] = {
    "beam_element": [
        force("beam_element", between=BODIES, bend=(0.1, -0.2, 0.3), shear_stiffness=(4.0, 5.0), **PIECE, **BEAM),
        force("beam_element", between=("second", "ground"), **PIECE, **BEAM),
    ],
    "cable_element": [
        force("cable_element", between=BODIES, **PIECE),
        force("cable_element", between=("ground", "first"), **PIECE),
    ],
    "solid_element": [solid("neo-hooke"), solid("saint-venant")],
    "isoparametric_element": [cell("neo-hooke"), cell("saint-venant")],
    "spring": [
        force("spring", between=(P, Q), free_length="c", force=LAW, **SPRING),
        force("spring", between=(P, Q), free_length=1.5, only="tension", **SPRING),
        force("spring", between=("ground", Q), free_length=2.5, only="compression", clipped=True, **SPRING),
        force("spring", between=(P, Q), force=Law(_pull, inputs={"w": "second.wz"})),
    ],
    "torsion_spring": [
        force("torsion_spring", between=(G, H), free_angle="c", torque="angle^2 - speed", **SPRING),
        force("torsion_spring", between=("ground", "second"), axis=(0, 0, 1), only="tension", **SPRING),
    ],
    "slide_spring": [force("slide_spring", line=G, pin=Q, free_position="c", force=LAW, **SPRING)],
    "joint_spring": [
        force("joint_spring", joint=joint, freedom=freedom, free="c", force=LAW, **SPRING)
        for joint, freedom in FREEDOMS
    ],
    "actuator": [force("actuator", joint=joint, freedom=freedom, force=LAW) for joint, freedom in FREEDOMS],
    "motor": [
        force("motor", joint="pin", position="sin(t)", proportional=5, derivative=0.4, integral=2, limit=3),
        force("motor", joint="slide", speed="0.3*t", proportional=5, integral=2),
    ],
    "absorber": [
        force("absorber", between=(P, Q), free_length=3, stiffness=7.0, levels=(500,), tension=200),
        force("absorber", between=("ground", Q), free_length="c", stiffness=7.0, levels=(500,)),
    ],
    "muscle": [
        force("muscle", path=[P, Q], **MUSCLE),
        force("muscle", path=["ground", P, Q], **MUSCLE, law={"type": "de_groote"}, pennation=0.3),
        force(
            "muscle",
            path=[P, {"round": Q, "radius": 0.02, "side": "left"}, "ground"],
            **MUSCLE,
            law={"type": "millard"},
        ),
        force("muscle", path=["ground", {"round": P, "radius": 0.02, "shape": "sphere"}, Q], **MUSCLE | CHAPTER),
        force("muscle", path=["ground", {"round": P, "radii": [0.02, 0.03, 0.04], "shape": "ellipsoid"}, Q], **MUSCLE),
    ],
    "plastic_hinge": [force("plastic_hinge", joint="pin", free="c", stiffness=50, levels=(9000,))],
    "end_stop": [
        force("end_stop", joint="pin", lower="-c", upper="c", stiffness=50, damping=1.5),
        force("end_stop", joint="slide", upper="c", stiffness=50, damping=1.5),
    ],
    "force": [
        force("force", on=P, x="2*x*vy", y="z + wx", z="t", torque_x="rx", torque_y="-0.3*wz", torque_z=0.4),
        force("force", on=Q, x=2, y="t", z=-1, torque_x=0.2, torque_z=0.7, follows=True),
    ],
    "torque": [force("torque", axis=G, on="second", torque="0.4 - 0.2*speed + t")],
    "bushing": [
        force("bushing", between=(G, H), stiffness=(1, 2, 3, 4, 5, 6), damping=(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)),
        force("bushing", between=(G, H), stiffness=COUPLED, curves={"x": "value^3", "rz": "2*value - 0.3*speed"}),
        force("bushing", between=(G, H), curves={"y": SOFT, "ry": SOFT}),
    ],
    "tyre": [
        force("tyre", model="linear", **SLIP, **TYRE),
        force("tyre", model="linear", spins=False, cornering_stiffness=700, **TYRE),
        force("tyre", model="hsri", **SLIP, **TYRE),
        force("tyre", model="brush", patch=0.05, **SLIP, **TYRE),
        force("tyre", model="linear", crown=0.05, camber_stiffness=90, camber_moment=2, trail=0.02, **SLIP, **TYRE),
        force("tyre", model="hsri", turn_stiffness=30, turn_moment=4, turn_lever=0.02, **SLIP, **TYRE),
        force("tyre", model="coefficients", coefficients=COEFFICIENTS | TURNING, turn_slip=True, **TYRE),
        force("tyre", model="hsri", rolling_resistance=0.02, surface=STEPS, **SLIP, **TYRE),
        force("tyre", model="brush", patches=[{"x": (-0.5, 0.5), "factor": 0.3}], surface=HEIGHTS, **SLIP, **TYRE),
        force("tyre", model="coefficients", coefficients=COEFFICIENTS, **{**TYRE, "friction": 0.8}),
        force("tyre", model="coefficients", coefficients=BIKE, **TYRE),
        force("tyre", model="coefficients", coefficients=LETTERS | {"C0": 2.4, "C1": -2.7, "C4": -2.7}, **TYRE),
        force("tyre", model="magic", aligning={"B": 8, "C": 2.2, "D": 0.03, "E": -2}, **MAGIC, **TYRE),
    ],
}


def numbered() -> list[Any]:
    """Every case with the word that a model file uses for the force."""
    import pytest

    return [
        pytest.param(case, id=f"{kind}-{number}")
        for kind, cases in CASES.items()
        for number, case in enumerate(cases, start=1)
    ]
