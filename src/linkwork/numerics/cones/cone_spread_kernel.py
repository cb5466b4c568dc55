"""Contacts that were taken as open and touch on bear their share of a load that others bear alone.

Which contacts are tried as closed first is up to rounding where nothing but other contacts presses them: a plate on a
block that stands on the floor falls with the block as long as the floor does not push. Forces that hold some of them
closed then solve the problem, with the others just touching. All that touch share the load (`cone_share_kernel`).
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    CONES,
    CONTACT,
    KEPT_NUMBERS,
    KIND,
    MODE,
    OPEN,
    OTHER,
    ROW,
    SLIDE,
    STICK,
    TANGENTS,
    WEIGHT,
    H,
    X,
    cone_at,
    copy,
    evaluate,
    kept_cones_at,
    number,
    vector_at,
)
from linkwork.numerics.cones.cone_map_kernel import is_linear, measure
from linkwork.numerics.cones.cone_modes_kernel import solve_fixed
from linkwork.numerics.cones.cone_share_kernel import BEARS, STAYS
from linkwork.numerics.jit import njit


@njit
def spread_load(w, at, tolerance):
    """Close open contacts that do not part where others are pressed, if they bear a share; else all is as it was."""
    h, rows, count, kept = number(w, at + H), number(w, at), number(w, at + CONES), kept_cones_at(w, at)
    greatest = _close_contacts(w, at, tolerance)
    if greatest == 0.0:
        return
    copy(w, h, vector_at(w, at, OTHER), rows)
    good = solve_fixed(w, at) and measure(w, at) <= tolerance
    for i in range(count):
        cone = cone_at(w, at, i)
        idle = w[kept + KEPT_NUMBERS * i] == OPEN and not w[h + int(w[cone + ROW])] > BEARS * greatest
        if w[cone + KIND] == CONTACT and (idle or not good):
            w[cone + MODE] = w[kept + KEPT_NUMBERS * i]
    if not good:
        copy(w, vector_at(w, at, OTHER), h, rows)
        evaluate(w, at)


@njit
def _close_contacts(w, at, tolerance):
    """Keep all modes and close what is open and touches; the greatest load, or 0 where nothing is closed by that."""
    h, x, weight, kept = number(w, at + H), number(w, at + X), vector_at(w, at, WEIGHT), kept_cones_at(w, at)
    greatest, closed = 0.0, 0
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] == CONTACT and w[cone + MODE] != OPEN:
            row = int(w[cone + ROW])
            if w[h + row] > tolerance * w[weight + row]:
                greatest = max(greatest, w[h + row])
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[kept + KEPT_NUMBERS * i] = w[cone + MODE]
        if greatest == 0.0 or w[cone + KIND] != CONTACT or w[cone + MODE] != OPEN:
            continue
        row = int(w[cone + ROW])
        if abs(w[x + row]) * w[weight + row] <= STAYS * tolerance:
            w[cone + MODE] = SLIDE if is_linear(w, cone) or w[cone + TANGENTS] == 0.0 else STICK
            closed += 1
    return greatest if closed > 0 else 0.0
