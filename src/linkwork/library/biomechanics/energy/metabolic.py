"""The metabolic cost of a motion: heat and work of all muscles, the rate at rest, energy per kg and distance."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.dimensions import MASS
from linkwork.expression.given import Metres, Numbers, public, publicly_made, takes
from linkwork.library.biomechanics.energy.fibre_states import states_of_run, states_of_sharing
from linkwork.library.biomechanics.energy.heat import Bhargava, MuscleSizes, Umberger
from linkwork.library.biomechanics.forward import ForwardRun
from linkwork.library.biomechanics.residuals.measures import body_mass, mass_centers
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.checks import require_numbers, require_quantity

SPECIFIC_TENSION, DENSITY, SLOW = 0.25e6, 1059.7, 0.5
"""Of muscle: strength over area (Pa), mass over volume (kg/m^3), share of slow fibres; as in OpenSim."""
TENSIONS, DENSITIES, HEAVIEST = (1e4, 1e7), (100.0, 1e4), 100.0
"""Between which they lie in Pa and kg/m^3, and what no muscle weighs, in kg."""
NEAREST = 1e-3
"""The shortest distance in m over which somebody went."""
SLOWEST = 0.1
"""Speed in m/s below which nobody goes anywhere."""
AT_REST = 1.2
"""W per kg of the body that are burnt standing still (Umberger 2003)."""


@public
@publicly_made
@dataclass(frozen=True)
class MetabolicCost:
    """Rates in W of every muscle in every frame; `rates` is the sum of the five others."""

    skeleton: Skeleton
    time: Array
    rates: Array
    activation: Array
    """Heat of activation; after Umberger that of maintenance too."""
    maintenance: Array
    shortening: Array
    """Heat of shortening, and of lengthening."""
    work: Array
    """Work of the active fibres."""
    added: Array
    """What keeps the heat of a muscle from falling below 1 W/kg, and its sum below nothing."""
    masses: Array
    """Of the muscles, in kg."""
    at_rest: float
    """The rate of the whole body at rest, in W."""
    centers: Array
    """Where the mass center of the body is over the ground, in m, frame by frame."""

    @property
    def total(self) -> Array:
        """The rate of the whole body: all muscles, and the body at rest."""
        whole: Array = self.rates.sum(axis=1) + self.at_rest
        return whole

    def muscle(self, name: str) -> Array:
        """The rate of one muscle over time."""
        return self.rates[:, self.skeleton.index("muscle", name)]

    @takes(between="TIME")
    def energy(self, between: tuple[float, float] | None = None) -> float:
        """What the body burns, in J: over the whole motion, or between two times, such as those of a stride."""
        return self._over(between)[0]

    @takes(between="TIME")
    def per_mass(self, between: tuple[float, float] | None = None) -> float:
        """The mean rate per kg of the body, in W/kg."""
        energy, duration, _ = self._over(between)
        return energy / duration / body_mass(self.skeleton)

    @takes(between="TIME")
    def cost_of_transport(self, distance: Metres | None = None, between: tuple[float, float] | None = None) -> float:
        """Energy per kg and m, in J/(kg m); without a distance that of the mass center over the ground."""
        energy, duration, own = self._over(between)
        if distance is None and not own > SLOWEST * duration:
            raise AnalysisError(
                f"cost of transport: the body comes {own:.3g} m far in {duration:.3g} s; on a treadmill give the "
                "distance that its belt has run"
            )
        if distance is not None and not NEAREST <= distance < math.inf:
            raise AnalysisError(f"cost of transport: the distance is {NEAREST:g} m or more, not {distance:g} m")
        return energy / body_mass(self.skeleton) / (own if distance is None else distance)

    def _over(self, between: tuple[float, float] | None) -> tuple[float, float, float]:
        """Energy, duration and distance between two times."""
        start, end = (float(self.time[0]), float(self.time[-1])) if between is None else between
        if not self.time[0] - 1e-9 <= start < end <= self.time[-1] + 1e-9:
            raise AnalysisError(
                f"the motion goes from {self.time[0]:g} to {self.time[-1]:g} s, not from {start:g} to {end:g} s"
            )
        inside = self.time[(self.time > start) & (self.time < end)]
        times = np.concatenate([[start], inside, [end]])
        energy = float(np.trapezoid(np.interp(times, self.time, self.total), times))
        ends = [[np.interp(time, self.time, column) for column in self.centers.T] for time in (start, end)]
        return energy, end - start, float(np.linalg.norm(np.diff(ends, axis=0)))


@public
@takes(slow="PLAIN", specific_tension="PRESSURE", density="DENSITY")
def metabolic_cost(
    of: Sharing | ForwardRun,
    model: Umberger | Bhargava | None = None,
    slow: float | Mapping[str, float] = SLOW,
    masses: Mapping[str, Any] | None = None,
    excitation: Numbers | None = None,
    specific_tension: float = SPECIFIC_TENSION,
    density: float = DENSITY,
    at_rest: float = AT_REST,
) -> MetabolicCost:
    """What muscles burn along shared forces or a forward run: heat and work of their fibres.

    `model` is `Umberger()`, if nothing else is said, or `Bhargava()`. `slow` is the share of slow fibres, one for all
    muscles or those of some. Masses of muscles are strength over `specific_tension` (Pa) times optimal length times
    `density` (kg/m^3), or those given (kg). Excitations of shared forces are taken for their activations, unless
    `excitation` has them, a row a frame. `at_rest` is what a kg of the body burns at rest (W). Reserves, and what is
    left at the base, burn nothing.
    """
    states = states_of_sharing(of) if isinstance(of, Sharing) else states_of_run(of)
    skeleton = of.paths.skeleton if isinstance(of, Sharing) else of.skeleton
    time, values = (of.net.motion.time, of.net.motion.values) if isinstance(of, Sharing) else (of.time, of.values)
    for what, value, unit, (low, high) in (
        ("specific_tension", specific_tension, "Pa", TENSIONS), ("density", density, "kg/m^3", DENSITIES),
    ):  # fmt: skip
        if not low <= value <= high:
            raise AnalysisError(f"metabolic_cost: {what} is {value:g}; is it in {unit}?")
    if not 0 <= at_rest < math.inf:
        raise AnalysisError(f"metabolic_cost: at_rest is zero or more W/kg, not {at_rest:g}")
    if excitation is not None:
        states = dataclasses.replace(states, excitations=_excitations(excitation, states.activations.shape))
    sizes = _sizes(skeleton, slow, masses or {}, density / specific_tension)
    rates = (model or Umberger()).rates(states, sizes)
    parts = rates.activation, rates.maintenance, rates.shortening, rates.work, rates.added
    rest = at_rest * body_mass(skeleton)
    return MetabolicCost(
        skeleton, time, np.sum(parts, axis=0), *parts, sizes.masses, rest, _over_ground(skeleton, values)
    )


def _excitations(given: Numbers, shape: tuple[int, ...]) -> Array:
    rows = require_numbers("metabolic_cost: excitation", given)
    if rows.shape != shape or not np.all((rows >= 0) & (rows <= 1)):
        raise AnalysisError(f"metabolic_cost: excitations are numbers from 0 to 1, {shape[0]} rows of {shape[1]}")
    return rows


def _sizes(
    skeleton: Skeleton, slow: float | Mapping[str, float], given: Mapping[str, Any], heavy: float
) -> MuscleSizes:
    muscles = skeleton.muscles
    shares = np.full(len(muscles), SLOW if isinstance(slow, Mapping) else slow)
    for name, share in (slow if isinstance(slow, Mapping) else {}).items():
        shares[skeleton.index("muscle", name)] = share
    wrong = np.flatnonzero(~((shares >= 0) & (shares <= 1)))
    if len(wrong):
        name = muscles[wrong[0]].name
        raise AnalysisError(f"muscle '{name}': a share of slow fibres lies from 0 to 1, not at {shares[wrong[0]]:g}")
    masses = np.array([heavy * one.strength * one.optimal_length for one in muscles])
    for name, value in given.items():
        at = skeleton.index("muscle", name)
        masses[at] = require_quantity(f"muscle '{name}': mass", value, MASS)
        if not 0 < masses[at] < HEAVIEST:
            raise AnalysisError(
                f"muscle '{name}': its mass is positive and below {HEAVIEST:g} kg, not {masses[at]:g} kg"
            )
    optimal, fastest, strength = (
        np.array([getattr(one, what) for one in muscles]) for what in ("optimal_length", "largest_speed", "strength")
    )
    return MuscleSizes(masses, shares, optimal, fastest, strength)


def _over_ground(skeleton: Skeleton, values: Array) -> Array:
    """Places of the mass center, without their height."""
    up = np.array(skeleton.gravity, dtype=float)
    up /= np.linalg.norm(up) or 1.0
    places = mass_centers(skeleton, values)
    level: Array = places - np.outer(places @ up, up)
    return level
