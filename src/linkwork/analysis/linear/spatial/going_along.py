"""Small motions about a steady motion in space, seen by an observer who goes along with it.

A motion is steady where all bodies turn about a common axis, with W, and each spins about an axis fixed in itself, with
s, so that after any time the same forces act: a top that sleeps, a coin or a bicycle that goes straight on or in a
circle. Against the undisturbed body a disturbed one is moved by x and turned by f, in its body axes; its velocity and
angular velocity v, w (body axes) change by y and d. For an observer who turns with W and with the spin of each body

    x' = y - W x x,            y' = change of the acceleration - W x y
    f' = d - (w - s) x f,      d' = change of the angular acceleration + s x d

and these have constant coefficients, which the coordinates of bodies in the world do not. Positions and speeds of the
chart follow from x, f, y and d of all bodies. Whether a motion is steady is tried out: W is what explains all
accelerations, and the model is made again where the motion leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.places.spatial import rotations

if TYPE_CHECKING:
    from linkwork.analysis.linear.linear_about import About
    from linkwork.analysis.linear.linear_model import LinearModel

_STEADY = 1e-6  # of the accelerations that the speeds would need to change at once
_CONSTANT = 1e-5  # of the matrix: by which it may differ where the motion leads to
_RANK = 1e-9
_TURNED = 1.0  # rad, of what turns slowest, until the model is made again
_SLOW = 1e-2  # of the fastest: what turns slower does not count there


@dataclass(frozen=True)
class Frame:
    """From where a motion is seen: which W was taken; `own`: every body from itself alone, `none`: from the world."""

    kind: str
    body: int = -1  # whose turn about the direction of all motions is that of W


@dataclass(frozen=True)
class Motions:
    """Positions, velocities and accelerations of all bodies at a state, and how they change with the states."""

    base: Array
    length: float
    moved: Array  # by the states: x and f
    speeds: Array  # y and d
    pushes: Array  # change of the accelerations
    v: Array  # (bodies, 2, 3): velocity in the world, angular velocity in the body
    a: Array

    @property
    def turns(self) -> Array:
        """The orientations as matrices."""
        return rotations.matrix(self.base.reshape(-1, 6)[:, 3:])

    @property
    def spins(self) -> Array:
        """Angular velocities in the world."""
        return _each(self.turns, self.v[:, 1])


def going_along(model: LinearModel) -> LinearModel:
    """The model seen from where the motion is steady; unchanged where it is not, for time is frozen there."""
    from linkwork.analysis.linear.linear_coordinates import without_measured

    about, motions = model.about, _motions(model)
    plain = without_measured(model)
    if about.frame is not None:
        return plain if about.frame.kind == "none" else _seen(plain, motions, about.frame)
    for frame in _frames(motions):
        seen = _seen(plain, motions, frame)
        if _keeps_joints(plain, motions, frame, seen) and (
            frame.kind == "own" or (not seen.moving and _goes_on(seen, motions, frame))
        ):
            about.frame = frame
            return replace(seen, notes=[*seen.notes, *_words(motions, frame)])
    about.frame = Frame("none")
    return plain


def _motions(model: LinearModel) -> Motions:
    """What stands behind the outputs of a model."""
    whole, base = model.dynamics.whole, model.about.base
    count = whole.body_columns
    moved, speeds, pushes = np.split(model.C[len(model.C) - 3 * count :], 3)
    _, v, a = np.split(model.values[len(model.values) - 3 * count :], 3)
    assert base is not None
    return Motions(base[:count], whole.length, moved, speeds, pushes, v.reshape(-1, 2, 3), a.reshape(-1, 2, 3))


def _frames(motions: Motions) -> Iterator[Frame]:
    """Whence the motion may stand still."""
    _, direction = _explained(motions)
    if direction is None:
        yield Frame("common")
    else:
        known: list[float] = []
        for body, spin in enumerate(np.real(motions.spins @ direction)):
            if not any(abs(spin - other) <= _RANK * max(abs(spin), abs(other)) for other in known):
                known.append(float(spin))
                yield Frame("common", body)
    yield Frame("own")


def _explained(motions: Motions) -> tuple[Array, Array | None]:
    """The W that explains the accelerations, a = W x v, and the direction in which none can be told, if any."""
    spins, pushes = motions.spins, _each(motions.turns, motions.a[:, 1])
    rates = np.concatenate([motions.v[:, 0] / motions.length, spins])
    seconds = np.concatenate([motions.a[:, 0] / motions.length, pushes])
    rows = -np.concatenate([_cross(rate) for rate in rates])
    _, sizes, axes = np.linalg.svd(rows.real)
    good = axes[sizes > _RANK * max(float(sizes[0]), 1e-300)].T
    seen = rows @ good
    turn = good @ np.linalg.solve(seen.T @ seen, seen.T @ np.concatenate(seconds))
    return turn, None if good.shape[1] == 3 else axes[-1]


def _turning(motions: Motions, frame: Frame) -> tuple[Array, Array]:
    """W, in the world, and the spin of every body, in its axes."""
    if frame.kind == "own":
        return np.zeros(3), np.zeros_like(motions.v[:, 1])
    turn, direction = _explained(motions)
    if direction is not None:
        turn = turn + direction * (motions.spins[frame.body] @ direction)
    return turn, motions.v[:, 1] - np.einsum("bji,j->bi", motions.turns, turn)


def _flow(motions: Motions, frame: Frame) -> tuple[Array, Array]:
    """How the motions of the bodies change, by the states, and what is left of the nominal accelerations."""
    turn, spins = _turning(motions, frame)
    moved, speeds, pushes = (
        rows.reshape(-1, 2, 3, rows.shape[1]) for rows in (motions.moved, motions.speeds, motions.pushes)
    )
    flow = np.zeros((2, *moved.shape), np.result_type(moved, turn))
    left = np.zeros((2, *motions.v.shape), flow.dtype)
    for body, spin in enumerate(spins):
        own = _cross(motions.v[body, 1] - spin)
        flow[0, body, 0] = speeds[body, 0] - _cross(turn) @ moved[body, 0]
        flow[0, body, 1] = speeds[body, 1] - own @ moved[body, 1]
        flow[1, body, 0] = pushes[body, 0] - _cross(turn) @ speeds[body, 0]
        flow[1, body, 1] = pushes[body, 1] + _cross(spin) @ speeds[body, 1]
        left[1, body, 0] = motions.a[body, 0] - _cross(turn) @ motions.v[body, 0]
        left[1, body, 1] = motions.a[body, 1] + _cross(spin) @ motions.v[body, 1]
    return flow.reshape(-1, moved.shape[-1]), left.ravel()


def _basis(motions: Motions) -> tuple[Array, Array]:
    """Motions and speeds of all bodies by the states, and the weights that make lengths comparable to angles."""
    rows = np.concatenate([motions.moved, motions.speeds])
    weights = np.tile([1.0 / motions.length] * 3 + [1.0] * 3, len(rows) // 6)
    return rows, weights


def _seen(model: LinearModel, motions: Motions, frame: Frame) -> LinearModel:
    """The model in a frame."""
    count = model.about.moving
    (basis, weights), (flow, left) = _basis(motions), _flow(motions, frame)
    back = np.linalg.pinv(weights[:, None] * basis[:, :count].real) * weights
    flow = flow - basis[:, count:] @ model.A[count:]
    flow, left = (_carried(back, basis[:, :count], side) for side in (flow, left))
    return replace(model, A=np.vstack([flow, model.A[count:]]), rates=np.concatenate([left, model.rates[count:]]))


def _carried(back: Array, basis: Array, side: Array) -> Array:
    """What solves `basis` x = side, with the derivatives that both may carry; `back` solves it without."""
    carried: Array = back @ (side - 1j * basis.imag @ (back @ side.real)) if np.iscomplexobj(side) else back @ side
    return carried


def _keeps_joints(model: LinearModel, motions: Motions, frame: Frame, linear_model: LinearModel) -> bool:
    """Whether what the observer sees are motions that the joints allow."""
    (basis, weights), (flow, _) = _basis(motions), _flow(motions, frame)
    missed = weights[:, None] * (basis @ linear_model.A - flow)
    size = float(np.max(np.abs(weights[:, None] * flow), initial=0.0))
    return bool(np.max(np.abs(missed), initial=0.0) <= _STEADY * max(size, 1e-300))


def _goes_on(linear_model: LinearModel, motions: Motions, frame: Frame) -> bool:
    """Whether the model is the same where the motion leads to."""
    about, count = linear_model.about, linear_model.about.moving
    turn, spins = _turning(motions, frame)
    rates = np.linalg.norm([turn, *spins], axis=1)
    counting = rates[rates > max(_SLOW * float(np.max(rates)), 1e-300)]
    speed = float(np.max(np.abs(motions.v[:, 0]))) / motions.length
    time = _TURNED / float(np.min(counting)) if len(counting) else 1.0 / max(speed, 1e-300)
    try:
        later = _later(about, motions, turn, spins, time)
        model = later.again(linear_model)
        there = _seen(model, _motions(model), frame)
    except (AnalysisError, np.linalg.LinAlgError):
        return False
    carried = _turned(motions, turn, spins, time)
    basis, weights = _basis(_motions(model))
    across = np.linalg.pinv(weights[:, None] * basis[:, :count]) @ (weights[:, None] * carried[:, :count])
    missed = there.A[:count, :count] @ across - across @ linear_model.A[:count, :count]
    size = np.abs(there.A[:count, :count]) @ np.abs(across) + np.abs(across) @ np.abs(linear_model.A[:count, :count])
    return not there.moving and bool(np.max(np.abs(missed)) <= _CONSTANT * float(np.max(size, initial=1e-300)))


def _later(about: About, motions: Motions, turn: Array, spins: Array, time: float) -> About:
    """What is near the state to which the motion leads in a time, if it is steady."""
    assert about.base is not None
    ahead, angle = _ahead(turn, time), rotations.from_vector(turn * time)
    q, v = np.array(about.base), np.zeros(len(about.base))
    places, speeds = q[: motions.base.size].reshape(-1, 2, 3), v[: motions.base.size].reshape(-1, 2, 3)
    places[:, 0] += motions.v[:, 0] @ ahead.T
    for body, spin in enumerate(spins):
        here = rotations.product(angle, rotations.from_vector(places[body, 1]))
        places[body, 1] = rotations.to_vector(rotations.product(here, rotations.from_vector(spin * time)))
        speeds[body, 1] = rotations.matrix(-spin * time) @ motions.v[body, 1]
    speeds[:, 0] = motions.v[:, 0] @ rotations.matrix(turn * time).T
    return about.at(q, v, about.chart.t + time)


def _ahead(turn: Array, time: float) -> Array:
    """The integral over a time of rotations with an angular velocity."""
    rate = float(np.linalg.norm(turn))
    if rate * time < 1e-9:
        return time * np.eye(3)
    axis, angle = _cross(turn / rate), rate * time
    ahead: Array = time * np.eye(3) + (1.0 - np.cos(angle)) / rate * axis
    return ahead + (time - np.sin(angle) / rate) * axis @ axis


def _turned(motions: Motions, turn: Array, spins: Array, time: float) -> Array:
    """Motions and speeds of all bodies by the states, carried along with the steady motion."""
    rows = _basis(motions)[0]
    turned = np.array(rows).reshape(2, -1, 2, 3, rows.shape[1])
    for body, spin in enumerate(spins):
        for part in turned[:, body]:
            part[0] = rotations.matrix(turn * time) @ part[0]
            part[1] = rotations.matrix(-spin * time) @ part[1]
    return turned.reshape(rows.shape)


def _words(motions: Motions, frame: Frame) -> list[str]:
    """What the user should know of the frame."""
    if frame.kind == "own":
        return []
    turn = np.real(_turning(motions, frame)[0])
    rate = float(np.linalg.norm(turn))
    how = f" and turns with {rate:.6g} rad/s (to him the world goes round)" if rate > 1e-9 else ""
    return [f"the motion is steady: small motions are those that an observer sees who goes along with it{how}"]


def _each(turns: Array, vectors: Array) -> Array:
    """Every vector turned by its own matrix."""
    return np.asarray(np.einsum("bij,bj->bi", turns, vectors))


def _cross(x: Array) -> Array:
    """The matrix of the cross product with a vector."""
    return np.array([[0.0, -x[2], x[1]], [x[2], 0.0, -x[0]], [-x[1], x[0], 0.0]])
