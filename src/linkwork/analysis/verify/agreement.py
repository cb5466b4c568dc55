"""How many digits two runs have in common: deviations of a run from a reference, in units that suit every mechanism.

Positions are measured in model lengths and radians (or in the largest of their kind, if that is more), velocities,
accelerations and reactions in the largest of the run, lengths being divided by the model's length first. What the
rounding of the coordinates makes of velocities in steps so short does not count. States of circuits are measured in the
largest of their kind.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.system import System

MOST_DIGITS = 16.0  # of a double: equal numbers agree in no more
_ROUNDING = 1e-14  # of coordinates, in a step
_ENERGY_ROUNDING = 1e-13  # of the largest energy
_FORCE_ROUNDING = 1e-15  # of forces that balance


@dataclass(frozen=True)
class Deviation:
    """Deviations of a run, times by channels: positions, velocities and states of circuits."""

    t: Array
    positions: Array
    velocities: Array
    states: Array
    names: tuple[str, ...]

    @property
    def largest(self) -> Array:
        """The largest deviation up to each time."""
        every = np.concatenate([self.positions, self.velocities, self.states], axis=1)
        return np.asarray(np.maximum.accumulate(np.max(every, axis=1, initial=0.0)))

    def first_beyond(self, limit: float) -> tuple[int, str] | None:
        """When a limit is first passed, and by which channel most."""
        beyond = np.flatnonzero(self.largest > limit)
        if not len(beyond):
            return None
        index = int(beyond[0])
        return index, self.channel(index)

    def channel(self, index: int) -> str:
        """The channel that deviates most at a time."""
        every = np.concatenate([self.positions[index], self.velocities[index], self.states[index]])
        return self.names[int(np.argmax(every))]


def deviation(run: Run, reference: Run, most: int | None = None) -> Deviation:
    """How far a run is from the reference at the times that they have in common, at the first so many of them."""
    system, count = run.system, common_points(run, reference)
    count = count if most is None else min(count, most)
    scale, angles = system.column_scale, system.turning
    q, v = (np.real(values[:count]) / scale for values in (reference.q, reference.v))
    apart = system.difference(np.real(run.q[:count]), np.real(reference.q[:count])) / scale
    rates = np.real(run.v[:count]) / scale
    size = np.where(angles, _largest(q[:, angles], 1.0), _largest(q[:, ~angles], 1.0))
    slack = max(_rounding(each) for each in (run, reference)) * size
    rates = np.maximum(np.abs(rates - v) - slack, 0.0) / _largest(v)
    apart = np.abs(apart) / size
    for column in spun_columns(system):
        apart[:, column] = rates[:, column] = 0.0
    states = circuit_states(run)
    return Deviation(run.t[:count], apart, rates, _off(run, reference, states, count), (*_names(system), *states))


def circuit_states(run: Run) -> list[str]:
    """States of the circuits of a run's mechanism, by name."""
    circuits, signals = run.mechanism.circuits, run.system.signals
    if not circuits or signals is None:
        return []
    return [name for name in signals.states if name.partition(".")[0] in circuits]


def _off(run: Run, reference: Run, names: list[str], count: int) -> Array:
    """How far states are apart, in the largest of their kind (voltages, currents, pressures) in their circuit."""
    sizes: dict[tuple[str, str], float] = {}
    values = {name: (np.real(run[name][:count]), np.real(reference[name][:count])) for name in names}
    for name, (_, expected) in values.items():
        kind = name.partition(".")[0], name.rpartition(".")[2]
        sizes[kind] = max(sizes.get(kind, 1e-300), float(np.max(np.abs(expected), initial=0.0)))
    off = [
        np.abs(own - expected) / sizes[name.partition(".")[0], name.rpartition(".")[2]]
        for name, (own, expected) in values.items()
    ]
    return np.array(off).T if off else np.zeros((count, 0))


def spun_columns(system: System) -> list[int]:
    """Coordinates of rods between balls that may be removed: how they are turned about their lines is not compared.

    Where their lines are follows from the bodies at their ends, and that their joints hold is told apart.
    """
    size = system.world.size
    rods = [rod.body - 1 for rod in system.plan.rods if rod.free_to_spin]
    return [size * body + column for body in rods for column in range(size)]


def _rounding(run: Run) -> float:
    """What the rounding of coordinates may make of rates: a share of their size, for a step of usual length."""
    span = float(run.t[-1] - run.t[0])
    return _ROUNDING * max(float(run.statistics.get("steps", 0)), 1.0) / span if span > 0.0 else 0.0


def missing_share(run: Run) -> float:
    """Energy that nothing accounts for, as a share of the largest energy or work; rounding does not count."""
    largest = max(float(np.max(np.abs(run[f"energy.{label}"]))) for label in ("kinetic", "gravity", "elastic", "total"))
    works = max(float(np.max(np.abs(run[f"energy.{label}"]))) for label in ("lost", "given", "driven"))
    missing = float(np.max(np.abs(run["energy.balance"]))) - _ENERGY_ROUNDING * max(largest, works)
    size = max(float(np.max(run["energy.kinetic"])), float(np.ptp(run["energy.total"])), works, 1e-300)
    return max(missing, 0.0) / size


def common_points(run: Run, reference: Run) -> int:
    """How many time points two runs share, from the start."""
    count = min(len(run.t), len(reference.t))
    same = np.isclose(run.t[:count], reference.t[:count], rtol=1e-12, atol=0.0)
    return count if np.all(same) else int(np.argmin(same))


def _names(system: System) -> tuple[str, ...]:
    return (*system.coordinates, *system.rate_names("rate of {}"))


def _largest(values: Array, least: float = 1e-300) -> float:
    return max(float(np.max(np.abs(values), initial=0.0)), least)


def digits(share: float) -> float:
    """How many digits a relative deviation leaves."""
    return float(np.clip(-np.log10(max(share, 1e-300)), 0.0, MOST_DIGITS)) if share == share else 0.0


def shares(system: System, given: tuple[Array, Array], expected: tuple[Array, Array], unique: Array) -> list[float]:
    """Largest deviation of accelerations, and of reactions where these are unique, as shares."""
    scale = system.column_scale
    a, b = (np.real(values) / scale for values in (given[0], expected[0]))
    labels = system.world.reaction_labels
    levers = np.array([system.length if label.startswith("t") else 1.0 for label in labels])
    f, g = (np.real(values) / levers for values in (given[1], expected[1]))
    off = np.maximum(np.abs(a - b) - _FORCE_ROUNDING * _balanced(system, g), 0.0)
    apart = np.maximum(np.abs(f - g) - _FORCE_ROUNDING * _moving(system, b), 0.0)
    return [_share(off, b), _share(np.where(unique, apart, 0.0), g)]


def rounded(run: Run, seed: int) -> Run:
    """The same run with coordinates that are off by a rounding, up or down by chance."""
    moved, signs = copy.copy(run), np.random.default_rng(seed).choice([-1.0, 1.0], run.q.shape)
    sizes = np.maximum(np.abs(np.real(run.q)), run.system.column_scale)
    moved.q = run.q + signs * sizes * np.finfo(float).eps
    return moved


def _balanced(system: System, forces: Array) -> float:
    """An acceleration, in model lengths, that weights and reactions would give if they did not balance."""
    mass, gravity = _weight(system)
    return (gravity + _largest(forces, 0.0) / max(mass, 1e-300)) / system.length


def _moving(system: System, accelerations: Array) -> float:
    """A force that weights and what is accelerated, in model lengths, would need: beside it reactions may be none."""
    mass, gravity = _weight(system)
    return mass * (gravity + _largest(accelerations, 0.0) * system.length)


def _weight(system: System) -> tuple[float, float]:
    """The mass of all bodies and the acceleration of gravity."""
    count, at = int(system.k[layout.MASSES]), int(system.k[layout.MASS_NUMBERS])
    world = system.world
    mass = float(np.sum(system.p[at : at + world.mass_numbers * count : world.mass_numbers].real))
    gravity = float(np.linalg.norm(system.p[int(system.k[layout.GRAVITY]) :][: world.dimensions].real))
    return mass, gravity


def _share(differences: Array, values: Array) -> float:
    """The largest difference as a share of the largest value; not a number where all is zero."""
    largest = float(np.max(np.abs(differences), initial=0.0))
    size = float(np.max(np.abs(values), initial=0.0))
    return largest / size if size > 0.0 else np.inf if largest > 0.0 else np.nan
