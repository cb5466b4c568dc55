"""Cells of hyperelastic solids at accepted steps: no step may turn one inside out where its law has no bound between.

Cells answer to the stage ACCEPT with their least det F in the place of their forces (`solid_law_kernel.tell_volume`).
A step to where a neo-Hookean cell has none above zero is taken back as one whose correction fails; of other laws, which
allow it, the loop comes back once to tell.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_rate, njit, part
from linkwork.places.layout_kernel import (
    ACCEPT,
    FIRST_ROW,
    FORCE_AT,
    FORCES,
    MEMORY,
    OUT,
    OUT_AT,
    POSE,
    RECORD,
    TWIST,
)
from linkwork.system.constraints.equations_kernel import call_element, place_bodies
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.loop.simulation_state_kernel import CELL, CELLS, KEPT, SEE, STATUS, TOLD, TURNED

OWN = FIRST_ROW  # of the record of a force: 1 where it stands for a cell, its edges or spokes have 0
VOLUME, BARRED = 0, 1  # what a cell answers


@njit
def turned_cell(k, p, w, t):
    """The number from 1 on of a cell that is turned inside out: below zero where its law allows it; 0 for none."""
    pose, twist, allowed = part(w, k[POSE]), part(w, k[TWIST]), 0
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    for number in range(k[FORCES]):
        record = k[FORCE_AT] + RECORD * number
        if k[record + OWN] == 0:
            continue
        call_element(k, p, record, ACCEPT, t, pose, twist, memory, out)
        answer = k[OUT] + k[record + OUT_AT]
        if not w[answer + VOLUME].real > 0.0:
            if w[answer + BARRED].real != 0.0:
                return number + 1
            allowed = -number - 1
    return allowed


@njit
def keeps_cells(k, p, w, t, y, state, spare):
    """Whether no cell is turned inside out at y where its law bars it."""
    if state[SEE] == 0:
        load_state(k, w, y)
    else:
        call_rate(state[SEE], k, p, w, t, y, spare)
        load_state(k, w, spare)
    place_bodies(k, w)
    cell = turned_cell(k, p, w, t)
    state[CELL] = max(cell, 0)
    if cell < 0 and state[CELLS] == TOLD:
        state[CELL], state[CELLS], state[STATUS] = cell, KEPT, TURNED
    return cell <= 0
