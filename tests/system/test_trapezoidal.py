"""The trapezoidal rule in joint coordinates: order 2, closures and energy kept, redundant rows, drivers, own states."""

from __future__ import annotations

import numpy as np
import pytest
from test_joint_coordinates import BUILT, FREE, run_of

from analysis.test_implicit import conservative_four_bar
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run


def run_with(name: str, steps: int) -> Run:
    m, end, options = (BUILT | FREE)[name]()
    run = m.simulate(end, 11, method="trapezoidal", step=end / steps, progress=False, **options)
    assert run.completed
    return run


@pytest.mark.parametrize(
    "name",
    ["double_pendulum", "sliding_tree", "floating", "bars", "squeezer", "gas_compressor", "pendulum_on_a_driven_pin"],
)
def test_the_error_falls_with_the_square_of_the_step(name: str) -> None:
    errors = []
    for steps in (200, 400, 800):
        run, expected = run_with(name, steps), run_of(name, "projection")
        errors.append(max(np.max(np.abs(run.q - expected.q)), np.max(np.abs(run.v - expected.v))))
        assert np.max(run.violation()) < 1e-13
    assert -np.polyfit(range(3), np.log2(errors), 1)[0] == pytest.approx(2.0, abs=0.1)


@pytest.mark.parametrize("name", ["driven_four_bar", "planet", "roller_follower"])
def test_what_is_driven_follows_its_drivers_to_rounding(name: str) -> None:
    run, expected = run_with(name, 50), run_of(name, "projection")
    assert np.max(np.abs(run.q - expected.q)) < 1e-13 and np.max(np.abs(run.v - expected.v)) < 1e-12
    given = expected["energy.driven"]
    assert np.max(np.abs(run["energy.driven"] - given)) < 1e-3 * np.max(np.abs(given))


def test_the_energy_of_a_four_bar_swings_with_the_square_of_the_step_and_does_not_grow() -> None:
    """As with the rule in one coordinate: a pendulum in steps of 10 ms swings by the same share of its energy."""
    swings = []
    for step in (0.01, 0.005):
        run = conservative_four_bar().simulate(
            20.0, 401, method="trapezoidal", step=step, hold={"crank.angle": 1.2}, speeds={"crank.omega": 3}
        )
        off = np.abs(run["energy.total"] - run["energy.total"][0]) / np.max(np.abs(run["energy.total"]))
        swings.append(np.max(off))
        assert np.max(off[300:]) <= np.max(off[:100])
    assert swings[0] < 3e-5 and swings[0] / swings[1] == pytest.approx(4.0, abs=0.2)


def test_it_goes_with_joint_coordinates_only_and_says_so() -> None:
    m, end, options = BUILT["bars"]()
    for asked, note in (("joint", "joint, as asked for"), ("auto", "joint, which method 'trapezoidal' needs")):
        run = m.simulate(end, 2, method="trapezoidal", step=0.1, formulation=asked, progress=False, **options)
        assert f"formulation: {note}" in run.notes
    with pytest.raises(AnalysisError, match=r"'trapezoidal' works in joint coordinates.*leave out formulation"):
        m.simulate(end, 2, method="trapezoidal", step=0.1, formulation="projection", progress=False, **options)
    with pytest.raises(AnalysisError, match="'trapezoidal' has a fixed step"):
        m.simulate(end, 2, method="trapezoidal", progress=False, **options)
