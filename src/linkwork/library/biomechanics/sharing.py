"""Net moments shared among muscles: the least cost in every frame, with bounds on activations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.progress import Progress
from linkwork.expression.dimensions import FORCE, TORQUE
from linkwork.expression.given import public, publicly_made
from linkwork.library.biomechanics.fibres import stiff_forces
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.passive.loads import passive_forces
from linkwork.library.biomechanics.paths.muscle_paths import MusclePaths, muscle_paths
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.checks import require_numbers, require_quantity

PCSA = 31.39e4
"""Force of a square metre of muscle in N (Ambrosio and Silva)."""
COSTS = ("activation", "force", "stress", "relative force", "moment", "synergy", "power", "min-max", "joint load")
"""sum a^2; the five of Ambrosio and Silva: (17) sum F^2, (18) sum (F/area)^3, (19) sum (F/F0)^2, (20) sum (F/M)^2 with
the largest moment M that the muscle has at its present arms (over the largest arm of all, so that it compares with
reserves), (21) the most of sum sqrt(1 - (F/F0)^2). sum (F L')^2 of powers over the largest one of all muscles; the
least of the largest activation; sum of the squares of joint reactions over body weight."""
REACHED = 1e-8
LITTLE = 1e-4
SLICE = 256
"""Frames after which progress is told."""


@public
@publicly_made
@dataclass(frozen=True)
class Sharing:
    """Activations, forces (N) and reserves (N m, N), frame by frame."""

    net: NetForces
    paths: MusclePaths
    cost: str
    activations: Array
    forces: Array
    """forces[frame, muscle]: tension, passive part included."""
    reserves: Array
    """reserves[frame, coordinate]: what no muscle gives."""
    residuals: Array
    """Of every frame the scaled residual of the conditions of Karush, Kuhn and Tucker: at most 1e-8, or the frame is
    refused; with a cost of one's own it is as small as the cost is smooth."""
    ligament_notes: tuple[str, ...] = ()
    """Ligaments of which a straight part runs through a surface."""
    active: Array = field(default_factory=lambda: np.empty((0, 0)))
    passive: Array = field(default_factory=lambda: np.empty((0, 0)))
    """Forces (N) of the fibres along themselves, by activation and without; `forces` are what tendons have of both."""

    def __post_init__(self) -> None:
        frames, skeleton = len(self.net.motion.time), self.net.motion.skeleton
        muscles = (frames, len(skeleton.muscles))
        shapes = {"activations": muscles, "forces": muscles, "reserves": (frames, len(skeleton.coordinates))}
        for name, shape in shapes.items():
            given = np.shape(getattr(self, name))
            if given != shape:
                raise AnalysisError(f"shared forces: {name} have the shape {given}, those of this motion {shape}")

    def notes(self) -> tuple[str, ...]:
        """What the paths of muscles and ligaments tell."""
        return self.paths.notes() + self.ligament_notes

    def activation(self, muscle: str) -> Array:
        """The activation of a muscle in every frame."""
        return self.activations[:, self.paths.skeleton.index("muscle", muscle)]

    def force(self, muscle: str) -> Array:
        """The tension of a muscle in every frame."""
        return self.forces[:, self.paths.skeleton.index("muscle", muscle)]

    def reserve_share(self) -> dict[str, float]:
        """Of every coordinate the largest reserve over the largest net force; 1 where there is no muscle."""
        largest = np.abs(self.net.values).max(axis=0)
        share = np.abs(self.reserves).max(axis=0) / np.where(largest > 0, largest, 1.0)
        names = (one.name for one in self.paths.skeleton.coordinates)
        return dict(zip(names, map(float, share), strict=True))

    def group(self, *muscles: str) -> Array:
        """The sum of the tensions of a group of muscles."""
        return np.sum([self.force(name) for name in muscles], axis=0)


def share_problem(
    power: Array, weight: Array, scale: Array, low: Array, high: Array, arms: Array, loads: Array
) -> tuple[Array, Array]:
    """Unknowns and residuals of all frames of min sum of costs, arms x = loads, low <= x <= high."""
    from linkwork.library.biomechanics.sharing_kernel import share_frames

    frames, m, n = arms.shape
    room = np.zeros((11, n))
    bounded = np.isfinite(low) & np.isfinite(high)
    room[0, bounded] = 0.5 * (low[bounded] + high[bounded])
    work = (np.empty(n), np.empty(m), np.empty(m), np.empty((m, m)), np.empty((m, m)), np.empty(m), np.empty(m))
    shares, residuals = np.empty((frames, n)), np.empty(frames)
    with Progress("sharing forces", frames) as bar:
        for first in range(0, frames, SLICE):
            part = slice(first, first + SLICE)
            share_frames(
                power, weight[part], scale[part], low, high, arms[part], loads[part], room, *work, shares[part],
                residuals[part],
            )  # fmt: skip
            bar.show_share(min(first + SLICE, frames), frames)
    return shares, residuals


def muscle_costs(
    cost: str, capacity: Array, strength: Array, largest_moment: Array, speeds: Array | None = None
) -> tuple[float, Array, Array]:
    """Power, weights and scales of a cost as functions of activations, for forces capacity times activation.

    A muscle that has no force where it is still costs a little, so that it rests.
    """
    ones = np.ones_like(capacity)
    share = np.maximum(capacity / strength, LITTLE)
    if cost == "force":
        return 2.0, np.maximum(capacity / strength.max(), LITTLE) ** 2, ones
    if cost == "stress":
        return 3.0, share**3, ones
    if cost == "relative force":
        return 2.0, share**2, ones
    if cost == "moment":
        moment = np.maximum(capacity / np.where(largest_moment > 0, largest_moment, np.inf), LITTLE)
        return 2.0, moment**2, ones
    if cost == "synergy":
        return 0.0, ones, share
    if cost == "power" and speeds is not None:
        power = capacity * np.abs(speeds)
        return 2.0, np.maximum(power / max(power.max(), 1e-300), LITTLE) ** 2, ones
    return 2.0, ones, ones


@public
def share_forces(
    net: NetForces,
    cost: str | Callable[[Array], float] = "activation",
    reserves: Mapping[str, Any] | None = None,
    force_length_velocity: bool = True,
    passive: bool = False,
    pennation: bool = True,
    measured: Mapping[str, Any] | None = None,
) -> Sharing:
    """Share net forces among the muscles of the skeleton, in every frame with the least cost.

    `cost` is one of `activation`, `force`, `stress`, `relative force`, `moment`, `synergy`, `power`, `min-max`,
    `joint load`, or a function of the forces (N) of all muscles, for which a frame is solved by SQP. `reserves` are
    actuators of coordinates beside the muscles, with the strength (N m, N) for which they cost as much as a muscle that
    is fully active; coordinates of the base and those that no muscle moves have one of 1000 by themselves. Without
    `force_length_velocity` a muscle gives its strength wherever it is; `passive` adds the passive forces of the fibres.
    Limits of joints and ligaments bear their part first. Tendons do not stretch here. Without `pennation` the tendon
    has the whole force of the fibres, as in OpenSim's static optimisation, not the part along it.
    `measured` are activations of some muscles from electrodes, a number a frame: with the cost `activation` the squares
    of differences from them count.
    """
    motion, skeleton = net.motion, net.motion.skeleton
    given = check_sharing(skeleton, cost, reserves or {})
    paths = muscle_paths(skeleton, motion.values)
    strength = np.array([muscle.strength for muscle in skeleton.muscles])
    full, slack = np.tile(strength, (len(paths.lengths), 1)), np.zeros(paths.lengths.shape)
    cosine = np.ones(full.shape)
    if force_length_velocity or passive:
        by_law, rest, angle = stiff_forces(skeleton, paths.lengths, paths.rates(motion.speeds))
        if pennation:
            by_law, rest, cosine = by_law * angle, rest * angle, angle
        full, slack = (by_law if force_length_velocity else full), (rest if passive else slack)
    held = passive_forces(motion)
    loads = net.values - np.einsum("fmc,fm->fc", paths.arms, slack) - held.limits - held.ligaments
    strong = _reserves(net, paths, given)
    low = np.array([muscle.least_activation for muscle in skeleton.muscles])
    near = _near(skeleton, measured, cost, paths.lengths.shape)
    frame = _Frames(net, paths, full, slack, held.pulls, strength, strong, low, loads, near)
    activations, extra, residuals = _solve(cost, frame)
    reached = np.inf if callable(cost) else REACHED
    bad = np.flatnonzero(~(residuals < reached) | ~np.isfinite(activations).all(axis=1))
    if len(bad):
        lack = np.abs(
            loads[bad[0]] - np.einsum("mc,m->c", paths.arms[bad[0]], full[bad[0]] * activations[bad[0]]) - extra[bad[0]]
        )
        name = skeleton.coordinates[int(np.argmax(np.where(strong > 0, 0.0, lack)))].name  # a reserve has no bounds
        raise AnalysisError(
            f"frame {bad[0] + 1}: the muscles cannot give the force of {name}; give it a reserve ({name}=1)"
        )
    label = cost if isinstance(cost, str) else "own"
    along = full * activations / (cosine if force_length_velocity else 1.0)
    return Sharing(
        net, paths, label, activations, slack + full * activations, extra, residuals, held.notes, along, slack / cosine
    )


def check_sharing(skeleton: Skeleton, cost: Any, reserves: Mapping[str, Any]) -> dict[str, float]:
    """The strengths of reserves; a cost that is not known is refused, and reserves of no coordinate or no strength."""
    if not (callable(cost) or cost in COSTS):
        raise AnalysisError(f"there is no cost '{cost}'; costs are: {', '.join(COSTS)}, or a function of the forces")
    strengths = {}
    for name, value in reserves.items():
        turns = skeleton.coordinates[skeleton.index("coordinate", name)].turns
        strengths[name] = require_quantity(f"reserve '{name}'", value, TORQUE if turns else FORCE)
        if not strengths[name] > 0:
            raise AnalysisError(f"reserve '{name}': its strength must be positive, not {strengths[name]:g}")
    return strengths


def _near(skeleton: Skeleton, measured: Mapping[str, Any] | None, cost: Any, shape: tuple[int, ...]) -> Array | None:
    """Activations that were measured, zero where none were."""
    if not measured:
        return None
    if cost != "activation":
        raise AnalysisError("measured activations go with the cost 'activation' only")
    near = np.zeros(shape)
    for name, values in measured.items():
        column = skeleton.index("muscle", name)
        given = require_numbers(f"muscle '{name}': measured activations", values)
        if given.shape != (shape[0],):
            raise AnalysisError(
                f"muscle '{name}': measured activations are {shape[0]} numbers, one a frame, not {given.size}"
            )
        wrong = np.flatnonzero(~((given >= 0) & (given <= 1)))
        if len(wrong):
            raise AnalysisError(
                f"frame {wrong[0] + 1}: the measured activation of '{name}' lies between 0 and 1, not at "
                f"{given[wrong[0]]:g}"
            )
        near[:, column] = given
    return near


def _reserves(net: NetForces, paths: MusclePaths, given: Mapping[str, float]) -> Array:
    """Strengths of the reserves; 0 where there is none."""
    skeleton = paths.skeleton
    strong = np.zeros(len(skeleton.coordinates))
    base = {move.coordinate for joint in skeleton.ordered_joints if joint.parent == "ground" for move in joint.moves}
    for c, coordinate in enumerate(skeleton.coordinates):
        if coordinate.name in base or not np.any(np.abs(paths.arms[:, :, c]) > 1e-12):
            strong[c] = 1000.0
    for name, value in given.items():
        strong[skeleton.index("coordinate", name)] = value
    return strong


@dataclass(frozen=True)
class _Frames:
    """What the frames of a motion ask for."""

    net: NetForces
    paths: MusclePaths
    full: Array
    slack: Array
    held: Array
    strength: Array
    strong: Array
    low: Array
    loads: Array
    near: Array | None = None


def _solve(cost: Any, asked: _Frames) -> tuple[Array, Array, Array]:
    paths, full, strong, loads = asked.paths, asked.full, asked.strong, asked.loads
    frames, muscles, n = paths.arms.shape
    with_reserve = np.flatnonzero(strong)
    rows = np.zeros((frames, n, muscles + len(with_reserve)))
    rows[:, :, :muscles] = (paths.arms * full[:, :, None]).transpose(0, 2, 1)
    for column, c in enumerate(with_reserve):
        rows[:, c, muscles + column] = strong[c]
    many = rows.shape[2]
    lowest, highest = np.full(many, -np.inf), np.full(many, np.inf)
    lowest[:muscles], highest[:muscles] = asked.low, 1.0
    if callable(cost):
        from linkwork.library.biomechanics.sharing_sqp import share_by_sqp

        shares, residuals = share_by_sqp(share_problem, cost, full, lowest, highest, rows, loads)
    elif asked.near is not None:
        from linkwork.library.biomechanics.costs.measured import share_near

        shares, residuals = share_near(share_problem, asked.near, lowest, highest, rows, loads)
    elif cost == "min-max":
        from linkwork.library.biomechanics.costs.min_max import share_min_max

        shares, residuals = share_min_max(share_problem, lowest, highest, rows, loads)
    elif cost == "joint load":
        from linkwork.library.biomechanics.costs.joint_load import share_joint_load

        shares, residuals = share_joint_load(
            share_problem, asked.net, paths, full, asked.slack, asked.held, lowest, highest, rows, loads
        )
    else:
        arm = np.abs(paths.arms).max(axis=2)
        largest = asked.strength * arm / arm.max()
        speeds = paths.rates(asked.net.motion.speeds) if cost == "power" else None
        power, weight, scale = muscle_costs(cost, full, asked.strength, largest, speeds)
        powers, weights, scales = np.full(many, 2.0), np.ones((frames, many)), np.ones((frames, many))
        powers[:muscles], weights[:, :muscles], scales[:, :muscles] = power, weight, scale
        shares, residuals = share_problem(powers, weights, scales, lowest, highest, rows, loads)
    extra = np.zeros((frames, n))
    extra[:, with_reserve] = shares[:, muscles:] * strong[with_reserve]
    return shares[:, :muscles], extra, residuals
