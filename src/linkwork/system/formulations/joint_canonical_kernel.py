"""Formulation "joint-canonical": Hamilton's equations in independent joint coordinates f (Wang 2.9).

With T = z' H z' / 2, z' = R f' + S nu and the momenta p = dT/df' = R' H z' of the independent coordinates,

    (R' H R) f' = p - R' H S nu,   p' = R' (H z'' + H' z') + (R')' H z'

where H' and R' with a dash behind are rates. The motion fulfils H z'' + h = F - J' lambda, h being the forces of
inertia without accelerations, and R' J' = 0. From J R = 0 follows (dR/dt)' H z' = -R' (dJ/dt)' sigma, with J_d' sigma
the dependent part of H z'. By Christoffel's symbols h_i = sum G_ijk z'_j z'_k, and dH/dt z' - h = dT/dz has the
components sum G_jik z'_j z'_k. Last, gamma = -(dJ/dt) z' - d(Phi_t)/dt is quadratic in the rates, with the slope
-2 dJ/dt. Thus, for the direction r of an independent coordinate, a column of R,

    p'_r = r F + dT/dz r - sigma (dJ/dt) r = r F + 1/2 d/ds [ z' h(z' + s r) + sigma gamma(z' + s r) ]   at s = 0

which is Wang's F_r + 1/2 p' M^-1 (dM/df_r) M^-1 p, M = R' H R, and needs no derivative of M. Both are quadratic in s,
so that central differences are exact for any step; they hold for loops and for drivers that move with time. h itself
is the same difference along z'.

The state is (joint coordinates, momenta in the places of the independent rates, own states). Beside singular positions,
where what the closures add to the momenta's rates may grow without bound, it has the rates themselves, as in
"joint-partitioning"; a fresh start changes from the one to the other.

Closed points and rubbing joints change the accelerations by dz'': r H dz'' joins p'_r. While something touches, steps
are brought onto closures and contacts as in "joint", and their momenta are taken anew.
"""

from __future__ import annotations

from linkwork.numerics.dense_kernel import factor_dense, solve_dense
from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import COORDINATES, LOAD, MASS_SCALE, MOTION
from linkwork.system.constraints.choice_kernel import SMALLEST
from linkwork.system.constraints.grip_kernel import is_near, tell_grip
from linkwork.system.contact.contact_layout_kernel import JOINT_FORCES
from linkwork.system.dynamics.dynamics_kernel import in_contact
from linkwork.system.dynamics.forces_kernel import add_gravity_and_spin
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER, ask_for_fresh_start
from linkwork.system.formulations.joint_dense_kernel import (
    behind,
    copy_matrix,
    dot,
    load_joint_motion,
    multiply,
    reduce_to_basis,
    sizes,
    store_joint_rates,
)
from linkwork.system.formulations.joint_kernel import call_contacts, close, load_bias, load_inertia
from linkwork.system.formulations.joint_partition_kernel import (
    VECTORS,
    dependent_marks,
    inertia_at,
    load_basis,
    load_dependent,
    load_multipliers,
    solve_positions,
    state_at,
    wants_other_choice,
)
from linkwork.system.formulations.joint_partitioning_kernel import (
    bring_bodies,
    choose_independent,
    close_state,
    closed_rates,
    reduced_accelerations,
    show_closed,
    store_closed,
)
from linkwork.system.tree.articulated_kernel import load_bodies
from linkwork.system.tree.closure_place_kernel import given_at, multipliers_at, side_at, solution_at
from linkwork.system.tree.closure_solver_kernel import factor_closures
from linkwork.system.tree.cut_kernel import evaluate_cuts, load_sides, take_multipliers
from linkwork.system.tree.tree_kernel import spread, vectors_at


def numbers(n: int, m: int) -> int:
    """How many numbers are needed behind those of the partition."""
    return 3 * n + 2 + m + 1


@njit
def _kind(k, w):
    """Where it is kept whether the state has rates instead of momenta."""
    n, m = sizes(k)
    return inertia_at(k, w) + 3 * n * n + VECTORS * n + 3 * n + 2 + m


@njit
def _has_rates(k, w):
    """Whether the state has rates instead of momenta."""
    return w[_kind(k, w)].real > 0.0


@njit
def _load_inertia(k, p, w):
    """H and the basis at the poses of the workspace, with the table made there; the number of freedoms."""
    n, _ = sizes(k)
    inertia = inertia_at(k, w)
    load_inertia(k, p, w)
    copy_matrix(k, w, w, inertia)
    return load_basis(k, w, inertia + n * n)


@njit
def rates_of_momenta(k, p, w, t, y):
    """The state on the closures that belongs to independent coordinates and momenta of y; false when there is none."""
    if not solve_positions(k, p, w, t, y):
        return False
    n, _ = sizes(k)
    inertia, units, rates, marks = inertia_at(k, w), vectors_at(k), state_at(k, w) + n, dependent_marks(k, w)
    basis, reduced = inertia + n * n, inertia + 2 * n * n
    solved, force = reduced + n * n, reduced + n * n + n
    right = force + n
    freedoms = _load_inertia(k, p, w)
    load_sides(k, p, w, 1)
    load_dependent(k, w, solved)
    multiply(w, inertia, solved, n, force)
    number = 0
    for column in range(n):
        if w[marks + column].real == 0.0:
            momentum = w[rates + column] * w[units + column] / p[k[MASS_SCALE]]
            w[right + number] = momentum - dot(w, basis + n * number, force, n)
            number += 1
    reduce_to_basis(w, inertia, basis, n, freedoms, force, reduced)
    factor_dense(w, reduced, freedoms)
    solve_dense(w, reduced, freedoms, right)
    for i in range(freedoms):
        for column in range(n):
            w[solved + column] += w[basis + n * i + column] * w[right + i]
    for column in range(n):
        w[rates + column] = w[solved + column] * w[units + column]
    return True


@njit
def _momenta(k, p, w, out):
    """Momenta of the state on the closures in the places of the rates of out; zero for dependent coordinates."""
    n, _ = sizes(k)
    inertia, units, rates, marks = inertia_at(k, w), vectors_at(k), state_at(k, w) + n, dependent_marks(k, w)
    basis, scaled = inertia + n * n, inertia + 3 * n * n
    _load_inertia(k, p, w)
    for i in range(n):
        w[scaled + i] = w[rates + i] / w[units + i]
    multiply(w, inertia, scaled, n, scaled + n)
    number = 0
    for column in range(n):
        out[n + column] = 0.0 * w[scaled]
        if w[marks + column].real == 0.0:
            momentum = dot(w, basis + n * number, scaled + n, n)
            out[n + column] = momentum * p[k[MASS_SCALE]] / w[units + column]
            number += 1


@njit
def _weigh(k, p, w, t, rates, direction, step, scaled, multipliers, out, sign):
    """Add sign (h, and behind it z' h + sigma gamma) at the rates z' + step * direction to out, but for a constant."""
    n, m = sizes(k)
    units, side, sides = vectors_at(k), side_at(k), given_at(k)
    state = part(w, state_at(k, w))
    for i in range(n):
        w[rates + i] = (w[scaled + i] + step * w[direction + i]) * w[units + i]
    spread(k, p, w, state, True)
    evaluate_cuts(k, p, w, MOTION, t)
    for column in range(k[COORDINATES]):
        w[k[LOAD] + column] = 0.0
    add_gravity_and_spin(k, p, w)
    load_bodies(k, p, w, True)
    load_bias(k, p, w)
    for i in range(n):
        w[out + i] -= sign * w[side + i]
        w[out + n] -= sign * w[scaled + i] * w[side + i]
    for row in range(m):
        w[out + n] += sign * w[multipliers + row] * w[sides + row]


@njit
def load_momentum_rates(k, p, w, t, made):
    """For each freedom dT/dz r - sigma (dJ/dt) r, and behind them h; the rates of the state are left as they were."""
    n, m = sizes(k)
    inertia, units, rates = inertia_at(k, w), vectors_at(k), state_at(k, w) + n
    basis, scaled = inertia + n * n, inertia + 3 * n * n
    multipliers, freedoms = made + 3 * n + 2, load_basis(k, w, basis)
    out, largest = made + 2 * n, 1.0
    for i in range(n):
        w[scaled + i] = w[rates + i] / w[units + i]
        largest = max(largest, abs(w[scaled + i].real))
    multiply(w, inertia, scaled, n, scaled + n)
    load_multipliers(k, w, scaled + n)
    for row in range(m):
        w[multipliers + row] = w[multipliers_at(k) + row]
    for number in range(freedoms + 1):
        along = basis + n * number if number < freedoms else scaled
        step = largest if number < freedoms else 1.0
        for i in range(n + 1):
            w[out + i] = 0.0
        _weigh(k, p, w, t, rates, along, step, scaled, multipliers, out, 1.0)
        _weigh(k, p, w, t, rates, along, -step, scaled, multipliers, out, -1.0)
        if number < freedoms:
            w[made + number] = 0.25 * w[out + n] / step
    for i in range(n):
        w[made + n + i] = 0.25 * w[out + i]
        w[rates + i] = w[scaled + i] * w[units + i]
    return freedoms


@njit
def contact_accelerations(k, p, w, t, accelerations, force):
    """Accelerations with what touches in the place of those without it; H times the difference is added to `force`."""
    n, x = sizes(k)[0], solution_at(k)
    room = accelerations + n
    for i in range(n):
        w[x + i] = w[accelerations + i]
    call_contacts(JOINT_FORCES, k, p, w, factor_closures(k, w), t)
    take_multipliers(k, p, w)
    for i in range(n):
        w[accelerations + i] = w[x + i] - w[accelerations + i]
    multiply(w, inertia_at(k, w), accelerations, n, room)
    for i in range(n):
        w[force + i] += w[room + i]
    return x


@njit
def settle(k, p, w, t, exactly):
    """The state on the closures onto the contacts, too, with the table made there; false when that fails."""
    state = part(w, state_at(k, w))
    return close(k, p, w, t, state, exactly) and close_state(k, p, w, t, state)


def joint_canonical_rate(k, p, w, t, y, dy):
    """Rates of coordinates, momenta and own states."""
    if _has_rates(k, w):
        closed_rates(k, p, w, t, y, dy)
        return
    if not rates_of_momenta(k, p, w, t, y):
        dy[0] = 0.0 * t + NOT_A_NUMBER
        return
    tell_grip(k, w, t, w[behind(k, w) + SMALLEST].real)
    n, _ = sizes(k)
    inertia, side, marks, units = inertia_at(k, w), side_at(k), dependent_marks(k, w), vectors_at(k)
    basis, made = inertia + n * n, inertia + 3 * n * n + VECTORS * n
    load_momentum_rates(k, p, w, t, made)
    state = part(w, state_at(k, w))
    load_joint_motion(k, p, w, t, state, state)
    number = 0
    for i in range(n):
        w[made + n + i] += w[side + i]
    accelerations = reduced_accelerations(k, p, w)
    if in_contact(k, w):
        accelerations = contact_accelerations(k, p, w, t, accelerations, made + n)
    store_joint_rates(k, w, state, dy, accelerations)
    for column in range(n):
        dy[n + column] = 0.0 * t
        if w[marks + column].real == 0.0:
            force = dot(w, basis + n * number, made + n, n) + w[made + number]
            dy[n + column] = force * p[k[MASS_SCALE]] / w[units + column]
            number += 1


def joint_canonical_correct(k, p, w, t, y, out):
    """Dependent coordinates of an accepted step, and the test of the choice."""
    n, _ = sizes(k)
    good = close_state(k, p, w, t, y) if _has_rates(k, w) else rates_of_momenta(k, p, w, t, y)
    if _has_rates(k, w) != is_near(k, w) and not in_contact(k, w):
        ask_for_fresh_start(k, w)
    if good and in_contact(k, w):
        good = settle(k, p, w, t, False)
    bring_bodies(k, p, w, t)
    store_closed(k, w, t, out, good)
    if not _has_rates(k, w):
        for i in range(n):
            out[n + i] = y[n + i]
    if good and in_contact(k, w):
        _momenta(k, p, w, out)
    if good and wants_other_choice(k, p, w):
        ask_for_fresh_start(k, w)


def joint_canonical_observe(k, p, w, t, y, out):
    """Coordinates, velocities and own states that belong to y."""
    good = close_state(k, p, w, t, y) if _has_rates(k, w) else rates_of_momenta(k, p, w, t, y)
    if good and in_contact(k, w):
        good = settle(k, p, w, t, True)
    show_closed(k, p, w, t, out, good)


def joint_canonical_renew(k, p, w, t, y, out):
    """Choose the independent coordinates, solve for the others, and take the momenta."""
    choose_independent(k, p, w, t, y, out)
    good = close_state(k, p, w, t, out)
    if good and in_contact(k, w):
        good = settle(k, p, w, t, True)
    bring_bodies(k, p, w, t)
    w[_kind(k, w)] = 1.0 if is_near(k, w) and not in_contact(k, w) else 0.0
    if not _has_rates(k, w):
        _momenta(k, p, w, out)
        momenta = sizes(k)[0]
        for i in range(momenta):
            w[state_at(k, w) + momenta + i] = out[momenta + i]
    store_closed(k, w, t, out, good)
