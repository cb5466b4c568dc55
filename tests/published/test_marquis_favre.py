"""The AMESim planar library (part II): rows of its joints, couplings of planes, the linear actuator in five parts, and
the seven-body mechanism closed from angles rounded to two decimals and turned to the end of the public test problem.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, sin
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.tables.compile import compile_system
from published.by_hand import move_to
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

# ---------------------------------------------------------------------------- rows of the joints (section 4, point 1)

Joint = Callable[[Planar, BodyHandle, BodyHandle], None]
FLAT: dict[str, Joint] = {
    "revolute": lambda m, a, b: m.revolute("j", a.at(0.3, -0.2), b.at(-0.5, 0.4)),
    "translational": lambda m, a, b: m.translational(
        "j", a.line((0.1, 0.2), (1.0, 0.7)), b.line((-0.3, 0), (0.5, 0.2))
    ),
    "double translational": lambda m, a, b: m.double_translational("j", a, b, angle=0.4),
    "double translational-revolute": lambda m, a, b: m.pin_in_slot(
        "j", a.line((0.1, 0.3), (0.9, -0.2)), b.at(0.2, 0.6)
    ),
}
CROSSED: dict[str, Joint] = {
    "coupling": lambda m, a, b: m.coupling("j", a.at(0.3, -0.2), b.at(-0.5, 0.4)),
    "coupling with a slide": lambda m, a, b: m.coupling_slide("j", a.line((0.1, 0.3), (0.9, -0.2)), b.at(0.2, 0.6)),
}
JOINTS = FLAT | CROSSED


def pair(name: str) -> Planar:
    """Two bodies with nothing but the joint between them."""
    m = Planar(name)
    m.plane("xz", x=(1, 0, 0), y=(0, 0, 1))
    first = m.body("first", estimate=(0, 0, 0))
    second = m.body("second", estimate=(0, 0, 0), plane="xz" if name in CROSSED else "xy")
    JOINTS[name](m, first, second)
    return m


def complex_rows(name: str, q: NDArray[Any], v: NDArray[Any] | None = None) -> Equations:
    equations = Equations(compile_system(pair(name), scalar="complex"))
    equations.evaluate(q, 0.0, v)
    return equations


@pytest.mark.bodies_only
@pytest.mark.parametrize("name", JOINTS)
@pytest.mark.parametrize("seed", range(3))
def test_rows_are_the_derivatives_of_the_constraint_off_the_constraint(name: str, seed: int) -> None:
    """J by the complex step of Phi, gamma = -d(J v)/dt along v by the complex step of J."""
    random = np.random.default_rng(seed)
    q, v, h = random.normal(size=6), random.normal(size=6), 1e-40
    here = complex_rows(name, q, v)
    scale = here.system.column_scale
    assert np.max(np.abs(here.residual())) > 1e-3
    steps = np.eye(6)
    slopes = [complex_rows(name, q + 1j * h * step).residual().imag / h for step in steps]
    jacobian = np.array(slopes).T * scale
    assert np.allclose(here.jacobian().real, jacobian, rtol=0, atol=1e-14)
    turned = complex_rows(name, q + 1j * h * v).jacobian().imag / h
    assert np.allclose(here.acceleration_side().real, -turned @ (v / scale), rtol=0, atol=1e-13)
    assert np.allclose(here.velocity_side(), 0.0, atol=0)


# ---------------------------------------------------------------------------- coupling (section 4, point 4)


def yoke(speed: float = 1.0) -> Planar:
    """A crank r = 0.3 in plane xy; its yoke moves a slider in plane xz along their common x axis."""
    m = Planar("crank in xy, slider in xz")
    m.plane("xz", x=(1, 0, 0), y=(0, 0, 1))
    crank, frame = m.body("crank", estimate=(0, 0, 0)), m.body("yoke", estimate=(0.3, 0, 0))
    slider = m.body("slider", estimate=(0.3, 0, 0), plane="xz")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.3, 0), frame.at(0, 0))
    m.double_translational("upright", m.ground, frame, angle=0)
    m.coupling_slide("slot", frame.line((0, 0), (0, 1)), slider.at(0, 0))
    m.absolute_angle("level", slider, 0)
    m.drive("motor", joint="O", angle=f"{speed}*t")
    return m


def test_a_crank_in_one_plane_moves_a_slider_in_the_other_by_r_cos_t() -> None:
    run = move_to(yoke(), *np.linspace(0.0, 6.2, 32).tolist())
    assert np.allclose(run["slider.x"], 0.3 * np.cos(run.t), rtol=0, atol=1e-12)
    assert np.allclose(run["slider.vx"], -0.3 * np.sin(run.t), rtol=0, atol=1e-12)
    assert np.allclose(run["slider.ax"], -0.3 * np.cos(run.t), rtol=0, atol=1e-11)
    assert np.allclose(run["slider.y"], 0.0, atol=1e-12)


def test_coupled_points_coincide_on_the_common_axis() -> None:
    """Eqs. 28 to 32: x_N = x_M, y_M = 0, y'_N = 0, with a rod in xy and a lever in xz."""
    m = Planar("rod in xy, slider in xz")
    m.plane("xz", x=(1, 0, 0), y=(0, 0, 1))
    crank = m.body("crank", estimate=(0, 0, 0.3))
    rod = m.body("rod", estimate=(0.3, 0.1, -0.1), points={"M": (1, 0)})
    slider = m.body("slider", estimate=(1.2, 0.1, 0.2), plane="xz", points={"N": (0.1, -0.2)})
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.3, 0), rod.at(0, 0))
    m.coupling("MN", rod.at("M"), slider.at("N"))
    m.drive("motor", joint="O", angle="t")
    m.drive("tilt", on=slider, angle="0.2 + 0.1*sin(t)")
    run = move_to(m, *np.linspace(0.3, 6.2, 24).tolist())
    exact = 0.3 * np.cos(run.t) + np.sqrt(1 - 0.09 * np.sin(run.t) ** 2)
    assert np.allclose(run["rod.M.x"], exact, rtol=0, atol=1e-12)
    assert np.allclose(run["slider.N.x"], exact, rtol=0, atol=1e-12)
    for channel in ("rod.M.y", "slider.N.y", "rod.M.vy", "slider.N.vy"):
        assert np.allclose(run[channel], 0.0, atol=1e-12)
    assert np.allclose(run["rod.M.ax"], run["slider.N.ax"], rtol=0, atol=1e-11)


# ---------------------------------------------------------------------------- linear actuator (section 4, point 3)


def lifted_arm(parts: bool) -> Planar:
    """An arm lifted by an actuator: one strut, or pin, cylinder, slide, piston, pin."""
    m = Planar("arm with a linear actuator")
    arm = m.body("arm", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    length = "0.9 + 0.1*sin(2*t)"
    if not parts:
        m.drive("actuator", between=(m.ground.at(0.4, -0.6), arm.at(0.8, 0)), strut=length)
        return m
    cylinder = m.body("cylinder", estimate=(0.4, -0.6, 1.1))
    piston = m.body("piston", estimate=(0.77, 0.23, 1.1))
    m.revolute("foot", m.ground.at(0.4, -0.6), cylinder.at(0, 0))
    m.translational("bore", cylinder.line((0, 0), (1, 0)), piston.line((0, 0), (1, 0)))
    m.revolute("head", piston.at(0, 0), arm.at(0.8, 0))
    m.drive("actuator", joint="bore", position=length)
    return m


def test_a_linear_actuator_moves_as_its_five_parts() -> None:
    times = np.linspace(0.0, 3.0, 31).tolist()
    one, five = move_to(lifted_arm(False), *times), move_to(lifted_arm(True), *times)
    for name in ("angle", "omega", "alpha"):
        assert np.allclose(one[f"arm.{name}"], five[f"arm.{name}"], rtol=0, atol=1e-10)
    assert np.allclose(one["actuator.distance"], five["bore.position"], rtol=0, atol=1e-12)


# ---------------------------------------------------------------------------- seven-body mechanism (section 3)

RR, D, E, ZF, ZT, U, SS = 0.007, 0.028, 0.02, 0.02, 0.04, 0.04, 0.035
A, B = (-0.06934, -0.00227), (-0.03635, 0.03273)
START = {
    "beta": -0.0617138900142764496358948458001,
    "Theta": 0.0,
    "gamma": 0.455279819163070380255912382449,
    "Phi": 0.222668390165885884674473185609,
    "delta": 0.487364979543842550225598953530,
    "Omega": -0.222668390165885884674473185609,
    "epsilon": 1.23054744454982119249735015568,
}
END = {
    "beta": 15.81077119515,
    "Theta": -15.75637105841,
    "gamma": 0.04082224011964,
    "Phi": -0.53473011634208,
    "delta": 0.52440996587995,
    "Omega": 0.53473011634208,
    "epsilon": 1.0480807410419,
}
END_SPEEDS = {
    "beta": 1139.920302,
    "Theta": -1424.379295,
    "gamma": 11.032912,
    "Phi": 19.293374,
    "delta": 0.573569915,
    "Omega": -19.293374,
    "epsilon": 0.323179149,
}
# angles of the test problem from those of the bodies
ANGLES = {
    "beta": ("link 1", ""),
    "Theta": ("link 2", "link 1"),
    "gamma": ("link 3", ""),
    "Phi": ("link 4", "link 5"),
    "delta": ("link 5", ""),
    "Omega": ("link 6", "link 7"),
    "epsilon": ("link 7", ""),
}


def seven_bodies(angles: dict[str, float], drive: str = "") -> Planar:
    """The mechanism with its estimates along the chains from the pivots, at these angles; the loops meet in pin E."""
    b, d, e = angles["beta"], angles["delta"], angles["epsilon"]
    m = Planar("seven-body mechanism")
    link1 = m.body("link 1", estimate=(0, 0, b))
    link2 = m.body("link 2", estimate=(RR * cos(b), RR * sin(b), b + angles["Theta"]))
    link3 = m.body("link 3", estimate=(*B, angles["gamma"]))
    link4 = m.body("link 4", estimate=(A[0] + ZT * cos(d), A[1] + ZT * sin(d), angles["Phi"] + d))
    link5 = m.body("link 5", estimate=(*A, d))
    link6 = m.body("link 6", estimate=(A[0] + U * sin(e), A[1] - U * cos(e), angles["Omega"] + e))
    link7 = m.body("link 7", estimate=(*A, e))
    m.revolute("O", m.ground.at(0, 0), link1.at(0, 0))
    m.revolute("crank pin", link1.at(RR, 0), link2.at(0, 0))
    m.revolute("B", m.ground.at(*B), link3.at(0, 0))
    m.revolute("A5", m.ground.at(*A), link5.at(0, 0))
    m.revolute("A7", m.ground.at(*A), link7.at(0, 0))
    m.revolute("pin 45", link5.at(ZT, 0), link4.at(0, 0))
    m.revolute("pin 67", link7.at(0, -U), link6.at(0, 0))
    m.revolute("E3", link2.at(-D, 0), link3.at(0, -SS))
    m.revolute("E4", link2.at(-D, 0), link4.at(0, -E))
    m.revolute("E6", link2.at(-D, 0), link6.at(ZF, 0))
    if drive:
        m.drive("motor", joint="O", angle=drive)
    return m


def angle_of(place: Assembly, name: str) -> float:
    body, less = ANGLES[name]
    return place[f"{body}.angle"] - (place[f"{less}.angle"] if less else 0.0)


def loops(a: dict[str, float]) -> NDArray[Any]:
    """The six loop equations of the test problem."""
    x = RR * cos(a["beta"]) - D * cos(a["beta"] + a["Theta"])
    y = RR * sin(a["beta"]) - D * sin(a["beta"] + a["Theta"])
    return np.array(
        [
            x - B[0] - SS * sin(a["gamma"]),
            y - B[1] + SS * cos(a["gamma"]),
            x - A[0] - E * sin(a["Phi"] + a["delta"]) - ZT * cos(a["delta"]),
            y - A[1] + E * cos(a["Phi"] + a["delta"]) - ZT * sin(a["delta"]),
            x - A[0] - ZF * cos(a["Omega"] + a["epsilon"]) - U * sin(a["epsilon"]),
            y - A[1] - ZF * sin(a["Omega"] + a["epsilon"]) + U * cos(a["epsilon"]),
        ]
    )


ROUNDED = {name: round(value, 2) for name, value in START.items()}


@cache
def closed_from_rounded() -> Assembly:
    return seven_bodies(ROUNDED).assemble(hold={"link 1.angle": START["beta"]})


@cache
def turned() -> Run:
    """From the start to the crank angle of the end, beta in proportion to t."""
    m = seven_bodies(START, f"{START['beta']} + {END['beta'] - START['beta']}*t")
    return m.kinematics(until=1.0, points=401, progress=False)


def end_speed(name: str) -> float:
    body, less = ANGLES[name]
    run = turned()
    speed = run[f"{body}.omega"][-1] - (run[f"{less}.omega"][-1] if less else 0.0)
    return float(speed / run["link 1.omega"][-1] * END_SPEEDS["beta"])


def end_angle(name: str) -> float:
    body, less = ANGLES[name]
    run = turned()
    return float(run[f"{body}.angle"][-1] - (run[f"{less}.angle"][-1] if less else 0.0))


def test_the_start_values_close_the_loops_and_the_rounded_ones_do_not() -> None:
    assert np.max(np.abs(loops(START))) < 1e-16
    assert np.max(np.abs(loops(ROUNDED))) > 1e-5


def test_the_seven_bodies_have_one_freedom_and_no_redundancy() -> None:
    report = seven_bodies(START).check()
    assert (report.coordinates, report.equations) == (21, 20)
    assert (report.count_mobility, report.mobility, report.redundant) == (1, 1, [])


def test_the_assembler_closes_the_rounded_loops_nearby_without_holding_anything() -> None:
    place = seven_bodies(ROUNDED).assemble()
    assert place.ok and place.notes == []
    found = {name: angle_of(place, name) for name in ANGLES}
    assert np.max(np.abs(loops(found))) < 1e-12
    assert all(abs(found[name] - START[name]) < 0.05 for name in found)


def test_with_the_crank_held_the_rounded_loops_close_to_the_start_values() -> None:
    place = closed_from_rounded()
    assert place.ok
    assert all(abs(angle_of(place, name) - START[name]) < 1e-9 for name in ANGLES)


def test_the_mechanism_turns_to_the_end_without_an_event() -> None:
    run = turned()
    assert run.completed and run.events == []
    assert np.max(run.violation()) < 1e-10


def cases() -> list[Case]:
    listed = [
        Case(
            "Marquis-Favre and others 2006 sec. 3, seven-body mechanism",
            f"{name} at the start, closed from angles rounded to two decimals (rad)",
            START[name],
            lambda name=name: angle_of(closed_from_rounded(), name),
            1e-9,
        )
        for name in ANGLES
    ]
    listed += [
        Case(
            "Marquis-Favre and others 2006 sec. 3, seven-body mechanism",
            f"{name} at the crank angle of t = 0.03 s (rad)",
            END[name],
            lambda name=name: end_angle(name),
            2e-11,
        )
        for name in ANGLES
        if name != "beta"
    ]
    listed += [
        Case(
            "Marquis-Favre and others 2006 sec. 3, seven-body mechanism",
            f"speed of {name} at the crank angle and speed of t = 0.03 s (rad/s)",
            END_SPEEDS[name],
            lambda name=name: end_speed(name),
            1e-6,
        )
        for name in ANGLES
        if name != "beta"
    ]
    listed.append(
        Case(
            "Marquis-Favre and others 2006 sec. 4, point 4",
            "crank r = 0.3 in plane xy, slider in plane xz, t = 2: x (m)",
            None,
            lambda: float(move_to(yoke(), 0.0, 2.0)["slider.x"][1]),
            0.0,
            exact=0.3 * cos(2.0),
            exact_tolerance=1e-12,
        )
    )
    return listed


test_cases = checks_of(cases)
