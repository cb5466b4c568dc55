"""The energy-decaying midpoint rule: energy of stiff elastic parts falls in every step, fast vibrations die out."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError


def whip(elements: int = 4) -> lw.Planar:
    """A stiff beam thrown freely with a spin and a kick at its tip that sets off vibrations of all frequencies."""
    m = lw.Planar("whip")
    section = {"type": "rectangle", "width": 0.01, "height": 0.01}
    m.beam("arm", (0, 0), (1, 0), section=section, E=2e11, rho=7850, elements=elements)
    return m


KICK = {"arm_tip.vy": 1.0, "arm_tip.vx": 0.3, "arm_root.vy": -0.2}


def test_energy_falls_in_every_step_and_never_rises() -> None:
    """The steps are a hundred times too long for the fastest vibration."""
    run = whip().simulate(0.2, 201, speeds=KICK, method="midpoint", step=1e-3, rho=0.5, progress=False)
    energy = run["energy.total"]
    assert np.all(np.diff(energy) <= 1e-12 * energy[0])
    assert energy[-1] < 0.9 * energy[0]
    conserved = whip().simulate(0.2, 3, speeds=KICK, method="midpoint", step=1e-3, progress=False)["energy.total"]
    assert conserved[-1] == pytest.approx(conserved[0], rel=1e-9)
    assert any("energy decays" in note for note in run.notes)


def test_a_vibration_far_too_fast_is_left_with_rho_a_step() -> None:
    """One mode of 1e6 rad/s, steps of 1 ms: q changes sign and keeps the share rho; rigid motion keeps its speed."""
    m = lw.Planar("fast")
    modes = {"mass": [[1.0]], "stiffness": [[1e12]], "linear_coupling": [(0, 0)], "angular_coupling": [0]}
    modes |= {"interfaces": {"tip": {"at": (1, 0), "translation": [(0, 0.1)], "rotation": [0]}}, "start": (1e-3,)}
    m.modal("rod", mass={"mass": 1, "inertia": 0.1}, modes=modes, estimate=(0, 0, 0))
    run = m.simulate(3e-3, 4, speeds={"rod.vx": 2.0}, method="midpoint", step=1e-3, rho=0.25, progress=False)
    ratios = run["rod.q1"][1:] / run["rod.q1"][:-1]
    assert ratios == pytest.approx(-0.25, abs=1e-3)
    assert run["rod.vx"] == pytest.approx(2.0, abs=1e-12)


def test_rho_without_elastic_parts_and_errors_of_it_are_refused() -> None:
    m = lw.Planar("rigid")
    m.body("b", estimate=(0, 0, 0), mass={"mass": 1, "inertia": 1})
    with pytest.raises(AnalysisError, match="there are none"):
        m.simulate(1.0, method="midpoint", step=0.1, rho=0.5, progress=False)
    with pytest.raises(AnalysisError, match="not estimated"):
        whip().simulate(0.01, method="midpoint", step=1e-3, rho=0.5, estimate_error=True, progress=False)


@pytest.mark.parametrize(("rho", "modulus"), [(0.5, 2.1e8), (0.5, 2.1e11), (0.9, 2.1e11), (1.0, 2.1e11)])
def test_a_stiff_pendulum_is_followed_with_long_steps(rho: float, modulus: float) -> None:
    """Steps of 10 ms, a hundred periods of the fastest vibration each; the iteration once wandered about."""
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    section = {"type": "rectangle", "width": 0.01, "height": 0.01}
    arm = m.beam("arm", (0, 0), (1, 0), section=section, E=modulus, nu=0.3, rho=7850, elements=8)
    m.revolute("O", m.ground.at(0, 0), arm.at("root"))
    run = m.simulate(1.0, 11, method="midpoint", step=0.01, rho=rho, progress=False)
    expected = {2.1e11: (-0.99996692, -0.0081338), 2.1e8: (-0.8238675, 0.1787304)}[modulus]
    assert run.completed
    assert (run["arm_tip.x"][-1], run["arm_tip.y"][-1]) == pytest.approx(expected, abs=0.01)
    assert np.abs(run["energy.balance"]).max() < 1e-6 * run["energy.kinetic"].max()


def test_damping_resists_no_turn() -> None:
    """A beam with much damping that spins stretches once, to m w^2 l^3 / (3 EA); then nothing is lost any more."""
    m = lw.Planar("spin")
    section = {"type": "rectangle", "width": 0.01, "height": 0.01}
    m.beam("arm", (0, 0), (1, 0), section=section, E=2.1e11, nu=0.3, rho=7850, elements=6, damping=1e-3)
    names = [name for name in m.bodies_by_name if name.startswith("arm")]
    speeds = {f"{name}.vy": 20 * (number / 6 - 0.5) for number, name in enumerate(names)}
    speeds |= {f"{name}.omega": 20 for name in names}
    run = m.simulate(0.5, 51, method="midpoint", step=1e-3, speeds=speeds, progress=False)
    assert run["energy.lost"][-1] == pytest.approx(run["energy.elastic"][-1], rel=1e-3)
    assert run["energy.lost"][-1] - run["energy.lost"][25] < 1e-5 * run["energy.lost"][-1]


def test_a_step_that_is_too_long_is_cut_and_that_is_told() -> None:
    """A fifth of a radian a step in space: the iteration needs shorter ones."""
    m = lw.Spatial("spin")
    section = {"type": "rectangle", "width": 0.01, "height": 0.01}
    m.beam("arm", (0, 0, 0), (1, 0, 0), section=section, E=2.1e11, nu=0.3, rho=7850, elements=6, damping=1e-3)
    names = [name for name in m.bodies_by_name if name.startswith("arm")]
    speeds = {f"{name}.vy": 20 * (number / 6 - 0.5) for number, name in enumerate(names)}
    speeds |= {f"{name}.omega.z": 20 for name in names}
    run = m.simulate(0.05, 6, method="midpoint", step=1e-2, speeds=speeds, progress=False)
    assert run.completed
    assert run.statistics["rejected steps"] > 0
    assert any("which was halved" in note for note in run.notes)
    assert np.abs(run["energy.balance"]).max() < 1e-9 * run["energy.kinetic"].max()


def slider(force: str) -> lw.Planar:
    """A body on a straight line, half a metre from where the force draws it."""
    m = lw.Planar("slider")
    b = m.body("b", estimate=(0.5, 0, 0), mass={"mass": 1, "inertia": 0.1})
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.force("s", b.at(0, 0), x=force)
    return m


def test_the_rest_of_a_step_that_was_cut_reaches_the_end_of_the_run() -> None:
    """Ends that a rest misses by a rounding of the time: no step of that rounding follows, whose velocity is noise."""
    m = slider("-200*atan(500*b.x)")
    long = m.simulate(4.0, 41, method="midpoint", step=0.1, progress=False)
    for end in (23, 28, 33, 38):
        run = m.simulate(0.1 * end, end + 1, method="midpoint", step=0.1, progress=False)
        assert run.statistics["rejected steps"] > 0
        assert run.statistics["steps"] <= end + run.statistics["rejected steps"]
        assert run["b.vx"][-1] == pytest.approx(long["b.vx"][end], rel=1e-6)
        assert np.abs(run["energy.balance"]).max() < 1e-8 * run["energy.kinetic"].max()


@pytest.mark.parametrize("late", [0.0, 1e-14, -1e-14, 1e-11, -1e-11, 5e-10, -1e-8, 1e-8])
def test_velocities_behind_a_jump_beside_the_end_of_a_step_are_no_rounding(late: float) -> None:
    """Between the jump and the end of the step lies next to nothing."""
    run = slider(f"-100*b.x+if(t<{0.3 + late!r},0,30)").simulate(0.4, 5, method="midpoint", step=1e-3, progress=False)
    assert run["b.vx"][-1] == pytest.approx(-5 * np.sin(4) + 3 * np.sin(1), abs=1e-3)
    assert np.abs(run["energy.balance"]).max() < 1e-7
