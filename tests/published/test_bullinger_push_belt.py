"""Bullinger, Funk and Pfeiffer 2005: elastic model of a push-belt drive.

The chapter prints no number of its drive: its formulas are held against closed forms, its figures by what they show.
The drive itself has the numbers of `linkwork.cvt.data`, which are ours.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, tan

import numpy as np
import pytest

from linkwork.cvt import Fineness, MovingStrand, PushBeltDrive, SteadyState, compliant_contacts
from linkwork.library.cvt import data
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Bullinger et al., push belt"
CANTILEVER = [[1 / 24, 5 / 48], [5 / 48, 1 / 3]]


@cache
def drive(ratio: float, torque_ratio: float, given: str = "driven torque") -> SteadyState:
    return PushBeltDrive().steady(ratio, torque_ratio, given=given)


@cache
def standing(ratio: float) -> SteadyState:
    return PushBeltDrive().standing(ratio)


def normal_force(inward: float) -> float:
    """Of a flank under 1 N of axial force."""
    from linkwork.library.cvt.station_kernel import flank_normal

    return float(flank_normal(1.0, 0.09, 0.19, inward))


def belt_force(state: SteadyState) -> float:
    """What Eq. (1) says of the spans, N."""
    (push_1, pull_1), (push_2, pull_2) = state.span(1), state.span(2)
    return push_2 - push_1 + pull_2 - pull_1


def cases() -> list[Case]:
    force, gap = compliant_contacts(CANTILEVER, [-0.1, -0.1])
    path = PushBeltDrive().path(1.0)
    return [
        Case(f"{SOURCE}, Eqs. 34, 35", "force of the inner contact (N)", None, lambda: float(force[0]), 0, exact=2.4),
        Case(f"{SOURCE}, Eqs. 34, 35", "force of the outer contact (N)", None, lambda: float(force[1]), 0, exact=0.0),
        Case(f"{SOURCE}, Eqs. 34, 35", "gap of the outer contact (m)", None, lambda: float(gap[1]), 0, exact=0.15),
        Case(
            f"{SOURCE}, Eqs. 18 to 20",
            "speed at which a string is no longer held (m/s)",
            None,
            lambda: MovingStrand(2.0, 0.5, 200.0).critical_speed,
            0,
            exact=20.0,
        ),
        Case(
            f"{SOURCE}, Eq. 1",
            "force of the spans over torque by radius, i = 1, r = 0.77",
            1.0,
            lambda: belt_force(drive(1.0, 0.77)) * path.driving / drive(1.0, 0.77).torques[0],
            0.03,
        ),
        *(
            Case(
                f"{SOURCE}, Eq. 2",
                f"most torque of the driven shaft, i = {ratio:g}, 20 kN (N m)",
                None,
                lambda ratio=ratio: PushBeltDrive().most_torque(ratio, 20e3),
                0,
                exact=2 * data.FLANK_FRICTION * PushBeltDrive().path(ratio).driven * 20e3 / cos(data.CONE),
                exact_tolerance=1e-9,
            )
            for ratio in (0.62, 1.6)
        ),
    ]


test_cases = checks_of(cases)


def test_a_string_runs_away_just_above_that_speed() -> None:
    slow, fast = (MovingStrand(2.0, 0.5, 200.0, speed=v) for v in (19.9, 20.1))
    assert np.min(np.linalg.eigvalsh(slow.matrices()[2])) > 0 > np.min(np.linalg.eigvalsh(fast.matrices()[2]))
    turning = slow.matrices()[1]
    assert np.max(np.abs(turning + turning.T)) < 1e-12 * np.max(np.abs(turning))


def test_the_matrices_of_a_ring_are_those_of_the_exact_curvature() -> None:
    radius, stiff, rng = 0.3, 2.0, np.random.default_rng(4)
    ring = MovingStrand(2 * pi * radius, 1.0, 0.0, bending=stiff, curvature=1 / radius, waves=3)
    _, _, stiffness, load = ring.matrices()
    weights, value, slope, bend = ring._functions()
    q = rng.normal(size=len(load))

    def energy(size: float) -> float:
        w, one, two = (size * q @ x for x in (value, slope, bend))
        across = 1 + w / radius
        stretch = np.sqrt(across**2 + one**2)
        exact = (across * (across / radius - two) + 2 * one**2 / radius) / stretch**3
        return float(0.5 * stiff * np.sum(weights * exact**2))

    h = 1e-4
    assert (energy(h) - energy(-h)) / (2 * h) == pytest.approx(load @ q, rel=1e-5, abs=1e-6)
    assert (energy(h) - 2 * energy(0) + energy(-h)) / h**2 == pytest.approx(q @ stiffness @ q, rel=1e-5)


def test_sliding_inward_raises_the_normal_force_and_outward_lowers_it() -> None:
    """The axial balance of an element says so; sine > 0 is inward, as the second component of Eq. (40) has it."""
    assert normal_force(1.0) > normal_force(0.0) > normal_force(-1.0)
    for inward in (-1.0, 0.3, 1.0):
        normal = normal_force(inward)
        along_flank = 0.09 * normal * inward  # friction on the element, outward
        assert normal * cos(0.19) - along_flank * sin(0.19) == pytest.approx(1.0, rel=1e-12)
    assert normal_force(0.0) * sin(0.19) == pytest.approx(tan(0.19), rel=1e-12)


@pytest.mark.parametrize("torque_ratio", [0.26, 0.51, 0.77])
def test_compression_grows_along_the_driving_pulley_and_ends_on_the_driven_one(torque_ratio: float) -> None:
    """Fig. 20: nothing at the inlet, more up to the outlet, constant in the span, then a rise and a fall to zero.

    The rise after the inlet of the driven pulley fades with torque (Fig. 22): with 0.77 it is 1.5 % in the first 6 mm,
    with usual and finer ends of the arcs alike. With little torque push begins a millimetre behind the inlet.
    """
    s = drive(1.0, torque_ratio)
    driving, span, driven = (np.flatnonzero(s.part == part) for part in (0, 1, 2))
    assert s.push[driving[0]] == 0.0 and s.push[driven[-1]] > 1e-3 * s.push.min()
    assert s.push[driving[-1]] < 0.9 * s.push[driving].min() < 0
    free = span[s.axial[span] == 0]
    assert np.ptp(s.push[free]) < 0.02 * abs(s.push[free].mean())
    rise = s.push[driven].min() / s.push[free].mean()
    assert (1.0 < rise < 1.03) if torque_ratio > 0.6 else rise > 1.1
    assert np.max(np.abs(s.flank[s.part % 2 == 1][s.axial[s.part % 2 == 1] == 0])) == 0


def loose_share(state: SteadyState) -> float:
    """Of the arc of the driving pulley: how far from the inlet elements are loose."""
    on = np.flatnonzero(state.part == 0)
    return float(state.place[on[np.argmax(state.push[on] < 0)]] - state.place[on[0]]) / state.path.parts[0]


def test_the_angle_at_which_elements_are_pressed_together_hangs_on_the_load_and_push_grows_with_it() -> None:
    """Fig. 20: a hundredth of the arc behind the inlet with little torque, a fifth to a third of it with more."""
    states = [drive(1.0, share) for share in (0.26, 0.51, 0.77)]
    assert loose_share(states[0]) < 0.05 and all(0.15 < loose_share(state) < 0.4 for state in states[1:])
    first, second, third = (state.span(1)[0] for state in states)
    assert third < 1.4 * second < 0 and second < 1.4 * first < 0


@pytest.mark.parametrize("torque_ratio", [0.51, 0.77])
def test_where_elements_are_loose_the_forces_of_flanks_and_rings_on_them_are_balanced(torque_ratio: float) -> None:
    """Fig. 20: f_Pt and f_Rt balance where P = 0; but for a fiftieth, which accelerates them."""
    s = drive(1.0, torque_ratio)
    on = np.flatnonzero(s.part == 0)
    loose = on[: np.argmax(s.push[on] < 0)]
    both, rings = (np.average(force[loose], weights=s.length[loose]) for force in (s.flank + s.ring, s.ring))
    assert rings < -5e3 and abs(both) < 0.025 * abs(rings)


def test_without_torque_the_span_that_is_pressed_changes_with_the_ratio() -> None:
    """Fig. 22 and 20: in neither at i = 1, in t2 in underdrive, in t1 in overdrive."""
    even, under, over = drive(1.0, 0.0), drive(1.6, 0.0), drive(0.62, 0.0)
    assert abs(even.span(1)[0]) < 50 and abs(even.span(2)[0]) < 50
    assert under.span(2)[0] < -300 and under.span(1)[0] > -20
    assert under.span(2)[1] > under.span(1)[1] + 300  # T_t2 > T_t1
    assert over.span(1)[0] < -300 and over.span(2)[0] > -20
    assert over.span(1)[1] > over.span(2)[1] + 300


@pytest.mark.parametrize(("ratio", "first", "second"), [(1.6, 0.1, 0.26), (0.62, -0.2, -0.1), (1.0, -0.26, 0.26)])
def test_push_changes_the_span_at_a_torque_that_is_zero_at_the_ratio_1_alone(
    ratio: float, first: float, second: float
) -> None:
    """From t2 to t1 at M = 0 where i = 1, at M0 > 0 in underdrive and at M0 < 0 in overdrive."""
    below, above = drive(ratio, first), drive(ratio, second)
    assert below.span(2)[0] < -100 and below.span(1)[0] > -20
    assert above.span(1)[0] < -100 and above.span(2)[0] > -20


@pytest.mark.parametrize("ratio", [0.62, 1.6])
def test_the_rise_of_push_on_the_driven_pulley_vanishes_with_torque_in_overdrive_and_underdrive(ratio: float) -> None:
    """Fig. 22."""
    rises = []
    for share in (0.26, 0.9):
        s = drive(ratio, share)
        rises.append(float(s.push[s.part == 2].min() / s.span(1)[0]))
    assert rises[0] > 1.08 and 1.0 <= rises[1] < 1.02


@pytest.mark.parametrize("torque_ratio", [0.0, 0.26, 0.51, 0.77])
def test_the_radius_falls_along_the_driven_pulley_and_so_does_the_sliding_angle(torque_ratio: float) -> None:
    """Fig. 21."""
    s = drive(1.0, torque_ratio)
    driven = np.flatnonzero((s.part == 2) & (s.axial > 2e4))
    inner = driven[4:-4]
    assert s.radius[inner[-1]] < s.radius[inner[0]]
    assert s.sliding[driven[2]] > pi / 2 > s.sliding[driven[-3]]


def fifths(state: SteadyState) -> np.ndarray:  # type: ignore[type-arg]
    """Mean axial force on each fifth of the arc of the driving pulley, as a share of that on the whole arc."""
    order = np.argsort(state.place)
    order = order[(state.axial[order] > 0) & (state.place[order] < state.path.parts[0] + 0.5 * state.path.parts[1])]
    force, along, length = state.axial[order], state.place[order], state.length[order]
    along = (along - along[0]) / (along[-1] - along[0])
    inside = [(along >= k / 5) & (along <= (k + 1) / 5) for k in range(5)]
    shares = [np.average(force[each], weights=length[each]) for each in inside]
    return np.array(shares) / np.mean(shares)


def test_torque_moves_the_force_on_the_driving_sheaves_from_the_outlet_to_the_inlet() -> None:
    """Fig. 23, i = 2.16: r > 0 raises the inlet and lowers the outlet; r < 0 looks like r = 0, high at the outlet."""
    none, more, less = (fifths(drive(2.16, share)) for share in (0.0, 0.63, -0.63))
    assert more[0] > none[0] and more[4] < none[4]
    assert less[0] < none[0] and less[4] > more[4]
    assert np.argmax(none) == np.argmax(less) == 4
    assert np.max(np.abs(less - none)) < 0.5 * np.max(np.abs(more - none))


def test_a_standing_belt_presses_alike_at_both_ends_and_turning_moves_the_force_to_the_outlet() -> None:
    """Fig. 23, i = 2.16, no torque: symmetric, peaks at both ends; turning lowers the first and raises the last."""
    still = standing(2.16)
    on = still.part == 0
    force, length, along = still.axial[on], still.length[on], still.place[on] / still.path.parts[0]
    first, last = along < 1 / 3, along > 2 / 3
    mean = [float(np.average(force[end], weights=length[end])) for end in (first, last)]
    assert mean[0] == pytest.approx(mean[1], rel=0.02)
    assert force[first].max() == pytest.approx(force[last].max(), rel=0.04)
    assert min(force[first].max(), force[last].max()) > 1.2 * np.interp(0.5, along, force)
    turning = fifths(drive(2.16, 0.0))
    assert turning[0] < fifths(still)[0] and turning[4] > fifths(still)[4]
    assert still.speeds == still.torques == still.losses == (0.0, 0.0) and still.notes == ()
    assert still.thrusts[1] == pytest.approx(20e3, rel=1e-3)


@pytest.mark.parametrize("ratio", [0.5, 2.16])
def test_a_standing_belt_tells_the_ratio_that_it_was_asked_for(ratio: float) -> None:
    """By its radii, which deflect by about a per mille; the path it was computed from may be another's."""
    assert standing(ratio).ratio == pytest.approx(ratio, rel=2e-3)


def test_forces_only_push_or_pull_and_friction_stays_within_its_bound() -> None:
    s = drive(1.0, 0.77)
    assert np.all(s.push <= 0) and np.all(s.pull >= 0) and np.all(s.axial >= 0)
    assert np.all(np.abs(s.flank) <= 2 * 0.09 * s.axial / (cos(0.192) - 0.09 * sin(0.192)) + 0.01 * s.axial + 1e-6)


def test_half_the_smoothing_of_friction_changes_the_push_by_less_than_a_percent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = drive(1.0, 0.77)
    monkeypatch.setattr(data, "SHARP", 0.5 * data.SHARP)
    other = PushBeltDrive().steady(1.0, 0.77)
    assert np.max(np.abs(other.push - one.push)) < 0.01 * np.max(np.abs(one.push))
    assert np.max(np.abs(other.pull - one.pull)) < 0.01 * np.max(one.pull)
    assert np.any(other.push != one.push)


@pytest.mark.parametrize(("ratio", "torque_ratio"), [(1.0, 0.77), (2.16, 0.63)])
def test_the_thrust_does_not_depend_on_where_stations_lie(
    ratio: float, torque_ratio: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the path of another ratio stations and functions lie elsewhere on the belt, and contact begins at others."""
    one = drive(ratio, torque_ratio)
    monkeypatch.setattr("linkwork.library.cvt.drive._SHIFTS", (0.985,))
    other = PushBeltDrive().steady(ratio, torque_ratio)
    assert other.path != one.path
    assert other.thrusts[0] == pytest.approx(one.thrusts[0], rel=0.01)
    assert other.efficiency == pytest.approx(one.efficiency, abs=2e-3)


def test_twice_the_functions_change_push_by_less_than_a_percent_at_every_place() -> None:
    """Of its largest value: distances of functions and stations are halved everywhere."""
    one, other = drive(1.0, 0.77), PushBeltDrive(fine=Fineness(halved=2)).steady(1.0, 0.77)
    assert len(other.place) > 1.9 * len(one.place)
    push = np.interp(one.place, other.place, other.push, period=one.path.length)
    assert np.max(np.abs(push - one.push)) < 0.005 * np.max(-other.push)
    assert other.thrusts[0] == pytest.approx(one.thrusts[0], rel=0.002)


def test_how_far_push_is_known_is_told() -> None:
    """By a coarser description: what it changes is told, and said in words from 1 % on."""
    usual = drive(1.0, 0.77)
    assert 0.0 < max(usual.spread) < 0.01 and not usual.notes
    state = drive(0.5, -0.4)
    assert max(state.spread) > 0.01 and "driving thrust by" in state.notes[0]


def test_less_comes_out_than_goes_in() -> None:
    assert 0.9 < drive(1.0, 0.77).efficiency < 1


def wedge_power(s: SteadyState) -> float:
    """Of the axial forces along the way in and out between the cones, W: what is not given back at the ends."""
    contact, cone = s.axial > 0, PushBeltDrive().belt.cone
    speed = np.where(s.place < s.path.parts[0] + 0.5 * s.path.parts[1], s.speeds[0], s.speeds[1]) * s.radius
    return float(np.sum((s.axial * s.length * 2 * tan(cone) * speed * np.gradient(s.radius, s.place))[contact]))


def test_what_is_lost_is_what_friction_takes_and_the_wedge_does_not_give_back() -> None:
    s = drive(1.0, 0.77)
    lost = s.torques[0] * s.speeds[0] - s.torques[1] * s.speeds[1]
    assert sum(s.losses) - wedge_power(s) == pytest.approx(lost, rel=0.01)
    assert abs(wedge_power(s)) < 0.03 * lost


def test_torque_of_one_shaft_or_of_the_other_is_the_same_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one path, that stations lie alike: it is not the same that both find first."""
    monkeypatch.setattr("linkwork.library.cvt.drive._SHIFTS", (1.015,))
    one = PushBeltDrive().steady(1.0, 0.26)
    share = one.torques[0] / PushBeltDrive().most_torque(1.0, min(one.thrusts))
    other = PushBeltDrive().steady(1.0, share, given="driving torque")
    assert other.torques[1] == pytest.approx(one.torques[1], rel=0.01)
    assert np.max(np.abs(other.push - one.push)) < 0.02 * np.max(np.abs(one.push))


def test_rings_slip_by_their_offset_where_pulleys_differ() -> None:
    """Eq. (3) of a rigid belt: between driving and driven pulley the slip changes by omega dr (1 / i - 1).

    A thin ring and a film of oil alone: what is lost is the film times the square of the slip.
    """
    from linkwork.library.cvt import layout_kernel as at
    from linkwork.library.cvt.station_kernel import station

    saddle, spin, small, large, film = 1e-3, 200.0, 0.04, 0.06, 30.0
    belt, rings, out = np.zeros(at.BELT), np.zeros((1, at.RING)), np.zeros(2 + at.OUT + 2)
    belt[at.SADDLE], belt[at.RING_FILM], belt[at.RING_FADE], belt[at.RING_SLIP] = saddle, film, 1.0, 1.0
    rings[0, at.R_OFFSET], rings[0, at.R_THICK] = saddle, 1e-9
    speed, slips = spin * small, []
    for radius in (small, large):
        x, path = np.zeros(14), np.zeros(at.PATH)
        path[at.PCURVE], path[at.PLENGTH] = 1 / radius, 1.0
        x[6], x[7] = speed, 1.05 * speed  # flows of elements and ring; it runs ahead on both
        station(x, path, belt, rings, np.zeros(at.PULLEY), False, out)
        slips.append(np.sqrt(out[2 + at.O_RING_LOSS] / film))
    ratio = large / small
    assert slips[1] - slips[0] == pytest.approx(-spin * saddle * (1 / ratio - 1), rel=1e-6)


def test_functions_may_be_dynamic_or_of_first_order_with_the_same_steady_state() -> None:
    """The slow and the fast: how functions move changes nothing of where they come to rest after a change of ratio."""
    ends = []
    for dynamic, static in ((0, 2), (1, 2), (2, 2)):
        drive = PushBeltDrive(fine=Fineness(arc=42, span=10, coarse=16, levels=1, dynamic=dynamic, static=static))
        ends.append(drive.run(2.5, [(0.0, 1.0), (0.3, 1.05)], 40.0, points=2))
    for end in ends[1:]:
        assert end.ratio[-1] == pytest.approx(1.05, abs=1e-4)
        assert end.thrusts[-1] == pytest.approx(ends[0].thrusts[-1], rel=2e-4)
        assert end.states[-1].push == pytest.approx(
            ends[0].states[-1].push, abs=1e-3 * np.max(-ends[0].states[-1].push)
        )
