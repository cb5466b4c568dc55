"""Impacts that spread from contact to contact: one after the other, the fastest approach first, until all separate.

The law of sequential propagation: while one contact is struck, the others give no impulse. Touching balls in a row
behave as if there were small gaps between them (Newton's cradle).
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    BLAME,
    CONES,
    CONTACT,
    FAILED,
    FIRST,
    KIND,
    ROW,
    SILENT,
    SOLVED,
    SUM,
    B,
    H,
    X,
    cone_at,
    copy,
    evaluate,
    number,
    vector_at,
)
from linkwork.numerics.cones.impact_kernel import RAISED, begin_impact, end_impact, has_gained
from linkwork.numerics.cones.impulse_kernel import impact_single
from linkwork.numerics.jit import njit, part

LEAST = 1e-12  # of the fastest approach before: slower ones are at an end
MOST = 20000  # impacts


@njit
def impact_sequence(w, at, law):
    """Single impacts by one law of restitution until no contact approaches.

    Returns SOLVED, RAISED (Newton's law only: solved, the energy has risen), JAMMED or FAILED.
    """
    w = part(w, 0)  # of arrays too: the rest is compiled once
    rows, h, b, x = number(w, at), number(w, at + H), number(w, at + B), number(w, at + X)
    total, before = vector_at(w, at, SUM), vector_at(w, at, FIRST)
    copy(w, b, before, rows)
    for i in range(rows):
        w[total + i], w[h + i] = 0.0, 0.0
    evaluate(w, at)
    _, fastest = _fastest(w, at)
    status = FAILED
    for _ in range(MOST):
        which, speed = _fastest(w, at)
        if which < 0 or speed <= LEAST * fastest:
            status = SOLVED
            break
        copy(w, x, b, rows)
        _quiet(w, at, which)
        outcome = impact_single(w, at, which, law)
        _wake(w, at)
        if outcome != SOLVED and outcome != RAISED:
            w[cone_at(w, at, which) + BLAME] = 1.0
            status = outcome
            break
        for i in range(rows):
            w[total + i] += w[h + i]
    copy(w, total, h, rows)
    copy(w, before, b, rows)
    evaluate(w, at)
    begin_impact(w, at)
    end_impact(w, at)
    return RAISED if status == SOLVED and has_gained(w, at) else status


@njit
def _fastest(w, at):
    """The contact that approaches fastest, and its speed; -1 when none does."""
    which, speed = -1, 0.0
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        approach = -w[number(w, at + X) + int(w[cone + ROW].real)].real
        if w[cone + KIND].real == CONTACT and approach > speed:
            which, speed = i, approach
    return which, speed


@njit
def _quiet(w, at, which):
    """Let the other contacts rest."""
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real == CONTACT and i != which:
            w[cone + KIND] = SILENT


@njit
def _wake(w, at):
    """Wake the contacts that were put to rest."""
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real == SILENT:
            w[cone + KIND] = CONTACT
