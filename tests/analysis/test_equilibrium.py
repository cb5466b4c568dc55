"""Equilibrium: three methods, stability, reactions at rest, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram, slider_crank
from linkwork.analysis.balance import Balance
from linkwork.errors import AnalysisError
from linkwork.mechanism.handles import BodyHandle
from published.mechanisms.compressors import compressor


def heavy_slider_crank(driven: bool = False) -> lw.Planar:
    m = slider_crank()
    if not driven:
        m.drivers.clear()
    m.mass("crank", mass=2, center=(0.8, 0.1), inertia=0.3)
    m.mass("rod", mass=3, center=(0.2, -0.05), inertia=1.2)
    m.mass("slider", mass=4, inertia=0.1)
    m.set_gravity(0.7, -9.81)
    m.spring("spring", m.ground.at(7, 0.5), "slider", stiffness=300, free_length=1.5, damping=5)
    m.torsion_spring("coil", "crank", "rod", stiffness=20, free_angle=0.4)
    return m


def hanging_bar() -> lw.Planar:
    m = lw.Planar("hanging bar")
    bar = m.body("bar", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass("bar", mass=2, center=(1, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    return m


def test_the_three_methods_agree() -> None:
    m = heavy_slider_crank()
    found = [m.equilibrium(method) for method in ("energy", "settle")]
    found.append(m.equilibrium("equations", near={"crank.angle": found[0]["crank.angle"] + 0.1}))
    assert [one.method for one in found] == ["energy", "settle", "equations"]
    for one in found:
        assert np.allclose(one.q, found[0].q, atol=1e-12)
        assert one.stability == "stable" and one.left_over < 1e-11


def test_a_simulation_started_at_rest_stays_there() -> None:
    m = heavy_slider_crank()
    rest = m.equilibrium()
    run = m.simulate(1.0, 5, hold=rest.held(), progress=False)
    assert np.max(np.abs(run.q - rest.q)) < 1e-9
    assert run["B.fy"][0] == pytest.approx(rest.reaction("B")[1], abs=1e-9)


def test_the_stiffness_is_the_second_derivative_of_the_energy_along_the_closed_positions() -> None:
    m = heavy_slider_crank()
    balance = Balance(m, 0.0)
    rest = balance.at(m.equilibrium().q)
    size = 1e-3
    energies = []
    for step in (-2, -1, 0, 1, 2):
        q = balance.close(rest.q + step * size * balance.scale * rest.motions[:, 0])
        assert q is not None
        moved = float(rest.motions[:, 0] @ ((q - rest.q) / balance.scale))
        assert moved == pytest.approx(step * size, abs=1e-6)
        balance.dynamics.place(q, 0.0)
        energies.append(float(np.sum(balance.dynamics.energies()[1:3])))
    second = np.dot([-1, 16, -30, 16, -1], energies) / (12 * size**2)
    assert balance.stiffness(rest)[0, 0] == pytest.approx(second, rel=1e-4)


def test_a_driven_mechanism_at_rest_is_statics() -> None:
    """Nothing can move: the driver's torque is the slope of the potential energy over the crank angle."""
    m = heavy_slider_crank(driven=True)
    rest = m.equilibrium(at=0.1)
    assert rest.stability == "held" and "held" in rest.words()
    assert any("drivers are held" in note for note in rest.notes)
    h = 1e-4
    energy = [m.equilibrium(at=0.1 + shift).potential_energy for shift in (-h, h)]
    slope = (energy[1] - energy[0]) / (2 * h * 2 * np.pi)
    assert rest.reaction("motor")[2] == pytest.approx(slope, rel=1e-6)


def test_redundant_joints_and_massless_bodies_rest_too() -> None:
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    rest = m.equilibrium()
    assert rest.stability == "stable"
    assert rest["bar0.angle"] % (2 * np.pi) == pytest.approx(1.5 * np.pi, abs=1e-9)


def test_the_top_is_left_downhill_and_kept_by_the_equations() -> None:
    m = hanging_bar()
    top = m.equilibrium("equations", near={"bar.angle": np.pi / 2})
    assert top.stability == "unstable" and "falls away in" in top.words()
    low = m.equilibrium(near=top)
    assert low.stability == "stable" and low.potential_energy == pytest.approx(-2 * 9.81)


def test_without_forces_every_position_is_neutral() -> None:
    m = hanging_bar()
    m.set_gravity(0, 0)
    rest = m.equilibrium()
    assert rest.stability == "neutral" and rest["bar.angle"] == pytest.approx(-1.0)


def test_a_following_force_has_no_potential_and_is_named() -> None:
    m = hanging_bar()
    bar = BodyHandle(m, "bar")
    second = m.body("second", estimate=(1.0, -1.0, 0))
    m.revolute("A", bar.at(2, 0), second.at(-1, 0))
    m.mass("second", mass=1, inertia=0.1)
    m.torsion_spring("coil", "ground", "bar", stiffness=30)
    m.torsion_spring("knee", "bar", "second", stiffness=30)
    m.force("jet", second.at(0.5, 0), y=4, follows=True)
    with pytest.raises(AnalysisError, match="no potential energy exists for: jet"):
        m.equilibrium("energy")
    rest = m.equilibrium()
    assert rest.method == "settle" and rest.left_over < 1e-10


def test_a_force_of_time_is_said_to_act_as_at_that_time() -> None:
    m = hanging_bar()
    m.force("push", "bar", torque="3*t")
    rest = m.equilibrium(at=2.0)
    assert 2 * 9.81 * np.cos(rest["bar.angle"]) == pytest.approx(6.0, abs=1e-9)
    assert any("force 'push' depends on time" in note for note in rest.notes)


def test_a_body_that_falls_for_ever_is_named() -> None:
    m = lw.Planar("free fall")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.mass("block", mass=3)
    m.set_gravity(0, -9.81)
    for method in ("energy", "equations"):
        with pytest.raises(AnalysisError, match=r"block.y.*still pushed with -29.43 N"):
            m.equilibrium(method)


def test_text_names_method_stability_and_reactions() -> None:
    text = hanging_bar().equilibrium().text()
    assert "method 'energy'" in text and "stable" in text and "19.62" in text


def test_an_equilibrium_in_a_singular_position_is_found_once_and_not_judged() -> None:
    """Two equal bars and a slide: folded, both hanging from the pin, the joints lose their grip."""
    m = lw.Planar("folding toggle")
    left, right = m.body("left", estimate=(0.3, 0.2, 0.6)), m.body("right", estimate=(0.8, 0.2, -0.6))
    m.revolute("O", m.ground.at(0, 0), left.at(-0.3, 0))
    m.revolute("A", left.at(0.3, 0), right.at(-0.3, 0))
    m.revolute_translational("B", m.ground.line((0, 0), (1, 0)), right.at(0.3, 0))
    m.mass("left", mass=2, inertia=0.06)
    m.mass("right", mass=2, inertia=0.06)
    m.set_gravity(0, -9.81)
    m.spring("spring", m.ground.at(1.3, 0), right.at(0.3, 0), stiffness=1500, free_length=0.3)
    found = m.equilibria(starts=60)
    folded = [one for one in found if abs(one["left.angle"] + np.pi / 2) < 1e-3]
    assert [one.stability for one in folded] == ["singular"]
    assert len(found) < 8 and len(found.stable) == 2


def test_a_law_that_switches_with_speed_acts_at_rest_as_the_user_says() -> None:
    """Haug 8.2.3: the gas pushes only an outward moving piston; at rest it is left out unless the user says so."""
    m = compressor(gas=True)
    del m.forces["motor"]
    m.set_gravity(0, -9.81)
    without = m.equilibrium(near={"crank.angle": 4.6})
    assert without["crank.angle"] == pytest.approx(1.5 * math.pi, abs=1e-9)
    outward = m.equilibrium("equations", near={"crank.angle": 3.6}, moving={"slider.vx": 1})
    assert outward["crank.angle"] == pytest.approx(3.52738, abs=1e-5)
    with pytest.raises(AnalysisError, match="moves nothing"):
        m.equilibrium(moving={"slider.vx": 0})
