"""The compiled loop of a simulation: integrate the state, correct it after every accepted step, write the output.

What is integrated and how it is corrected is the formulation's business (see `multipliers_kernel`). Output at a grid
time is the observed interpolant, with accelerations, multipliers and reactions solved there, so that output does not
change the steps. Resumable: all state is in `w`, `z`, `s` and `state`.
"""

from __future__ import annotations

from linkwork.numerics.integrator_kernel import dense, prepare_dense, revise, step
from linkwork.numerics.integrator_state_kernel import ACCEPTED, SIZE, T, Y
from linkwork.numerics.jit import call_rate, njit, part
from linkwork.system.dynamics_kernel import accelerate, store_forces
from linkwork.system.layout_kernel import COORDINATES, A, Q, V
from linkwork.system.state_kernel import load_state

# int state
STATUS, NEXT, RATE, CORRECT, OBSERVE = range(5)  # the last three are addresses
STATE = 8
RUNNING, FINISHED, STOPPED = range(3)
INFINITE = 1e300


@njit
def write_output(k, p, w, y, t, index, q, v, a, multipliers, wrenches, energy):
    """One row of the results at the observed state y."""
    load_state(k, w, y)
    accelerate(k, p, w, t)
    for column in range(k[COORDINATES]):
        q[index, column] = w[k[Q] + column]
        v[index, column] = w[k[V] + column]
        a[index, column] = w[k[A] + column]
    store_forces(k, p, w, index, multipliers, wrenches, energy)


@njit
def take_step(k, p, w, z, s, state, scratch):
    """One accepted step of the integrator, corrected."""
    if step(state[RATE], k, p, w, z, s) != ACCEPTED:
        state[STATUS] = STOPPED
        return
    call_rate(state[CORRECT], k, p, w, z[T], part(z, s[Y]), scratch)
    if not abs(scratch[0].real) < INFINITE:
        state[STATUS] = STOPPED
        return
    revise(z, s, scratch)


@njit
def simulate(k_table, p_table, w_table, z, s, state, scratch, times, q, v, a, forces, reactions, energy, budget):
    """Go on for at most `budget` steps and outputs."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    y = part(scratch, s[SIZE])
    while budget > 0 and state[STATUS] == RUNNING:
        budget -= 1
        index = state[NEXT]
        if index == times.shape[0]:
            state[STATUS] = FINISHED
        elif index == 0:
            call_rate(state[CORRECT], k, p, w, z[T], part(z, s[Y]), part(scratch, 0))
            if abs(scratch[0].real) < INFINITE:
                revise(z, s, scratch)
                call_rate(state[OBSERVE], k, p, w, z[T], part(z, s[Y]), y)
                write_output(k, p, w, y, z[T], 0, q, v, a, forces, reactions, energy)
                state[NEXT] = 1
            else:
                state[STATUS] = STOPPED
        elif times[index] > z[T].real:
            take_step(k, p, w, z, s, state, scratch)
        else:
            t = times[index] + 0.0 * z[T]
            good = prepare_dense(state[RATE], k, p, w, z, s) and dense(z, s, t, scratch)
            if good:
                call_rate(state[OBSERVE], k, p, w, t, part(scratch, 0), y)
                good = abs(y[0].real) < INFINITE
            if good:
                write_output(k, p, w, y, t, index, q, v, a, forces, reactions, energy)
                state[NEXT] += 1
            else:
                state[STATUS] = STOPPED
