"""One mechanism or more for every force of the catalogue, with asymmetric numbers; the force is the only one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel_cases import BODIES, G, H, P, Q, two_bodies

from linkwork.elements.planar import catalogue as library
from linkwork.mechanism.planar import Planar

Case = Callable[[], Planar]

MUSCLE = {"strength": 40, "optimal_length": 3, "tendon_length": 0.5, "tendon": "stiff", "activation": 0.6}
CHAPTER = {"law": {"type": "ambrosio_silva"}, "largest_speed": 0.9}


def joints() -> Planar:
    """Two bodies with a joint of every kind that has a freedom for forces, all at once: states lie off them."""
    m = two_bodies()
    m.joint("pin", library.Revolute, between=(P, Q))
    m.joint("slide", library.Translational, between=(G, H))
    m.joint("slider", library.RevoluteTranslational, line=G, pin=Q, offset="b")
    m.joint("slot", library.PinInSlot, line=H, pin=P)
    m.joint("plate", library.DoubleTranslational, between=BODIES)
    m.joint("link", library.RevoluteRevolute, between=(P, Q), length="r")
    m.joint("level", library.RelativeY, between=(P, Q), value="a")
    m.joint("rolling", library.RackPinion, rack=G, pinion=Q, radius="r")
    return m


FREEDOMS = [
    ("pin", "angle"),
    ("slide", "position"),
    ("slider", "position"),
    ("slider", "angle"),
    ("slot", "position"),
    ("slot", "angle"),
    ("plate", "x"),
    ("plate", "y"),
    ("link", "distance"),
    ("link", "angle"),
    ("level", "position"),
    ("level", "angle"),
    ("rolling", "position"),
]
"""Joints and their freedoms."""


def force(method: str, *places: Any, **fields: Any) -> Case:
    """The joints and one force made by a method of the mechanism."""

    def build() -> Planar:
        m = joints()
        getattr(m, method)("F", *places, **fields)
        return m

    return build


def solid(law: str) -> Case:
    """A triangle between the two bodies and a third."""

    def build() -> Planar:
        m = joints()
        m.body("third", estimate=(0, 0, 0), mass={"mass": 1.0, "inertia": 0.5})
        fields = {"poissons_ratio": 0.2, "law": law, "damping": 0.3, "thickness": 0.5}
        m.solid_element("F", (*BODIES, "third"), [(0, 0), (4, 0.3), (1, 2)], youngs_modulus=3.0, **fields)
        return m

    return build


def cell(law: str) -> Case:
    """A quadrilateral between the two bodies and two more."""

    def build() -> Planar:
        m = joints()
        for name in ("third", "fourth"):
            m.body(name, estimate=(0, 0, 0), mass={"mass": 1.0, "inertia": 0.5})
        fields = {"poissons_ratio": 0.2, "law": law, "damping": 0.3, "thickness": 0.5}
        places = [(0, 0), (4, 0.3), (3.5, 2), (0.4, 2.2)]
        m.isoparametric_element("F", (*BODIES, "third", "fourth"), places, youngs_modulus=3.0, **fields)
        return m

    return build


LAW = "0.3*sin(t) + first.x*second.omega - 0.2*speed"
SPRING: dict[str, Any] = {"stiffness": 7.0, "damping": 0.6}

COUPLED = ((7, 0.5, -0.2), (0.5, 5, 0.3), (-0.2, 0.3, 3))

PIECE: dict[str, Any] = {"length": "r", "axial_stiffness": 9.0, "damping": 0.2}

CASES: dict[str, list[Case]] = {
    "beam_element": [
        force("beam_element", *BODIES, **PIECE, bend="a", bending_stiffness=0.7, shear_stiffness=4.0),
        force("beam_element", "second", "ground", **PIECE, bending_stiffness=0.7),
    ],
    "cable_element": [
        force("cable_element", *BODIES, **PIECE),
        force("cable_element", "ground", "first", **PIECE),
    ],
    "solid_element": [solid("neo-hooke"), solid("saint-venant")],
    "isoparametric_element": [cell("neo-hooke"), cell("saint-venant")],
    "spring": [
        force("spring", P, Q, free_length="d", **SPRING),
        force("spring", P, Q, free_length=1.5, force=LAW, only="tension", **SPRING),
        force("spring", P, Q, free_length=2.5, only="compression", clipped=True, **SPRING),
        force("spring", "ground", Q, free_length="d", force="length^2", **SPRING),
    ],
    "torsion_spring": [
        force("torsion_spring", *BODIES, free_angle="c", torque=LAW, **SPRING),
        force("torsion_spring", "ground", "first", only="tension", **SPRING),
    ],
    "slide_spring": [
        force("slide_spring", G, Q, free_position="c", force=LAW, **SPRING),
        force("slide_spring", H, P, only="compression", clipped=True, **SPRING),
    ],
    "joint_spring": [
        force("joint_spring", joint, free="c", force=LAW, freedom=freedom, **SPRING) for joint, freedom in FREEDOMS
    ],
    "actuator": [force("actuator", joint, LAW, freedom=freedom) for joint, freedom in FREEDOMS],
    "motor": [
        force("motor", "pin", position="sin(w*t)", proportional=5, derivative=0.4, integral=2, limit=3),
        force("motor", "slide", speed="0.3*t", proportional=5, integral=2),
        force("motor", "link", position="1 + t", freedom="distance", proportional=5, derivative=0.4),
    ],
    "end_stop": [
        force("end_stop", "pin", lower="-c", upper="c", stiffness=50, damping=1.5),
        force("end_stop", "slide", upper="a", stiffness=50, damping=1.5),
    ],
    "absorber": [
        force("absorber", P, Q, free_length=3, stiffness=7.0, levels=(500, 800), reach=(400,), tension=200),
        force("absorber", "ground", Q, free_length="d", stiffness=7.0, levels=(50,)),
    ],
    "plastic_hinge": [
        force("plastic_hinge", "pin", free="c", stiffness=7.0, levels=(90, 95), reach=(40,), slopes=(3,), back=80),
    ],
    "muscle": [
        force("muscle", [P, Q], **MUSCLE),
        force("muscle", ["ground", P, "second", Q], **MUSCLE, law={"type": "de_groote"}),
        force("muscle", [P, Q], **MUSCLE, law={"type": "millard"}, pennation=0.2),
        force("muscle", [P, {"round": "ground", "radius": 0.02, "side": "left"}, Q], **MUSCLE, pennation=0.3),
        force("muscle", [Q, {"round": P, "radius": 0.03, "side": "right"}, "ground"], **MUSCLE | CHAPTER),
    ],
    "force": [
        force("force", P, x=LAW.replace("speed", "vx"), y="2*x*y", torque="angle - 0.4*omega"),
        force("force", Q, x=2, y="t", torque=-0.7, follows=True),
    ],
    "bushing": [
        force("bushing", G, H, stiffness=(7, 5, 3), damping=(0.6, 0.5, 0.4)),
        force("bushing", G, H, stiffness=COUPLED, damping=COUPLED, curves={"x": "value^3", "rz": "2*value - speed"}),
        force("bushing", "ground", "second", at=(0.3, "a"), stiffness=(7, 5, 3), curves={"y": LAW}),
        force("bushing", *BODIES, at=(0.3, "a"), along=(1, "b"), stiffness=("a^2", "b^2", "R")),
    ],
    "belt": [
        force("belt", P, Q, ("0.05*R", "0.2*r"), preload=3, centre_distance=1.4, **SPRING),
        force("belt", P, Q, ("0.05*R", "0.2*r"), crossed=True, preload=3, centre_distance=1.4, **SPRING),
        force("belt", "ground", Q, (0.1, 0.1), preload=3, stiffness=7.0),
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
