"""Maps of efficiencies stay within what was measured; efficiencies that are none are refused or told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.networks.surface import slopes_within

SPEEDS = (5, 15, 50, 100, 200, 300)
PRESSURES = (1e6, 5e6, 1e7, 2e7, 3e7)
STEEP = (
    (0.80, 0.30, 0.10, 0.05, 0.05),
    (0.93, 0.75, 0.55, 0.30, 0.15),
    (0.98, 0.93, 0.88, 0.80, 0.70),
    (0.985, 0.96, 0.94, 0.90, 0.85),
    (0.99, 0.98, 0.97, 0.95, 0.93),
    (0.99, 0.985, 0.975, 0.96, 0.94),
)


def pump(efficiency: Any, speed: Any = "100", pressure: Any = 1e7, **more: Any) -> lw.Planar:
    m = lw.Planar("pump")
    h = m.circuit("h")
    h.speed_source("V", "s", speed)
    h.pressure_source("P", "o", pressure)
    h.pump_motor("M", "ground", "o", shaft="s", displacement=1e-6, volumetric_efficiency=efficiency, **more)
    return m


def between(values: Any, speeds: Any, pressures: Any, w: Any, p: Any) -> tuple[Any, Any]:
    """The least and the greatest of the four values around each place."""
    z = np.asarray(values)
    i = np.clip(np.searchsorted(speeds, w, side="right") - 1, 0, len(speeds) - 2)
    j = np.clip(np.searchsorted(pressures, p, side="right") - 1, 0, len(pressures) - 2)
    corners = [z[i, j], z[i + 1, j], z[i, j + 1], z[i + 1, j + 1]]
    return np.min(corners, axis=0), np.max(corners, axis=0)


@pytest.mark.parametrize("turns", [1, -1])
def test_a_steep_map_on_uneven_lines_stays_between_the_values_around_it(turns: int) -> None:
    """All over the map: the pressure goes up and down sixty times while the speed rises."""
    given = {"speeds": SPEEDS, "pressures": PRESSURES, "values": STEEP}
    m = pump(given, f"{turns}*(1 + 310*t)", "1.6e7 + 1.6e7*sin(377*t)", slow=1e-4, laminar=1)
    run = m.simulate(until=1.0, points=8001)
    taken = run["h.M.volumetric_efficiency"]
    low, high = between(STEEP, SPEEDS, PRESSURES, run["h.M.turning_speed"], run["h.M.pressure"])
    assert np.all(taken >= low - 1e-12) and np.all(taken <= high + 1e-12)
    assert run["h.lost_power"].min() > -1e-9
    assert np.ptp(taken) > 0.9


def test_control_values_of_any_map_are_within_those_around_it() -> None:
    """A bicubic patch lies within its sixteen control values: they are looked at for maps drawn by lot."""
    draw = np.random.default_rng(3)
    for _ in range(40):
        x, y = (np.cumsum(draw.uniform(0.01, 1, count) ** 3) for count in (4, 5))
        z = draw.uniform(0.01, 1, (4, 5)) ** draw.choice([1, 4])
        first, second, twist = slopes_within(x, y, z)
        for i, j in np.ndindex(z.shape):
            for n, m in ((i - 1, j - 1), (i - 1, j + 1), (i + 1, j - 1), (i + 1, j + 1)):
                if not (0 <= n < len(x) and 0 <= m < len(y)):
                    continue
                dx, dy = (x[n] - x[i]) / 3, (y[m] - y[j]) / 3
                corners = z[[i, n, i, n], [j, j, m, m]]
                control = z[i, j] + np.array([dx * first[i, j], dy * second[i, j]])
                inner = control.sum() - z[i, j] + dx * dy * twist[i, j]
                assert corners.min() - 1e-12 <= min(*control, inner)
                assert max(*control, inner) <= corners.max() + 1e-12


def test_a_map_that_is_a_plane_or_a_product_is_met_exactly() -> None:
    w, p = np.array([10.0, 40, 100, 300]), np.array([1e6, 4e6, 2e7])
    for exact in (lambda x, y: 0.2 + 1e-3 * x + 1e-8 * y, lambda x, y: 0.9 - 1e-10 * x * y):
        values = exact(w[:, None], p[None, :])
        m = pump({"speeds": w, "pressures": p, "values": values}, "10 + 290*t", "1e6 + 1.9e7*t^2", slow=1e-5, laminar=1)
        run = m.simulate(until=1.0, points=41)
        assert run["h.M.volumetric_efficiency"] == pytest.approx(
            exact(10 + 290 * run.t, 1e6 + 1.9e7 * run.t**2), abs=1e-9
        )


def test_slopes_of_a_map_carry_derivatives() -> None:
    """By the complex step, as derivatives by parameters in a map are taken."""
    x, y, z = np.array(SPEEDS, float), np.array(PRESSURES), np.array(STEEP)
    for place in ((1, 1), (2, 3)):
        moved = np.zeros_like(z)
        moved[place] = 1.0
        exact = [part.imag / 1e-30 for part in slopes_within(x, y, z + 1e-30j * moved)]
        ahead, behind = (slopes_within(x, y, z + step * moved) for step in (1e-7, -1e-7))
        for one, after, before in zip(exact, ahead, behind, strict=True):
            assert one == pytest.approx((after - before) / 2e-7, rel=1e-5, abs=1e-6 * np.abs(one).max())
            assert np.abs(one).max() > 0.0


@pytest.mark.parametrize(
    ("parameters", "fields", "words"),
    [
        ({"e": 1.5}, {"efficiency": "e"}, "volumetric_efficiency is above 0 and at most 1; it is 1.5"),
        ({"e": -1}, {"efficiency": 1, "mechanical_efficiency": "e"}, "mechanical_efficiency is above 0 .* it is -1"),
        (
            {"e": 1.5},
            {"efficiency": {"speeds": SPEEDS[:3], "pressures": PRESSURES, "values": [[0.9] * 4 + ["e"]] * 3}},
            "volumetric_efficiency is above 0 and at most 1; it is 1.5",
        ),
        ({}, {"efficiency": 0.9, "slow": 0}, "slow must be greater than zero"),
        ({}, {"efficiency": 0.9, "laminar": 0}, "laminar must be greater than zero"),
        ({"speed": 5}, {"efficiency": "1 - 0.001*speed"}, "'speed' is the speed .*a parameter has the same name"),
        ({"pressure": 5}, {"efficiency": "1 - 1e-9*pressure"}, "'pressure' is the pressure .*a parameter"),
        (
            {},
            {"efficiency": {"speeds": [50, 200, 100], "pressures": PRESSURES, "values": [[0.9] * 5] * 3}},
            "speeds: they must rise; 100 follows 200",
        ),
        (
            {},
            {"efficiency": {"speeds": [-50, 0, 100], "pressures": PRESSURES, "values": [[0.9] * 5] * 3}},
            "speeds: a map goes from 0 on; it begins with -50",
        ),
    ],
)
def test_efficiencies_and_sizes_that_are_none_are_refused(
    parameters: dict[str, float], fields: dict[str, Any], words: str
) -> None:
    m = pump(**fields)
    m.parameters(**parameters)
    with pytest.raises(MechanismError, match=words):
        m.simulate(until=0.01, points=2)


def test_a_parameter_that_is_set_later_is_looked_at_again() -> None:
    m = pump("e")
    m.parameters(e=0.9)
    m.simulate(until=0.01, points=2)
    with pytest.raises(MechanismError, match=r"it is 1\.2"):
        m.set(e=1.2)
        m.simulate(until=0.01, points=2)


@pytest.mark.parametrize(("text", "since"), [("1.05 - 2e-3*speed", "0"), ("0.95 - 2e-3*speed", "0.48")])
def test_a_formula_that_is_no_efficiency_in_the_run_is_told_with_the_time(text: str, since: str) -> None:
    run = pump(text, "1000*t").simulate(until=0.6, points=61)
    assert any(
        f"'h.M': its volumetric_efficiency is not above 0 and at most 1 at t = {since} s" in note for note in run.notes
    )
    fine = pump("max(0.05, min(1, 0.95 - 2e-3*speed))", "1000*t").simulate(until=0.6, points=61)
    assert not any("efficiency" in note for note in fine.notes)
