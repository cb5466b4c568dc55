"""Derivatives of a known motion and of its forces by parameters: one real factor a frame serves all of them.

Differentiated equations have the matrix of the motion itself (Garcia de Jalon and Bayo 1994, (10.73) to (10.82)):

    Phi_q q_b = -Phi_b,   Phi_q v_b = (nu - Phi_q v)_b,   Phi_q a_b = (gamma - Phi_q a)_b
    [[M, Phi_q'], [Phi_q, 0]] (a_b, lambda_b) = (Q - M a - Phi_q' lambda, gamma - Phi_q a)_b

Their right-hand sides come from complex tables, one set a parameter, whose imaginary parts carry the derivative times
`step`; what has been solved for is put into the coordinates there before the next line.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import multiply_residual
from linkwork.places.layout_kernel import (
    ACCEPT,
    COORDINATES,
    EQUATIONS,
    MOTION,
    MULTIPLIERS,
    PATTERN,
    RHS,
    STATE,
    STATES,
    VALUES,
    WORK,
    A,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    add_step,
    evaluate,
    evaluate_elements,
    factor_jacobian,
    factor_motion,
    load_jacobian,
    load_right_side,
    remember_measured,
    solve_exactly,
    solve_motion,
    solve_smoothly,
)
from linkwork.system.constraints.plain_kernel import give_plain, take_plain
from linkwork.system.dynamics.dynamics_kernel import (
    ACCURACY,
    load_motion,
    store_forces,
    subtract_rows,
    take_frame,
    take_motion,
)
from linkwork.system.dynamics.forces_kernel import apply_forces


@njit
def _take_side(k, w, kc, wc, at, step):
    """The derivatives that a complex vector at `at` carries, as the real right-hand side."""
    for i in range(k[COORDINATES] + k[EQUATIONS]):
        w[k[RHS] + i] = wc[at + i].imag / step


@njit
def _give_solution(k, w, kc, wc, step):
    """The real solution as the derivative that the complex unknowns carry."""
    for i in range(k[COORDINATES] + k[EQUATIONS]):
        wc[kc[X] + i] = complex(0.0, step * w[k[X] + i])


@njit
def _exchange(k, w):
    """Velocities and accelerations change places."""
    for i in range(k[COORDINATES]):
        w[k[V] + i], w[k[A] + i] = w[k[A] + i], w[k[V] + i]


@njit
def _motion_of_one(k, p, w, kc, pc, wc, t, tc, q, v, step, tolerance):
    """Derivatives of the motion at one frame by one parameter, into the complex workspace."""
    take_plain(kc, pc, wc, q, v)
    for i in range(k[COORDINATES]):
        wc[kc[V] + i] = w[k[V] + i]
        wc[kc[A] + i] = w[k[A] + i]
    evaluate(kc, pc, wc, MOTION, tc)
    load_right_side(kc, pc, wc, 0)
    _take_side(k, w, kc, wc, kc[RHS], step)
    solve_exactly(k, w, tolerance)
    _give_solution(k, w, kc, wc, step)
    add_step(kc, pc, wc, kc[Q], 1.0)
    for level in range(1, 3):
        evaluate(kc, pc, wc, MOTION, tc)
        load_right_side(kc, pc, wc, level)
        if level == 2:
            _exchange(kc, wc)
        subtract_rows(kc, pc, wc)
        if level == 2:
            _exchange(kc, wc)
        _take_side(k, w, kc, wc, kc[RHS], step)
        solve_exactly(k, w, tolerance)
        _give_solution(k, w, kc, wc, step)
        add_step(kc, pc, wc, kc[V] if level == 1 else kc[A], 1.0)


@njit
def motion_tangents(k_table, p_table, w_table, kc_table, p_tables, w_tables, times, motion, tangents, step, sigma):
    """Positions, velocities and accelerations that carry derivatives, of all frames and parameters.

    `motion` is q, v of the frames, real and complex; `tangents` three arrays of parameters by frames by coordinates.
    Returns the largest scaled error of the constraints, which is nothing unless turns have been counted wrongly.
    """
    worst = 0.0
    k, p, w, kc = part(k_table, 0), part(p_table, 0), part(w_table, 0), part(kc_table, 0)
    q, v, qc, vc = motion
    qs, vs, accelerations = tangents
    for index in range(times.shape[0]):
        t = times[index] + 0.0 * w[k[Q]]
        take_plain(k, p, w, q[index], v[index])
        evaluate(k, p, w, MOTION, t)
        worst = max(worst, load_right_side(k, p, w, 0))
        factor_jacobian(k, p, w, REGULARISATION)
        solve_motion(k, p, w, t, sigma[index])
        tolerance = 1e-14 * min(1.0, 10.0 * abs(sigma[index]))  # as in `solve_motion`
        for number in range(p_tables.shape[0]):
            pc, wc = part(p_tables[number], 0), part(w_tables[number], 0)
            tc = t + 0.0 * wc[kc[Q]]
            _motion_of_one(k, p, w, kc, pc, wc, t, tc, qc[index], vc[index], step, tolerance)
            give_plain(kc, pc, wc, qs[number, index], vs[number, index], accelerations[number, index])
            evaluate_elements(kc, pc, wc, ACCEPT, tc)
        evaluate_elements(k, p, w, ACCEPT, t)
    return worst


@njit
def _solve(k, w, smooth):
    if smooth > 0:
        solve_smoothly(k, w)
    else:
        solve_exactly(k, w, ACCURACY)


@njit
def _multipliers_of_one(k, p, w, kc, pc, wc, tc, smooth, step):
    """Derivatives of accelerations and multipliers at a frame whose coordinates carry theirs."""
    load_motion(kc, pc, wc, tc)
    load_jacobian(kc, pc, wc)
    size = k[COORDINATES] + k[EQUATIONS]
    for i in range(size):
        wc[kc[X] + i] = w[k[X] + i]
    base, out = kc[PATTERN], kc[WORK] + 1
    multiply_residual(kc, base, wc, kc[VALUES], kc[RHS], kc[X], out)
    _take_side(k, w, kc, wc, out, step)
    _solve(k, w, smooth)
    for i in range(size):
        wc[kc[X] + i] += complex(0.0, step * w[k[X] + i])
    take_motion(kc, pc, wc)


@njit
def load_tangents(k_table, p_table, w_table, kc_table, p_tables, w_tables, times, motion, loads, step):
    """Forces that carry derivatives along motions that carry theirs; `loads` are five arrays with one more axis.

    `motion` is q, v of the frames, and q, v of every parameter in complex numbers.
    """
    k, p, w, kc = part(k_table, 0), part(p_table, 0), part(w_table, 0), part(kc_table, 0)
    q, v, qs, vs = motion
    n = k[COORDINATES] + k[EQUATIONS]
    for index in range(times.shape[0]):
        t = times[index] + 0.0 * w[k[Q]]
        take_frame(k, p, w, q, v, times, index)
        load_motion(k, p, w, t)
        smooth = factor_motion(k, p, w)
        _solve(k, w, smooth)
        for number in range(p_tables.shape[0]):
            pc, wc = part(p_tables[number], 0), part(w_tables[number], 0)
            tc = t + 0.0 * wc[kc[Q]]
            take_frame(kc, pc, wc, qs[number], vs[number], times, index)
            _multipliers_of_one(k, p, w, kc, pc, wc, tc, smooth, step)
            for i in range(n):
                w[k[X] + i] = wc[kc[X] + i].real
            of_one = (loads[0][number], loads[1][number], loads[2][number], loads[3][number], loads[4][number])
            store_forces(kc, pc, wc, index, of_one)
            remember_measured(kc, pc, wc, tc)
        remember_measured(k, p, w, t)


@njit
def loads_along(k_table, p_table, w_table, times, q, v, multipliers, states, loads):
    """Forces and energies of a motion whose multipliers and own states are known: nothing is solved for."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        t = times[index] + 0.0 * w[k[Q]]
        take_frame(k, p, w, q, v, times, index)
        for i in range(k[STATES]):
            w[k[STATE] + i] = states[index, i]
        evaluate(k, p, w, MOTION, t)
        apply_forces(k, p, w, t)
        for row in range(k[EQUATIONS]):
            w[k[MULTIPLIERS] + row] = multipliers[index, row]
        store_forces(k, p, w, index, loads)
        remember_measured(k, p, w, t)
