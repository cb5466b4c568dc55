"""Measured tables with a cut-off: sines pass as through Butterworth's filter forwards and backwards."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest
from function_checks import function_of

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.functions.sample import sample
from linkwork.functions.splines.smoothing import smoothing_spline

CUTOFF = 10.0
ANGLE, RATE, ACCELERATION = range(3)


def _sampled(t: np.ndarray, y: np.ndarray, at: np.ndarray, **more: Any) -> np.ndarray:
    points = [list(pair) for pair in zip(t.tolist(), y.tolist(), strict=True)]
    table: dict[str, Any] = {"type": "table", "points": points, **more}
    return np.asarray(sample(function_of(table).pack({}), at))


@pytest.mark.parametrize("frequency", [2.5, 5.0, 10.0, 20.0])
def test_a_sine_passes_with_the_share_of_the_filter_of_third_order(frequency: float) -> None:
    """Away from the ends, with its derivatives; points are 1 ms apart, so that their number changes it by 1e-6."""
    t = np.linspace(0.0, 2.0, 2001)
    at = np.linspace(0.8, 1.2, 101)
    w, share = 2.0 * pi * frequency, 1.0 / (1.0 + (frequency / CUTOFF) ** 6)
    found = _sampled(t, np.sin(w * t), at, cutoff=CUTOFF)
    for order, wave in ((ANGLE, np.sin(w * at)), (RATE, w * np.cos(w * at)), (ACCELERATION, -(w**2) * np.sin(w * at))):
        np.testing.assert_allclose(found[:, order], share * wave, atol=2e-6 * w**order)


def test_points_need_no_even_spacing_and_parabolas_pass_up_to_the_ends() -> None:
    random = np.random.default_rng(3)
    t = np.concatenate([[0.0], np.sort(random.uniform(0.0, 2.0, 998)), [2.0]])
    at = np.linspace(0.0, 2.0, 51)
    found = _sampled(t, 1.0 + 2.0 * t - 3.0 * t**2, at, cutoff=CUTOFF)
    np.testing.assert_allclose(found[:, ANGLE], 1.0 + 2.0 * at - 3.0 * at**2, atol=1e-10)
    np.testing.assert_allclose(found[:, ACCELERATION], -6.0, atol=1e-6)
    inside = at[15:36]
    wave = _sampled(t, np.sin(2.0 * pi * 5.0 * t), inside, cutoff=CUTOFF)[:, ANGLE]
    np.testing.assert_allclose(wave, np.sin(2.0 * pi * 5.0 * inside) / (1.0 + 0.5**6), atol=2e-3)


def test_a_periodic_table_is_smoothed_round_its_ends() -> None:
    """A sine that closes has the share of the filter everywhere."""
    t = np.linspace(0.0, 1.0, 1001)
    at = np.linspace(-0.1, 0.3, 41)
    found = _sampled(t, np.sin(10.0 * pi * t), at, cutoff=CUTOFF, ends="periodic")
    np.testing.assert_allclose(found[:, ANGLE], np.sin(10.0 * pi * at) / (1.0 + 0.5**6), atol=1e-6)


def test_accelerations_of_a_noisy_encoder_are_those_of_the_motion() -> None:
    """2000 lines a turn at 1 kHz: without a filter the second derivative is noise of a thousand times the motion's."""
    t = np.linspace(0.0, 2.0, 2001)
    angle = 0.5 * np.sin(pi * t) ** 2
    read = np.round(angle * 2000.0 / (2.0 * pi)) * 2.0 * pi / 2000.0
    at = np.linspace(0.3, 1.7, 141)
    exact = pi**2 * np.cos(2.0 * pi * at)
    raw, smooth = (_sampled(t, read, at, **more)[:, ACCELERATION] for more in ({}, {"cutoff": 5.0}))
    assert np.sqrt(np.mean((raw - exact) ** 2)) > 100.0
    assert np.sqrt(np.mean((smooth - exact) ** 2)) < 0.05 * pi**2


def test_a_flexible_arm_follows_a_hub_that_was_measured() -> None:
    """Tip against that of the motion itself; the encoder's steps (3 mrad) would shake it, for they excite all modes."""
    t = np.linspace(0.0, 1.0, 1001)
    random = np.random.default_rng(8)
    measured = 0.2 * np.sin(pi * t) ** 2 + 1e-3 * random.standard_normal(len(t))
    section = {"type": "rectangle", "width": 0.02, "height": 0.001}

    def tip(angle: Any) -> np.ndarray:
        m = lw.Planar("arm on a hub")
        arm = m.ritz_beam("arm", length=0.5, section=section, E=209e9, rho=7850, bending=2, rigid_root=0.075)
        m.revolute("O", m.ground.at(0, 0), arm.at("root"))
        m.drive("motor", joint="O", angle=angle)
        found = m.simulate(1.0, 101, rtol=1e-7, atol=1e-9, progress=False)
        return np.asarray(found["arm.tip.dy"])

    points = list(zip(t.tolist(), measured.tolist(), strict=True))
    exact = tip("0.2*sin(pi*t)^2")
    largest = float(np.abs(exact).max())
    assert np.abs(tip(lw.Table(points=points, cutoff="8 Hz")) - exact).max() < 0.1 * largest
    assert np.abs(tip(lw.Table(points=points)) - exact).max() > largest


def test_a_cut_off_is_a_frequency_in_hertz_and_fits_the_points() -> None:
    m = lw.Planar("disc")
    m.revolute("O", m.ground.at(0, 0), m.body("disc").at(0, 0))
    rough = [(0.1 * number, float(number % 2)) for number in range(9)]
    m.drive("motor", joint="O", angle=lw.Table(points=rough, cutoff="20 Hz"))
    with pytest.raises(MechanismError, match="between 0 and 5, half the rate of its points"):
        m.kinematics(0.8, 3, progress=False)
    t = np.linspace(0.0, 1.0, 11)
    with pytest.raises(MechanismError, match="clamped ends would bend a smoothed curve"):
        _sampled(t, t, t, cutoff=1.0, ends="clamped")
    with pytest.raises(MechanismError, match="at least 4 points, and has 3"):
        _sampled(t[:3], t[:3], t[:3], cutoff=1.0)


def test_derivatives_go_through_points_and_cut_off() -> None:
    """The complex step by a knot, a value and the cut-off against central differences.

    These err by (h/spacing)^2 = 4e-6; values, speeds and accelerations at the knots are compared.
    """
    t, h = np.linspace(0.0, 2.0, 41), 1e-4
    y = np.sin(3.0 * t)

    def coefficients(knot: Any, value: Any, cutoff: Any) -> np.ndarray:
        knots, values = t.astype(type(knot)), y.astype(type(value))
        knots[7], values[9] = knot, value
        return smoothing_spline(knots.tolist(), values.tolist(), cutoff)[:, :3]

    here = t[7], y[9], 2.0
    for place in range(3):
        step = np.eye(3)[place]
        ahead, behind = (coefficients(*map(float, here + sign * h * step)) for sign in (1.0, -1.0))
        found = coefficients(*(complex(x, 1e-30 * one) for x, one in zip(here, step, strict=True))).imag / 1e-30
        assert np.max(np.abs(found)) > 1e-3
        np.testing.assert_allclose(found, (ahead - behind) / (2.0 * h), atol=1e-5 * np.max(np.abs(found)))


@pytest.mark.parametrize("given", ["value", "knot", "cutoff"])
def test_parameters_of_a_smoothed_table_may_be_set_again_and_again(given: str) -> None:
    """Tables that are played for other values are those that are laid out for them."""

    def model(value: float) -> lw.Planar:
        m = lw.Planar("slide")
        m.parameters(given=value)
        points: list[list[Any]] = [[0.1 * number, np.sin(0.5 * number)] for number in range(21)]
        if given != "cutoff":
            points[5][0 if given == "knot" else 1] = "given"
        body = m.body("b", estimate=(0, 0, 0), mass={"mass": 1.0, "inertia": 0.1})
        m.translational("g", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
        m.force("f", body.at(0, 0), x=lw.Table(points=points, cutoff="given" if given == "cutoff" else 1.5))
        return m

    values = (0.5, 0.51, 0.52, 0.53, 0.54)
    again = model(values[0])
    for value in values:
        again.set(given=value)
        found = again.simulate(0.5, 3, progress=False)
    fresh = model(values[-1]).simulate(0.5, 3, progress=False)
    np.testing.assert_allclose(found["b.x"], fresh["b.x"], rtol=1e-9)
