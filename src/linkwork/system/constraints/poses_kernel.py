"""Elements evaluated at poses that are no positions: cosines and sines of any size, as polynomials are taken apart."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate_elements


@njit
def evaluate_posed(k_table, p_table, w_table, t):
    """Evaluate all elements at the poses that stand in the workspace."""
    evaluate_elements(part(k_table, 0), part(p_table, 0), part(w_table, 0), MOTION, t)
