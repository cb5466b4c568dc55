"""Laws of motion have the peaks of the handbooks, here in closed form, and motions join as they are told to."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import cams
from linkwork.base.errors import MechanismError

# Largest velocity and acceleration, largest and least jerk for a rise of 1 over 1, in closed form.
PEAKS = {
    "3-4-5": (15 / 8, 10 / sqrt(3), 60.0, -30.0),
    "4-5-6-7": (35 / 16, 84 * sqrt(5) / 25, 42.0, -105 / 2),
    "cycloidal": (2.0, 2 * pi, 4 * pi**2, -4 * pi**2),
    "harmonic": (pi / 2, pi**2 / 2, 0.0, -(pi**3) / 2),
    "modified sine": (4 * pi / (4 + pi), 4 * pi**2 / (4 + pi), 16 * pi**3 / (4 + pi), -16 * pi**3 / (4 + pi) / 3),
    "modified trapezoid": (2.0, 8 * pi / (2 + pi), 32 * pi**2 / (2 + pi), -32 * pi**2 / (2 + pi)),
}
# The same rounded, as they are commonly quoted, from memory and no book at hand: the proof is the closed forms above.
QUOTED = {
    "3-4-5": (1.875, 5.7735, 60.0),
    "4-5-6-7": (2.1875, 7.5132, 42.0),
    "cycloidal": (2.0, 6.2832, 39.48),
    "modified sine": (1.7596, 5.528, 69.47),
    "modified trapezoid": (2.0, 4.888, 61.43),
}
every_law = pytest.mark.parametrize("law", PEAKS)


def one_rise(law: str) -> cams.Motion:
    return cams.Motion([cams.rise(1, over=1, law=law)], period=None)


@every_law
def test_peaks_of_a_law_are_its_closed_form(law: str) -> None:
    peaks, (velocity, acceleration, most, least) = one_rise(law).peaks, PEAKS[law]
    assert peaks["displacement"] == pytest.approx((0.0, 1.0), abs=1e-14)
    assert peaks["velocity"] == pytest.approx((0.0, velocity), rel=1e-13, abs=1e-14)
    assert peaks["acceleration"] == pytest.approx((-acceleration, acceleration), rel=1e-13)
    assert peaks["jerk"] == pytest.approx((least, most), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("law", QUOTED)
def test_peaks_of_a_law_are_those_commonly_quoted(law: str) -> None:
    peaks = one_rise(law).peaks
    found = [peaks[name][1] for name in ("velocity", "acceleration", "jerk")]
    assert found == pytest.approx(QUOTED[law], rel=2e-4)


@every_law
def test_derivatives_are_those_of_the_displacement(law: str) -> None:
    """Against central differences of the order before, away from the joints of a law."""
    x, h = np.array([0.03, 0.21, 0.44, 0.58, 0.81, 0.93]), 1e-5
    motion = one_rise(law)
    values, beside = motion.values(x), (motion.values(x + h) - motion.values(x - h)) / (2 * h)
    for order in range(4):
        np.testing.assert_allclose(values[order + 1], beside[order], rtol=1e-6, atol=2e-6 * 10**order)


@every_law
def test_a_law_begins_and_ends_at_rest(law: str) -> None:
    found = one_rise(law).values([0.0, 1.0], 1)
    np.testing.assert_allclose(found, [[0, 1], [0, 0]], atol=1e-14)


def test_pieces_of_a_law_join_without_a_jump_of_acceleration() -> None:
    for law in ("modified sine", "modified trapezoid"):
        assert not one_rise(law).jumps()


def test_harmonic_motion_between_dwells_is_said_to_shake() -> None:
    motion = cams.Motion(
        [cams.rise(0.02, "90 deg", "harmonic"), cams.dwell("90 deg"), cams.fall(), cams.dwell("90 deg")]
    )
    assert [(round(at, 9), order) for at, order, _ in motion.jumps() if order < 3] == [(0.0, 2), (round(pi / 2, 9), 2)]
    assert "at 90 deg the motion has a jump of acceleration" in motion.text()


def test_polynomials_take_the_boundary_values_of_a_straight_line_beside_them() -> None:
    """Constant speed of 0.03 m/rad, blended in and out without a jump of velocity or acceleration."""
    motion = cams.Motion(
        [
            cams.move(0.01, over=0.5, law="3-4-5"),
            cams.move(0.04, over=1.0, law="linear"),
            cams.move(0.05, over=0.5, law="4-5-6-7"),
            cams.dwell(1.0),
            cams.fall(law="cycloidal"),
        ]
    )
    assert min((order for _, order, _ in motion.jumps()), default=3) == 3
    np.testing.assert_allclose(motion.values([0.5, 1.0, 1.5 - 1e-12, 1.5])[1], 0.03, atol=1e-11)
    np.testing.assert_allclose(motion.values([0.5, 1.5])[2], 0.0, atol=1e-13)


def test_given_boundary_values_hold_on_both_sides() -> None:
    motion = cams.Motion(
        [cams.rise(0.03, over=2.0, end=(0.01, -0.05)), cams.rise(0.01, over=1.0), cams.fall(law="4-5-6-7")]
    )
    edges = [2.0 - 1e-13, 2.0 + 1e-13]
    np.testing.assert_allclose(motion.values(edges, 2)[1:], [[0.01, 0.01], [-0.05, -0.05]], atol=1e-12)
    assert min((order for _, order, _ in motion.jumps()), default=3) == 3


def test_a_motion_drives_a_slide() -> None:
    """Over two periods and beyond, at a speed that is a parameter."""
    motion = cams.Motion(
        [cams.rise(0.02, "120 deg", "modified sine"), cams.dwell("60 deg"), cams.fall(law="modified trapezoid")]
    )
    m = lw.Planar("driven slide")
    m.parameters(n="30 rpm")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.drive("lift", joint="guide", position=motion.function("n"))
    run = m.kinematics(until=5.0, points=333, progress=False)
    s, v, a = motion.values(pi * run.t, 2)
    for channel, exact in (("block.y", s), ("block.vy", pi * v), ("block.ay", pi**2 * a)):
        np.testing.assert_allclose(run[channel], exact, atol=1e-12)


def test_a_motion_that_happens_once_holds_its_ends() -> None:
    motion = cams.Motion([cams.rise(0.5, over=2, law="4-5-6-7")], period=None, start=0.1)
    m = lw.Planar("once")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.drive("push", joint="guide", position=motion.function())
    run = m.kinematics(until=3.0, points=31, progress=False)
    np.testing.assert_allclose(run["block.x"], motion.values(run.t)[0], atol=1e-13)
    assert run["block.x"][-1] == pytest.approx(0.6, abs=1e-13) and abs(run["block.vx"][-1]) < 1e-13


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: cams.rise("20 mm", law="cubic"), "there is no law 'cubic'; laws are: 3-4-5"),
        (lambda: cams.rise(-1), "rise: by must be positive"),
        (lambda: cams.rise("h"), "rise: by: 'h' is not known here"),
        (lambda: cams.rise(1, law="cycloidal", end=(1,)), "law 'cycloidal' has its own values at the ends"),
        (lambda: cams.rise(1, end=(1, 2, 3)), "'end' takes 1 to 2 derivatives with law 3-4-5; found 3"),
        (lambda: cams.Motion([]), "give a list of rise"),
        (lambda: cams.Motion([cams.rise(1, "90 deg")]), "take 90 deg in all, the period is 360 deg; add a dwell"),
        (lambda: cams.Motion([cams.rise(1), cams.dwell()]), "only one segment may leave out 'over'"),
        (lambda: cams.Motion([cams.rise(1)]), "it ends at 1, not where it began, 0; let it fall"),
        (lambda: cams.Motion([cams.rise(1, "360 deg"), cams.fall()]), "nothing is left of the period"),
        (lambda: cams.Motion([cams.dwell()], unit="mm"), "the unit is 'm' or 'rad'"),
    ],
)
def test_a_bad_motion_is_refused_in_words(made: Any, words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        made()
