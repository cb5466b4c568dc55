"""Muscles after Millard as elements: rates and forces of skeletons, derivatives, balance of energy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from elements.test_muscles import STEP, At, arm
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import Millard, PathMuscle, PathPoint
from linkwork.formats.model_file import load
from linkwork.library.biomechanics.fibre_kernel import fibre_speed, stiff_tension
from linkwork.library.biomechanics.fibres import law_tables

OTHER: dict[str, Any] = {
    "damping": 0.03,
    "active_lengths": (0.5, 0.8, 1.7),
    "shallow_slope": 0.7,
    "least_active": 0.01,
    "passive_strains": (-0.1, 0.6),
    "passive_low_stiffness": 0.15,
    "passive_stiffness": 3.5,
    "passive_bend": 0.6,
    "tendon_strain": 0.06,
    "tendon_stiffness": 24.0,
    "tendon_toe": 0.6,
    "tendon_bend": 0.7,
    "shortening_slopes": (0.05, 0.3),
    "isometric_slope": 4.0,
    "lengthening_slopes": (0.02, 0.2),
    "lengthening_limit": 1.5,
    "speed_bends": (0.5, 0.8),
}
LAWS = pytest.mark.parametrize("constants", [{}, OTHER], ids=["constants of OpenSim", "others"])
TENDONS = pytest.mark.parametrize("tendon", ["elastic", "stiff"])
STRENGTH, OPTIMUM, SLACK, ANGLE = 700.0, 0.1, 0.25, 0.3


def line(world: str = "plane", **fields: Any) -> Any:
    """One pennated muscle along a line, its end on a weight that slides."""
    m: Any = lw.Planar("line") if world == "plane" else lw.Spatial("line")
    start, place, end = ((0, 0), (0.35, 0), (0, 0)) if world == "plane" else ((0, 0, 0), (0.35, 0, 0), (0, 0, 0))
    load = m.body("load", estimate=(*place, 0)[:3], mass={"mass": 1, "inertia": 1 if world == "plane" else (1, 1, 1)})
    size: dict[str, Any] = {"strength": STRENGTH, "optimal_length": OPTIMUM, "tendon_length": SLACK}
    own = size | {"pennation": ANGLE, "excitation": 0.4} | fields
    m.muscle("pull", [m.ground.at(*start), load.at(*end)], **own)
    return m


def law_of(constants: dict[str, Any]) -> dict[str, Any]:
    return {"type": "millard", **constants}


def drawn(count: int, tendon: str) -> Array:
    """Activation, strain of the tendon (where it gives), length and speed of the path; fibres short, long, fast."""
    draw = np.random.default_rng(282)
    low, high = np.array([0.011, -0.01, 0.05, -1.6]), np.array([1.0, 0.07, 0.17, 1.6])
    rows: Array = low + (high - low) * draw.random((count, 4))
    if tendon == "stiff":
        rows[:, 1] = 0.0
    rows[:, 2] += SLACK * (1.0 + rows[:, 1])
    return rows


def put(at: At, row: Any, tendon: str) -> At:
    """The line in a state."""
    v, shift = np.zeros(len(at.start)) + 0.0 * row[3], np.zeros(len(at.start)) + 0.0 * row[2]
    v[0], shift[0] = row[3], row[2] - 0.35
    return at.put(v, np.array(row[: 2 if tendon == "elastic" else 1]), shift)


@pytest.mark.parametrize("world", ["plane", "space"])
@LAWS
@TENDONS
def test_rates_and_forces_are_those_of_a_skeleton(world: str, constants: dict[str, Any], tendon: str) -> None:
    """Another way: tables by rows, equilibria by the fibres' length."""
    ends = PathPoint("a", (0.0, 0.0, 0.0)), PathPoint("b", (0.0, 0.0, 0.0))
    muscle = PathMuscle("pull", ends, STRENGTH, OPTIMUM, SLACK, ANGLE, law=Millard(**constants))
    law, numbers = law_tables(muscle)
    at = At(line(world, tendon=tendon, law=law_of(constants)))
    forces, speeds = [], []
    for row in drawn(300, tendon):
        activation, strain, length, speed = row
        force = put(at, row, tendon).told("pull.force")
        fibre = at.told("pull.fibre") * OPTIMUM
        if tendon == "stiff":
            if fibre > 1.05 * numbers[6] * OPTIMUM:  # shorter ones have no force in a skeleton, damping included
                assert force == pytest.approx(
                    stiff_tension(law, numbers, activation, length, speed), rel=1e-9, abs=1e-9
                )
        else:
            cosine = (length - SLACK * (1.0 + strain)) / fibre
            v, tension = fibre_speed(law, numbers, activation, fibre, length)
            assert force == pytest.approx(tension, rel=1e-9, abs=1e-9)
            assert at.dynamics.state_rates()[1] == pytest.approx((speed - v / cosine) / SLACK, rel=1e-9, abs=1e-9)
            speeds.append(v / OPTIMUM)
        forces.append(force)
    assert np.ptp(forces) > STRENGTH
    assert tendon == "stiff" or (min(speeds) < -8.0 and max(speeds) > 10.0)


@LAWS
@TENDONS
def test_derivatives_are_those_of_differences(constants: dict[str, Any], tendon: str) -> None:
    m = line(tendon=tendon, law=law_of(constants))
    real, twin, small = At(m), At(m, "complex"), 1e-6

    def told(at: At, row: Any) -> Any:
        rates = put(at, row, tendon).dynamics.state_rates()[1:]
        return np.array([at.told("pull.force") / STRENGTH, *rates, at.dynamics.energies()[2] / STRENGTH])

    for row in drawn(60, tendon):
        for place in range(4):
            if place == 1 and tendon == "stiff":
                continue
            along = np.eye(4)[place]
            slope = told(twin, row + 1j * STEP * along).imag / STEP
            ends = [told(real, row + side * small * along) for side in (1, -1)]
            assert slope == pytest.approx((ends[0] - ends[1]) / (2 * small), rel=1e-4, abs=1e-4), row
            assert told(twin, row + 0j).real == pytest.approx(told(real, row), rel=1e-14, abs=1e-14)


@LAWS
@TENDONS
def test_stored_energy_and_power_given_add_up(constants: dict[str, Any], tendon: str) -> None:
    m = line(tendon=tendon, law=law_of(constants))
    real, twin, storing = At(m), At(m, "complex"), 0
    for row in drawn(100, tendon):
        put(real, row, tendon)
        taken, given = real.told("pull.force") * row[3], real.dynamics.energies()[4]
        rates = real.dynamics.state_rates()
        moved = np.array([rates[0], rates[1] if tendon == "elastic" else 0.0, row[3], 0.0])
        stored = put(twin, row + 1j * STEP * moved, tendon).dynamics.energies()[2].imag / STEP
        assert taken == pytest.approx(stored - given, rel=1e-10, abs=1e-9)
        storing += abs(stored) > 1.0
    assert storing > 20


def test_a_simulation_keeps_the_balance_of_energy_and_is_verified() -> None:
    for tendon in ("elastic", "stiff"):
        m = arm(tendon=tendon, law=law_of({}))
        run = m.simulate(until=0.3, points=31)
        assert np.ptp(run["energy.balance"]) < 1e-9
        assert np.ptp(run["fore.angle"]) > 0.1
    assert m.verify(until=0.1).ok


def test_runs_are_differentiated_by_constants_of_the_law() -> None:
    m = arm(law=law_of({"tendon_strain": "give", "damping": "damp", "active_lengths": (0.4441, 0.73, "gone")}))
    m.parameters(give=0.049, damp=0.1, gone=1.8123)
    names, asked = ["give", "damp", "gone"], "final(fore.angle)"
    given: dict[str, Any] = {"analysis": "simulate", "until": 0.1, "points": 11}
    exact = m.sensitivity(asked, names, **given, rtol=1e-10, atol=1e-11)
    plain = m.sensitivity(asked, names, **given, method="differences")
    slopes, others = (np.array([each[asked, name] for name in names]) for each in (exact, plain))
    assert np.all(np.abs(slopes) > 1e-6)
    assert slopes == pytest.approx(others, rel=1e-4)


def test_a_model_file_keeps_the_law(tmp_path: Path) -> None:
    m = arm(law=law_of(OTHER))
    m.save(tmp_path / "arm.yaml")
    text = (tmp_path / "arm.yaml").read_text()
    assert "type: millard" in text and "damping: 0.03" in text
    runs = [each.simulate(until=0.1, points=6)["fore.angle"] for each in (m, load(tmp_path / "arm.yaml"))]
    assert runs[1] == pytest.approx(runs[0], rel=1e-14)
    arm(law={"type": "millard"}).save(tmp_path / "plain.yaml")
    assert "damping" not in (tmp_path / "plain.yaml").read_text()


@pytest.mark.parametrize(
    ("constants", "said"),
    [
        ({"damping": 0}, "damping must be greater than zero, or the tendon stiff"),
        ({"damping": -0.1}, "damping must be"),
        ({"active_lengths": (0.5, 0.4, 1.8)}, "active_lengths rise"),
        ({"passive_strains": (0.6, 0.5)}, "passive_strains rise"),
        ({"tendon_strain": 0}, "tendon_strain must be greater than zero"),
        ({"tendon_stiffness": 10}, "make no curves: the slopes"),
        ({"isometric_slope": 0.5}, "make no curves: the slopes"),
        ({"speed_bends": (0.6, 1.2)}, "a bend of its law lies between 0 and 1"),
        ({"shortening_slopes": (-0.1, 0.2)}, "its curves would fall"),
    ],
)
def test_constants_that_make_no_curves_are_told(constants: dict[str, Any], said: str) -> None:
    with pytest.raises(MechanismError, match=f"force 'biceps': .*{said}"):
        arm(law=law_of(constants)).simulate(until=0.01, points=2)


def test_fibres_without_damping_have_a_stiff_tendon() -> None:
    run = arm(law=law_of({"damping": 0}), tendon="stiff").simulate(until=0.05, points=6)
    assert run.completed and run["biceps.force"].max() > 1.0


def test_programs_refuse_it_by_name() -> None:
    with pytest.raises(AnalysisError, match="force 'biceps' finds places on its curves by iteration"):
        arm(law=law_of({})).program()
