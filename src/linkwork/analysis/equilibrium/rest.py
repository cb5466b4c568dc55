"""Ways to a position of rest: downhill on the potential, Newton's method on the equations, settling with damping."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.analysis.equilibrium.descent import nearer, share_of
from linkwork.analysis.equilibrium.rest_states import rest_with_states, stiffness_with_states
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError

EXACT = 1e-11  # of the forces and stiffnesses: what may be left over at a position of rest
_REACHED = 1e-12  # scaled: how far what is left over may still move it; stiff parts hide a load on soft ones in forces
_ROUNDED = 1e-8  # the same where no step leads nearer
_BALANCED = 1e-12  # of the largest force: what is less moves nothing, in any time
_FIRM = 1e-14  # of the largest stiffness: directions below it are held by rounding alone
_LONGEST = 0.4  # of a step: radians, and of the size of the mechanism; short enough to stay in its valley
_STEPS = 1500
_AS_LONG = 1e-12  # of the radius, by which a step that ends there may be shorter or longer
_FAR = 100.0  # lengths of the mechanism: what has gone that far and still falls runs away


class RunAway(AnalysisError):
    """The mechanism moves away without end while its potential energy falls."""


def size_of(rest: Rest, stiffness: Array) -> float:
    """The size of forces against which what is left over is measured."""
    return max(rest.size, float(np.max(np.abs(stiffness), initial=0.0)), 1e-300)


def to_go(stiffness: Array, left: Array, size: float) -> float:
    """How far what is left over would still move it, scaled, in directions that are held by more than rounding."""
    if not len(left):
        return 0.0
    shapes, sizes, motions = np.linalg.svd(stiffness)
    held = sizes > _FIRM * size
    return float(np.max(np.abs(motions[held].T @ ((shapes[:, held].T @ left) / sizes[held])), initial=0.0))


def downhill(balance: Balance, q: Array) -> Rest:
    """The minimum of the potential in whose valley q lies (Haug 7.5, with exact second derivatives)."""
    rest, radius = balance.at(q), 1.0
    start = rest.place
    closer = nearer(balance, q, rest.freedoms, _LONGEST)
    if closer is not q:
        rest = balance.at(closer)
    for _ in range(_STEPS):
        stiffness = balance.stiffness(rest)
        values, shapes = np.linalg.eigh(0.5 * (stiffness + stiffness.T))
        size = size_of(rest, stiffness)
        slope = shapes.T @ rest.left
        lowest = float(values[0]) if len(values) else 0.0
        still = np.max(np.abs(slope), initial=0.0) <= balance.dynamics.coarse(EXACT, 1.0) * size
        still = bool(still and lowest >= -1e-9 * size)
        firm = np.abs(values) > _FIRM * size
        way = float(np.max(np.abs(slope[firm] / values[firm]), initial=0.0))
        if still and way <= balance.dynamics.coarse(_REACHED, 1.0):
            return finish(balance, rest)
        step = _downhill_step(values, slope, radius, size)
        step = step * share(balance, rest, shapes @ step, _LONGEST)
        gain = float(slope @ step - 0.5 * np.sum(values * step * step))
        closed = balance.close(balance.dynamics.moved(rest.q, rest.motions @ (shapes @ step)))
        fallen = -np.inf if closed is None else balance.drop(rest.q, closed)
        new = rest if closed is None else balance.at(closed)
        at_round_off = gain < 1e-12 * size and np.linalg.norm(new.left) < np.linalg.norm(rest.left)
        if closed is not None and (fallen > 0.1 * gain or at_round_off):
            if fallen > 0.75 * gain:
                radius = min(2.0 * radius, 1e3)
            rest = new
        else:
            radius = 0.25 * min(radius, float(np.linalg.norm(step)))
            if radius < 1e-13 or (still and way <= _ROUNDED):
                break
    if still and way <= _ROUNDED:
        return finish(balance, rest)
    whole = balance.dynamics.whole
    moved = (rest.place - start)[~whole.turning]
    far = float(np.max(np.abs(moved), initial=0.0)) > _FAR * whole.length
    problem = unbalanced(balance, rest, "going downhill on the potential energy")
    raise (RunAway if far else AnalysisError)(problem)


def _downhill_step(values: Array, slope: Array, radius: float, size: float) -> Array:
    """Least value of the quadratic model within a radius, in the axes of the stiffness; out of a saddle at its top."""
    slope = slope.copy()
    if values[0] < -1e-9 * size and abs(slope[0]) < 1e-9 * size:
        slope[0] = 1e-3 * abs(values[0]) * radius * (1.0 if slope[0] >= 0.0 else -1.0)
    floor = 1e-14 * size
    low = max(0.0, -float(values[0])) + floor

    if values[0] > floor and float(np.linalg.norm(slope / values)) <= radius:
        return slope / values
    if float(np.linalg.norm(slope / (values + low))) <= radius:
        return slope / (values + low)
    return slope / (values + _shift(values, slope, radius, low))


def _shift(values: Array, slope: Array, radius: float, low: float) -> float:
    """The shift of the stiffness with which the step is as long as the radius; with `low` it is longer.

    Newton's method on one by the length, which is nearly straight (More and Sorensen 1983), between bounds.
    """
    high = low + float(np.linalg.norm(slope)) / radius
    shift = high
    for _ in range(60):
        step = slope / (values + shift)
        square = float(step @ step)
        length = math.sqrt(square)
        if abs(length - radius) <= _AS_LONG * radius:
            return shift
        low, high = (shift, high) if length > radius else (low, shift)
        shift += (length / radius - 1.0) * square / float(step @ (step / (values + shift)))
        if not low < shift < high:
            shift = 0.5 * (low + high)
    return high


def share(balance: Balance, rest: Rest, step: Array, longest: float) -> float:
    """How much of a step may be taken so that no body turns, travels or bends too far at once."""
    return share_of(balance.dynamics.whole, rest.place, rest.shapes @ step, longest)


def newton(balance: Balance, q: Array) -> Rest:
    """A position of rest of any kind near q: Newton's method on the equilibrium equations (Haug 6.5.2).

    A step is taken if it makes what is left over smaller, or else the step that would follow it: where something is
    stiff, as a sheet that bends is in its plane, forces grow at first although the position comes nearer (Deuflhard,
    Newton Methods for Nonlinear Problems, 2004, 3.3).
    """
    if balance.acting:
        return rest_with_states(balance, q, partial(share, longest=2.0 * _LONGEST))
    rest = balance.at(q)
    for _ in range(200):
        stiffness = balance.stiffness(rest)
        norm, size = float(np.linalg.norm(rest.left)), size_of(rest, stiffness)
        still = norm <= balance.dynamics.coarse(EXACT, 1.0) * size
        way = to_go(stiffness, rest.left, size)
        if still and way <= balance.dynamics.coarse(_REACHED, 1.0):
            return finish(balance, rest)
        step = np.linalg.lstsq(stiffness, rest.left, rcond=_FIRM if still else 1e-12)[0]
        length = share(balance, rest, step, 2.0 * _LONGEST)
        while length > 1e-6:
            closed = balance.close(balance.dynamics.moved(rest.q, length * (rest.motions @ step)))
            new = rest if closed is None else balance.at(closed)
            if float(np.linalg.norm(new.left)) < (1.0 - 1e-4 * length) * norm:
                break
            if closed is not None and _nearer(balance, rest, step, new, length):
                break
            length *= 0.5
        else:
            break
        rest = new
    if still and way <= _ROUNDED:
        return finish(balance, rest)
    raise AnalysisError(unbalanced(balance, rest, "solving the equilibrium equations"))


def _nearer(balance: Balance, rest: Rest, step: Array, new: Rest, length: float) -> bool:
    """Whether the step that would follow is shorter than the whole of this one was."""
    if not np.isfinite(new.left).all():
        return False
    following = np.linalg.lstsq(balance.stiffness(new), new.left, rcond=1e-12)[0]
    return float(np.linalg.norm(new.motions @ following)) < (1.0 - length / 4.0) * float(
        np.linalg.norm(rest.motions @ step)
    )


def finish(balance: Balance, rest: Rest) -> Rest:
    """Newton steps as long as they make what is left over smaller: to round-off."""
    for _ in range(4):
        stiffness = balance.stiffness(rest)
        step = np.linalg.lstsq(stiffness, rest.left, rcond=1e-9)[0] if rest.freedoms else np.zeros(0)
        if float(np.linalg.norm(step)) > 1e-3:
            return rest
        closed = balance.close(balance.dynamics.moved(rest.q, rest.motions @ step))
        if closed is None:
            return rest
        new = balance.at(closed)
        if not np.linalg.norm(new.left) < 0.5 * np.linalg.norm(rest.left):
            return rest
        rest = new
    return rest


def settled(balance: Balance, q: Array) -> Rest:
    """Let the mechanism move with damping added until it rests, then finish by Newton's method."""
    from linkwork.analysis.periodic.advance import TimeIntegration

    dynamics, mechanism = balance.dynamics, balance.mechanism
    rest = balance.at(q)
    if np.max(np.abs(dynamics.velocity_side()), initial=0.0) > 0.0:
        raise AnalysisError(
            f"{mechanism.name}: a driver moves at t = {balance.t:g} s, so nothing can settle; "
            "use method='energy' or 'equations', which hold it, or another time"
        )
    masses = rest.motions.T @ dynamics.masses() @ rest.motions
    if rest.freedoms and np.linalg.eigvalsh(masses)[0] <= 1e-12 * max(float(np.max(np.abs(masses))), 1e-300):
        raise AnalysisError(f"{mechanism.name}: some motion moves no mass; use method='energy' or 'equations'")
    pace = _pace(balance, rest, masses)
    integration = TimeIntegration(dynamics.whole, 1e-7, 1e-9).settling(balance.t, 2.0 / pace)
    n, quiet, own = len(rest.place), 0, len(rest.states)
    y = integration.state(rest.place, np.zeros(n), rest.states)
    for _ in range(2000):
        last, y = rest.states, integration.go(y, balance.t, balance.t + pace)  # the time is frozen where it begins
        balance.hold(y[2 * n :][:own])
        rest = balance.at(dynamics.gathered(y[:n])[0])
        speed = float(np.max(np.abs(y[n : 2 * n] / dynamics.whole.column_scale), initial=0.0)) * pace
        push = np.linalg.solve(masses, rest.left) if rest.freedoms else np.zeros(0)
        changes = ((rest.states - last) / (1.0 + np.abs(last)))[balance.acting]
        unrest = max(speed, *(float(np.max(np.abs(part), initial=0.0)) for part in (push * pace**2, changes)))
        quiet = quiet + 1 if unrest < 1e-5 else 0
        if quiet >= 3:
            states = balance.start.copy()
            states[balance.acting] = rest.states[balance.acting]
            balance.hold(states)
            return newton(balance, rest.q)
    raise AnalysisError(unbalanced(balance, rest, f"letting it settle for {2000 * pace:.3g} s"))


def _pace(balance: Balance, rest: Rest, masses: Array) -> float:
    """A time in which the forces move the mechanism noticeably."""
    if not rest.freedoms:
        return 1.0
    stiffness = stiffness_with_states(balance, rest) if balance.acting else balance.stiffness(rest)
    inverse = np.linalg.inv(masses)
    fastest = float(np.max(np.abs(inverse @ np.column_stack([rest.left, stiffness])), initial=0.0))
    rounding = _BALANCED * rest.size * float(np.max(np.abs(inverse)))  # of forces that cancel each other everywhere
    return 1.0 / np.sqrt(fastest) if fastest > rounding else 1.0


def unbalanced(balance: Balance, rest: Rest, doing: str) -> str:
    """Where the search ended and which body is still pushed."""
    system = balance.dynamics.whole
    push = rest.shapes @ rest.left
    column = int(np.argmax(np.abs(push)))
    name = system.coordinates[column]
    unit = "N m" if balance.dynamics.whole.turning[column] else "N"
    force = push[column] / system.column_scale[column]
    return (
        f"{system.mechanism.name}: no equilibrium found by {doing}; at the end '{name}' = {rest.place[column]:.4g} is "
        f"still pushed with {force:.4g} {unit}. Something must hold it: a spring, a joint or a driver; "
        "or begin nearer to the equilibrium with near={...}"
    )
