"""Garcia Orden, Goicolea 2005, 7.2: two prisms, the second on a revolute joint with 0.2 rad of angular clearance.

A revolute joint with angular play is a spherical joint and a tilt of its axes. The contact stores k phi^3 / 3 with
phi = cos(0.2) - e_A . e_B and k = 1e7 J (n = 2), elastic. Places of the mass centre of the end bar are those of an
independent program with the book's scheme at 0.0005 s.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.run.run import Run

PLAY = 0.2
LAW = {"type": "hertz", "stiffness": 1e7, "exponent": 2}
PLACES = {0.3: (0.9586, 0.4839, -0.4753), 0.6: (0.3219, -0.0858, -1.4546), 0.9: (-0.8954, -0.4623, -0.7799)}


def prisms(clearance: float = PLAY, **more: Any) -> lw.Spatial:
    """Two prisms of 1 x 0.1 x 0.02 m and 1 kg: O turns about the horizontal y, A about z, which may tilt."""
    m = lw.Spatial("double pendulum of two prisms, loose")
    m.set_gravity(0, 0, -10)
    m.body("one", estimate=(0.5, 0, 0))
    m.body("two", estimate=(1, 0.5, 0))
    thin, wide = (0.1**2 + 0.02**2) / 12, (1 + 0.1**2) / 12
    m.mass("one", mass=1, inertia=(thin, (1 + 0.02**2) / 12, wide))
    m.mass("two", mass=1, inertia=((1 + 0.02**2) / 12, thin, wide))
    m.revolute("O", "ground", "one", at=(0, 0, 0), axis=(0, 1, 0))
    m.spherical("A", {"one": (0.5, 0, 0)}, {"two": (0, -0.5, 0)})
    m.clearance("T", {"one": {"axis": (0, 0, 1)}}, "two", clearance=clearance, type="tilt", **more)
    return m


@cache
def run(step: float) -> Run:
    """Five seconds with steps of fixed length, and output at every step."""
    return prisms(force=LAW).simulate(5.0, round(5 / step) + 1, method="midpoint", step=step, progress=False)


@cache
def variable() -> Run:
    """The early motion with a method of high order and events at every contact."""
    return prisms(force=LAW).simulate(0.9, 10, rtol=1e-10, atol=1e-12, progress=False)


def place(found: Run, t: float) -> list[float]:
    at = int(np.argmin(np.abs(found.t - t)))
    return [float(found[f"two.{axis}"][at]) for axis in "xyz"]


def tilt(found: Run) -> Any:
    """Angle between the two axes, from the orientations alone."""
    first, second = (found.motion.turned(body, (0.0, 0.0, 1.0))[0] for body in ("one", "two"))
    return np.arccos(np.clip(np.sum(first * second, axis=-1), -1.0, 1.0))


@pytest.mark.parametrize("step", (0.004, 0.002, 0.001, 0.0005))
def test_energy_is_constant_to_1e_8_joule_with_the_conserving_rule(step: float) -> None:
    """A9.5; about 1e-10 J."""
    found = run(step)
    assert found.completed
    energy = found["energy.total"]
    assert np.max(np.abs(energy - energy[0])) < 1e-8
    assert np.max(found["energy.elastic"]) > 0.5


@pytest.mark.parametrize("step", (0.002, 0.001, 0.0005))
def test_axes_tilt_beyond_the_play_only_in_contact(step: float) -> None:
    """A9.5; the largest tilt is about two degrees beyond the limit of 11.46, as in the independent program."""
    found = run(step)
    beyond = tilt(found) > PLAY
    np.testing.assert_array_equal(beyond, found["T.force"] > 0.0)
    assert 12.5 < math.degrees(np.max(tilt(found))) < 14.0
    assert 0.01 < np.mean(beyond) < 0.5


@pytest.mark.parametrize("t", PLACES)
def test_early_places_of_the_mass_centre_are_those_of_the_published_scheme(t: float) -> None:
    """To the printed digits, also with a method of high order; to 5e-4 m at four times the step."""
    assert place(run(0.0005), t) == pytest.approx(PLACES[t], abs=1.1e-4)
    assert place(variable(), t) == pytest.approx(PLACES[t], abs=2e-4)
    assert place(run(0.002), t) == pytest.approx(PLACES[t], abs=5e-4)


def test_force_is_the_power_of_the_printed_function() -> None:
    found = run(0.001)
    depth = np.maximum(math.cos(PLAY) - np.cos(tilt(found)), 0.0)
    np.testing.assert_allclose(found["T.force"], 1e7 * depth**2, rtol=1e-9, atol=1e-3)


def test_without_a_law_the_axes_bounce_and_keep_the_energy() -> None:
    """The same joint by impacts, e = 1: it never tilts beyond its play."""
    found = prisms(restitution=1).simulate(0.9, 901, rtol=1e-10, atol=1e-12, progress=False)
    assert found.completed
    assert len(found.impacts) > 5
    assert np.max(tilt(found)) < PLAY + 1e-8
    np.testing.assert_allclose(found["energy.total"], found["energy.total"][0], atol=1e-7)
    for impact in found.impacts:
        assert impact.after == pytest.approx(-impact.before, rel=1e-9)


def test_a_tilt_comes_back_from_its_file(tmp_path: Any) -> None:
    m = prisms(force=LAW)
    m.save(tmp_path / "tilt.yaml")
    assert lw.load(tmp_path / "tilt.yaml").clearances == m.clearances


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"clearance": 1.6}, "clearance 'T': the clearance of a tilt must be less than a right angle; it is 1.6 rad"),
        ({"friction": 0.1}, "clearance 'T': friction needs a surface, which a tilt has not"),
    ],
)
def test_a_bad_tilt_is_refused_in_words(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        prisms(**fields).simulate(0.1, 2, progress=False)
