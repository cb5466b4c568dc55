"""Spatial mechanisms that use every kind of part and every way of saying where things are."""

from __future__ import annotations

import linkwork as lw
from linkwork.bodies.spatial.mass import SpatialMass

Z = (0, 0, 1)
SIX = (1, 2, 3, 4, 5, 6)
SLIP = {"friction": 0.8, "slip_stiffness": 1000, "cornering_stiffness": 900}


def two_bodies(name: str = "two bodies") -> lw.Spatial:
    mechanism = lw.Spatial(name, "two bodies side by side")
    mechanism.parameters(r=0.2, l="3*r", phi="30 deg")
    mechanism.set_gravity(0, 0, -9.81)
    mechanism.body("a", ("r", 0, 0), points={"tip": ("l", 0, 0)}, mass=SpatialMass(mass=1, inertia=(1, 1, 1)))
    mechanism.body("b", (1, 0.1, "r"), orientation=lw.orient.axis_angle((0, 1, 1), "phi"))
    return mechanism


def orientations() -> dict[str, lw.Spatial]:
    """One mechanism for every way of giving an orientation."""
    root, half = 0.5**0.5, 0.5
    ways = {
        "axis and angle": lw.orient.axis_angle((1, 2, 3), "phi"),
        "euler": lw.orient.euler("phi", 0.2, "10 deg"),
        "euler in another order": lw.orient.euler("phi", 0.2, 0.3, order="zyx"),
        "bryant": lw.orient.bryant(0.1, "phi", 0.3),
        "four parameters": lw.orient.parameters(half, half, half, -half),
        "three parameters": lw.orient.parameters(0.1, 0.2, "phi/2"),
        "matrix": lw.orient.matrix([[root, -root, 0], [root, root, 0], [0, 0, 1]]),
        "points": lw.orient.points((0, 0, 0), (1, "r", 0), (0, 1, 1)),
        "vector": lw.orient.vector("phi", 0, 0.1),
    }
    found = {}
    for name, way in ways.items():
        found[name] = two_bodies(name)
        found[name].estimate("b", (0, 1, "l"), way)
        found[name].spherical("S", "a", "b")
    return found


def places() -> lw.Spatial:
    """Every way of saying where a joint is."""
    m = two_bodies("places")
    a, b = m.body("c", (0, 0, 1)), m.body("d", (0, 0, 2), frames={"seat": {"at": (0, 0, "r"), "axis": (0, 1, 0)}})
    b.point("end", 0, "r", 0)
    b.named_frame("corner", P=(0, 0, 0), Q=(0, 0, 1), R=(1, 1, 0))
    m.revolute("at", a, b, at=(0, 0, 1), axis=(0, "r", 1), x=(1, 0, 0))
    m.revolute("frames", a.frame(at=(0, 0, "l"), axis=Z), b.at("seat"))
    m.revolute("corner", a.frame(axis=Z, x=(1, 0, 0)), b.at("corner"))
    m.spherical("points", a.at(0, "r", 0), b.at("end"))
    m.spherical("drawn", a.drawn(0, 0, 1), b.drawn(0, 0, 1))
    m.cylindrical("by points", a.frame(P=(0, 0, 0), Q=(0, 0, 1), R=(1, 0, 0)), b.frame(P=(0, 0, 0), Q=(0, 0, "r")))
    m.cylindrical("drawn points", "ground", a.frame(P=(0, 0, 0), Q=(0, 0, 1), R=(1, 0, 0), drawn=True))
    m.spherical("names", "a.tip", "b")
    return m


def joints() -> lw.Spatial:
    """Every kind of joint."""
    m = two_bodies("joints")
    given = {"at": (0.5, 0, 0), "axis": (0, 0, 1)}
    m.spherical("spherical", "a", "b", at=(0.5, 0, 0))
    m.universal("universal", "a", "b", **given, x=(0, 1, 0))
    m.revolute("revolute", "a", "b", **given)
    m.revolute("hinge", "ground", "a", **given)
    m.cylindrical("cylindrical", "a", "b", **given)
    m.translational("translational", "a", "b", **given, angle="phi")
    m.translational("slide", "ground", "b", **given)
    m.screw("screw", "a", "b", **given, pitch="2 mm")
    m.planar("planar", "a", "b", **given, x=(1, 0, 0))
    m.fixed("fixed", "a", "b", at=(0.5, 0, 0))
    m.constant_velocity("constant velocity", "a", "b", **given)
    m.point_on_line("line", "a", "b", **given)
    m.point_on_plane("plane", "a", "b", **given)
    section = {"type": "stiffness", "EA": 1e4, "EI": 1, "GJ": 1, "mass": 1}
    rail = m.beam("rail", (0, 0, 0), (1, 1, "r"), section=section, elements=2)
    m.beam_slide("carriage", rail, "b", position="r/4")
    m.point_on_curve("curve", "a", "cos(alpha)", "sin(alpha)", "r*alpha", "b", contact=0.3)
    _links(m)
    _relations(m)
    _constraints(m)
    return m


def _links(m: lw.Spatial) -> None:
    a, b = m.handle_kind(m, "a"), m.handle_kind(m, "b")
    first, second = a.frame(at=(0, 0, "r"), axis=(0, 0, 1)), b.frame(at=("r", 0, 0), axis=(0, 1, 0))
    m.spherical_spherical("rod", a.at(0, 0, 1), b.at(0, 1, 0), length="l")
    m.revolute_spherical("arm", first, second, length="l", offset=0.1)
    m.revolute_revolute("link", first, "b", length="l")
    m.revolute_revolute_orthogonal("crossed link", first, second)
    m.revolute_cylindrical("collar", first, second)
    m.revolute_translational("block", first, second)
    m.translational_revolute("shoe", first, second)
    m.strut("strut", first, second)


def _relations(m: lw.Spatial) -> None:
    m.gear("gear", "hinge", "revolute", radii=("r", 0.1), internal=True)
    m.bevel_gear("bevel", "hinge", "revolute", ratio=-2)
    m.belt("belt", "hinge", "revolute", teeth=(20, 40), crossed=True)
    m.coupler("sum", {"hinge.angle": 1, "slide": "r"})
    m.rolling_disc("disc", "ground", m.handle_kind(m, "a").frame(axis=(1, 0, 0)), radius="r")
    m.rolling_wheel("wheel", "ground", m.handle_kind(m, "a").frame(axis=(1, 0, 0)), radius="r", tread=0.01)
    m.rolling_sphere("ball", "ground", "a", radius="r")
    m.knife_edge("blade", "ground", "a")
    m.skate("skate", "ground", "a")


def _constraints(m: lw.Spatial) -> None:
    m.dot_1("dot 1", "a", "b")
    m.dot_2("dot 2", "a", "b", offset="r")
    m.parallel_1("parallel 1", "a", "b")
    m.parallel_2("parallel 2", "a", "b")
    m.coincident("together", "a", "b")
    m.distance("distance", "a", "b", "l")
    m.along("along", "a", "b", 0.1)
    m.absolute_x("x", "a.tip", 1)
    m.absolute_y("y", "a.tip", "r")
    m.absolute_z("z", "a", 0)
    m.absolute_angle("angle", "a", "phi")
    m.absolute_orientation("orientation", "a", lw.orient.axis_angle(Z, "phi"))
    m.grounded("ground it", "b", (0, 0, "r"))


def drivers() -> lw.Spatial:
    """Every kind of driver."""
    m = two_bodies("drivers")
    a, b = m.handle_kind(m, "a"), m.handle_kind(m, "b")
    m.cylindrical("C", "ground", "a", at=(0, 0, 0), axis=(1, 0, 0))
    m.revolute("R", "a", "b", at=(0, 0, 0), axis=(1, 0, 0))
    m.drive("turn", joint="C", angle="2*pi*t")
    m.drive("push", joint="C", position=lw.Polynomial(coefficients=("r", 0, 2)), freedom="position")
    m.drive("x", on=a.at("tip"), x="r*t")
    m.drive("y", on=b, y=0.1)
    m.drive("z", on=b, z="t^2")
    m.drive("about z", on=a, angle="t", against=m.ground.frame(axis=Z))
    m.drive("apart", between=(a, b), distance="l + t")
    m.drive("along", between=(a.frame(axis=Z), b), position="t")
    m.drive_coupler("both", {"C.angle": 1, "R.angle": -1}, "t")
    return m


def forces() -> lw.Spatial:
    """Every kind of force."""
    m = two_bodies("forces")
    a, b = m.handle_kind(m, "a"), m.handle_kind(m, "b")
    m.revolute("R", "ground", "a", at=(0, 0, 0), axis=(1, 0, 0))
    m.spring("spring", a.at("tip"), b, stiffness=100, free_length="l", damping=2, force="-t", only="tension")
    m.torsion_spring("torsion", a, b, axis=(1, 0, 0), stiffness=1, free_angle="phi")
    m.slide_spring("slide", a.frame(axis=Z), b, stiffness=1, free_position="r")
    m.joint_spring("joint spring", "R", stiffness=3, free="phi")
    m.actuator("actuator", "R", force="sin(t)")
    m.motor("motor", "R", speed=3, proportional=10)
    m.end_stop("stop", "R", lower=0, upper="phi", stiffness=1000)
    m.absorber("crush", a.at("tip"), b, stiffness=100, levels=(1, 2), reach=("r",), free_length="l")
    stations = [a.at("tip"), {"round": m.ground.frame(axis=Z), "radius": "r", "side": "left"}, b]
    m.muscle("muscle", stations, strength=9, optimal_length="r", tendon_length="l", law={"type": "de_groote"})
    m.plastic_hinge("bend", "R", stiffness=100, levels=(1,))
    m.bushing("bushing", a, b, stiffness=SIX, damping=SIX, curves={"x": "3*value", "rz": 0.1})
    beam = {"torsional_stiffness": 1, "bending_stiffness": (2, "r"), "shear_stiffness": (5, 6), "bend": (0, 0, 0.1)}
    m.beam_element("leaf", a, b, length="r", axial_stiffness=10, damping=0.1, **beam)
    m.cable_element("wire", a, b, length="r", axial_stiffness=10)
    others = [m.body("third", (0, 1, 0)), m.body("fourth", (0, 0, 1))]
    corners = [(0, 0, 0), ("l", 0, 0), (0, 1, 0), (0, 0, "r")]
    m.solid_element("cell", [a, b, *others], corners, 10, poissons_ratio=0.2, law="saint-venant")
    more = [m.body(f"corner{number}", (number, 1, 1)) for number in range(4)]
    block = [(0, 0, 0), ("l", 0, 0), ("l", 1, 0), (0, 1, 0), (0, 0, "r"), ("l", 0, "r"), ("l", 1, "r"), (0, 1, "r")]
    m.isoparametric_element("block", [a, b, *others, *more], block, 10, poissons_ratio=0.2, law="saint-venant")
    m.force("force", a.at("tip"), x=1, z="t", torque=(0, 0, "r"), follows=True)
    m.torque("torque", m.ground.frame(axis=Z), b, "2*t")
    m.tyre("tyre", m.ground.frame(axis=Z), a.frame(axis=(0, 1, 0)), radius="r", stiffness=1e5, **SLIP)
    patch, steps = {"x": (1, 2), "factor": 0.5}, {"type": "steps", "points": [(1, 0), (1, "r/9")]}
    road, axle = m.ground.frame(axis=Z, x=(1, 0, 0)), a.frame(axis=(0, 1, 0))
    m.tyre("kerb", road, axle, radius="r", stiffness=1e5, surface=steps, patches=[patch], **SLIP)
    return m


def everything() -> dict[str, lw.Spatial]:
    """All of them by name."""
    made = (places(), joints(), drivers(), forces())
    return {mechanism.name: mechanism for mechanism in made} | orientations()
