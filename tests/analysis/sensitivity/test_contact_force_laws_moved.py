"""Derivatives through contacts with a force law: energy, Hertz's closed form, differences."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

from analysis.sensitivity.contact_designs import ball, by_name, carried, closed_form, differences
from linkwork.analysis.responses import Response
from linkwork.numerics.analytic import arctan


def test_a_ball_on_a_spring_of_contact_has_the_derivatives_of_its_closed_form() -> None:
    """Free fall, an arc of a sine about the depth of rest, and flight."""
    values, until = {"h": 0.05, "g": 9.81, "k": 4e4}, 0.2

    def state(h: Any, g: Any, k: Any) -> Any:
        """Times of both ends of the contact, then height and speed: mass 1."""
        speed, w = (2 * g * h) ** 0.5, k**0.5
        first = speed / g
        last = first + 2 * (pi - arctan(speed * w / g)) / w
        rest = until - last
        return np.array([first, last, speed * rest - 0.5 * g * rest**2 + 0.1, speed - g * rest])

    m = ball({"force": {"type": "hertz", "stiffness": "k", "exponent": 1}}, h=0.05, k=4e4)
    run, found = by_name(m, list(values), until, 5)
    ours = [*(event.t for event in run.events), run.q[-1, 1], run.v[-1, 1]]
    np.testing.assert_allclose(ours, state(**values), rtol=1e-9)
    for name, tangents in found.items():
        ours = [*tangents.events, tangents.q[-1, 1], tangents.v[-1, 1]]
        np.testing.assert_allclose(ours, closed_form(state, values, name), rtol=1e-8, atol=1e-12, err_msg=name)
        energy = {"h": 9.81, "g": 0.05 + 0.1, "k": 0.0}[name]
        np.testing.assert_allclose(carried(tangents.run["energy.total"]), energy, atol=1e-8)


@pytest.mark.parametrize(
    "force",
    [
        {"type": "hertz", "stiffness": "k"},
        {"type": "kelvin-voigt", "stiffness": "k", "exponent": 1.2, "damping": "100*e"},
        {"type": "hunt-crossley", "stiffness": "k", "restitution": "e"},
        {"type": "lankarani-nikravesh", "stiffness": "k", "restitution": "e"},
        {"type": "law", "force": "k*depth^1.5*(1 + e*speed)"},
    ],
    ids=lambda force: force["type"],
)
def test_force_laws_carry_derivatives(force: dict[str, Any]) -> None:
    """A power 1.5 of the depth has a kink in its slope where the contact ends: the last step is less exact there."""
    smooth = {} if force["type"] == "law" else {"smooth_speed": 0.05}
    options: dict[str, Any] = {"until": 0.15, "points": 4, "speeds": {"ball.vx": 0.3}}

    def build() -> Any:
        return ball({"force": force | smooth, "friction": 0.2 if smooth else 0.0}, h=0.05, k=1e6, e=0.7)

    run, found = by_name(build(), ["h", "k", "e"], **options)
    assert [item.kind for item in run.touches] == ["presses", "parts"]

    def read(other: Any) -> Any:
        return np.array([*other.q[-1], *other.v[-1], *(event.t for event in other.events)])

    for name, h in {"h": 2e-4, "k": 4e3, "e": 4e-3}.items():
        exact = differences(build, name, h, read, **options)
        np.testing.assert_allclose(carried(read(found[name].run)), exact, rtol=2e-4, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("points", [2, 5, 41, 1001])
def test_largest_force_and_impulse_of_a_contact_have_their_derivatives_for_any_points(points: int) -> None:
    """The impulse is the change of speed: what the ball brings and leaves with, and its weight meanwhile."""
    force = {"type": "hunt-crossley", "stiffness": "k", "restitution": "e", "smooth_speed": 0.01}
    of = ["max(C.force)", "peak(C.force)", "integral(C.force)"]

    def build() -> Any:
        return ball({"force": force}, h=0.2, k=2e4, e=0.7)

    found = build().sensitivity(of, ["h"], analysis="simulate", until=0.5, points=points, rtol=1e-11, atol=1e-12)
    fine = [Response(of[0]).value(_dropped(build(), 0.2 + share * 1e-4)) for share in (1, -1)]
    assert found[of[0], "h"] == pytest.approx((fine[0] - fine[1]) / 2e-4, rel=2e-4)
    assert found[of[1], "h"] == found[of[0], "h"]
    _, tangents = by_name(build(), ["h"], 0.5, 2)
    impulse = carried(tangents["h"].run["ball.vy"])[-1]
    assert found[of[2], "h"] == pytest.approx(impulse, rel=1e-4)


def _dropped(m: Any, height: float) -> Any:
    m.set(h=height)
    return m.simulate(0.5, 20001, rtol=1e-11, atol=1e-12, progress=False)
