"""Steady motion of a machine in space: straight on, or in a circle, with everything standing still for who goes along.

All bodies turn with W about the vertical; those that spin do so about an axis fixed in themselves, with s. Such a
motion goes on where, in the notation of `linear/spatial/going_along.py`,

    v' = W x v,    w' = -s x w (body axes),    own states stand still

for the velocity v and the angular velocity w of every body, with which the joints stay closed. Position, drift, W, the
spins, own states and the controls that are asked for are found together by Newton's method; what nothing depends on
(where the machine is on the road, how far its wheels have turned) stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.linear.chart import Chart, State
from linkwork.analysis.simulation.table_notes import table_notes
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.expression.given import public, publicly_made
from linkwork.mechanism.mechanism import Mechanism
from linkwork.places.spatial import rotations
from linkwork.run.loads import loads_from
from linkwork.run.run import Run
from linkwork.system.dynamics.dynamics import Dynamics, dynamics_of, slope

_STEPS = 60
_GRAVITY = 9.81  # m/s^2, by which accelerations are measured here
_SETTLED = 1e-10  # of the residual
_LARGEST = 0.3  # rad and m of the position in one step
_GROWS = 5.0  # by which the residual may grow in one step
_SHORTEST = 0.02  # share of a step
_PATIENCE = 12  # steps without a residual that is the least so far by a tenth, after which there is none
_VERTICAL = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Asked:
    """What a steady motion is to be."""

    body: str
    speed: float
    lean: float | None  # rad, about the heading; to the right where x is ahead and z up
    lateral: float | None  # m/s^2, to the left
    controls: tuple[str, ...]
    spinning: Mapping[str, tuple[float, float, float]]


@public
@publicly_made
@dataclass(frozen=True)
class SteadyMotion:
    """A state from which a machine goes on steadily; `steady["frame.pitch"]` is a channel of it."""

    run: Run
    """One row: the state, with loads, forces and own states, as `linearise((steady.run, 0))` takes it."""
    speed: float
    yaw_rate: float
    spins: dict[str, float]
    """Angular velocities about their axles, in rad/s, by body."""
    controls: dict[str, float]
    residual: float
    """What is left of accelerations, over that of gravity."""

    @public
    def __getitem__(self, channel: str) -> float:
        return float(self.run[channel][0])

    @property
    def notes(self) -> list[str]:
        """What there is to tell of it."""
        return self.run.notes

    @property
    def lateral_acceleration(self) -> float:
        """To the left, m/s^2."""
        return self.speed * self.yaw_rate


class _Unknowns:
    """Where the numbers that are looked for stand in one vector."""

    def __init__(self, freedoms: int, spins: int, states: int, controls: int) -> None:
        ends = np.cumsum([freedoms, 2, 1, spins, states, controls])
        self.x, self.drift, self.turn, self.spins, self.states, self.controls = (
            slice(int(end - size), int(end))
            for end, size in zip(ends, (freedoms, 2, 1, spins, states, controls), strict=True)
        )
        self.count = int(ends[-1])


class _Trial:
    """The machine near a position, with the controls that it has now."""

    def __init__(self, dynamics: Dynamics, q: Array, asked: Asked) -> None:
        self.asked, self.dynamics = asked, dynamics
        self.chart = Chart(self.dynamics, self.dynamics.gathered(q)[0], 0.0)
        whole = self.dynamics.whole
        self.main = whole.bodies.index(asked.body)
        self.axles = np.zeros((len(whole.bodies), 3))
        for body, axis in asked.spinning.items():
            self.axles[whole.bodies.index(body)] = axis
        self.spinners = [whole.bodies.index(body) for body in asked.spinning]

    def at(self, q: Array) -> _Trial:
        """The same about another position."""
        return _Trial(self.dynamics.over(self.dynamics.whole, q), q, self.asked)

    def twin(self) -> _Trial:
        """The same in complex numbers, in the same chart."""
        twin = copy(self)
        twin.dynamics = self.dynamics.twin()
        return twin

    def state(self, numbers: Array, of: _Unknowns) -> tuple[State, Array, Array, Array]:
        """State in the chart; position, velocity, acceleration of the bodies."""
        dynamics, chart = self.dynamics, self.chart
        place = chart.position(dynamics, numbers[of.x])
        q = dynamics.spread(place)[0]
        v = np.zeros_like(q)
        places, rates = q.reshape(-1, 2, 3), v.reshape(-1, 2, 3)
        turn = numbers[of.turn] * _VERTICAL
        rates[:, 0, :2] = numbers[of.drift]
        rates[:, 0] += np.cross(turn, places[:, 0] - places[self.main, 0])
        rates[:, 1] = np.einsum("bji,j->bi", rotations.matrix(places[:, 1]), turn) + self._spins(numbers[of.spins])
        place, rate = dynamics.gathered(q, v)
        state = chart.motion(dynamics, place, rate, numbers[of.states])
        return state, q, v, dynamics.spread(*state.parts())[2]

    def _spins(self, rates: Array) -> Array:
        spins = np.zeros((len(self.axles), 3), rates.dtype)
        for body, rate in zip(self.spinners, rates, strict=True):
            spins[body] = rate * self.axles[body]
        return spins

    def residual(self, numbers: Array, of: _Unknowns) -> Array:
        """Accelerations that are not those of going on steadily, rates of states, and what was asked for."""
        state, q, v, a = self.state(numbers, of)
        closing = self.dynamics.jacobian() @ (state.v / self.chart.scale) - self.dynamics.velocity_side()
        rates, seconds = v.reshape(-1, 2, 3), a.reshape(-1, 2, 3)
        turn, spins = numbers[of.turn] * _VERTICAL, self._spins(numbers[of.spins])
        left = (seconds[:, 0] - np.cross(turn, rates[:, 0])) / _GRAVITY
        turned = (seconds[:, 1] + np.cross(spins, rates[:, 1])) / _GRAVITY
        ahead, across = numbers[of.drift] / self.asked.speed
        asked = [ahead * ahead + across * across - 1.0]
        if self.asked.lean is not None:
            _, sine, cosine = rotations.matrix(q.reshape(-1, 2, 3)[self.main, 1])[2]
            asked.append(sine * np.cos(self.asked.lean) - cosine * np.sin(self.asked.lean))
        if self.asked.lateral is not None:
            asked.append((numbers[of.turn][0] * self.asked.speed - self.asked.lateral) / _GRAVITY)
        return np.concatenate([left.ravel(), turned.ravel(), closing, self.dynamics.state_rates(), asked])


@public
def steady_motion(
    mechanism: Mechanism,
    body: str,
    *,
    speed: float,
    lean: float | None = None,
    lateral: float | None = None,
    controls: Sequence[str] = (),
    spinning: Mapping[str, tuple[float, float, float]] | None = None,
    near: SteadyMotion | None = None,
) -> SteadyMotion:
    """The steady motion of a machine whose `body` goes at a speed with a lean or a lateral acceleration.

    `controls` are parameters that are found with it (a torque of the drive, of the steering), and keep the values that
    were found. `spinning` names bodies that turn about an axis of their own, and the axis in their axes. From the
    assembled position, or from the motion `near`.
    """
    asked = Asked(body, float(speed), lean, lateral, tuple(controls), dict(spinning or {}))
    _check(mechanism, asked)
    if near is None:
        position = assemble(mechanism)
        if not position.ok:
            raise AnalysisError(position.text())
        q = position.q
    else:
        q = near.run.q[0]
    trial = _Trial(dynamics_of(mechanism).about(q), q, asked)
    of = _Unknowns(trial.chart.freedoms, len(asked.spinning), len(trial.dynamics.states()), len(asked.controls))
    numbers = _first(mechanism, trial, of, asked, near)
    residual, least, since = trial.residual(numbers, of), np.inf, 0
    for _ in range(_STEPS):
        size = float(np.max(np.abs(residual)))
        since = 0 if size < 0.9 * least else since + 1
        if not np.isfinite(size) or since > _PATIENCE:
            break
        least = min(least, size)
        if size <= _SETTLED:
            return _result(trial, numbers, of, size)
        slopes = np.hstack([_slopes(trial, numbers, of), _by_controls(mechanism, trial, numbers, of, residual)])
        step = -np.linalg.lstsq(slopes, residual, rcond=1e-11)[0]
        moved, numbers = _moved(mechanism, trial, numbers, step, of, size)
        trial = moved.at(moved.state(numbers, of)[1])
        if trial.chart.freedoms != of.x.stop:
            raise AnalysisError(f"{mechanism.name}: its freedoms change on the way to a steady motion")
        numbers[of.x] = 0.0
        residual = trial.residual(numbers, of)
    raise AnalysisError(
        f"{mechanism.name}: no steady motion was found at {speed:g} m/s with {_asked_for(asked)}; "
        "it may need another control, a smaller lean or lateral acceleration, or more grip"
    )


def _asked_for(asked: Asked) -> str:
    if asked.lean is not None:
        return f"a lean of {asked.lean:g} rad"
    return f"a lateral acceleration of {asked.lateral:g} m/s^2"


def _check(mechanism: Mechanism, asked: Asked) -> None:
    for name in asked.controls:
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"steady_motion: parameter '{name}' is not defined{known}")
    for body in (asked.body, *asked.spinning):
        if body not in mechanism.bodies_by_name:
            raise AnalysisError(
                f"steady_motion: there is no body '{body}'{suggestion(body, mechanism.bodies_by_name, 'bodies')}"
            )
    if not (np.isfinite(asked.speed) and asked.speed > 0.0):
        raise AnalysisError(f"steady_motion: the speed must be positive, not {asked.speed:g}")
    if (asked.lean is None) == (asked.lateral is None):
        raise AnalysisError("steady_motion: give a lean or a lateral acceleration, one of them; 0 is straight on")


def _first(mechanism: Mechanism, trial: _Trial, of: _Unknowns, asked: Asked, near: SteadyMotion | None) -> Array:
    """Where the search begins: rolling straight on, or as in the motion near by."""
    numbers = np.zeros(of.count)
    numbers[of.drift] = (asked.speed, 0.0)
    numbers[of.states] = trial.dynamics.states()
    if near is None:
        heights = trial.dynamics.spread(trial.chart.q0)[0].reshape(-1, 2, 3)[trial.spinners, 0, 2]
        numbers[of.spins] = [asked.speed / max(float(height), 1e-3) for height in heights]
        lateral = asked.lateral if asked.lateral is not None else -_GRAVITY * np.tan(asked.lean or 0.0)
        numbers[of.turn] = lateral / asked.speed
    else:
        main = near.run.v[0].reshape(-1, 2, 3)[trial.main, 0]
        numbers[of.drift] = main[:2] * asked.speed / near.speed
        numbers[of.turn] = near.yaw_rate
        numbers[of.spins] = [near.spins[name] * asked.speed / near.speed for name in asked.spinning]
        signals = near.run.system.signals
        if signals is not None and near.run.loads is not None and len(trial.dynamics.states()):
            first = signals.first_state
            numbers[of.states] = near.run.loads.memory[0, first : first + of.states.stop - of.states.start]
    numbers[of.controls] = [_parameter(mechanism, name) for name in asked.controls]
    return numbers


def _parameter(mechanism: Mechanism, name: str) -> float:
    from linkwork.expression import resolve_parameters

    return float(np.real(resolve_parameters(mechanism.parameters_by_name)[name]))


def _put(mechanism: Mechanism, numbers: Array, of: _Unknowns, asked: Asked) -> None:
    values: Any = dict(zip(asked.controls, (float(value) for value in numbers[of.controls]), strict=True))
    if values:
        mechanism.set(**values)


def _slopes(trial: _Trial, numbers: Array, of: _Unknowns) -> Array:
    """Derivatives of the residual by all but the controls."""
    twin = trial.twin()
    start = numbers.astype(twin.dynamics.system.dtype)
    columns = []
    for unit in np.eye(of.count)[: of.controls.start]:
        columns.append(slope(twin.dynamics, partial(_along, twin, of, start, unit)))
    return np.array(columns).T


def _along(twin: _Trial, of: _Unknowns, start: Array, unit: Array, size: Any) -> Array:
    """The residual a little along one of the numbers."""
    return twin.residual(start + size * unit, of)


def _by_controls(mechanism: Mechanism, trial: _Trial, numbers: Array, of: _Unknowns, residual: Array) -> Array:
    """Differences of the residual for one unit of every control."""
    columns = np.zeros((len(residual), of.count - of.controls.start))
    for number in range(columns.shape[1]):
        moved = numbers.copy()
        moved[of.controls.start + number] += 1.0
        columns[:, number] = _with_controls(mechanism, trial, moved, of).residual(numbers, of) - residual
    _put(mechanism, numbers, of, trial.asked)
    return columns


def _with_controls(mechanism: Mechanism, trial: _Trial, numbers: Array, of: _Unknowns) -> _Trial:
    """The machine about the same position with other controls."""
    _put(mechanism, numbers, of, trial.asked)
    moved = copy(trial)
    moved.dynamics = trial.dynamics.over(dynamics_of(mechanism).whole, moved.dynamics.spread(trial.chart.q0)[0])
    return moved


def _moved(
    mechanism: Mechanism, trial: _Trial, numbers: Array, step: Array, of: _Unknowns, size: float
) -> tuple[_Trial, Array]:
    """A step, shorter where a position would jump or the residual would grow out of bounds."""
    largest = float(np.max(np.abs(step[of.x]), initial=0.0))
    share = min(1.0, _LARGEST / largest) if largest > 0.0 else 1.0
    while True:
        there = numbers + share * step
        moved = _with_controls(mechanism, trial, there, of)
        try:
            now = float(np.max(np.abs(moved.residual(there, of))))
        except (AnalysisError, np.linalg.LinAlgError):
            now = np.inf
        if now < _GROWS * size or share < _SHORTEST:
            return moved, there
        share *= 0.5


def _result(trial: _Trial, numbers: Array, of: _Unknowns, size: float) -> SteadyMotion:
    state, q, v, a = trial.state(numbers, of)
    dynamics: Dynamics = trial.dynamics
    system = dynamics.whole
    multipliers = dynamics.multipliers_of_all(state.multipliers, state.a)
    arrays = (
        multipliers * system.row_scale,
        dynamics.bodies.reactions(multipliers),
        dynamics.energies(),
        dynamics.force_results(),
        dynamics.memory_values(),
    )
    row = np.zeros(1)
    run = Run(system, row, q[None], v[None], a[None], np.ones(1), np.zeros(0), "steady motion")
    run.loads = loads_from(system, (np.asarray(values)[None] for values in arrays))
    run.notes += table_notes(run)
    asked = trial.asked
    spins = dict(zip(asked.spinning, (float(rate) for rate in numbers[of.spins]), strict=True))
    controls = dict(zip(asked.controls, (float(value) for value in numbers[of.controls]), strict=True))
    return SteadyMotion(run, asked.speed, float(numbers[of.turn][0]), spins, controls, size)
