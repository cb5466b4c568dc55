"""Formulation "partitioning": the independent coordinates are integrated, the others follow from them (Haug 7.3.2).

All coordinates are carried along as starting values, but only the independent ones count for the integrator's error;
at every evaluation the dependent ones are solved for; `partition_beside_kernel` has what is done beside singular
positions. When the choice becomes ill-conditioned another one is made, and the integration starts afresh.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.constraints.choice_kernel import SMALLEST, UNSURE
from linkwork.system.constraints.grip_kernel import tell_grip
from linkwork.system.constraints.partition_kernel import counts_others, partition, singles, wants_other_choice
from linkwork.system.dynamics.dynamics_kernel import accelerate, project
from linkwork.system.dynamics.state_kernel import load_state, save_state, store_rates
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER, ask_for_fresh_start
from linkwork.system.formulations.partition_beside_kernel import load_closed


@njit
def _saved(k, w, t, out, good):
    save_state(k, w, out)
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


def partitioning_rate(k, p, w, t, y, dy):
    """Rates at the position that belongs to the independent coordinates of y."""
    if load_closed(k, p, w, t, y):
        tell_grip(k, w, t, w[singles(k) + SMALLEST].real)
        accelerate(k, p, w, t)
        store_rates(k, w, dy)
    else:
        dy[0] = 0.0 * t + NOT_A_NUMBER


def partitioning_correct(k, p, w, t, y, out):
    """Dependent coordinates of an accepted step, and the test of the choice."""
    good = load_closed(k, p, w, t, y)
    _saved(k, w, t, out, good)
    if good and (counts_others(k, w) or wants_other_choice(k, p, w, t)):
        ask_for_fresh_start(k, w)


def partitioning_observe(k, p, w, t, y, out):
    """Dependent coordinates at an output time; beside a singular position they do not follow from the others."""
    good = load_closed(k, p, w, t, y)
    if not (good and w[singles(k) + SMALLEST].real > UNSURE):
        load_state(k, w, y)
        good = project(k, p, w, t)
    _saved(k, w, t, out, good)


def partitioning_renew(k, p, w, t, y, out):
    """Choose the independent coordinates, then solve for the others."""
    load_state(k, w, y)
    partition(k, p, w, t)
    _saved(k, w, t, out, load_closed(k, p, w, t, y))
