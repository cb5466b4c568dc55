"""The compiled loop of a simulation: integrate the equations of motion, stay on the constraints, write the output.

After every accepted step position and velocity are projected onto the constraints by the shortest way in the metric of
the masses. Output at a grid time is the projected interpolant, with accelerations, multipliers and reactions solved
there, so that output does not change the steps. Resumable: all state is in `w`, `z`, `s` and `state`.
"""

from __future__ import annotations

from linkwork.numerics.integrator_kernel import dense, prepare_dense, revise, step
from linkwork.numerics.integrator_state_kernel import ACCEPTED, T, Y
from linkwork.numerics.jit import njit, part
from linkwork.system.dynamics_kernel import accelerate, project, store_forces
from linkwork.system.layout_kernel import COORDINATES, A, Q, V

# int state
STATUS, NEXT = range(2)
STATE = 4
RUNNING, FINISHED, STOPPED = range(3)

FAR = 0.1  # a projection this long (model lengths, radians) means that the step is worthless
TINY = 1e-13  # a shorter one changes nothing


@njit
def load_state(k, w, y):
    """Coordinates and velocities from y into the workspace."""
    n = k[COORDINATES]
    for i in range(n):
        w[k[Q] + i] = y[i]
        w[k[V] + i] = y[n + i]


@njit
def save_state(k, w, y):
    """Coordinates and velocities of the workspace into y."""
    n = k[COORDINATES]
    for i in range(n):
        y[i] = w[k[Q] + i]
        y[n + i] = w[k[V] + i]


@njit
def onto_constraints(k, p, w, t):
    """Project until the position no longer changes; false when it runs away."""
    for _ in range(4):
        size = project(k, p, w, t)
        if not size < FAR:
            return False
        if size < TINY:
            break
    return True


@njit
def write_output(k, p, w, y, t, index, q, v, a, multipliers, wrenches, energy):
    """One row of the results at the state y."""
    load_state(k, w, y)
    if not onto_constraints(k, p, w, t):
        return False
    accelerate(k, p, w, t)
    for column in range(k[COORDINATES]):
        q[index, column] = w[k[Q] + column]
        v[index, column] = w[k[V] + column]
        a[index, column] = w[k[A] + column]
    store_forces(k, p, w, index, multipliers, wrenches, energy)
    return True


@njit
def take_step(k, p, w, address, z, s, state, scratch):
    """One accepted step of the integrator, projected."""
    if step(address, k, p, w, z, s) != ACCEPTED:
        state[STATUS] = STOPPED
        return
    load_state(k, w, part(z, s[Y]))
    if not onto_constraints(k, p, w, z[T]):
        state[STATUS] = STOPPED
        return
    save_state(k, w, scratch)
    revise(z, s, scratch)


@njit
def simulate(
    k_table, p_table, w_table, address, z, s, state, scratch, times, q, v, a, forces, reactions, energy, budget
):
    """Go on for at most `budget` steps and outputs."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    while budget > 0 and state[STATUS] == RUNNING:
        budget -= 1
        index = state[NEXT]
        if index == times.shape[0]:
            state[STATUS] = FINISHED
        elif index == 0:
            ok = write_output(k, p, w, part(z, s[Y]), z[T], 0, q, v, a, forces, reactions, energy)
            save_state(k, w, scratch)
            revise(z, s, scratch)
            if ok:
                state[NEXT] = 1
            else:
                state[STATUS] = STOPPED
        elif times[index] > z[T].real:
            take_step(k, p, w, address, z, s, state, scratch)
        else:
            good = prepare_dense(address, k, p, w, z, s) and dense(z, s, times[index] + 0.0 * z[T], scratch)
            if good:
                t = times[index] + 0.0 * z[T]
                good = write_output(k, p, w, scratch, t, index, q, v, a, forces, reactions, energy)
            if good:
                state[NEXT] += 1
            else:
                state[STATUS] = STOPPED
