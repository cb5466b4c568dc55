"""Step responses of second order have their measures in closed form."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def second_order() -> lw.Run:
    m = lw.Planar("loop")
    m.state("x", acceleration="25*(1 - x) - 4*x.rate", start=0)
    return m.simulate(until=4.0, points=4001, rtol=1e-9, atol=1e-9)


def test_overshoot_and_peak_are_those_of_the_damping_ratio() -> None:
    ratio, natural = 0.4, 5.0
    damped = natural * np.sqrt(1 - ratio**2)
    found = second_order().step_response("x", final=1)
    assert found.overshoot == pytest.approx(np.exp(-ratio * natural * np.pi / damped), abs=1e-6)
    assert found.peak_time == pytest.approx(np.pi / damped, abs=1e-3)
    t = np.linspace(0, 4, 400001)
    exact = 1 - np.exp(-2 * t) * (np.cos(damped * t) + 2 / damped * np.sin(damped * t))
    rise = t[np.argmax(exact >= 0.9)] - t[np.argmax(exact >= 0.1)]
    settling = t[np.flatnonzero(np.abs(exact - 1) > 0.02)[-1]]
    assert found.rise == pytest.approx(rise, abs=2e-5)
    assert found.settling == pytest.approx(settling, abs=2e-5)


def test_what_is_no_step_is_refused_in_words() -> None:
    run = second_order()
    with pytest.raises(lw.LinkworkError, match="does not come to 90 %"):
        run.step_response("x", final=5)
    with pytest.raises(lw.LinkworkError, match="share between 0 and 1"):
        run.step_response("x", band=2)
