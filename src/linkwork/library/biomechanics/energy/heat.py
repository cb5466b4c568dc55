"""Heat of muscle fibres after Umberger (2010) and Bhargava, Pandy and Anderson (2004), as OpenSim 4.6 has them.

Rates are in W for a muscle of a mass in kg; fibres that shorten have negative speeds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.biomechanics.energy.fibre_states import FibreStates

FAST_SHORTENING, SLOW_SHORTENING, SLOW_MOST = 153.0, 100.0, 100.0
"""Heat of shortening of fast and slow fibres at their largest speeds, and the most of slow ones, in W/kg."""
SLOWER = 2.5
"""How often the largest speed of slow fibres is in that of fast ones."""
LENGTHENING, LENGTHENING_2010 = 4.0, 0.3
"""Heat of lengthening over that of slow fibres that shorten: 2003, with negative work; 2010, without."""
FIBRE_LENGTHS, MAINTENANCE = (0.0, 0.5, 1.0, 1.5, 2.0), (0.5, 0.5, 1.0, 0.0, 0.0)
"""How the heat of maintenance goes with the length of the fibres over their optimal one (Bhargava's figure)."""
LEAST = 1.0
"""W/kg below which the heat of a muscle does not fall (Umberger 2003)."""


@dataclass(frozen=True)
class Rates:
    """Heat and work of all muscles, frame by frame, in W; `added` keeps heat and the sum from being too small."""

    activation: Array
    maintenance: Array
    shortening: Array
    work: Array
    added: Array


@dataclass(frozen=True)
class MuscleSizes:
    """Of every muscle: mass (kg), share of slow fibres, optimal length (m), largest speed (1/s), strength (N)."""

    masses: Array
    slow: Array
    optimal: Array
    fastest: Array
    strength: Array


@public
@publicly_made
@takes(aerobic="PLAIN")
@dataclass(frozen=True)
class Umberger:
    """Umberger, Gerritsen and Martin (2003) with the changes of Umberger (2010).

    `aerobic` is 1.5 for work that goes on, 1 for short one. With `recruitment` slow fibres are called first, as
    Bhargava has it. With `negative_work` fibres that are lengthened take up work, and give four times the heat of those
    that shorten; without, they take up none and give 0.3 times that heat, as in the paper of 2010. With
    `never_negative` no muscle gives back energy, with `least_heat` none has less than 1 W/kg. `Umberger.published()`
    has the settings of the paper.
    """

    aerobic: float = 1.5
    recruitment: bool = True
    negative_work: bool = True
    never_negative: bool = True
    least_heat: bool = True

    def __post_init__(self) -> None:
        if not (self.aerobic > 0 and math.isfinite(self.aerobic)):
            raise AnalysisError(f"Umberger: the aerobic factor is positive, not {self.aerobic:g}")

    @staticmethod
    def published() -> Umberger:
        """As Umberger (2010) has it."""
        return Umberger(recruitment=False, negative_work=False, never_negative=False)

    def rates(self, states: FibreStates, sizes: MuscleSizes) -> Rates:
        """Heat and work; that of activation is that of maintenance too."""
        e, a = states.excitations, states.activations
        whole = np.where(e > a, e, 0.5 * (e + a))
        slow = self._slow(e, sizes.slow)
        long, over = states.lengths > sizes.optimal, states.over_length
        kept = 128 * (1 - slow) + 25
        kept = self.aerobic * whole**0.6 * np.where(long, (0.4 + 0.6 * over) * kept, kept)
        speed = states.speeds / sizes.optimal
        per_slow, per_fast = SLOW_SHORTENING * SLOWER / sizes.fastest, FAST_SHORTENING / sizes.fastest
        shorter = np.minimum(-per_slow * speed, SLOW_MOST) * slow - per_fast * speed * (1 - slow)
        longer = (LENGTHENING if self.negative_work else LENGTHENING_2010) * per_slow * speed
        moving = self.aerobic * np.where(speed <= 0, whole**2 * shorter, whole * longer) * np.where(long, over, 1.0)
        work = -np.maximum(states.active, 0.0) * states.speeds
        work = work if self.negative_work else np.maximum(work, 0.0)
        kept, moving = kept * sizes.masses, moving * sizes.masses
        return _bounded(self, kept, np.zeros_like(kept), moving, work, sizes)

    def _slow(self, e: Array, slow: Array) -> Array:
        if not self.recruitment:
            return np.broadcast_to(slow, e.shape)
        one, two = slow * np.sin(0.5 * math.pi * e), (1 - slow) * (1 - np.cos(0.5 * math.pi * e))
        return np.where(e > 0, one / np.where(one + two > 0, one + two, 1.0), 1.0)


@public
@publicly_made
@dataclass(frozen=True)
class Bhargava:
    """Bhargava, Pandy and Anderson (2004), with a heat of activation that does not decay.

    Constants are in W/kg, of slow and of fast fibres. With `by_force` the heat of shortening goes with the force at
    rest and all force, and fibres that are lengthened take up heat; without, it is a quarter of the power of all force
    of fibres that shorten. The others are as with `Umberger`.
    """

    activation: tuple[float, float] = (40.0, 133.0)
    maintenance: tuple[float, float] = (74.0, 111.0)
    by_force: bool = False
    negative_work: bool = True
    never_negative: bool = True
    least_heat: bool = True

    def __post_init__(self) -> None:
        for what, pair in (("activation", self.activation), ("maintenance", self.maintenance)):
            if len(pair) != 2 or not all(0 <= one < math.inf for one in pair):
                raise AnalysisError(f"Bhargava: {what} is two numbers in W/kg, of slow and fast fibres, not {pair}")

    def rates(self, states: FibreStates, sizes: MuscleSizes) -> Rates:
        """Heat and work."""
        e, v = states.excitations, states.speeds
        slow, fast = sizes.slow * np.sin(0.5 * math.pi * e), (1 - sizes.slow) * (1 - np.cos(0.5 * math.pi * e))
        called = sizes.masses * (self.activation[0] * slow + self.activation[1] * fast)
        length = np.interp(states.lengths / sizes.optimal, FIBRE_LENGTHS, MAINTENANCE)
        kept = sizes.masses * length * (self.maintenance[0] * slow + self.maintenance[1] * fast)
        shorter, longer = 0.25 * states.whole, 0.0 * states.whole
        if self.by_force:
            at_rest = states.activations * states.over_length * sizes.strength
            shorter, longer = 0.16 * at_rest + 0.18 * states.whole, 0.157 * states.whole
        moving = -np.where(v <= 0, shorter, longer) * v
        work = -states.active * v
        work = work if self.negative_work else np.where(v <= 0, work, 0.0)
        return _bounded(self, called, kept, moving, work, sizes)


HeatModel = Umberger | Bhargava


def _bounded(model: HeatModel, called: Array, kept: Array, moving: Array, work: Array, sizes: MuscleSizes) -> Rates:
    """The rates, with what is added so that none gives back energy and heat is not below the least."""
    heat = called + kept + moving
    whole = heat
    if model.never_negative:
        whole = np.where(whole + work < 0, -work, whole)
    if model.least_heat:
        whole = np.maximum(whole, LEAST * sizes.masses)
    return Rates(called, kept, moving, work, whole - heat)
