"""The integrators against closed forms, published orbits, each other and SciPy: order, tolerance, cost, resuming."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.numerics.integrators.integrator import prepare
from linkwork.numerics.integrators.integrator_kernel import advance, dense, prepare_dense, restart, revise, settle, step
from linkwork.numerics.integrators.integrator_state_kernel import (
    ACCEPTED,
    ADAMS,
    AT_STOP,
    DOP853,
    NOT_CONVERGED,
    NOT_FINITE,
    RADAU,
    RK4,
    STEP_TOO_SMALL,
)
from linkwork.numerics.jit import address
from linkwork.numerics.scalar import sin

EXPLICIT = [pytest.param(DOP853, id="DOP853"), pytest.param(ADAMS, id="Adams")]
ADAPTIVE = [*EXPLICIT, pytest.param(RADAU, id="Radau")]
ALL = [pytest.param(RK4, id="RK4"), *ADAPTIVE]
Body = Callable[..., None]


# Right-hand sides: w[0] counts the calls, p[0] is a parameter.
def oscillator(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0] = y[1]
    dy[1] = -p[0] * p[0] * y[0]


def pendulum(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0] = y[1]
    dy[1] = -p[0] * sin(y[0])


def kepler(k, p, w, t, y, dy):
    w[0] += 1.0
    cube = (y[0] * y[0] + y[1] * y[1]) ** 1.5
    dy[0], dy[1] = y[2], y[3]
    dy[2], dy[3] = -y[0] / cube, -y[1] / cube


def arenstorf(k, p, w, t, y, dy):
    """Restricted three bodies; the mass ratio of Moon and Earth is Hairer's."""
    w[0] += 1.0
    moon = 0.012277471
    earth = 1.0 - moon
    to_earth = ((y[0] + moon) ** 2 + y[1] ** 2) ** 1.5
    to_moon = ((y[0] - earth) ** 2 + y[1] ** 2) ** 1.5
    dy[0], dy[1] = y[2], y[3]
    dy[2] = y[0] + 2.0 * y[3] - earth * (y[0] + moon) / to_earth - moon * (y[0] - earth) / to_moon
    dy[3] = y[1] - 2.0 * y[2] - earth * y[1] / to_earth - moon * y[1] / to_moon


def falling(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0], dy[1] = y[1], -1.0


def blowing_up(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0] = y[0] * y[0]


def ending_at_one(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0] = -((1.0 - t) ** 0.5)


def undefined(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0] = (-1.0 - y[0] * y[0]) ** 0.5


@dataclass
class Integration:
    """One integration with its tables, called from Python step by step or at once."""

    method: int
    body: Body
    t: float
    start: NDArray
    stop: float
    options: dict
    parameter: complex = 1.0
    k: NDArray = field(default_factory=lambda: np.zeros(1, dtype=np.int64))

    def __post_init__(self) -> None:
        self.z, self.s = prepare(self.method, self.t, self.start, self.stop, **self.options)
        self.p = np.full(1, self.parameter, dtype=self.z.dtype)
        self.w = np.zeros(1, dtype=self.z.dtype)
        self.where = address(self.body, "rate", "complex" if self.z.dtype == complex else "real")

    def step(self) -> int:
        return step(self.where, self.k, self.p, self.w, self.z, self.s)

    def advance(self, budget: int = 1_000_000) -> int:
        return advance(self.where, self.k, self.p, self.w, self.z, self.s, budget)

    def settle(self) -> bool:
        return settle(self.where, self.k, self.p, self.w, self.z, self.s)

    def prepare_dense(self) -> bool:
        return prepare_dense(self.where, self.k, self.p, self.w, self.z, self.s)

    def dense(self, t: float) -> NDArray:
        out = np.empty(len(self.start), dtype=self.z.dtype)
        assert dense(self.z, self.s, t, out)
        return out

    @property
    def time(self) -> float:
        return self.z[place.T]

    @property
    def y(self) -> NDArray:
        return self.z[self.s[place.Y] :][: len(self.start)].copy()

    @property
    def steps(self) -> int:
        return int(self.s[place.STEPS])

    @property
    def evaluations(self) -> int:
        return int(self.s[place.EVALUATIONS])


def integration(method: int, body: Body, start, stop: float, *, t: float = 0.0, parameter=1.0, **options):
    return Integration(method, body, t, np.asarray(start), stop, options, parameter)


def solved(method: int, body: Body, start, stop: float, tolerance: float, **options) -> Integration:
    run = integration(method, body, start, stop, rtol=tolerance, atol=tolerance, **options)
    assert run.advance() == AT_STOP
    assert run.time == stop
    return run


def fixed(method: int, body: Body, start, stop: float, count: int) -> Integration:
    """Equal steps: tolerances so loose that nothing but the longest step decides."""
    h = stop / count
    run = integration(method, body, start, stop, rtol=1e6, atol=1e6, step=h, longest=h)
    assert run.advance() == AT_STOP
    assert run.steps == count
    return run


ECCENTRICITY = 0.5
PERIHELION = np.array([1 - ECCENTRICITY, 0.0, 0.0, math.sqrt((1 + ECCENTRICITY) / (1 - ECCENTRICITY))])
# Hairer, Norsett, Wanner I, II.0 (0.1), (0.2): the closed orbit and its period
ARENSTORF_START = np.array([0.994, 0.0, 0.0, -2.00158510637908252240537862224])
ARENSTORF_PERIOD = 17.0652165601579625588917206249


def pendulum_angle(amplitude: float, t: float) -> float:
    """Released at rest: sin(angle / 2) = k sn(K - t, k^2) with k = sin(amplitude / 2)."""
    modulus = math.sin(amplitude / 2) ** 2
    return 2 * math.asin(math.sqrt(modulus) * ellipj(ellipk(modulus) - t, modulus)[0])


def difference(run: Integration, exact) -> float:
    return float(np.max(np.abs(run.y - exact)))


# Order of convergence


@pytest.mark.parametrize(
    ("method", "counts", "order"),
    [pytest.param(RK4, (200, 400), 4, id="RK4: 4"), pytest.param(DOP853, (32, 64), 8, id="DOP853: 8")],
)
def test_error_of_equal_steps_falls_with_the_order(method, counts, order):
    nearly_round = np.array([0.9, 0.0, 0.0, math.sqrt(1.1 / 0.9)])
    for body, start, turns in ((kepler, nearly_round, 1), (oscillator, np.array([1.0, 0.0]), 2)):
        coarse, fine = (difference(fixed(method, body, start, turns * 2 * math.pi, count), start) for count in counts)
        assert math.log2(coarse / fine) == pytest.approx(order, abs=0.2)


def interpolation_error(method: int, h: float) -> float:
    """Largest error inside one step of a harmonic oscillator."""
    run = integration(method, oscillator, [0.6, 0.8], math.inf, rtol=1e6, atol=1e6, step=h, longest=h)
    assert run.step() == ACCEPTED
    assert run.prepare_dense()
    times = np.linspace(0, h, 21)[1:-1]
    return max(abs(run.dense(t)[0] - (0.6 * math.cos(t) + 0.8 * math.sin(t))) for t in times)


@pytest.mark.parametrize(
    ("method", "h", "order"), [pytest.param(RK4, 0.04, 3, id="RK4: 3"), pytest.param(DOP853, 0.8, 7, id="DOP853: 7")]
)
def test_error_inside_a_step_falls_with_the_order_of_the_dense_output(method, h, order):
    """A formula of order 7 has a local error of h^8."""
    coarse, fine = interpolation_error(method, h), interpolation_error(method, h / 2)
    assert math.log2(coarse / fine) == pytest.approx(order + 1, abs=0.25)


@pytest.mark.parametrize("method", ADAPTIVE)
def test_error_is_proportional_to_the_tolerance(method):
    tolerances = 10.0 ** -np.arange(4, 13)
    stop = 20 * math.pi
    errors = [difference(solved(method, oscillator, [1.0, 0.0], stop, tol), [1.0, 0.0]) for tol in tolerances]
    slope = np.polyfit(np.log10(tolerances), np.log10(errors), 1)[0]
    assert slope == pytest.approx(1.0, abs=0.15)
    assert all(error < 300 * tol for error, tol in zip(errors, tolerances, strict=True))


# Reference problems


@pytest.mark.parametrize("method", EXPLICIT)
def test_kepler_orbit_closes_after_ten_revolutions(method):
    assert difference(solved(method, kepler, PERIHELION, 20 * math.pi, 1e-12), PERIHELION) < 2e-8


@pytest.mark.parametrize("method", EXPLICIT)
def test_arenstorf_orbit_closes_after_the_published_period(method):
    assert difference(solved(method, arenstorf, ARENSTORF_START, ARENSTORF_PERIOD, 1e-12), ARENSTORF_START) < 3e-7


@pytest.mark.parametrize("method", ADAPTIVE)
def test_pendulum_follows_the_elliptic_function(method):
    for stop in (1.0, 7.0, 40.0):
        assert solved(method, pendulum, [2.5, 0.0], stop, 1e-11).y[0] == pytest.approx(
            pendulum_angle(2.5, stop), abs=2e-8
        )


@pytest.mark.parametrize(("body", "start"), [(kepler, PERIHELION), (pendulum, [3.0, 0.0])])
def test_adams_and_dop853_agree(body, start):
    runs = [solved(method, body, start, 15.0, 1e-11) for method in (DOP853, ADAMS)]
    assert difference(runs[0], runs[1].y) < 2e-8


@pytest.mark.parametrize("method", ADAPTIVE)
def test_dense_output_is_as_good_as_the_steps(method):
    run = integration(method, pendulum, [2.5, 0.0], 20.0, rtol=1e-9, atol=1e-9)
    worst_end = worst_inside = worst_joint = 0.0
    before = run.time
    while run.step() == ACCEPTED:
        assert run.prepare_dense()
        inside = [abs(run.dense(t)[0] - pendulum_angle(2.5, t)) for t in np.linspace(before, run.time, 9)]
        worst_inside = max(worst_inside, *inside)
        worst_end = max(worst_end, abs(run.y[0] - pendulum_angle(2.5, run.time)))
        worst_joint = max(worst_joint, float(np.max(np.abs(run.dense(run.time) - run.y))))
        before = run.time
    assert worst_joint < 1e-14
    assert worst_inside < 3 * worst_end + 2e-9


# Cost


@pytest.mark.parametrize("method", ALL)
def test_every_evaluation_is_counted(method):
    run = integration(method, kepler, PERIHELION, 10.0, rtol=1e-7, atol=1e-7, step=0.01 if method == RK4 else 0.0)
    while run.step() == ACCEPTED:
        if run.steps % 3 == 0:
            assert run.prepare_dense()
        if run.steps % 5 == 0:
            revise(run.z, run.s, run.y)
    assert run.w[0] == run.evaluations
    assert method in (RK4, RADAU) or run.s[place.REJECTED] > 0


def test_evaluations_of_a_step_are_those_of_the_method():
    stop = 2 * math.pi
    assert fixed(RK4, oscillator, [1.0, 0.0], stop, 100).evaluations == 4 * 100
    run = solved(DOP853, oscillator, [1.0, 0.0], stop, 1e-8)
    assert (run.evaluations, run.s[place.REJECTED]) == (12 * run.steps + 1, 0)
    run.prepare_dense()
    assert run.evaluations == 12 * run.steps + 1 + 1 + 3
    run.prepare_dense()
    assert run.evaluations == 12 * run.steps + 1 + 1 + 3
    run = solved(ADAMS, oscillator, [1.0, 0.0], stop, 1e-8)
    assert (run.evaluations, run.s[place.REJECTED]) == (2 * run.steps + 1, 0)


def scipy_evaluations(method: str, body: Body, start, stop: float, tolerance: float) -> int:
    def rate(t, y):
        dy = np.empty_like(y)
        body(None, [1.0], [0.0], t, y, dy)
        return dy

    return solve_ivp(rate, (0.0, stop), start, method=method, rtol=tolerance, atol=tolerance).nfev


@pytest.mark.parametrize("tolerance", [1e-6, 1e-10])
@pytest.mark.parametrize(
    ("body", "start", "stop"),
    [
        pytest.param(kepler, PERIHELION, 20 * math.pi, id="Kepler"),
        pytest.param(arenstorf, ARENSTORF_START, ARENSTORF_PERIOD, id="Arenstorf"),
        pytest.param(oscillator, [1.0, 0.0], 20 * math.pi, id="oscillator"),
    ],
)
def test_cost_is_that_of_scipy_or_less(body, start, stop, tolerance):
    dop853 = solved(DOP853, body, start, stop, tolerance).evaluations
    adams = solved(ADAMS, body, start, stop, tolerance).evaluations
    assert dop853 < 1.1 * scipy_evaluations("DOP853", body, start, stop, tolerance)
    assert adams < 0.9 * scipy_evaluations("LSODA", body, start, stop, tolerance)


def test_each_component_has_its_own_absolute_tolerance():
    """A fast oscillator's velocity is 1000 times its position: one tolerance for both asks too much of the velocity."""
    same = integration(DOP853, oscillator, [1.0, 0.0], 0.02, parameter=1e3, rtol=0.0, atol=1e-9)
    own = integration(DOP853, oscillator, [1.0, 0.0], 0.02, parameter=1e3, rtol=0.0, atol=[1e-9, 1e-6])
    assert same.advance() == own.advance() == AT_STOP
    assert own.evaluations < 0.6 * same.evaluations
    assert abs(own.y[0] - math.cos(20.0)) < 3e-8


def test_a_first_step_from_rest_is_not_tiny():
    """A velocity of zero has a small tolerance, which says nothing about how far a step may go."""
    run = integration(DOP853, pendulum, [1.0, 0.0], 2.0, rtol=1e-4, atol=1e-6)
    assert run.step() == ACCEPTED
    assert run.z[place.H_DONE] > 0.05
    assert run.advance() == AT_STOP
    assert run.s[place.REJECTED] == 0
    assert abs(run.y[0] - pendulum_angle(1.0, 2.0)) < 1e-4


# Resuming, restarting, revising


@pytest.mark.parametrize("method", ALL)
def test_results_do_not_depend_on_the_steps_of_a_call(method):
    def run(budget: int) -> Integration:
        made = integration(method, arenstorf, ARENSTORF_START, 5.0, rtol=1e-8, atol=1e-8, step=1e-3)
        while made.advance(budget) == ACCEPTED:
            made.z, made.s = made.z.copy(), made.s.copy()
        return made

    whole, one, seven = run(1_000_000), run(1), run(7)
    for other in (one, seven):
        assert np.array_equal(whole.z, other.z)
        assert np.array_equal(whole.s, other.s)


@pytest.mark.parametrize("method", ALL)
def test_dense_output_does_not_change_the_steps(method):
    plain, watched = (integration(method, kepler, PERIHELION, 10.0, rtol=1e-8, step=1e-2) for _ in range(2))
    while plain.step() == ACCEPTED:
        assert watched.step() == ACCEPTED
        assert watched.prepare_dense()
        assert np.array_equal(plain.y, watched.y)
        assert plain.time == watched.time


@pytest.mark.parametrize("method", ALL)
def test_a_ball_bounces_by_restarts(method):
    """Height 1/2, unit gravity, no loss: it lands at t = 1, 3, 5 and is back at the top at t = 6."""
    run = integration(method, falling, [0.5, 0.0], 6.0, rtol=1e-9, atol=1e-9, step=0.07)
    landings = []
    before = 0.0
    while run.step() == ACCEPTED:
        if run.y[0] < -1e-9:
            assert run.prepare_dense()
            low, high = before, run.time
            while high - low > 1e-14:
                middle = 0.5 * (low + high)
                low, high = (middle, high) if run.dense(middle)[0] > 0 else (low, middle)
            landings.append(high)
            restart(run.z, run.s, high, np.array([0.0, -run.dense(high)[1]]))
            assert not run.prepare_dense()
        before = run.time
    assert landings == pytest.approx([1.0, 3.0, 5.0], abs=1e-7)
    assert run.y == pytest.approx([0.5, 0.0], abs=1e-7)


@pytest.mark.parametrize("method", ALL)
def test_restart_from_the_same_state_gives_the_same_motion(method):
    run = integration(method, pendulum, [2.5, 0.0], 7.0, rtol=1e-10, atol=1e-10, step=1e-3)
    run.advance(20)
    restart(run.z, run.s, run.time, run.y)
    assert run.advance() == AT_STOP
    assert run.y[0] == pytest.approx(pendulum_angle(2.5, 7.0), abs=1e-8)


@pytest.mark.parametrize("method", [pytest.param(RK4, id="RK4"), *EXPLICIT])
def test_revised_steps_stay_on_the_invariant_and_cost_nothing(method):
    """The oscillator's energy is kept by projection between the steps."""
    run = integration(method, oscillator, [1.0, 0.0], 20 * math.pi, rtol=1e-6, atol=1e-6, step=0.02)
    free = integration(method, oscillator, [1.0, 0.0], 20 * math.pi, rtol=1e-6, atol=1e-6, step=0.02)
    free.advance()
    while run.step() == ACCEPTED:
        revise(run.z, run.s, run.y / np.hypot(*run.y))
    assert np.hypot(*run.y) == pytest.approx(1.0, abs=1e-15)
    assert difference(run, [1.0, 0.0]) < 5e-4
    per_step, per_rejection = {RK4: (4, 0), DOP853: (12, 11), ADAMS: (2, 1)}[method]
    assert run.evaluations == per_step * run.steps + per_rejection * run.s[place.REJECTED]
    assert run.evaluations <= 1.05 * free.evaluations


@pytest.mark.parametrize("method", ALL)
def test_the_interpolant_ends_in_the_revised_state(method):
    run = integration(method, pendulum, [2.5, 0.0], 5.0, rtol=1e-8, atol=1e-8, step=0.01)
    run.advance(10)
    better = run.y + 1e-9
    revise(run.z, run.s, better)
    assert run.prepare_dense()
    assert run.dense(run.time) == pytest.approx(better, abs=1e-15)
    assert run.settle()
    slope = run.z[run.s[place.F] :][:2]
    assert slope == pytest.approx([better[1], -math.sin(better[0])], abs=1e-14)


# Directions, stops, failures, derivatives


@pytest.mark.parametrize("method", ALL)
def test_backward_integration_returns_to_the_start(method):
    options = {"rtol": 1e-11, "atol": 1e-11, "step": 1e-3}
    there = integration(method, pendulum, [2.5, 0.0], 3.0, **options)
    assert there.advance() == AT_STOP
    back = integration(method, pendulum, there.y, 0.0, t=3.0, **options)
    assert back.advance() == AT_STOP
    assert back.time == 0.0
    assert back.y == pytest.approx([2.5, 0.0], abs=1e-9)
    onwards = integration(method, pendulum, [2.5, 0.0], -math.inf, **options)
    onwards.advance(50)
    assert onwards.time < 0.0
    assert onwards.prepare_dense()
    assert onwards.dense(onwards.time + 1e-4)[0] == pytest.approx(pendulum_angle(2.5, onwards.time + 1e-4), abs=1e-9)


def test_fixed_steps_reach_the_stop_without_a_leftover():
    run = integration(RK4, oscillator, [1.0, 0.0], 1.0, step=0.1)
    assert run.advance() == AT_STOP
    assert (run.steps, run.time) == (10, 1.0)


@pytest.mark.parametrize("method", ALL)
def test_nothing_is_evaluated_beyond_the_stop(method):
    run = integration(method, ending_at_one, [2.0 / 3.0], 1.0, rtol=1e-7, atol=1e-7, step=0.03)
    assert run.advance() == AT_STOP
    assert run.y[0] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("method", ADAPTIVE)
def test_a_moved_stop_goes_on(method):
    run = integration(method, pendulum, [2.5, 0.0], 2.0, rtol=1e-10, atol=1e-10)
    assert run.advance() == AT_STOP
    run.z[place.STOP] = 7.0
    assert run.advance() == AT_STOP
    assert run.y[0] == pytest.approx(pendulum_angle(2.5, 7.0), abs=1e-8)


@pytest.mark.parametrize("method", ADAPTIVE)
def test_steps_keep_their_limits(method):
    run = integration(method, oscillator, [1.0, 0.0], 20.0, rtol=1e-4, atol=1e-4, longest=0.05)
    while run.step() == ACCEPTED:
        assert run.z[place.H_DONE] <= 0.05 * 1.01
    blocked = integration(method, kepler, PERIHELION, 20.0, rtol=1e-12, atol=1e-12, step=0.5, shortest=0.4)
    assert blocked.advance() in (STEP_TOO_SMALL, NOT_CONVERGED)


@pytest.mark.parametrize("method", ALL)
def test_a_rate_that_is_not_finite_is_reported_at_once(method):
    run = integration(method, undefined, [1.0], 1.0, step=0.1)
    assert run.advance() == NOT_FINITE
    assert run.s[place.STATUS] == NOT_FINITE
    assert (run.evaluations, run.steps, run.time, run.y[0]) == (1, 0, 0.0, 1.0)


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize(("body", "start"), [(ending_at_one, 2.0 / 3.0), (blowing_up, 1.0)])
def test_an_end_of_the_solution_is_reported_and_not_looped_on(method, body, start):
    run = integration(method, body, [start], 2.0, rtol=1e-8, atol=1e-8, step=0.01)
    assert run.advance(20_000) in (NOT_FINITE, STEP_TOO_SMALL, NOT_CONVERGED)
    assert run.evaluations < (20_000 if method == RADAU else 6000)
    assert method == RK4 or run.time == pytest.approx(1.0, abs=1e-2)
    assert np.all(np.isfinite(run.y))


@pytest.mark.parametrize("method", ALL)
def test_derivatives_by_the_complex_step_pass_through(method):
    """y = cos(c t): dy/dc = -t sin(c t), with the very steps of the real run."""
    options = {"rtol": 1e-10, "atol": 1e-10, "step": 1e-3}
    real = integration(method, oscillator, [1.0, 0.0], 3.0, parameter=2.0, **options)
    run = integration(method, oscillator, [1.0 + 0j, 0.0], 3.0, parameter=2.0 + 1e-30j, **options)
    assert real.advance() == run.advance() == AT_STOP
    assert run.steps == real.steps
    assert run.y[0].imag / 1e-30 == pytest.approx(-3.0 * math.sin(6.0), abs=1e-8)
    assert run.prepare_dense()
    t = 3.0 - 5e-4
    assert run.dense(t)[0].imag / 1e-30 == pytest.approx(-t * math.sin(2 * t), abs=1e-8)


def test_wrong_use_is_told():
    run = integration(DOP853, oscillator, [1.0, 0.0], 1.0)
    assert not dense(run.z, run.s, 0.0, np.empty(2))
    for wrong in ({"method": 7}, {"method": RK4}, {"method": ADAMS, "rtol": 1e-17}, {"method": DOP853, "atol": -1.0}):
        with pytest.raises(ValueError, match=r"give|methods are"):
            prepare(**({"t": 0.0, "y": [1.0], "stop": 1.0} | wrong))
