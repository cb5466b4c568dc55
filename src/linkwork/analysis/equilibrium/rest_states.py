"""Rest of mechanisms with own states: filters, controllers and integrals must stand still together with the bodies.

Unknown are the free motions and the states that act on the forces; the equations say that the forces balance and that
the rates of these states vanish. An integral of an error asks for a position without error and takes what value the
balance needs; a filter follows its input.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.analysis.simulation.culprit import stopped
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.forces_base import Motor
from linkwork.elements.plastic import Stepped
from linkwork.expression import resolve_parameters
from linkwork.signals.parts import Pid
from linkwork.system.dynamics.dynamics import slope

_SAMPLES = 48
_ENOUGH = 1e-11
_SOLVED = 1e-3  # of what is missed: what a step leaves of it where the equations can be solved
_ROUNDING = 1e-10  # of its size: how far a state may still be from rest where no step takes it nearer


def acting_states(balance: Balance, q: Array) -> list[int]:
    """Numbers of the own states on which a force depends, directly or through the rate of another such state."""
    start, n = balance.dynamics.states(), balance.dynamics.n
    if len(start) == 0:
        return []
    random = np.random.default_rng(7)
    affected = np.zeros((n + len(start), len(start)), bool)
    for sample in range(_SAMPLES):
        place = balance.dynamics.moved(q, np.pi * (sample / _SAMPLES) ** 2 * random.uniform(-1.0, 1.0, n))
        states = start + 0.1 * sample * random.uniform(-1.0, 1.0, len(start))
        for number, unit in enumerate(np.eye(len(start))):
            affected[:, number] |= slope(balance.twin, partial(_answer, balance, place, states, unit)) != 0.0
    balance.hold(start)
    acting = np.any(affected[:n], axis=0) | _limited(balance)
    acting |= _of_circuits(balance)
    for _ in range(len(start)):
        acting = acting | np.any(affected[n:][acting], axis=0)
    return [int(number) for number in np.flatnonzero(acting & ~_remembered(balance))]


def _remembered(balance: Balance) -> Array:
    """What forces that yield remember: no rest asks for another value of it."""
    yielding = [name for name, force in balance.mechanism.forces.items() if isinstance(force, Stepped)]
    return np.array([name.rpartition(".")[0] in yielding for name in balance.dynamics.state_names()])


def _of_circuits(balance: Balance) -> Array:
    """States of circuits: at rest a circuit is at its operating point, whether or not it moves a body."""
    circuits = balance.mechanism.circuits
    return np.array([name.partition(".")[0] in circuits for name in balance.dynamics.state_names()])


def _limited(balance: Balance) -> Array:
    """States of controllers and motors with limits: far from rest they are at a limit, where no slope shows them."""
    mechanism = balance.mechanism
    parts: dict[str, Any] = {**mechanism.signals, **mechanism.forces}
    limited = set()
    for name, part in parts.items():
        if isinstance(part, Pid) and part.limits is not None:
            others = (str(other.model_dump()) for key, other in parts.items() if key != name)
            if any(name in text for text in others):
                limited |= {f"{name}.integral"} if _gain(balance, part.integral) else set()
                limited |= {f"{name}.filtered"} if _gain(balance, part.derivative) else set()
        elif isinstance(part, Motor) and _gain(balance, part.limit) and _gain(balance, part.integral):
            limited.add(f"{name}.integral")
    return np.array([name in limited for name in balance.dynamics.state_names()])


def _gain(balance: Balance, number: Any) -> bool:
    return bool(number.value(resolve_parameters(balance.mechanism.parameters_by_name)) != 0.0)


def _answer(balance: Balance, q: Array, states: Array, unit: Array, size: Any) -> Array:
    """Forces and rates of the states a little along one state."""
    balance.twin.place(q, balance.t, None, states + size * unit)
    return np.concatenate([balance.twin.forces(), balance.twin.state_rates()])


def slopes_of(balance: Balance, rest: Rest) -> Array:
    """Derivatives of the unbalanced forces and of the rates, by the free motions and the acting states."""
    acting = balance.acting
    count = rest.freedoms + len(acting)
    slopes = np.zeros((count, count))
    for number in range(count):
        motion, shift = np.zeros(len(rest.q)), np.zeros(len(rest.states))
        if number < rest.freedoms:
            motion = balance.scale * rest.motions[:, number]
        else:
            shift[acting[number - rest.freedoms]] = 1.0
        slopes[:, number] = slope(balance.twin, partial(_near, balance, rest, motion, shift))
    balance.hold(rest.states)
    return slopes


def _near(balance: Balance, rest: Rest, motion: Array, shift: Array, size: Any) -> Array:
    twin = balance.twin
    twin.place(rest.q, balance.t, None, rest.states + size * shift, size * motion)
    unheld = rest.motions.T @ (twin.jacobian().T @ rest.multipliers - twin.forces())
    return np.concatenate([unheld, twin.state_rates()[balance.acting]])


def stiffness_with_states(balance: Balance, rest: Rest) -> Array:
    """The stiffness with filters and controllers following slowly; integrals are kept."""
    slopes, d = slopes_of(balance, rest), rest.freedoms
    following = np.linalg.pinv(slopes[d:, d:], rcond=1e-9) @ slopes[d:, :d]
    stiffness: Array = slopes[:d, :d] - slopes[:d, d:] @ following
    return stiffness


def rest_with_states(balance: Balance, q: Array, longest: Any) -> Rest:
    """Position and states that rest, near q and the states as they are now; `longest` is the share of a step to take.

    Newton's method on rows and columns brought to the same size, for the units of states are not known.
    """
    rest = _relaxed(balance, balance.at(q), balance.acting)
    miss = _miss(balance, rest)
    if not np.all(np.isfinite(miss)):
        at_fault = stopped(balance.dynamics.w, balance.dynamics.system)
        raise AnalysisError(f"equilibrium: a force or a rate is not finite in the position to begin with{at_fault}")
    for _ in range(200):
        slopes = slopes_of(balance, rest)
        rows = _sizes(np.max(np.abs(slopes), axis=1, initial=0.0))
        rows[: rest.freedoms] = max(rest.size, float(np.max(rows[: rest.freedoms], initial=0.0)))
        columns = _sizes(np.max(np.abs(slopes / rows[:, None]), axis=0, initial=0.0))
        step = -np.linalg.lstsq(slopes / rows[:, None] / columns, miss / rows, rcond=1e-12)[0] / columns
        motion, shift = step[: rest.freedoms], np.zeros(len(rest.states))
        shift[balance.acting] = step[rest.freedoms :]
        norm, length = float(np.linalg.norm(miss / rows)), longest(balance, rest, motion)
        while length > 1e-6:
            closed = balance.close(balance.dynamics.moved(rest.q, length * (rest.motions @ motion)))
            balance.hold(rest.states + length * shift)
            new = rest if closed is None else balance.at(closed)
            new_miss = _miss(balance, new) if closed is not None else miss
            if float(np.linalg.norm(new_miss / rows)) < (1.0 - 1e-4 * length) * norm:
                break
            if norm <= _ENOUGH and not _is_rounding(rest, motion, 0.0 * shift):  # stiff parts hide a load on soft ones
                if closed is not None and _leads_on(balance, new, new_miss, motion, length):
                    break
                length *= 0.5
            else:
                length = 0.0 if norm <= _ENOUGH else 0.5 * length
        else:
            balance.hold(rest.states)
            solves = float(np.linalg.norm((slopes @ step + miss) / rows)) <= _SOLVED * norm
            if norm <= _ENOUGH or (solves and _is_rounding(rest, motion, shift)):
                return _others(balance, rest)
            raise AnalysisError(_restless(balance, rest, miss / rows, miss))
        rest, miss = new, new_miss
    raise AnalysisError(_restless(balance, rest, miss / rows, miss))


def _leads_on(balance: Balance, new: Rest, miss: Array, motion: Array, length: float) -> bool:
    """Whether the motion that would follow is shorter than the whole of this one was, though forces are larger."""
    if not np.all(np.isfinite(miss)):
        return False
    slopes = slopes_of(balance, new)
    rows = _sizes(np.max(np.abs(slopes), axis=1, initial=0.0))
    columns = _sizes(np.max(np.abs(slopes / rows[:, None]), axis=0, initial=0.0))
    following = np.linalg.lstsq(slopes / rows[:, None] / columns, miss / rows, rcond=1e-12)[0] / columns
    return float(np.linalg.norm(following[: len(motion)])) < (1.0 - length / 4.0) * float(np.linalg.norm(motion))


def _is_rounding(rest: Rest, motion: Array, shift: Array) -> bool:
    """Whether a step that makes nothing better is one of rounding: of states, by their sizes (pressures are large)."""
    small = np.abs(shift) <= np.maximum(_ENOUGH, _ROUNDING * np.abs(rest.states))
    return bool(np.max(np.abs(motion), initial=0.0) <= _ROUNDING and np.all(small))


def _miss(balance: Balance, rest: Rest) -> Array:
    """Unbalanced forces (as what the joints do not carry) and rates, at the position last taken."""
    return np.concatenate([-rest.left, rest.rates[balance.acting]])


def _sizes(values: Array) -> Array:
    return np.where(values > 0.0, values, 1.0)


def _others(balance: Balance, rest: Rest) -> Rest:
    """States that act on nothing brought to rest too, as far as they can."""
    others = [number for number in range(len(rest.states)) if number not in balance.acting]
    return _relaxed(balance, rest, others)


def _relaxed(balance: Balance, rest: Rest, others: list[int]) -> Rest:
    """Some states brought to rest while nothing else moves, as far as they can."""
    for _ in range(3 if others else 0):
        columns = [slope(balance.twin, partial(_answer, balance, rest.q, rest.states, unit)) for unit in _units(rest)]
        slopes = np.array(columns).T[balance.dynamics.n :][np.ix_(others, others)]
        shift = np.zeros(len(rest.states))
        shift[others] = -np.linalg.lstsq(slopes, rest.rates[others], rcond=1e-9)[0]
        balance.hold(rest.states + shift)
        rest = balance.at(rest.q)
    return rest


def _units(rest: Rest) -> Array:
    return np.eye(len(rest.states))


def _restless(balance: Balance, rest: Rest, scaled: Array, miss: Array) -> str:
    """Which state or body does not come to rest."""
    from linkwork.analysis.equilibrium.rest import unbalanced

    states = np.abs(scaled[rest.freedoms :])
    if np.max(states, initial=0.0) < 1e-9:
        return unbalanced(balance, rest, "solving the equilibrium equations with the own states")
    worst = int(np.argmax(states))
    name = balance.dynamics.state_names()[balance.acting[worst]]
    return (
        f"{balance.mechanism.name}: no equilibrium found: the state '{name}' cannot come to rest; at the end its rate "
        f"is still {miss[rest.freedoms + worst]:.4g} per second. Give it an input that can vanish, take its gain out, "
        "or begin nearer to the equilibrium with near={...}"
    )
