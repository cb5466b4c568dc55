"""Calling the parts of a formulation at single states."""

from __future__ import annotations

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.system.dynamics.states_kernel import at_states
from linkwork.system.formulations.formulations import Chosen


def start_space(chosen: Chosen, memory: np.ndarray) -> np.ndarray:
    """A workspace in which the elements remember something."""
    w = chosen.workspace(1e-12, chosen.tolerances(1e-12, 1e-13, np.zeros(int(chosen.system.k[layout.STATES])))[1])
    at = int(chosen.system.k[layout.MEMORY])
    w[at : at + len(memory)] = memory
    return w


def call(where: int, chosen: Chosen, w: np.ndarray, t: complex, y: np.ndarray, out: np.ndarray) -> None:
    """Call the part at an address."""
    system, scalar = chosen.system, chosen.system.dtype
    loads = tuple(values.astype(scalar) for values in arrays_of(empty_loads(system, 1)))
    times, a = np.array([t], scalar), np.zeros((1, len(system.coordinates)), scalar)
    at_states(where, system.k, system.p, w, times, y[None, :], out, a, loads)
