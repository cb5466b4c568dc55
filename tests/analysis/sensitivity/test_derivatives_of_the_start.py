"""The assembled start is differentiated as it is: estimates, constraints, and units in which nearness is measured."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import Response
from linkwork.base.errors import AnalysisError
from linkwork.elements.spatial import catalogue as library

Build = Callable[[], Any]


def slider_crank(*estimates: tuple[float, float, float] | None) -> lw.Planar:
    """Free to move, with a rod that gives the model its length."""
    m = lw.Planar("slider-crank")
    m.parameters(r=0.3, l=0.5, k=40.0)
    m.set_gravity(0, -9.81)
    given = estimates or ((0, 0, 0.3), (0.16, 0.25, 0.5), (0.3, 0.02, 0))
    a, b, c = (m.body(name, estimate=place) for name, place in zip("abc", given, strict=True))
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("A", a.at("r", 0), b.at(0, 0))
    m.revolute("B", b.at("l", 0), c.at(0, 0))
    m.translational("g", m.ground.line((0, 0), (1, 0)), c.line((0, 0), (1, 0)))
    for body in (a, b, c):
        m.mass(body, mass=1, inertia=0.02)
    m.spring("s", m.ground.at(0.9, 0.1), c.at(0, 0), stiffness="k", free_length=0.2, damping=1)
    return m


def without_estimates() -> lw.Planar:
    return slider_crank(None, None, (0.6, 0, 0))


def five_bar() -> lw.Planar:
    """Two freedoms; the longest link is a rod without mass, and an estimate depends on a parameter."""
    m = lw.Planar("five-bar")
    m.parameters(r=0.3, l=0.7, k=40.0)
    m.set_gravity(0, -9.81)
    a = m.body("a", estimate=(0.02, 0, 2.0))
    b = m.body("b", estimate=("-0.2+r/3", 0.3, 0.9))
    c = m.body("c", estimate=(0.55, 0.03, 0.8))
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("A", a.at("r", 0), b.at(0, 0))
    m.revolute("C", m.ground.at(0.5, 0), c.at(0, 0))
    m.revolute_revolute("rod", b.at(0.2, "r/5"), c.at("r", 0), length="l")
    for body in (a, b, c):
        m.mass(body, mass=1, inertia=0.02)
    m.spring("s", m.ground.at(0.9, 0.1), c.at("r", 0), stiffness="k", free_length=0.2, damping=1)
    return m


def pin_on_a_curve() -> lw.Planar:
    """An element with a coordinate of its own, whose unit follows from the outline."""
    m = lw.Planar("pin on a curve")
    m.parameters(r=0.3, l=0.5, k=40.0)
    a = m.body("a", estimate=(0.02, 0.01, 0.4), outlines={"rim": {"type": "polar", "radius": "l*(1+0.2*cos(alpha))"}})
    b = m.body("b", estimate=(0.5, 0.3, 0.1))
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.point_follower("P", b.at("r", 0), "a.rim", contact=0.5)
    m.translational("g", m.ground.line((0, 0.2), (1, 0.2)), b.line((0, 0), (1, 0)))
    for body in (a, b):
        m.mass(body, mass=1, inertia=0.02)
    m.spring("s", m.ground.at(0.9, 0.1), b.at(0, 0), stiffness="k", free_length=0.2, damping=1)
    return m


def linkage_in_space() -> lw.Spatial:
    """A spatial four-bar of a crank, a link between balls and a rocker, from estimates that are off."""
    m = lw.Spatial("linkage in space")
    m.parameters(r=0.3, l=0.9, k=40.0)
    m.set_gravity(0, 0, -9.81)
    inertia = {"mass": 1.0, "inertia": [0.02, 0.03, 0.04]}
    m.body("a", estimate=(0.02, 0, 0.01), orientation={"vector": (0.3, 0.1, 0.4)}, mass=inertia)
    b = m.body("b", estimate=(0.9, 0.05, 0.1), orientation={"vector": (0.2, -0.1, 0.3)}, mass=inertia)
    m.joint("O", library.Revolute, between=["ground", "a"], at=[0, 0, 0], axis=[0, 0, 1])
    m.joint("C", library.Revolute, between=["ground", "b"], at=[0.9, 0, 0.1], axis=[0, 1, 0])
    ends = [{"a": ["r", 0, 0]}, {"b": [0.1, 0.05, "r"]}]
    m.joint("rod", library.SphericalSpherical, between=ends, length="l")
    m.spring("s", m.ground.at(0.6, 0.4, 0.1), b.at(0, 0, "r"), stiffness="k", free_length=0.1, damping=2)
    return m


FREE = [slider_crank, without_estimates, five_bar, pin_on_a_curve, linkage_in_space]


def slope(result: Callable[[lw.Planar], Any], m: Any, name: str, share: float = 2e-3) -> Any:
    """Central differences, extrapolated twice; values are set as a user sets them."""
    value = float(m.parameters_by_name[name].value({}))
    table = []
    for level in range(3):
        step = share * value / 2**level
        sides = []
        for side in (1, -1):
            m.set(**{name: value + side * step})
            sides.append(np.asarray(result(m)))
        table.append((sides[0] - sides[1]) / (2 * step))
    m.set(**{name: value})
    first = [(4 * fine - rough) / 3 for rough, fine in pairwise(table)]
    return (16 * first[1] - first[0]) / 15


def angle_of(m: Any) -> str:
    return "a.rz" if isinstance(m, lw.Spatial) else "a.angle"


@pytest.mark.parametrize("build", FREE)
@pytest.mark.parametrize("weights", ["scaled", "unit"])
def test_the_assembled_position_has_the_slope_that_differences_see(build: Build, weights: str) -> None:
    m = build()
    angle = angle_of(m)
    found = m.sensitivity(angle, ["r", "l"], analysis="assembly", weights=weights)
    for name in ("r", "l"):
        wanted = slope(lambda one: one.assemble(weights=weights)[angle], m, name)
        assert found[angle, name] == pytest.approx(wanted, rel=2e-7, abs=1e-8)


@pytest.mark.parametrize("build", FREE)
def test_the_assembled_position_is_the_nearest_to_the_estimates(build: Build) -> None:
    """Nothing pulls along the positions that the joints allow, to round-off."""
    from linkwork.analysis.assembly.estimates import guess
    from linkwork.system.constraints.equations import Equations

    m = build()
    found = m.assemble()
    equations = Equations(found.system)
    equations.evaluate(found.q, 0.0)
    rows = equations.jacobian()
    pull = equations.apart(guess(m.system(), 0.0), found.q)
    along = pull - rows.T @ np.linalg.lstsq(rows.T, pull, rcond=None)[0]
    assert float(np.linalg.norm(pull)) > 0.01
    assert float(np.linalg.norm(along)) < 1e-11


@pytest.mark.parametrize("build", [slider_crank, five_bar, linkage_in_space])
@pytest.mark.parametrize("speeds", [None, {"a.omega": 1.0}])
def test_a_simulation_carries_the_slope_of_its_start_by_every_method(build: Build, speeds: Any) -> None:
    m = build()
    space = isinstance(m, lw.Spatial)
    if speeds and space:
        speeds = {"a.wz": 1.0}
    angle = angle_of(m)
    of = [f"initial({angle})", f"final({angle})"]
    asked: dict[str, Any] = {"until": 0.05, "points": 5, "speeds": speeds, "rtol": 1e-11, "atol": 1e-12}

    def ends(one: Any) -> list[float]:
        run = one.simulate(progress=False, **asked)
        return [run[angle][0], run[angle][-1]]

    for name in ("r", "l"):
        wanted = slope(ends, m, name)
        for method in ("direct", "adjoint"):
            found = m.sensitivity(of, [name], analysis="simulate", method=method, **asked)
            assert [found[one, name] for one in of] == pytest.approx(wanted, rel=1e-6, abs=1e-7)


def test_rates_that_are_free_are_the_smallest_in_units_that_change() -> None:
    """One rate is given for two freedoms: the other one is the smallest, in model lengths and radians."""
    m = five_bar()
    asked: dict[str, Any] = {"until": 0.01, "points": 2, "speeds": {"a.omega": 3.0}}
    found = m.sensitivity("initial(c.omega)", ["l"], analysis="simulate", **asked)
    wanted = slope(lambda one: one.simulate(progress=False, **asked)["c.omega"][0], m, "l")
    assert found["initial(c.omega)", "l"] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("hold", [None, {"c.angle": 1.2}])
def test_freedoms_that_drivers_leave_have_a_slope(hold: Any) -> None:
    """The drivers move the assembled position to where it is nearest to that without them."""
    m = five_bar()
    m.drive("motor", joint="O", angle="2.4 + r")
    found = m.sensitivity("c.angle", ["r", "l"], analysis="assembly", hold=hold)
    for name in ("r", "l"):
        wanted = slope(lambda one: one.assemble(hold=hold)["c.angle"], m, name)
        assert found["c.angle", name] == pytest.approx(wanted, rel=1e-6, abs=1e-8)


def test_a_branch_is_the_closed_position_nearest_to_it() -> None:
    m = slider_crank()
    branch = m.assemble(hold={"a.angle": 0.9})
    asked: dict[str, Any] = {"until": 0.05, "points": 3, "branch": branch}
    found = m.sensitivity("initial(a.angle)", ["l"], analysis="simulate", **asked)
    wanted = slope(lambda one: one.simulate(progress=False, **asked)["a.angle"][0], m, "l")
    assert found["initial(a.angle)", "l"] == pytest.approx(wanted, rel=1e-6)


def test_a_branch_that_no_longer_closes_is_refused() -> None:
    m = slider_crank()
    branch = m.assemble(hold={"a.angle": 0.9})
    m.set(l=0.1)
    with pytest.raises(AnalysisError, match="the branch given does not close"):
        m.simulate(0.1, 3, branch=branch)


@pytest.mark.parametrize("analysis", ["kinematics", "inverse_dynamics"])
def test_driven_motions_from_rough_estimates_have_the_slope_that_differences_see(analysis: str) -> None:
    m = slider_crank()
    m.drive("motor", joint="O", angle="0.7 + 2*t")
    asked: dict[str, Any] = {"until": 0.5, "points": 6}
    of = "final(c.x)" if analysis == "kinematics" else "final(motor.torque)"
    channel = of[6:-1]
    found = m.sensitivity(of, ["r", "l"], analysis=analysis, **asked)
    for name in ("r", "l"):
        wanted = slope(lambda one: getattr(one, analysis)(progress=False, **asked)[channel][-1], m, name)
        assert found[of, name] == pytest.approx(wanted, rel=1e-7)


@pytest.mark.parametrize("build", [slider_crank, linkage_in_space])
def test_equilibria_and_frequencies_from_rough_estimates_have_the_slope_that_differences_see(build: Build) -> None:
    m = build()
    angle = angle_of(m)
    rest = m.sensitivity(angle, ["l", "k"], analysis="equilibrium")
    small = m.sensitivity("frequency(1)", ["l", "k"], analysis="linearise")
    for name in ("l", "k"):
        wanted = slope(lambda one: one.equilibrium()[angle], m, name)
        assert rest[angle, name] == pytest.approx(wanted, rel=1e-6, abs=1e-9)
        wanted = slope(lambda one: Response("frequency(1)").value(one.linearise()), m, name)
        assert small["frequency(1)", name] == pytest.approx(wanted, rel=1e-6, abs=1e-9)


def test_small_motions_about_the_assembled_start_have_the_slope_that_differences_see() -> None:
    m = slider_crank()
    found = m.sensitivity("frequency(1)", ["r", "l"], analysis="linearise", at=0.0)
    for name in ("r", "l"):
        wanted = slope(lambda one: Response("frequency(1)").value(one.linearise(0.0)), m, name)
        assert found["frequency(1)", name] == pytest.approx(wanted, rel=1e-6)


def test_small_motions_about_a_position_of_ones_own_choice_are_refused() -> None:
    m = slider_crank()
    with pytest.raises(AnalysisError, match="held values"):
        m.sensitivity("frequency(1)", ["l"], analysis="linearise", at=m.assemble(hold={"a.angle": 0.9}))
