"""Mechanisms that together use every element, function, outline and way of giving a place."""

from __future__ import annotations

from typing import Any

from linkwork import functions as f
from linkwork.mechanism.planar import Planar


def slider_crank() -> Planar:
    """The mechanism of the first page of the manual."""
    m = Planar("slider-crank", "a crank, a rod and a slider")
    r, length = m.parameters(r=0.2, l="5*r/2")
    crank, rod, slider = m.bodies("crank", "rod", "slider")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), rod.at(0, 0))
    m.revolute("B", rod.point("tip", length, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="2*pi*t")
    m.initially(slider_x=0.6)
    return m


def all_joints() -> Planar:
    """Every kind of joint that lies in one plane, with drawn places among them."""
    m = Planar("joints")
    m.parameters(a=1.0)
    one = m.body("one", estimate=(1, "a/2", "30 deg"), points={"tip": (1, 0), "eye": ("a", "2 mm")})
    two = m.body("two", estimate=(2, 0, 0), outlines={"rim": f.Circle(radius=0.5)})
    three = m.body("three", estimate=(0, 1, 0), outlines={"rim": f.Circle(radius=0.5, center=(1, 0))})
    m.revolute("drawn pin", one, two, at=(0.2, "a/10"))
    m.revolute("half drawn", one.drawn(0.1, 0.2), two.at("0", "a"))
    m.revolute("named", one.at("tip"), m.ground)
    m.translational("drawn slide", one, two, at=(0, 0), along=(1, "a"))
    m.translational("slide", one.line((0, 0), (1, 0), drawn=True), two.line((0, 0), (0, 1)))
    m.fixed("weld", two, three, at=(0, 0))
    m.fixed("weld at angle", two.at(0, 0), three.at(0, 0), angle="90 deg")
    m.revolute_revolute("link", one.at("eye"), two.at(0, 0), length="a/3")
    m.revolute_translational("rt", one.line((0, 0), (1, 0)), two.at(0, 0), offset=-0.1)
    m.pin_in_slot("slot", one.line((0, 0), (1, 0)), two.at(0, 0))
    m.double_translational("dt", one, two, angle=0.3)
    m.double_translational("dt as drawn", one, three)
    m.gear("gears", one.at(0, 0), two.at(0, 0), radii=("a", 0.5), reference=(0, "pi"))
    m.gear("ring", one.at(0, 0), three.at(0, 0), radii=(2, 0.8), internal=True)
    m.belt("toothed belt", one.at(0, 0), two.at(0, 0), radii=("a/5", 0.1), crossed=True, rigid=True)
    m.rack_pinion("rack", one.line((0, 0), (1, 0)), two.at(0, 0), radius=0.2, side="right", reference=0.1)
    m.cam_follower("cam", "two.rim", "three.rim", contact=(0.1, "a"))
    m.cam_flat("flat", "two.rim", one.line((0, 0), (1, 0)), contact=1)
    m.point_follower("groove", one.at(0, 0), "two.rim", contact="a")
    rail = m.beam("rail", (0, 0), ("a", 1), section={"type": "stiffness", "EA": 1e4, "EI": 1, "mass": 1}, elements=2)
    m.beam_slide("carriage", rail, one.at(0, 0.1), position="a/4")
    m.absolute_x("ax", one.at(0, 0), 0.1)
    m.absolute_y("ay", one.at("tip"), "a")
    m.absolute_angle("aa", one, "10 deg")
    m.absolute_distance("ad", one.at(0, 0), (1, 2), 3)
    m.relative_x("rx", one.at(0, 0), two.at(0, 0), 0.1)
    m.relative_y("ry", one.at(0, 0), two.at(0, 0), 0.1)
    m.relative_angle("ra", one, two, 0.1)
    m.relative_distance("rd", one.at(0, 0), two.at(0, 0), 0.1)
    return m


FUNCTIONS: dict[str, Any] = {
    "number": 2.5,
    "formula": "sin(w*t)+1",
    "choice": "if(t < 1, t, 1)",
    "constant": f.Constant(value="w"),
    "polynomial": f.Polynomial(coefficients=(1, "w", 0.5), between=(-20, "10*w")),
    "harmonic": f.Harmonic(amplitude=0.1, frequency="w", mean=1, phase="20 deg"),
    "table": f.Table(points=((0, 1), (1, 2), (2, "w")), ends="clamped", outside="hold"),
    "periodic": f.Table(points=((0, 1), (1, 2), (2, 3)), ends="periodic", period=3),
    "piecewise": f.Piecewise(
        pieces=(
            f.Piece(until=1, function="t"),
            f.Piece(until=2, function=f.Polynomial(coefficients=(1, 0.5))),
            f.Piece(function=3),
        ),
        period=4,
    ),
}

OUTLINES: dict[str, Any] = {
    "circle": f.Circle(radius="w/10", center=(0.1, 0)),
    "polar": f.Polar(radius="1+0.1*cos(alpha)"),
    "polar table": f.Polar(radius=f.Table(points=((0, 1), (2, 1.1), (4, 1.2)), ends="periodic", period="2*pi")),
    "points": f.Points(points=((0, 0), (1, 0), (1, 1), (0, "w"))),
    "open points": f.Points(points=((0, 0), (1, 0), (1, 1)), closed=False),
    "parametric": f.Parametric(x="cos(alpha)", y="2*sin(alpha)", **{"from": 0, "to": "2*pi"}, closed=True),
    "straight": f.Straight(through=(0, 0), along=(1, "w")),
}


def all_forces() -> Planar:
    """Every kind of force."""
    m = Planar("forces")
    m.parameters(k=100.0)
    crank, slider = m.body("crank", estimate=(0, 0, 0.1)), m.body("slider", estimate=(0.5, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.spring("spring", crank.at(0.2, 0), slider.at(0, 0), "k", 0.3, 2, "k*(length - 1)^3", only="tension", clipped=True)
    m.torsion_spring("coil", m.ground, crank, "k/10", "20 deg", 0.1, "sin(t)*speed")
    m.slide_spring("guided", m.ground.line((0, 0), (1, 0)), slider.at(0, 0), "k", 0.3, 1, 4, only="compression")
    m.joint_spring("in joint", "guide", "k", 0.4, 1, f.Table(points=((0, 1), (1, 2), (2, 3)), of="value"))
    m.actuator("push", "O", "2 - 0.1*slider.vx", freedom="angle")
    m.motor("servo", "O", position="t", proportional="k", derivative=1, integral=2, limit=50)
    m.end_stop("stops", "guide", lower=-1, upper="k/50", stiffness=1e5, damping=10)
    m.absorber("crush", crank.at(0.2, 0), slider.at(0, 0), stiffness="k", levels=(1, "k"), reach=(2,), tension=3)
    m.plastic_hinge("bend", "O", stiffness="k", levels=(1, 2), reach=(0.5, 2), slopes=(2, 3), back=2, free="1 deg")
    stations = [crank.at(0.2, 0), {"round": "ground", "radius": "k/1000", "side": "right"}, slider.at(0, 0)]
    m.muscle("muscle", stations, strength="k", optimal_length=0.1, tendon_length=0.2, excitation="0.1*t", strain=0.01)
    m.muscle("other", stations[::2], strength=9, optimal_length=0.1, tendon="stiff", law={"type": "ambrosio_silva"})
    m.force("load", slider.at(0.1, 0), x="-3*vx", y=1, torque="sin(t)", follows=True)
    m.bushing("bushing", crank, slider, at=(0.1, 0), stiffness=("k", 2, 3), damping=(1, 2, 3), curves={"rz": "3*value"})
    m.beam_element("leaf", crank, slider, length="k/1000", bend="10 deg", axial_stiffness="k", bending_stiffness=2)
    m.cable_element("wire", crank, slider, length=0.5, axial_stiffness="k", damping="1 ms")
    m.body("third", estimate=(0.2, 0.3, 0))
    m.solid_element(
        "cell", [crank, slider, "third"], [(0, 0), (0.5, 0), ("k/500", 0.3)], "k", damping="1 ms", thickness=2
    )
    m.belt("belt", crank.at(0, 0), slider.at(0, 0), (0.1, "k/1000"), stiffness="k", preload=5, centre_distance=0.6)
    return m


def with_tree() -> Planar:
    """A mechanism that says how joint coordinates describe it."""
    m = slider_crank()
    m.tree(cut="B", keep=["A"], remove="none", independent=["O.angle"])
    return m


def without_rod() -> Planar:
    """A mechanism that names the rod that joint coordinates do without."""
    m = slider_crank()
    m.tree(remove="rod", independent="O")
    return m


def driven_by(value: Any) -> Planar:
    """A body driven by one kind of function."""
    m = Planar("driven")
    m.parameters(w=2.0)
    disc = m.body("disc")
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.drive("motor", joint="O", angle=value, mounting=(0.1, "20 deg"))
    return m


def outlined_by(outline: Any) -> Planar:
    """A pin in a slot of one kind of outline."""
    m = Planar("outlined")
    m.parameters(w=2.0)
    disc, pin = m.bodies("disc", "pin")
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.point_follower("groove", pin.at(0, 0), disc.outline("edge", outline), contact=0.2)
    return m


def all_drivers() -> Planar:
    """Every kind of driver."""
    m = Planar("drivers")
    a, b = m.bodies("a", "b")
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.drive("angle", joint="O", angle="t")
    m.drive("position", joint="guide", position="1+t")
    m.drive("x", on=a.at(1, 0), x="t")
    m.drive("y", on=a.at(1, 0), y="t")
    m.drive("turn", on=a, angle="t")
    m.drive("rx", between=(a.at(1, 0), b.at(0, 0)), x="t")
    m.drive("ry", between=(a.at(1, 0), b.at(0, 0)), y="t")
    m.drive("ra", between=(a, b), angle="t")
    m.drive("rd", between=(a.at(1, 0), b.at(0, 0)), distance="1+t")
    m.drive("strut", between=(a.at(1, 0), b.at(0, 0)), strut="1+t")
    return m


def two_planes() -> Planar:
    """Bodies in two motion planes, joined by couplings."""
    m = Planar("planes")
    m.parameters(h=0.3)
    m.plane("yz", x=(0, 1, 0), y=(0, 0, 1), origin=("h", 0, 0))
    crank, lever, third = m.body("crank"), m.body("lever", plane="yz"), m.body("third", plane="yz")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("P", m.ground.at(0, 0), lever.at(0, 0))
    m.coupling("C", crank.at(0.1, 0), lever.at(0.1, 0))
    m.coupling_slide("S", crank.line((0, 0), (1, 0)), third.at(0, 0))
    return m


def everything() -> dict[str, Planar]:
    """All of them, by a name for the test."""
    return {
        "slider-crank": slider_crank(),
        "joints": all_joints(),
        "drivers": all_drivers(),
        "forces": all_forces(),
        "planes": two_planes(),
        "tree": with_tree(),
        "removed rod": without_rod(),
        **{f"function {name}": driven_by(value) for name, value in FUNCTIONS.items()},
        **{f"outline {name}": outlined_by(outline) for name, outline in OUTLINES.items()},
    }
