"""Schiehlen, Hu and Seifried 2005, chapter 5: what another program found with their data, where they print no number.

Contact times, largest forces, waves and single contacts of the same blows as in `test_schiehlen_5_impacts.py`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from linkwork.impacts import Blow, Ringing, blow, hertz_stiffness, modes_to_keep, ringing
from published.case import Case
from published.case import tests_of as checks_of
from published.test_schiehlen_5_impacts import BALL, BEAM, FIRST_ROD, HARDENING, PLATE, ROD, SOURCE, waves

STEEL = BALL.modulus, BALL.poisson


@cache
def first() -> Blow:
    """The rod of 2.2 at 0.28 m/s."""
    return blow(BALL, FIRST_ROD, 0.28, model="waves")


@cache
def across(speed: float = 0.3, hardening: float = HARDENING) -> Blow:
    return blow(BALL, BEAM, speed, modes=44, hardening=hardening)


def after(hit: Blow, number: int, body: str) -> float:
    """The speed of a body when a contact, counted from 0, is over."""
    place = int(np.searchsorted(hit.run.t, hit.contacts[number][1])) + 1
    return float(hit.run[f"{body}.vx"][place])


@cache
def swinging() -> tuple[float, float]:
    """Period and damping ratio of the rod on its strings, from where its path passes zero and how far it goes."""
    run: Ringing = ringing(
        BALL, FIRST_ROD, 0.28, 10.0, modes=4, damping=3.6914e-8, length=0.2, drag=0.1620, points=(2, 10001)
    )
    t, x = run.t, run.struck[:, 0]
    at = np.flatnonzero((x[1:] * x[:-1] < 0) & (t[1:] > 0.1))
    passed = t[at] - x[at] * (t[at + 1] - t[at]) / (x[at + 1] - x[at])
    most = [np.max(np.abs(x[(t > a) & (t < b)])) for a, b in itertools.pairwise(passed)]
    fall = float(np.mean(np.diff(-np.log(most)))) / math.pi
    return 2 * float(np.mean(np.diff(passed))), fall / math.hypot(1, fall)


def below_100_khz(frequencies: np.ndarray) -> float:
    return float(np.sum(frequencies < 2 * math.pi * 1e5))


def exactly(where: str, what: str, value: Callable[[], float], known: float, within: float) -> Case:
    return Case(f"{SOURCE}, {where}", what, None, value, 0.0, exact=known, exact_tolerance=within)


def cases() -> list[Case]:
    found = []
    for speed, micro, newton, percent in (
        (0.05, 264, 61, 34.8),
        (0.1, 233, 135, 41.5),
        (0.2, 206, 298, 48.1),
        (0.3, 192, 472, 51.8),
        (0.4, 183, 653, 54.4),
        (0.6, 171, 1032, 58.0),
        (0.8, 163, 1427, 60.4),
    ):
        at = f"ball on rod, waves, {speed:g} m/s"
        found += [
            exactly("3.2.1", f"{at}: contact (us)", lambda v=speed: 1e6 * waves(v).contacts[0][1], micro, 0.5),
            exactly("3.2.1", f"{at}: largest force (N)", lambda v=speed: waves(v).largest_force, newton, 0.6),
            exactly("3.2.1", f"{at}: in waves (%)", lambda v=speed: 100 * waves(v).vibrating_share, percent, 0.06),
        ]
    for modes, share in ((20, 0.6396), (50, 0.6423), (100, 0.6431), (200, 0.6436)):
        value = lambda n=modes: blow(BALL, ROD, 0.3, modes=n).restitution  # noqa: E731
        found.append(exactly("3.2.2", f"restitution of ball and rod by {modes} modes, 0.3 m/s", value, share, 1e-4))
    for speed, share in ((0.25, 0.363), (0.28, 0.347), (0.3, 0.333), (0.31, 0.325), (0.35, 0.328)):
        value = lambda v=speed: across(v).restitution  # noqa: E731
        found.append(exactly("3.2.2", f"restitution of ball and beam at {speed:g} m/s", value, share, 2e-3))
    for factor, share in ((1.5, 0.363), (1.6, 0.356), (1.8, 0.317), (1.9, 0.356)):
        value = lambda h=factor: across(hardening=h).restitution  # noqa: E731
        found.append(exactly("3.2.2", f"the same at 0.3 m/s, Hertz times {factor:g}", value, share, 2e-3))
    plain = hertz_stiffness((1 / BALL.radius,) * 2, STEEL, (FIRST_ROD.modulus, FIRST_ROD.poisson))
    table = hertz_stiffness((1 / BALL.radius,) * 2, STEEL, (ROD.modulus, ROD.poisson))
    return [
        *found,
        exactly("2.2", "speed of waves in the rod (m/s)", lambda: FIRST_ROD.wave_speed, 5121.4, 0.05),
        exactly("2.2", "first frequency (Hz)", lambda: FIRST_ROD.vibrations(1)[0][0] / 2 / math.pi, 2560.7, 0.05),
        exactly("2.2", "first echo (ms)", lambda: 1e3 * FIRST_ROD.echo, 0.3905, 5e-5),
        exactly("2.2", "Hertz stiffness (N/m^1.5)", lambda: plain, 9.680e9, 5e5),
        exactly("3.2.1", "Hertz stiffness (N/m^1.5)", lambda: table, 9.621e9, 5e5),
        exactly("2.2", "restitution at 0.28 m/s", lambda: first().restitution, 0.650, 5e-4),
        exactly("2.2", "contact (ms)", lambda: 1e3 * first().contacts[0][1], 0.194, 5e-4),
        exactly("2.2", "largest force (N)", lambda: first().largest_force, 438.0, 0.5),
        exactly("2.2", "period of the pendulum (s)", lambda: swinging()[0], 0.897, 5e-4),
        exactly("2.2", "damping ratio of the pendulum", lambda: swinging()[1], 0.0136, 5e-5),
        exactly("Table 1", "mass of the ball (kg)", lambda: BALL.mass, 0.1100, 5e-5),
        exactly("Table 1", "mass of the rod (kg)", lambda: ROD.mass, 0.8514, 5e-5),
        exactly("Table 1", "mass of the plate, meshed (kg)", lambda: PLATE.mass, 0.8684, 1e-3),
        exactly("Table 1", "mass of the beam (kg)", lambda: BEAM.mass, 0.8271, 5e-5),
        exactly("3.2.2", "end of the first contact with the beam (ms)", lambda: _end(0), 0.142, 5e-4),
        exactly("3.2.2", "begin of the second (ms)", lambda: 1e3 * across().contacts[1][0], 1.154, 1e-3),
        exactly("3.2.2", "end of the second (ms)", lambda: _end(1), 1.368, 1e-3),
        exactly("3.2.2", "ball after the first contact (m/s)", lambda: after(across(), 0, "striker"), 0.0584, 1e-4),
        exactly("3.2.2", "beam after the first contact (m/s)", lambda: after(across(), 0, "struck"), 0.0321, 1e-4),
        exactly("3.2.2", "ball at the end (m/s)", lambda: across().striker_speed, -0.0528, 2e-4),
        exactly("3.2.2", "beam at the end (m/s)", lambda: across().struck_speed, 0.0469, 1e-4),
        exactly("3.2.2", "modes of the beam that move its middle, below 100 kHz", lambda: _middle(), 44.0, 0.0),
    ]


def _end(number: int) -> float:
    return 1e3 * across().contacts[number][1]


def _middle() -> float:
    return below_100_khz(BEAM.vibrations(60)[0])


test_cases = checks_of(cases)


def test_the_free_end_of_the_rod_is_fastest_when_the_wave_is_there() -> None:
    """Peak of 0.201 m/s at 0.273 ms."""
    run = ringing(BALL, FIRST_ROD, 0.28, 0.01, damping=3.6914e-8, length=0.2, drag=0.1620).window(0, 1e-3)
    speeds = run.struck[:, 1] + run.rates @ FIRST_ROD.moves(100, 1.0)
    assert run.t[np.argmax(speeds)] == pytest.approx(0.273e-3, abs=2e-6)


def test_without_hardening_the_first_contact_alone_has_a_restitution_below_zero() -> None:
    """-0.02, as the other program says, which ended there; a later contact makes 0.21 of it."""
    hit = across(hardening=1.0)
    share = (BALL.mass + BEAM.mass) * (0.3 - after(hit, 0, "striker")) / (BEAM.mass * 0.3) - 1
    assert share == pytest.approx(-0.02, abs=6e-3)
    assert len(hit.contacts) == 3 and hit.contacts[-1][1] > 3e-3 and hit.restitution > 0.15


def test_all_modes_below_100_khz_are_89_as_elements_of_another_kind_say() -> None:
    """Shear and rotary inertia by 2400 elements of two nodes: 89 (another program had 87); 93.46, 257.08, 502.45 Hz."""
    frequencies = BEAM.known(140).frequencies
    assert below_100_khz(frequencies) == 89
    assert frequencies[:3] / (2 * math.pi) == pytest.approx([93.4586, 257.0843, 502.4510], rel=1e-5)


def test_restitution_of_rod_and_beam_falls_with_speed() -> None:
    shares = [waves(speed).restitution for speed in (0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8)]
    assert np.all(np.diff(shares) < 0)
    shares = [across(speed).restitution for speed in (0.25, 0.28, 0.3, 0.31)]
    assert np.all(np.diff(shares) < 0) and all(0.30 < share < 0.38 for share in shares)


def test_mode_seconds_are_those_of_the_staircase_of_the_chapter() -> None:
    """3.94 mode-seconds of 1000 over 10 s, the third mode until 0.2677 s, the second until 0.6024 s."""
    kept = modes_to_keep(FIRST_ROD.vibrations(100)[0], damping=3.6914e-8)
    assert kept.mode_seconds(10.0) == pytest.approx(3.94, abs=5e-3)
    assert kept.times[[2, 1]] == pytest.approx([0.2677, 0.6024], abs=1e-4)


def test_energy_that_is_lost_is_that_of_the_restitution() -> None:
    """Of a target at rest: (1 - e^2) m2 / (m1 + m2), m2 that of the target."""
    for hit, mass in ((waves(0.3), ROD.mass), (across(), BEAM.mass)):
        share = (1 - hit.restitution**2) * mass / (BALL.mass + mass)
        assert hit.vibrating_share == pytest.approx(share, rel=1e-9)
