"""Equilibrium: three methods, stability, reactions at rest, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram, slider_crank
from linkwork.analysis.equilibrium.balance import Balance
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.handles import BodyHandle
from published.mechanisms.compressor import running_compressor as compressor

pytestmark = pytest.mark.both_coordinates


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


@pytest.mark.bodies_only
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


def pendulum(angle: float = 0.0) -> lw.Planar:
    """A mass of 1 kg at 1 m from a pin."""
    m = lw.Planar("pendulum")
    bob = m.body("bob", estimate=(0, 0, angle))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass("bob", mass=1, center=(1, 0))
    m.set_gravity(0, -9.81)
    return m


def held_angle(gain: float, target: float) -> float:
    """Where gain (target - angle) carries the weight, by bisection."""
    low, high = target - 1.0, target
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if gain * (target - middle) > 9.81 * math.cos(middle) else (low, middle)
    return low


@pytest.mark.parametrize("method", ["auto", "energy", "equations", "settle"])
def test_the_filtered_derivative_of_a_controller_comes_to_rest_with_the_mechanism(method: str) -> None:
    m = pendulum()
    m.actuator("act", "O", m.pid("u", "0.5-bob.angle", proportional=80, derivative=20))
    rest = m.equilibrium(method)
    assert rest["bob.angle"] == pytest.approx(held_angle(80, 0.5), abs=1e-11)
    assert rest.states["u.filtered"] == pytest.approx(0.5 - rest["bob.angle"], abs=1e-11)
    assert rest.stability == "stable" and "own states: u.integral = 0, u.filtered" in rest.text()


@pytest.mark.parametrize("method", ["auto", "settle"])
def test_an_integral_nulls_the_error_and_takes_the_load(method: str) -> None:
    m = pendulum()
    m.motor("motor", "O", position=0.5, proportional=80, derivative=20, integral=30)
    rest = m.equilibrium(method)
    assert rest["bob.angle"] == pytest.approx(0.5, abs=1e-11)
    assert rest.states["motor.integral"] == pytest.approx(9.81 * math.cos(0.5) / 30, abs=1e-11)


def test_a_filter_in_the_loop_is_at_rest_too_and_can_make_it_unstable() -> None:
    m = pendulum()
    m.parameters(lag=0.01)
    measured = m.filter("measured", "bob.angle", time_constant="lag")
    m.actuator("act", "O", f"80*(0.5 - {measured}) - 20*bob.omega")
    rest = m.equilibrium()
    assert rest["bob.angle"] == pytest.approx(held_angle(80, 0.5), abs=1e-11) and rest.stability == "stable"
    m.set(lag=10)
    slow = m.equilibrium("equations")
    assert slow["bob.angle"] == pytest.approx(rest["bob.angle"], abs=1e-11)
    m = pendulum()
    m.actuator("act", "O", "80*(0.5 - " + str(m.filter("late", "bob.angle", time_constant=0.5)) + ")")
    shaking = m.equilibrium("equations")
    assert shaking["bob.angle"] == pytest.approx(held_angle(80, 0.5), abs=1e-11)
    assert shaking.stability == "unstable" and "a small motion grows" in shaking.words()


def test_a_state_that_cannot_rest_is_named() -> None:
    m = pendulum()
    m.actuator("act", "O", m.state("clock", 1))
    with pytest.raises(AnalysisError, match="the state 'clock' cannot come to rest"):
        m.equilibrium("equations")


def test_a_state_that_moves_nothing_does_not_matter() -> None:
    m = pendulum(-1.0)
    m.state("book", "bob.angle")
    rest = m.equilibrium()
    assert rest.method == "energy" and rest["bob.angle"] == pytest.approx(-math.pi / 2, abs=1e-10)


def test_flags_and_sampled_controllers_are_said_to_keep_their_start() -> None:
    m = pendulum(-1.0)
    m.flag("on", 1)
    m.force("push", "bob", torque="on*" + str(m.sampled("held", "bob.angle", period=0.1)))
    notes = " ".join(m.equilibrium().notes)
    assert "flags keep the value they start with: 'on'" in notes and "sampled controllers hold" in notes
    assert "'held'" in notes


def block_on_a_rail(position: float, free_length: float = 1.0) -> lw.Planar:
    """A block on a rail with a spring to a point of the rail."""
    m = lw.Planar("block on a rail")
    block = m.body("block", estimate=(position, 0, 0))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=1, inertia=1)
    m.spring("spring", m.ground.at(0, 0), block.at(0, 0), stiffness=50, free_length=free_length)
    return m


def test_a_pressed_spring_of_no_length_is_no_neutral_rest() -> None:
    found = block_on_a_rail(0.0).equilibrium("equations")
    assert found.stability == "unstable" and "spring has no length here" in found.words()
    stepped = block_on_a_rail(0.0).equilibrium("energy")
    assert abs(stepped["block.x"]) == pytest.approx(1.0, abs=1e-11) and stepped.stability == "stable"
    assert any("stepped off the zero length of spring 'spring'" in note for note in stepped.notes)


def test_stiffness_has_the_unit_of_the_freedom() -> None:
    sliding = block_on_a_rail(0.7).equilibrium()
    assert sliding.softest_stiffness == pytest.approx(50.0, rel=1e-9)
    assert "block.x (50 N/m)" in sliding.words()
    turning = hanging_bar().equilibrium()
    assert "bar.angle (19.62 N m/rad)" in turning.words()


def test_gravity_is_in_the_report() -> None:
    m = hanging_bar()
    rest = m.equilibrium()
    assert "gravity: (0, -9.81) m/s^2" in rest.text()
    assert "gravity: (0, -9.81) m/s^2" in m.linearise(rest).text()
    assert "gravity: none" in block_on_a_rail(0.7).equilibrium().text()


@pytest.mark.bodies_only
def test_all_equilibria_of_a_falling_body_are_given_up_early() -> None:
    m = lw.Planar("falling body")
    m.body("stone", estimate=(0, 0, 0))
    m.mass("stone", mass=1, inertia=1)
    m.set_gravity(0, -9.81)
    with pytest.raises(AnalysisError, match="from the first 4 starts it runs away"):
        m.equilibria()


def test_a_controller_with_limits_rests_where_its_output_suffices_and_else_at_the_limit() -> None:
    gains = {"proportional": 80, "derivative": 20, "integral": 10}
    m = pendulum()
    m.actuator("act", "O", m.pid("u", "0.5-bob.angle", limits=(-20, 20), **gains))
    assert m.equilibrium()["bob.angle"] == pytest.approx(0.5, abs=1e-10)
    m = pendulum()
    m.actuator("act", "O", m.pid("u", "0.5-bob.angle", limits=(-5, 5), **gains))
    assert m.equilibrium()["bob.angle"] == pytest.approx(-math.acos(5 / 9.81), abs=1e-10)
