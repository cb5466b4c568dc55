"""What neither forces nor drivers account for of the change of the energy over a run, by one pass over its points."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import FORCE_ENERGY, GRAVITY_ENERGY, KINETIC_ENERGY


@njit
def _larger(number, than):
    """Whether a number counts for more: what is none counts for most."""
    return number > than or number != number


@njit
def energy_missed(energy, memory, lost, given, driven):
    """The most that is missing of the energy, the least and the most energy, and the most kinetic energy.

    `lost`, `given` and `driven` are the columns of the memory that hold the integrals of the powers.
    """
    missed, low, high, kinetic, first = 0.0, 0.0, 0.0, 0.0, 0.0
    for index in range(energy.shape[0]):
        moving = energy[index, KINETIC_ENERGY]
        total = moving + energy[index, GRAVITY_ENERGY] + energy[index, FORCE_ENERGY]
        if index == 0:
            first, low, high, kinetic = total, total, total, moving
        work = memory[index, driven] + memory[index, given] - memory[index, lost]
        gap = abs(total - first - work)
        missed = gap if _larger(gap, missed) else missed
        high = total if _larger(total, high) else high
        low = total if _larger(-total, -low) else low
        kinetic = moving if _larger(moving, kinetic) else kinetic
    return missed, low, high, kinetic
