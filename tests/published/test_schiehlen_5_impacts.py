"""Schiehlen, Hu and Seifried, chapter 5 of Advances in Computational Multibody Systems (2005): restitution computed.

A steel ball strikes an aluminium rod and an aluminium beam that hang freely (their Table 1).
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.impacts import (
    Beam,
    Blow,
    FlexibleBody,
    HalfPlate,
    ModesToKeep,
    Ringing,
    Rod,
    Sphere,
    Struck,
    blow,
    fast_scale,
    hertz_stiffness,
    modes_to_keep,
    response_bounds,
    ringing,
)
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Schiehlen, Hu and Seifried 2005"
BALL = Sphere(0.015, 210e9, 0.3, 7780)
ROD = Rod(0.010, 1.0, 70.5e9, 0.33, 2710)
BEAM = Beam(0.010, 0.9765, 67.7e9, 0.33, 2696)
FIRST_ROD = Rod(0.010, 1.0, 71.08e9, 0.33, 2710)
PLATE = HalfPlate(0.2, 0.0051, 72.55e9, 0.33, 2710, cell=0.01)
COMPACT = FlexibleBody(  # the "ball" of Table 1, a cylinder about as long as wide, struck on its plane end
    {
        "shape": {"type": "cylinder", "radius": 0.03648, "length": 0.07368, "divisions": (4, 2, 8)},
        "material": {"youngs_modulus": 70.5e9, "poissons_ratio": 0.33, "density": 2710},
    },
    at=(0, 0, 0),
    direction=(1, 0, 0),
)
HARDENING = 1.7  # of the beam, whose place of contact was flattened by earlier blows


@cache
def waves(speed: float) -> Blow:
    return blow(BALL, ROD, speed, model="waves")


@cache
def beam(speed: float) -> Blow:
    return blow(BALL, BEAM, speed, modes=44, hardening=HARDENING)


@cache
def independent(speed: float) -> tuple[float, float]:
    """Restitution and largest force of the rod by another program: three equations until they part."""
    stiffness = hertz_stiffness((1 / BALL.radius,) * 2, (BALL.modulus, BALL.poisson), (ROD.modulus, ROD.poisson))

    def rate(_: float, y: np.ndarray) -> list[float]:
        force = stiffness * max(0.0, y[0] - y[2]) ** 1.5
        return [y[1], -force / BALL.mass, force / ROD.impedance]

    def gap(_: float, y: np.ndarray) -> float:
        return float(y[0] - y[2]) + 1e-18

    gap.terminal, gap.direction = True, -1  # type: ignore[attr-defined]
    found = solve_ivp(rate, (0, ROD.echo), [0, speed, 0], "DOP853", events=gap, rtol=1e-12, atol=1e-16, max_step=2e-7)
    loss = BALL.mass * (speed - found.y[1, -1])
    share = (BALL.mass + ROD.mass) * loss / (BALL.mass * ROD.mass * speed) - 1
    return share, float((stiffness * np.maximum(0, found.y[0] - found.y[2]) ** 1.5).max())


SWINGING: dict[str, float] = {"damping": 3.6914e-8, "length": 0.2, "drag": 0.1620}


@cache
def rung(until: float = 10.0, adaptive: bool = True) -> Ringing:
    """The rod of 2.2, struck at 0.28 m/s, on its strings of 0.2 m."""
    return ringing(BALL, FIRST_ROD, 0.28, until, adaptive=adaptive, rtol=1e-8, **SWINGING)


def _free_end() -> float:
    start = rung().window(0, 1e-3)
    return float(np.max(start.struck[:, 1] + start.rates @ FIRST_ROD.moves(100, 1.0)))


def _pulse(place: float) -> float:
    return float(np.max(np.abs(rung().window(0, 4e-4).moved(FIRST_ROD.strains(100, place)))))


@cache
def falling(body: str) -> tuple[float, ...]:
    """Restitution of ball and plate, or ball and compact body, at 0.05, 0.3 and 0.8 m/s, by finite elements."""
    struck: Struck = PLATE if body == "plate" else COMPACT
    model = fast_scale(BALL, struck, modes=200 if body == "plate" else 60)
    mass = 1 / (1 / BALL.mass + 1 / struck.mass)
    return tuple(model.restitution(speed, mass) for speed in (0.05, 0.3, 0.8))


def cases() -> list[Case]:
    table = {0.05: 0.779, 0.1: 0.729, 0.2: 0.676, 0.3: 0.644, 0.4: 0.621, 0.6: 0.588, 0.8: 0.564}
    rod = [
        Case(
            f"{SOURCE}, 3.2.1",
            f"restitution of ball and rod by waves at {speed:g} m/s",
            0.625 if speed == 0.3 else None,
            lambda speed=speed: waves(speed).restitution,
            0.03,
            exact=checked,
            exact_tolerance=1e-3,
        )
        for speed, checked in table.items()
    ]
    return [
        *rod,
        Case(f"{SOURCE}, 3.2.2", "restitution, ball and beam, 0.3 m/s", 0.3482, lambda: beam(0.3).restitution, 0.04),
        Case(f"{SOURCE}, 3.2.3", "restitution, ball and plate, 0.3 m/s", 0.967, lambda: falling("plate")[1], 0.02),
        Case(f"{SOURCE}, 3.2.3", "restitution, ball and compact body", 1.0, lambda: falling("compact")[1], 0.01),
        Case(f"{SOURCE}, 3.2.3", "lowest frequency of the plate (Hz)", 4800.0, lambda: _hertz(PLATE), 100.0),
        Case(f"{SOURCE}, 3.2.2", "lowest frequency of the beam (Hz)", 94.0, lambda: _hertz(BEAM), 0.6),
        Case(f"{SOURCE}, 3.2.1", "lowest frequency of the rod (Hz)", 2500.0, lambda: _hertz(ROD), 51.0),
        Case(f"{SOURCE}, 3.2.2", "ball after the first contact (m/s)", 0.062, lambda: _after_first()[0], 0.005),
        Case(f"{SOURCE}, 3.2.2", "beam after the first contact (m/s)", 0.033, lambda: _after_first()[1], 0.005),
        Case(f"{SOURCE}, 2.2, Fig. 7", "modes kept after 0.2 s", 3.0, lambda: _staircase().count(0.2), 0.0),
        *(
            Case(f"{SOURCE}, 2.2", what, None, value, 0.0, relative=True, exact=checked, exact_tolerance=0.01)
            for what, value, checked in (
                ("rod after the blow at 0.28 m/s (m/s)", lambda: float(rung().window(3e-4, 4e-4).struck[0, 1]), 0.0529),
                ("ball after it (m/s)", lambda: float(rung().window(3e-4, 4e-4).striker[0, 1]), -0.129),
                ("highest speed of the rod's free end (m/s)", _free_end, 0.201),
                ("strain pulse at 0.3 m", lambda: _pulse(0.3), 1.96e-5),
                ("strain pulse at 0.6 m", lambda: _pulse(0.6), 1.96e-5),
            )
        ),
        Case(
            f"{SOURCE}, Eqs. 44 to 48",
            "mode-seconds of 100 modes over 10 s, of 1000 (s)",
            None,
            lambda: _staircase().mode_seconds(10.0),
            0.0,
            exact=1000 / 254,
            exact_tolerance=0.01 * 1000 / 254,
        ),
    ]


def _hertz(body: Struck) -> float:
    return float(body.vibrations(4)[0][0] / (2 * math.pi))


def _after_first() -> tuple[float, float]:
    run = beam(0.3).run
    place = int(np.searchsorted(run.t, beam(0.3).contacts[0][1])) + 1
    return float(run["striker.vx"][place]), float(run["struck.vx"][place])


@cache
def _staircase() -> ModesToKeep:
    return modes_to_keep(FIRST_ROD.vibrations(100)[0], damping=3.6914e-8)


test_cases = checks_of(cases)


@pytest.mark.parametrize("speed", [0.05, 0.3, 0.8])
def test_waves_are_those_of_another_program(speed: float) -> None:
    share, force = independent(speed)
    assert waves(speed).restitution == pytest.approx(share, abs=1e-6)
    assert waves(speed).largest_force == pytest.approx(force, rel=1e-4)


def test_restitution_of_the_plate_falls_with_speed_and_that_of_the_compact_body_does_not() -> None:
    slow, middle, fast = falling("plate")
    assert 0.98 < slow < 1 and slow - middle > 0.01 and middle - fast > 0.01
    assert min(falling("compact")) > 0.995


def test_a_penalty_on_finite_elements_and_modes_left_out_change_nothing_when_they_are_many() -> None:
    """The dent is that of the mesh; without what the modes leave out it would be that of the penalty."""
    plate = HalfPlate(0.2, 0.0051, 72.55e9, 0.33, 2710, cell=0.02)
    mass = 1 / (1 / BALL.mass + 1 / plate.mass)

    def restitution(modes: int, penalty: float) -> float:
        return fast_scale(BALL, plate, modes=modes, penalty=penalty).restitution(0.3, mass)

    stiff = restitution(40, 1e11)
    assert restitution(40, 1e12) == pytest.approx(stiff, abs=1e-3)
    assert restitution(80, 1e11) == pytest.approx(stiff, abs=5e-3)
    assert restitution(40, 1e9) - stiff > 0.03
    assert blow(BALL, plate, 0.3, modes=20, penalty=1e11).restitution == pytest.approx(restitution(20, 1e11), abs=1e-3)
    whole = plate.left_out(20) + float(np.sum((plate.vibrations(20)[1] / plate.vibrations(20)[0]) ** 2))
    other = plate.left_out(80) + float(np.sum((plate.vibrations(80)[1] / plate.vibrations(80)[0]) ** 2))
    assert whole == pytest.approx(other, rel=1e-6)


def test_modes_come_to_the_waves_as_they_become_more() -> None:
    wave = waves(0.3).restitution
    errors = [abs(blow(BALL, ROD, 0.3, modes=count).restitution - wave) for count in (20, 40, 80)]
    assert errors[0] > 1.5 * errors[1] > 2.25 * errors[2]
    assert errors[2] < 2e-3


def test_momentum_is_kept_and_the_rest_of_the_energy_is_in_vibrations() -> None:
    hit = beam(0.3)
    run = hit.run
    momentum = BALL.mass * hit.striker_speed + BEAM.mass * hit.struck_speed
    assert momentum == pytest.approx(BALL.mass * 0.3, rel=1e-9)
    frequencies, _ = BEAM.vibrations(44)
    vibration = sum(
        run[f"q{n}.rate"][-1] ** 2 / 2 + (frequency * run[f"q{n}"][-1]) ** 2 / 2
        for n, frequency in enumerate(frequencies, 1)
    )
    assert vibration == pytest.approx(hit.vibrating_share * BALL.mass * 0.3**2 / 2, rel=1e-6)


def test_ball_and_beam_meet_twice_within_a_millisecond_and_a_half() -> None:
    contacts = beam(0.3).contacts
    assert len(contacts) == 2
    assert contacts[-1][1] < 1.5e-3
    assert beam(0.3).striker_speed < 0
    for speed in (0.25, 0.28, 0.3, 0.35):
        assert 0.30 < beam(speed).restitution < 0.38
    assert len(beam(0.35).contacts) in (2, 3)


def test_frequencies_of_a_slender_beam_are_those_of_euler() -> None:
    slender = Beam(1e-3, 2.0, 70e9, 0.33, 2700)
    root = 4.730040744862704  # of cos x cosh x = 1
    section = math.pi * slender.radius**2
    euler = root**2 / slender.length**2 * math.sqrt(slender.modulus * slender.radius**2 / 4 / slender.density)
    frequencies, middle = slender.vibrations(6)
    assert frequencies[0] == pytest.approx(euler, rel=2e-5)
    assert section * slender.length * slender.density == pytest.approx(slender.mass)
    # the middle of the first free mode: 1.21565 of the root mean square in Euler's beam, either way up
    assert abs(middle[0]) * math.sqrt(slender.mass) == pytest.approx(1.2156, rel=1e-4)


def test_modes_are_dropped_when_the_book_says() -> None:
    times = _staircase().times
    for mode, time in {100: 0.00024, 50: 0.00096, 20: 0.0060, 10: 0.0241, 5: 0.0964, 4: 0.1506, 1: 2.41}.items():
        assert times[mode - 1] == pytest.approx(time, rel=0.01)
        assert _staircase().count(times[mode - 1] * (1 - 1e-9)) == mode
        assert _staircase().count(times[mode - 1]) == mode - 1
    number = np.arange(1, 101)  # Eqs. 44 to 48 for every mode: xi = eta w / 2, mu = xi w, t = ln(N0 / eps) / mu
    w = math.sqrt(71.08e9 / 2710) * number * math.pi
    assert times == pytest.approx(math.log(100 / 1e-3) / (0.5 * 3.6914e-8 * w**2), rel=1e-12)
    assert [_staircase().count(t) for t in (0.15, 0.152, 0.26, 0.27, 0.61, 2.5)] == [4, 3, 3, 2, 1, 0]


def test_a_run_keeps_the_modes_that_the_staircase_says() -> None:
    run = rung()
    after = run.t > run.contacts[0][1]
    expected = [_staircase().count(t - run.contacts[0][1]) for t in run.t[after]]
    assert np.array_equal(run.count[after], expected) and np.all(run.count[~after] == 100)
    assert run.count[-1] == 0 and np.all(run.modes[run.t > 3] == 0)


def test_a_run_with_the_modes_that_matter_is_that_with_all_and_costs_a_fiftieth() -> None:
    """With all modes the highest decides over the steps to the end, so that costs go on with the time."""
    few, all_of_them, half = rung(), rung(0.1, adaptive=False), rung(0.05, adaptive=False)
    later = all_of_them.work - half.work
    assert later == pytest.approx(half.work, rel=0.2)
    assert later / 0.05 * 10 > 50 * few.work
    gone = all_of_them.modes[-1]  # nothing is left between zero and what processors count with quickly
    assert np.any(gone == 0) and np.all((gone == 0) | (np.abs(gone) >= 1e-200))
    short = rung(0.1)
    ends = FIRST_ROD.moves(100, 1.0)
    one, other = (run.struck[:, 0] + run.moved(ends) for run in (short, all_of_them))
    assert np.max(np.abs(one - other)) < 1e-3 * np.max(np.abs(other - all_of_them.struck[:, 0]))


def test_all_modes_are_there_again_at_the_next_contact() -> None:
    """A ball that is not caught swings back into the rod."""
    run = ringing(BALL, FIRST_ROD, 0.28, 1.0, caught=False, **SWINGING)
    assert len(run.contacts) > 1
    begin, end = run.contacts[1]
    assert run.count[np.searchsorted(run.t, begin) - 1] < 5
    again = ringing(BALL, FIRST_ROD, 0.28, 1.2 * end, caught=False, points=(2, 20001), short=1e-6, **SWINGING)
    inside = (again.t > end) & (again.t < end + 2e-4)
    assert np.all(again.count[inside] > 90)


def test_no_mode_exceeds_its_bound_after_the_contact() -> None:
    run = rung()
    rows = np.flatnonzero(run.t > run.contacts[0][1])
    w, _ = FIRST_ROD.vibrations(12)
    start = rows[0]
    bound = response_bounds(
        np.eye(12), np.diag(3.6914e-8 * w**2), np.diag(w**2), run.modes[start, :12], run.rates[start, :12]
    )
    assert bound.decay == pytest.approx(3.6914e-8 * w[0] ** 2 / 2)
    for row in rows[::20]:
        since = run.t[row] - run.t[start]
        assert np.all(np.abs(run.modes[row, :12]) <= bound.displacement(since) * (1 + 1e-6))
        assert np.all(np.abs(run.rates[row, :12]) <= bound.speed(since) * (1 + 1e-6))
    one = response_bounds([[2.0]], [[1.0]], [[8.0]], [0.1], [0.0])
    assert one.displacement(0.0)[0] == pytest.approx(0.1)


def test_only_the_first_mode_is_left_in_the_spectrum_after_most_of_a_second() -> None:
    run = ringing(BALL, FIRST_ROD, 0.28, 0.85, modes=20, short=1e-6, points=(2, 42501), **SWINGING)
    gauge = FIRST_ROD.strains(20, 0.3)
    base = FIRST_ROD.vibrations(1)[0][0] / (2 * math.pi)
    seen = []
    for begin in (0.001, 0.4, 0.8):
        window = run.window(begin, begin + 0.04)
        frequencies, density = window.spectrum(window.moved(gauge))
        peaks = [np.max(density[np.abs(frequencies - n * base) < 100]) for n in range(1, 9)]
        seen.append(int(np.sum(np.array(peaks) > 1e-7 * density.max())))
    assert seen[0] >= 5 and seen[1:] == [2, 1]


def test_hertz_of_a_ball_on_a_plane_is_the_limit_of_ellipses() -> None:
    steel, aluminium = (210e9, 0.3), (70.5e9, 0.33)
    modulus = 1 / ((1 - 0.3**2) / 210e9 + (1 - 0.33**2) / 70.5e9)
    plane = hertz_stiffness((1 / 0.015, 1 / 0.015), steel, aluminium)
    assert plane == pytest.approx(4 / 3 * modulus * math.sqrt(0.015), rel=1e-12)
    assert hertz_stiffness((1 / 0.015, 1.00001 / 0.015), steel, aluminium) == pytest.approx(plane, rel=1e-5)
    # across a cylinder of 10 mm: 0.3414 of the chapter's table by its equation (8)
    a, b = 1 / 0.030, (1 / 0.015 + 1 / 0.010) / 2
    printed = 4 * 0.3414 * math.pi / (3 * ((1 - 0.3**2) / 210e9 + (1 - 0.33**2) / 67.7e9) * math.sqrt(a + b))
    ours = hertz_stiffness((1 / 0.015, 1 / 0.015 + 100), steel, (67.7e9, 0.33))
    assert ours == pytest.approx(printed, rel=3e-3)


def test_what_cannot_be_judged_is_said() -> None:
    with pytest.raises(AnalysisError, match="may still meet again"):
        blow(BALL, BEAM, 0.3, modes=10, within=1e-4)
    with pytest.raises(MechanismError, match="known for a rod alone"):
        blow(BALL, BEAM, 0.3, model="waves")
    with pytest.raises(MechanismError, match="speed must be positive"):
        blow(BALL, ROD, -1)
    with pytest.raises(MechanismError, match="a penalty needs a body of finite elements"):
        blow(BALL, ROD, 0.3, penalty=1e9)
    with pytest.raises(MechanismError, match="with a penalty leave it out"):
        fast_scale(BALL, PLATE, penalty=1e9, hardening=2)
    with pytest.raises(MechanismError, match="no mode dies out"):
        modes_to_keep(np.array([1.0]), 0.0)


def test_a_ball_is_caught_only_when_no_contact_can_follow_and_the_bounds_hold_from_then_on() -> None:
    """It still moves on when it leaves the beam first, which swings back into it."""
    run = ringing(BALL, BEAM, 0.3, 0.02, damping=1e-9, modes=44, hardening=HARDENING)
    hit = beam(0.3)
    assert np.array(run.contacts) == pytest.approx(np.array(hit.contacts), rel=1e-4)
    assert run.striker[-1, 1] == pytest.approx(hit.striker_speed, abs=1e-4)
    w, _ = BEAM.vibrations(44)
    rows = np.flatnonzero(run.t > run.contacts[-1][1])
    first = run.modes[rows[0]], run.rates[rows[0]]
    bound = response_bounds(np.eye(44), np.diag(1e-9 * w**2), np.diag(w**2), *first)
    for row in rows[::20]:
        since = run.t[row] - run.t[rows[0]]
        assert np.all(np.abs(run.modes[row]) <= bound.displacement(since) * (1 + 1e-6))
        assert np.all(np.abs(run.rates[row]) <= bound.speed(since) * (1 + 1e-6))


def test_overdamped_modes_stay_as_long_as_their_slow_part() -> None:
    """w = 10, damping 1 s: y'' + 100 y' + 100 y = 0 falls at 1.0102 /s, not at 50; the higher mode is slower still."""
    times = modes_to_keep([1.0, 10.0, 20.0], damping=1.0, share=1e-3).times
    slow = [0.5, 50 - math.sqrt(2400), 200 - math.sqrt(39600)]
    assert times == pytest.approx(math.log(3000) / np.array(slow), rel=1e-12)
    bound = response_bounds([[1.0]], [[100.0]], [[100.0]], [1.0], [0.0])  # nothing is left of the stiffness of (21)
    assert bound.decay == pytest.approx(slow[1]) and bound.displacement(1.0) == pytest.approx(1.0)
    falls = response_bounds([[1.0]], [[100.0]], [[100.0]], [1.0], [-slow[1]])  # the slow part alone
    assert abs(slow[1]) * math.exp(-0.1 * slow[1]) <= falls.speed(0.1)[0] < math.inf
    assert math.exp(-0.1 * slow[1]) <= falls.displacement(0.1)[0] * (1 + 1e-9)
    with pytest.raises(MechanismError, match="symmetric matrices"):
        response_bounds(np.eye(2), np.zeros((2, 2)), [[1.0, 0.0], [0.5, 1.0]], [0, 0], [0, 0])


def test_a_rod_flies_freely_where_no_suspension_is_given_and_has_no_gauge_beside_itself() -> None:
    run = ringing(BALL, FIRST_ROD, 0.28, 0.01, damping=3.6914e-8, modes=20)
    fast = BALL.mass * (0.28 - run.striker[-1, 1]) / FIRST_ROD.mass
    assert run.struck[-1] == pytest.approx([run.struck[-2, 0] + fast * (run.t[-1] - run.t[-2]), fast], rel=1e-9)
    with pytest.raises(MechanismError, match="places lie between 0 and 1 m, not at 3"):
        FIRST_ROD.strains(5, 3.0)
