"""The joint coordinates that the user wants independent: which they are, whether they can be, and when they were not.

The formulations that partition integrate them. Where they do not determine the motion at the start, that is an error;
where they cease to on the way, as the position of a slider at its dead centre, the run goes on with others and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tree.tree import coordinate_names, joint_numbers

if TYPE_CHECKING:
    from linkwork.system.formulations.formulations import Chosen

PARTITIONED = ("joint-partitioning", "joint-canonical")


def wanted(system: System) -> NDArray[np.float64]:
    """A one for each joint coordinate that the user wants independent, or whose joint he names; else zero."""
    asked = system.mechanism.tree_request.independent
    return np.array(
        [
            float(any(name == given or name.startswith(f"{given}.") for given in asked))
            for name in coordinate_names(system)
        ]
    )


def require_independent(chosen: Chosen, q: Array, v: Array, t: float) -> None:
    """Refuse coordinates that cannot be independent at the start."""
    if chosen.name not in PARTITIONED:
        return
    system = chosen.system
    marks = wanted(system)
    count, freedoms = int(np.sum(marks)), len(system.coordinates) - chosen.rank
    if count == 0:
        return
    names = ", ".join(name for name, mark in zip(coordinate_names(system), marks, strict=True) if mark > 0.0)
    if count > freedoms:
        raise AnalysisError(
            f"{system.mechanism.name}: {names} cannot all be independent, because the mechanism has "
            f"{freedoms} degree{'s' if freedoms > 1 else ''} of freedom; name fewer in m.tree(independent=...)"
        )
    if _given_up(system, _started(chosen, q, v, t))[0]:
        raise AnalysisError(
            f"{system.mechanism.name}: {names} cannot be independent at the start, where the closures leave no motion "
            "in which they change freely; name others in m.tree(independent=...), or name none"
        )


def independent_notes(system: System, formulation: str, w: Array) -> list[str]:
    """A sentence when the user's coordinates were given up on the way."""
    given_up, t = _given_up(system, w) if formulation in PARTITIONED else (False, 0.0)
    if not given_up:
        return []
    asked = ", ".join(system.mechanism.tree_request.independent)
    return [
        f"independent coordinates: {asked} cease to determine the motion at t = {t:.6g} s; from there on others were "
        "chosen, by the size of their pivots"
    ]


def _given_up(system: System, w: Array) -> tuple[bool, float]:
    from linkwork.system.formulations import formulation_kernel, joint_partition_kernel

    at = int(system.k[layout.WORKSPACE]) + formulation_kernel.OWN_NUMBERS + joint_numbers(system)
    place = at + joint_partition_kernel.GIVEN_UP
    return bool(w[place].real > 0.0), float(w[at + joint_partition_kernel.GIVEN_UP_TIME].real)


def _started(chosen: Chosen, q: Array, v: Array, t: float) -> Array:
    """The workspace after the choice at the start."""
    from linkwork.system.dynamics.load_room import load_arrays
    from linkwork.system.dynamics.states_kernel import at_states

    system = chosen.system
    states = np.zeros(int(system.k[layout.STATES]))
    w = chosen.workspace(1e-9, chosen.tolerances(1e-9, 1e-9, states)[1])
    system.world.put(system, w, q, v)
    state = np.concatenate([system.world.charted(system, q), v, states])
    out, a = np.zeros(len(state)), np.zeros((1, len(q)))
    renew = chosen.address_of(3)
    at_states(renew, system.k, system.p, w, np.array([t]), state[None, :], out, a, load_arrays(system, 1))
    return w
