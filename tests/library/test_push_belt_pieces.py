"""The pieces of a push-belt drive, each against something that is known otherwise."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import pi
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.cvt import (
    Fineness,
    MovingStrand,
    PushBelt,
    PushBeltDrive,
    SheaveFlexibility,
    SteppedShaft,
    compliant_contacts,
)
from linkwork.library.cvt.path import path_of_ratio
from linkwork.library.cvt.splines import closed_splines
from linkwork.library.cvt.tables import stations, zones_of
from linkwork.numerics.bordered_kernel import solve_bordered


def test_contacts_are_those_that_all_combinations_give() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        root = rng.normal(size=(6, 6))
        matrix, gap = root @ root.T + 0.1 * np.eye(6), rng.normal(size=6)
        force, opened = compliant_contacts(matrix, gap)
        for closed in product([False, True], repeat=6):
            inside = np.array(closed)
            trial = np.zeros(6)
            trial[inside] = np.linalg.solve(matrix[np.ix_(inside, inside)], -gap[inside])
            if np.all(trial >= 0) and np.all((gap + matrix @ trial)[~inside] >= 0):
                break
        assert np.allclose(force, trial, atol=1e-10)
        assert np.allclose(opened, (gap + matrix @ trial) * ~inside, atol=1e-10)


@pytest.mark.parametrize(("m", "turned"), [(3, False), (3, True), (2, True), (5, True)])
def test_a_bordered_system_is_solved_as_the_full_one(m: int, turned: bool) -> None:
    """Blocks whose rows have to be exchanged, too."""
    rng = np.random.default_rng(5)
    n, wide = 7, 11
    line = n * m
    full = np.zeros((line + wide, line + wide))
    diagonal, lower, upper = (rng.normal(size=(n, m, m)) for _ in range(3))
    diagonal += 6 * np.roll(np.eye(m), int(turned), axis=0)
    for k in range(n):
        full[k * m : k * m + m, k * m : k * m + m] = diagonal[k]
        if k:
            full[k * m : k * m + m, (k - 1) * m : k * m] = lower[k]
        if k < n - 1:
            full[k * m : k * m + m, (k + 1) * m : (k + 2) * m] = upper[k]
    border, feet, corner = rng.normal(size=(line, wide)), rng.normal(size=(wide, line)), rng.normal(size=(wide, wide))
    full[:line, line:], full[line:, :line], full[line:, line:] = border, feet, corner
    right = rng.normal(size=line + wide)
    expected = np.linalg.solve(full, right)
    one, two = right[:line].copy(), right[line:].copy()
    room = np.zeros((m, m)), np.zeros(line), np.zeros(line, np.int64)
    assert solve_bordered(diagonal, lower, upper, border, feet, corner, one, two, *room)
    assert np.allclose(np.concatenate([one, two]), expected, rtol=1e-10, atol=1e-12)


def test_finer_splines_leave_the_coarse_ones_as_they_are_and_fill_the_finer_space() -> None:
    coarse, fine = closed_splines(1.0, 12, []), closed_splines(1.0, 12, [[(0.0, 1.0)]])
    places = np.linspace(0, 1, 200, endpoint=False)
    assert np.array_equal(fine.values(places)[0][:, :12], coarse.values(places)[0])
    uniform = closed_splines(1.0, 24, []).values(places)[0]
    ours = fine.values(places)[0]
    assert fine.count == 24
    assert np.max(np.abs(ours @ np.linalg.lstsq(ours, uniform, rcond=None)[0] - uniform)) < 1e-12
    step = 1e-6
    slope = (fine.values(places + step)[0] - fine.values(places - step)[0]) / (2 * step)
    assert np.max(np.abs(slope - fine.values(places)[1])) < 1e-5


def test_a_reference_path_runs_as_its_curvature_says_and_closes() -> None:
    """Arcs about their axes, straight spans, both joined smoothly; all of it by differences."""
    path = path_of_ratio(0.66, 0.155, 1.6)
    assert path.length == pytest.approx(0.66, abs=1e-12) and path.driven == 1.6 * path.driving
    places, step = np.linspace(0.0, path.length, 2001), 1e-6
    here, before, after = path.rows(places), path.rows(places - step), path.rows(places + step)
    assert np.allclose(here[0], here[-1], atol=1e-12)
    assert np.allclose((after[:, :2] - before[:, :2]) / (2 * step), here[:, 2:4], atol=1e-8)
    turned = (after[:, 3] - before[:, 3]) / (2 * step) * here[:, 2] - (after[:, 2] - before[:, 2]) / (2 * step) * here[
        :, 3
    ]
    assert np.allclose(turned, here[:, 4], atol=1e-4)
    assert np.allclose((after[:, 4] - before[:, 4]) / (2 * step), here[:, 6], atol=3.0)  # of 8800
    assert np.max(np.abs(np.diff(here[:, 4]))) < 3.0  # with a jump, it would be 23.6
    ends, half = np.cumsum(path.parts), 0.5 * path.ease
    for low, high, centre, radius in (
        (0.0, ends[0], 0.0, path.driving), (ends[1], ends[2], path.distance, path.driven)
    ):  # fmt: skip
        on = path.rows(np.linspace(low + half, high - half, 20))
        assert np.allclose(np.hypot(on[:, 0] - centre, on[:, 1]), radius, atol=1e-14)
        assert np.allclose(on[:, 4], 1 / radius)
    assert np.all(path.rows(np.linspace(ends[0] + half, ends[1] - half, 20))[:, 4] == 0.0)
    for ratio in np.linspace(0.4, 2.2, 40):  # where the halves of both pulleys meet, one of them has the place
        path = path_of_ratio(0.66, 0.155, ratio)
        ends = np.cumsum(path.parts)
        spans = path.rows(np.array([ends[0] + 0.5 * path.parts[1], ends[2] + 0.5 * path.parts[3]]))
        assert np.allclose(np.hypot(spans[:, 2], spans[:, 3]), 1.0, atol=1e-12)
    with pytest.raises(LinkworkError, match="no belt of"):
        path_of_ratio(0.2, 0.155, 1.0)


def test_a_ring_of_forces_bends_a_plate_as_the_closed_form_says() -> None:
    """A uniform annular plate, clamped inside, a line load on its free rim: w'' and w' from M(r), by hand."""
    inner, outer, thick, modulus, nu = 0.02, 0.08, 0.004, 2.1e11, 0.3
    stiff = modulus * thick**3 / (12 * (1 - nu**2))
    # w = A + B r^2 + C ln r + P r^2 (ln r - 1) / (8 pi D), total force P = 1; w = w' = 0 inside, M_r = 0 outside
    load = 1 / (8 * pi * stiff)
    rows = [[1, inner**2, np.log(inner)], [0, 2 * inner, 1 / inner], [0, 2 * (1 + nu), -(1 - nu) / outer**2]]
    right = [
        -load * inner**2 * (np.log(inner) - 1),
        -load * (2 * inner * np.log(inner) - inner),
        -load * (2 * np.log(outer) + 1 + nu * (2 * np.log(outer) - 1)),
    ]
    a, b, c = np.linalg.solve(rows, right)
    exact = a + b * outer**2 + c * np.log(outer) + load * outer**2 * (np.log(outer) - 1)
    table = SheaveFlexibility.of_plates(inner, outer, thick, thick, modulus, nu, harmonics=3, sheaves=1)
    assert np.asarray(table.harmonics)[-1, 0] == pytest.approx(abs(exact), rel=1e-4)
    angles = np.linspace(0, 2, 5)
    w = table.matrix(outer, angles)
    assert np.allclose(w, w.T)


def test_harmonics_come_back_from_influence_numbers() -> None:
    given = np.array([3.0, 2.0, 1.0, 0.5])
    around = 2 * pi * np.arange(16) / 16
    row = given @ np.cos(np.arange(4)[:, None] * around)
    table = np.asarray(SheaveFlexibility.of_influence([0.03, 0.06], [row, 2 * row]).harmonics)
    assert np.allclose(table[0, :4], given) and np.allclose(table[1, :4], 2 * given) and np.allclose(table[:, 4:], 0)


def test_a_shaft_bends_as_beam_tables_say() -> None:
    shaft = SteppedShaft([(0.1, 0.02), (0.1, 0.02)], (0.0, 0.2), (0.05, 0.15), bearing=1e20)
    stiff = 2.1e11 * pi * 0.02**4 / 64
    line, slope = shaft.deflection([0.0, 0.1], loads=[(0.1, 100.0)])
    assert line[1] == pytest.approx(100 * 0.2**3 / (48 * stiff), rel=1e-9)
    assert slope[0] == pytest.approx(100 * 0.2**2 / (16 * stiff), rel=1e-9)
    assert shaft.opening_by_moment == pytest.approx(0.1 / stiff, rel=1e-9)
    loose = SteppedShaft([(0.2, 0.02)], (0.0, 0.2), (0.05, 0.15), bearing=1e20, clearance=1e-5)
    assert loose.deflection([0.1], loads=[(0.1, 100.0)])[0][0] - line[1] == pytest.approx(1e-5, rel=1e-6)


def test_a_running_string_has_the_frequencies_of_its_waves() -> None:
    """Waves run with and against the strand: f = n (c^2 - v^2) / (2 L c)."""
    string = MovingStrand(2.0, 0.5, 200.0, speed=8.0, waves=24)
    expected = (20.0**2 - 8.0**2) / (2 * 2.0 * 20.0)
    assert string.frequencies()[:2] == pytest.approx([expected, 2 * expected], rel=1e-2)


def waves_of_a_saw_band(saw: MovingStrand, around: float) -> float:
    """The frequency in Hz nearest to one that is known roughly, of a running beam on two supports, without functions.

    Waves exp(i (k s + omega t)) obey B k^4 + T k^2 = m (omega + v k)^2; four of them leave both supports at rest and
    without a moment where a determinant is zero.
    """

    def determinant(hertz: float) -> complex:
        omega, mass, speed = 2 * pi * hertz, saw.mass, saw.speed
        k = np.roots([saw.bending, 0, saw.tension - mass * speed**2, -2 * mass * speed * omega, -mass * omega**2])
        end = np.exp(1j * k * saw.length)
        rows = np.array([np.ones(4), k**2, end, k**2 * end]) / np.maximum(1.0, np.abs(end))
        return complex(np.linalg.det(rows) / np.prod(np.subtract.outer(k, k)[np.triu_indices(4, 1)]))

    def without_phase(hertz: float) -> float:
        return (determinant(hertz) / determinant(around * 1.003)).real

    return float(brentq(without_phase, 0.99 * around, 1.002 * around, xtol=1e-13, rtol=1e-14))


@pytest.mark.parametrize(("waves", "near"), [(16, 3e-4), (64, 2e-6)])
def test_a_saw_band_has_the_frequencies_of_a_running_beam(waves: int, near: float) -> None:
    """Tension 2 kN, 40 m/s: 0.6 m between the guides. What sines leave out falls with the cube of their number."""
    saw = MovingStrand(length=0.6, mass=0.2, tension=2000.0, speed=40.0, bending=0.05, waves=waves)
    for found in saw.frequencies()[:3]:
        assert found == pytest.approx(waves_of_a_saw_band(saw, float(found)), rel=near)


def test_the_running_chain_of_a_drive_keeps_its_frequencies_but_for_what_its_own_speed_pulls() -> None:
    """T = T0 + m v^2 with the pull of the chain wheels T0: f = n T0 / (2 L m c), and it never runs away."""
    mass, pull, length = 1.5, 900.0, 0.8
    for speed in (0.0, 15.0, 60.0):
        tension = pull + mass * speed**2
        chain = MovingStrand(length, mass, tension, speed=speed, waves=48)
        slowest = pull / (2 * length * mass * np.sqrt(tension / mass))
        assert chain.frequencies()[:2] == pytest.approx([slowest, 2 * slowest], rel=2e-3)
        assert chain.critical_speed > speed


def test_a_conveyor_belt_swings_slower_the_faster_it_runs_until_it_stands_out() -> None:
    """A belt between two rollers, bending left out: f (v) = f (0) (1 - v^2 / c^2), nothing at c."""
    belt = {"length": 1.2, "mass": 9.0, "tension": 3600.0, "waves": 48}
    at_rest = MovingStrand(**belt).frequencies()[0]  # type: ignore[arg-type]
    for share in (0.25, 0.5, 0.9):
        running = MovingStrand(**belt, speed=share * 20.0).frequencies()[0]  # type: ignore[arg-type]
        assert running == pytest.approx(at_rest * (1 - share**2), rel=2e-3 / (1 - share**2))
    assert MovingStrand(**belt).critical_speed == pytest.approx(20.0)  # type: ignore[arg-type]


def test_slopes_of_a_station_are_those_of_complex_steps() -> None:
    """With nothing remembered of friction; what is remembered comes to the same where steps end."""
    from linkwork.library.cvt import layout_kernel as at
    from linkwork.library.cvt.slopes_kernel import station_slopes
    from linkwork.library.cvt.station_kernel import station
    from linkwork.library.cvt.tables import compile_drive

    drive, rng, layers = PushBeltDrive(), np.random.default_rng(1), 3
    path = drive.path(1.3)
    pulleys = drive.driving, drive.driven
    _, _, belt, rings, table, *_ = compile_drive(drive.belt, pulleys, path, drive.fine, np.zeros(3), np.zeros(2)).model
    outputs, inputs = layers + at.OUT + layers, 8 + 3 * layers
    losses = [layers + at.O_FLANK_LOSS, layers + at.O_RING_LOSS]
    for case in range(60):
        row = path.rows(np.array([rng.uniform(0, path.length)]))[0]
        row[at.PLENGTH], row[at.PGROWTH] = 2e-3, 3e3 * rng.normal()
        strains, flows = rng.normal(size=(2, layers)) * 5e-4, 10 + 1e-2 * rng.normal(size=layers)
        bent = rng.normal(size=4) * [1e-4, 1e-2, 5, 1e-3]
        turning = [rng.uniform(150, 250), *rng.normal(size=2) * 1e-3, rng.uniform(0, 300)]
        x = np.concatenate([bent, strains[0], flows, turning, strains[1]])
        slopes, expected = np.zeros((outputs, inputs)), np.zeros((outputs, inputs))
        touching = case % 2 == 0
        memory = np.zeros(at.MEMORY + at.NEXT * (layers - 1))
        station_slopes(x, row, belt, rings, table[case % 2], touching, memory, slopes)
        for c in range(inputs):
            moved, out = x.astype(complex), np.zeros(outputs, complex)
            moved[c] += 1e-30j
            station(moved, row, belt, rings, table[case % 2], touching, out)
            expected[:, c] = out.imag / 1e-30
        expected[losses] = 0.0
        size = np.abs(expected).max(axis=0)
        assert np.all(np.abs(slopes - expected) <= 1e-10 * (np.abs(expected) + size))


SHAFT = SteppedShaft([(0.2, 0.02)], (0.0, 0.2), (0.05, 0.15))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: PushBelt(layers=0),
        lambda: PushBelt(width=-1.0),
        lambda: PushBeltDrive(distance=0.0),
        lambda: PushBeltDrive().steady(torque_ratio=1.5),
        lambda: PushBeltDrive().steady(given="both"),
        lambda: compliant_contacts([[1.0, 0.0], [0.5, 1.0]], [-1.0, -1.0]),
        lambda: compliant_contacts([[-1.0]], [-1.0]),
        lambda: MovingStrand(1.0, 1.0, 1.0, curvature=1.0),
        lambda: Fineness(ends=9),
        lambda: Fineness(halved=3),
        lambda: MovingStrand(1.0, 1.0, 1.0, waves=10**6),
        lambda: SHAFT.deflection([0.5]),
        lambda: SHAFT.deflection([0.1], loads=[(0.7, 100.0)]),
        lambda: SHAFT.deflection([0.1], moments=[0.1]),
        lambda: SheaveFlexibility.of_influence([0.03, 0.06], [[1, 2, 3], [1, 2]]),
        lambda: PushBeltDrive().most_torque(1.0, -20e3),
    ],
)
def test_what_is_no_drive_is_refused(wrong: object) -> None:
    with pytest.raises(LinkworkError):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"width": 24.0},
            r"width: 24 m is more than the 0\.\d+ m that the belt is across as a circle",
        ),
        ({"ring_width": 20.0}, r"ring_width, 20 m of both packs, is more than the width of the elements, 0\.024 m"),
        ({"ring_thickness": 0.185}, r"all rings: 2\.22 m is more than"),
        ({"edges": (0.3, 0.6)}, "edges: 0.6 m is more than"),
        ({"saddle": 1.0}, "saddle: 1 m is more than"),
    ],
)
def test_sizes_of_a_belt_in_millimetres_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(LinkworkError, match=told):
        PushBelt(**given)


def test_a_ratio_that_needs_a_radius_beyond_the_sheaves_is_refused_with_both() -> None:
    with pytest.raises(LinkworkError, match=r"0\.0023\d* m on the driving pulley, .* from 0\.022 m to 0\.08 m"):
        PushBeltDrive().steady(ratio=40.0)
    with pytest.raises(LinkworkError, match=r"radius of 0\.0828\d* m on the driving pulley"):
        PushBeltDrive().steady(ratio=0.25)


def test_a_state_that_is_not_found_with_closer_functions_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found with half of them is told."""

    def lost(search: object, *_: object) -> None:
        raise AnalysisError("steady: no steady state was found")

    monkeypatch.setattr("linkwork.library.cvt.search.Search.take_closer", lost)
    state = PushBeltDrive().steady(1.0, 0.51)
    assert state.missing == 1 and "halved 1 times more" in state.notes[-1]
    usual = PushBeltDrive(fine=Fineness(halved=0)).steady(1.0, 0.51)
    assert usual.missing == 0 and np.array_equal(usual.push, state.push)


def test_halved_distances_are_those_of_twice_as_many_functions_and_stations() -> None:
    """All functions before are among them, which those of a description of twice as many would not be."""
    path = path_of_ratio(0.66, 0.155, 1.6)
    fine = Fineness(halved=0)
    twice = replace(fine, arc=2 * fine.arc, span=2 * fine.span, coarse=2 * fine.coarse)
    usual, closer, other = (
        closed_splines(path.length, each.coarse, zones_of(path, each)) for each in (fine, Fineness(), twice)
    )
    assert len(set(closer.places_of(usual))) == usual.count < 0.51 * closer.count
    assert closer.count == other.count
    here, there = stations(path, Fineness(), closer), stations(path, twice, other)
    assert np.allclose(here[0], there[0], atol=1e-12) and np.array_equal(here[2], there[2])


def test_a_description_with_nearly_as_many_functions_is_not_compared_with() -> None:
    """With one finer level half the stations keep all functions: they would tell nothing of them."""
    state = PushBeltDrive(fine=Fineness(levels=1, halved=0)).steady(1.0, 0.51)
    assert np.all(np.isnan(state.spread)) and "were not compared" in state.notes[0]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"ratio": "1 m"}, "ratio: .*'1 m' is a length, but an angle or a plain number is needed"),
        ({"torque_ratio": "0.3 N m"}, "torque_ratio: .*a plain number is needed"),
        ({"speed": "3 m"}, "speed: .*'3 m' is a length"),
        ({"thrust": "5 m"}, "thrust: .*'5 m' is a length, but a force is needed"),
        ({"thrust": -1.0}, "thrust must be positive, not -1"),
        ({"thrust": float("nan")}, "thrust: expected a number"),
        ({"torque_ratio": 1.0}, "torque_ratio lies between -1 and 1"),
    ],
)
def test_what_no_state_can_have_is_refused_at_once(asked: dict[str, object], told: str) -> None:
    with pytest.raises(LinkworkError, match=told):
        PushBeltDrive().steady(**asked)  # type: ignore[arg-type]
    with pytest.raises(LinkworkError, match="most_torque: at a ratio of 20 the belt would run at a radius of"):
        PushBeltDrive().most_torque(20.0, 20e3)
