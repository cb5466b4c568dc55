"""Which simulations keep only as many equations as are independent, and their tables (`kept_rows_kernel`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tree.tree import cut_rows, freedoms_of, is_dense

if TYPE_CHECKING:
    from linkwork.system.formulations.formulations import Chosen
    from linkwork.system.loop.moment import Loop

MOST = 1_000_000  # entries of the dense rows in which the choice is made
NOWHERE = 1e300  # a coordinate of the last choice when there was none
SETTLED = ("partitioning", "joint-partitioning", "joint-canonical")
"""Formulations that solve for the dependent coordinates: their right-hand side is on the constraints already."""


def keeps_rows(chosen: Chosen) -> bool:
    """Whether rows are dropped: some are redundant, not at the start only, and the formulation meets them off them."""
    if not chosen.redundant or chosen.name in SETTLED:
        return False
    if chosen.formulation.joints:
        return is_dense(chosen.system)
    return len(chosen.system.equations) * len(chosen.system.coordinates) <= MOST


def crowded_notes(chosen: Chosen) -> list[str]:
    """A sentence where rows are redundant and too many to choose among."""
    if not chosen.redundant or chosen.name in SETTLED or keeps_rows(chosen):
        return []
    return [
        f"{chosen.redundant} constraint equations are redundant, and there are too many to choose those to keep: at "
        "the stages of a step, off the constraints, they contradict each other; look at estimate_error, or use method "
        "'radau'"
    ]


def with_kept_rows(chosen: Chosen, correct: int, renew: int, always: bool) -> tuple[System, int, int]:
    """The system with tables of its own for the choice, and the parts of the formulation that make it.

    `correct` and `renew` are the addresses of the parts that do the work; with `always` rows are chosen in every step.
    """
    from linkwork.system.constraints import kept_rows_kernel as kernel

    system, joints = chosen.system, chosen.formulation.joints
    entries, at = len(system.entry_rows), int(system.k[layout.ENTRY_SCALE])
    rows = len(system.equations) + (len(system.plan.rods) if joints else 0)
    scales = system.p[int(system.k[layout.ROW_SCALE]) :][:rows]
    looked_at, columns = (cut_rows(system), freedoms_of(system)) if joints else (rows, len(system.coordinates))
    block = np.zeros(kernel.numbers(rows, entries, looked_at, columns), system.dtype)
    block[[kernel.CORRECT, kernel.RENEW, kernel.ALL, kernel.JOINTS]] = correct, renew, rows, float(joints)
    block[kernel.AFRESH], block[kernel.AWAY] = float(chosen.formulation.momenta), 0.0 if always else kernel.MOVED
    behind = kernel.HEAD + 2 * rows
    block[kernel.HEAD : behind] = np.concatenate([scales, scales])
    block[behind : behind + entries] = system.p[at : at + entries]
    block[behind + entries : behind + 2 * entries] = system.entry_rows
    place = behind + 2 * entries + rows
    block[place : place + columns] = NOWHERE
    k = system.k.copy()
    k[layout.ROW_SCALE] = len(system.p) + kernel.HEAD
    replaced = system.replaced(k=k, p=np.concatenate([system.p, block]))
    scalar = system.scalar
    return replaced, address(kernel.kept_correct, "rate", scalar), address(kernel.kept_renew, "rate", scalar)


def replace_correction(moment: Loop, correct: int) -> None:
    """Give a loop another correction after its steps; where it keeps rows, it goes on choosing them."""
    from linkwork.system.constraints import kept_rows_kernel as kernel
    from linkwork.system.loop import simulation_state_kernel as loop

    if moment.moving is None:
        moment.state[loop.CORRECT] = correct
    else:
        moment.moving.p[int(moment.moving.k[layout.ROW_SCALE]) - kernel.HEAD + kernel.CORRECT] = correct
