"""In space a driver or a held value that begins many turns away: what counts turns has made them all by then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw

Z = (0, 0, 1)
FAR = [100.0, -2.0e4, 1.0e7 + 0.3]
HEAVY = {"mass": 1, "inertia": [0.1, 0.1, 0.1]}


def screw(value: Any, joint: str = "angle") -> lw.Spatial:
    m = lw.Spatial("screw")
    m.screw("S", m.ground, m.body("nut", estimate=(0, 0, 0), mass=HEAVY), at=(0, 0, 0), axis=Z, lead=0.01)
    m.drive("motor", joint="S", **{joint: value})
    return m


def wheels(value: Any, kind: str = "gear", coil: bool = False, **sizes: Any) -> lw.Spatial:
    """Two wheels on hinges of the ground, the second on a spring of 2 N m/rad where asked for."""
    m = lw.Spatial(kind)
    across = (1, 0, 0) if kind in ("bevel_gear", "worm") else Z
    a, b = m.body("a", estimate=(0, 0, 0), mass=HEAVY), m.body("b", estimate=(3, 1, 2), mass=HEAVY)
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis=Z)
    m.revolute("B", m.ground, b, at=(3, 1, 2), axis=across)
    getattr(m, kind)("G", "A", "B", **sizes)
    if coil:
        m.torsion_spring("coil", m.ground, b, at=(3, 1, 2), axis=across, stiffness=2)
    m.drive("motor", joint="A", angle=value)
    return m


def rack(value: Any, joint: str = "A", drives: str = "angle") -> lw.Spatial:
    m = lw.Spatial("rack")
    a, b = m.body("a", estimate=(0, 0, 0), mass=HEAVY), m.body("b", estimate=(0, -0.2, 0), mass=HEAVY)
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis=Z)
    m.translational("B", m.ground, b, at=(0, -0.2, 0), axis=(1, 0, 0))
    m.rack("G", "A", "B", radius=0.2)
    m.drive("motor", joint=joint, **{drives: value})
    return m


def jack(value: Any, guide: str = "translational") -> lw.Spatial:
    """A spindle in a bearing, and a nut on it that a slide keeps from turning: the screw is driven from outside."""
    m = lw.Spatial("jack")
    spindle, nut = m.body("spindle", estimate=(0, 0, 0), mass=HEAVY), m.body("nut", estimate=(0, 0, 0.2), mass=HEAVY)
    carriage = m.body("carriage", estimate=(0.1, 0, 0.2), mass=HEAVY)
    m.revolute("R", m.ground, spindle, at=(0, 0, 0), axis=Z)
    m.screw("S", spindle, nut, at=(0, 0, 0.2), axis=Z, lead=0.01)
    m.fixed("weld", nut, carriage, at=(0.1, 0, 0.2))
    getattr(m, guide)("G", m.ground, carriage, at=(0.1, 0, 0.2), axis=Z)
    m.drive("motor", joint="R", angle=value)
    return m


def swing() -> lw.Spatial:
    """A wheel of 0.1 kg m2 on a spring of 0.4 N m/rad: it swings with 2 rad/s."""
    m = lw.Spatial("wheel")
    wheel = m.body("wheel", estimate=(0, 0, 0), mass=HEAVY)
    m.revolute("A", m.ground, wheel, at=(0, 0, 0), axis=Z)
    m.torsion_spring("coil", m.ground, wheel, at=(0, 0, 0), axis=Z, stiffness=0.4)
    return m


def first(m: lw.Spatial, channel: str, **options: Any) -> float:
    run = m.kinematics(until=1, points=3, progress=False, **options)
    assert run.completed and run.notes == []
    return float(run[channel][0])


@pytest.mark.parametrize("angle", FAR)
def test_screws_racks_gears_and_belts_have_made_all_their_turns(angle: float) -> None:
    course = f"{angle!r} + t"
    assert first(screw(course), "nut.z") == pytest.approx(0.01 / (2 * np.pi) * angle, rel=1e-12)
    assert first(screw(course), "S.angle") == pytest.approx(angle, rel=1e-13)
    assert first(rack(course), "b.x") == pytest.approx(0.2 * angle, rel=1e-12)
    assert first(wheels(course, radii=(2, 1)), "B.angle") == pytest.approx(-2 * angle, rel=1e-12)
    assert first(wheels(course, ratio=np.pi), "B.angle") == pytest.approx(np.pi * angle, rel=1e-12)
    assert first(wheels(course, "belt", radii=(0.3, 0.7)), "B.angle") == pytest.approx(angle * 3 / 7, rel=1e-12)
    assert abs(first(wheels(course, "bevel_gear", ratio=2.5), "B.angle")) == pytest.approx(2.5 * abs(angle), rel=1e-12)
    assert abs(first(wheels(course, "worm", starts=2, teeth=40), "B.angle")) == pytest.approx(abs(angle) / 20, rel=1e-9)


def test_a_wheel_that_turns_further_than_half_a_turn_before_the_start_is_found() -> None:
    assert first(wheels("2 + t", radii=(2, 1)), "B.angle") == pytest.approx(-4)


@pytest.mark.parametrize("angle", FAR)
def test_a_screw_whose_nut_is_kept_from_turning_has_made_the_turns_of_its_spindle(angle: float) -> None:
    assert first(jack(angle), "carriage.z") == pytest.approx(0.2 - 0.01 * angle / (2 * np.pi), abs=1e-9 * abs(angle))
    assert first(jack(angle), "S.angle") == pytest.approx(-angle, rel=1e-12)


def test_a_nut_that_may_turn_with_its_guide_counts_from_the_drawing_and_is_told() -> None:
    run = jack(100.0, "cylindrical").kinematics(until=1, points=3, progress=False)
    assert any("counts its turns from the drawing: S" in note for note in run.notes)


@pytest.mark.parametrize("place", [1.0, 500.0])
def test_screws_and_racks_driven_along_have_turned_as_far_as_they_advanced(place: float) -> None:
    assert first(screw(f"{place} + t", "position"), "S.angle") == pytest.approx(2 * np.pi * place / 0.01, rel=1e-11)
    assert first(rack(f"{place} + t", "B", "position"), "A.angle") == pytest.approx(place / 0.2, rel=1e-11)


@pytest.mark.parametrize("angle", FAR)
@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_a_spring_behind_a_gear_is_wound_by_all_turns(angle: float, formulation: Any) -> None:
    m = wheels(f"{angle!r} + 0*t", coil=True, radii=(2, 1))
    run = m.inverse_dynamics(until=1, points=3, progress=False, formulation=formulation)
    assert np.allclose(run["motor.torque"], 8 * angle, rtol=1e-10)
    assert run["energy.potential"][0] == pytest.approx(0.5 * 2 * (2 * angle) ** 2, rel=1e-10)


def test_a_planetary_gear_counts_by_the_formula_of_willis() -> None:
    m = lw.Spatial("planetary gear")
    arm, sun, planet = (m.body(name, estimate=(x, 0, 0), mass=HEAVY) for name, x in (("arm", 0), ("sun", 0), ("p", 1)))
    m.revolute("O", m.ground, arm, at=(0, 0, 0), axis=Z)
    m.revolute("S", arm, sun, at=(0, 0, 0), axis=Z)
    m.revolute("P", arm, planet, at=(1, 0, 0), axis=Z)
    m.gear("mesh", "S", "P", radii=(0.6, 0.4))
    m.drive("turn", joint="O", angle="300 + t")
    m.drive("spin", joint="S", angle="-1000 - 3*t")
    m.torsion_spring("coil", m.ground, planet, at=(1, 0, 0), axis=Z, stiffness=2)
    run = m.inverse_dynamics(until=1, points=3, progress=False)
    assert np.allclose(run["P.angle"], 1.5 * (1000 + 3 * run.t), rtol=1e-12)
    assert run["energy.potential"][0] == pytest.approx(0.5 * 2 * (300 + 1500) ** 2, rel=1e-10)


@pytest.mark.parametrize("angle", FAR)
@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_a_wound_spring_that_is_let_go_swings_with_all_its_turns(angle: float, formulation: Any) -> None:
    end = 3 / abs(angle) ** 0.5  # some twenty radians
    run = swing().simulate(until=end, points=5, hold={"A.angle": angle}, formulation=formulation, progress=False)
    assert np.allclose(run["A.angle"], angle * np.cos(2 * run.t), rtol=1e-14, atol=1e-5)
    assert np.allclose(run["A.omega"], -2 * angle * np.sin(2 * run.t), rtol=1e-6)


def test_a_simulation_that_starts_late_begins_with_the_turns_made_before() -> None:
    m = wheels("157*t", coil=True, radii=(2, 1))
    run = m.simulate(start=2000, until=2000.01, points=3, progress=False)
    assert run["B.angle"][0] == pytest.approx(-2 * 157 * 2000, rel=1e-11)
    assert run["energy.potential"][0] == pytest.approx((2 * 157 * 2000) ** 2, rel=1e-10)


def test_turns_are_kept_in_a_saved_run_and_from_a_branch(tmp_path: Path) -> None:
    run = swing().simulate(until=0.01, points=3, hold={"A.angle": 1e4}, progress=False)
    run.save(tmp_path / "wheel.npz")
    assert np.array_equal(lw.load_run(tmp_path / "wheel.npz")["A.angle"], run["A.angle"])
    m = wheels("1e4 + t", radii=(2, 1))
    again = m.kinematics(until=1, points=3, branch=m.assemble(), progress=False)
    assert again["B.angle"][0] == pytest.approx(-2e4)
    assert m.assemble()["B.angle"] == pytest.approx(-2e4)


def test_turns_that_pass_through_a_linkage_are_told() -> None:
    """Cranks of a parallelogram: no equation of angles leads from the driven one to the spring on the other."""
    m = lw.Spatial("parallelogram")
    crank, coupler, rocker = (
        m.body(name, estimate=at, mass=HEAVY) for name, at in (("a", (0, 0, 0)), ("b", (0, 1, 0)), ("c", (3, 0, 0)))
    )
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis=Z)
    m.spherical("B", crank, coupler, at=(0, 1, 0))
    m.revolute("C", coupler, rocker, at=(3, 1, 0), axis=Z)
    m.revolute("D", m.ground, rocker, at=(3, 0, 0), axis=Z)
    m.torsion_spring("coil", m.ground, rocker, at=(3, 0, 0), axis=Z, stiffness=2)
    m.drive("motor", joint="A", angle="0.5 + 8*pi + t")
    run = m.inverse_dynamics(until=0.1, points=3, progress=False)
    assert any(
        "driver 'motor' begins 4 whole turns from the drawing" in note and "'ground' and 'c'" in note
        for note in run.notes
    )


def test_what_counts_from_the_drawing_refuses_turns_made_before() -> None:
    m = wheels("1e4 + 0*t", coil=True, radii=(2, 1))
    for ask in (lambda: m.linearise(0.0), lambda: m.equilibrium(), lambda: m.periodic(period=1.0)):
        with pytest.raises(lw.LinkworkError, match=r"driver 'motor': it begins whole turns from the drawing"):
            ask()
    with pytest.raises(lw.LinkworkError, match=r"driver 'motor' begins .* turns away, where angles have too few"):
        wheels("1e12", ratio=2).assemble()


def test_derivatives_are_taken_by_differences_where_turns_are_made_before() -> None:
    m = wheels("1e4 + t", ratio="-i")
    m.parameters(i=2.0)
    found = m.sensitivity("final(B.angle)", "i", until=1, points=3)
    assert any("turns are made before the start: by differences" in note for note in found.notes)
    assert found["final(B.angle)"]["i"] == pytest.approx(-10001, rel=1e-6)
    with pytest.raises(lw.LinkworkError, match="method='differences' in place of 'direct'"):
        m.sensitivity("final(B.angle)", "i", until=1, points=3, method="direct")
