"""Entries of a Newton matrix on the pattern of a system: masses and constraint rows, and products with entries.

Entries of the matrix [[M, Phi_q'], [Phi_q, -e]] with ones for own states are those to which a method adds its shares
of the tangent. They lie behind a pointer, real or complex.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.sparse.lu_kernel import COLUMN, ENTRY, ORDER, ROW
from linkwork.places.layout_kernel import EQUATIONS, SCATTER, VALUES, WEIGHTS
from linkwork.system.methods.newton_kernel import REDUNDANT
from linkwork.system.tangent.layout_kernel import (
    DIAGONAL,
    ENTRIES,
    FACTOR_TABLE,
    JACOBIAN_ENTRY,
    MASS_ENTRY,
    OWN_STATES,
    SIZE,
)


@njit
def load_entries(k, w, s, at, a, factor):
    """Masses times `factor`, rows, and the diagonal, from the solver's values as they were last loaded."""
    for i in range(s[at + ENTRIES]):
        a[i] = 0.0
    values, pair = k[VALUES], at + s[at + MASS_ENTRY]
    for i in range(k[WEIGHTS]):
        a[s[pair]] += factor * w[values + i]
        if s[pair + 1] != s[pair]:
            a[s[pair + 1]] += factor * w[values + i]
        pair += 2
    values += k[WEIGHTS]
    pair = at + s[at + JACOBIAN_ENTRY]
    for i in range(k[SCATTER]):
        a[s[pair]] += w[values + i]
        a[s[pair + 1]] += w[values + i]
        pair += 2
    diagonal = at + s[at + DIAGONAL]
    for row in range(k[EQUATIONS]):
        a[s[diagonal + row]] = -REDUNDANT
    for state in range(s[at + OWN_STATES]):
        a[s[diagonal + k[EQUATIONS] + state]] += 1.0


@njit
def add_product(s, at, entries, x, share, target):
    """Add `share` times the matrix with these entries times x to `target`."""
    table = at + s[at + FACTOR_TABLE]
    order, column = table + s[table + ORDER], table + s[table + COLUMN]
    row, entry = table + s[table + ROW], table + s[table + ENTRY]
    for step in range(s[at + SIZE]):
        value = share * x[s[order + step]]
        if value != 0.0:
            for i in range(s[column + step], s[column + step + 1]):
                target[s[row + i]] += entries[s[entry + i]] * value
