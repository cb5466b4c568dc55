"""A push-belt drive brought to its steady state, or through time, without a call back into Python.

A steady state is followed from an easy setting (elements pressed together everywhere, friction smoothed much) to the
one that is asked for; through time go steps of BDF2. Newton's method solves each step; contacts are a complementarity
problem inside of it, whose closed set gives the derivatives.
"""

from __future__ import annotations

import math

from linkwork.library.cvt.balance_kernel import (
    belt_equations,
    close_layers,
    contact_forces,
    local_inputs,
    prepare_flexibility,
    pulley_equations,
    ritz_inertia,
    set_deflection,
)
from linkwork.library.cvt.contact_kernel import force_slopes, place_of
from linkwork.library.cvt.layout_kernel import (
    B_BEND,
    B_GAP,
    B_TILT,
    CONE,
    FLANK_SLIP,
    MASS,
    PCURVE,
    PGROWTH,
    PTX,
    PTY,
    R_MASS,
    R_STIFF,
    RING_SLIP,
    SHARED,
    STIFF,
)
from linkwork.library.cvt.station_kernel import curvature, station
from linkwork.numerics.bordered_kernel import solve_bordered
from linkwork.numerics.jit import njit

SOLVED, NO_END, NOT_POSITIVE, SINGULAR = 0, 1, 2, 3
MOST = 14  # Newton steps, and further ones in each of which a station closes far: fronts go on station by station
FRONT = 30
FARTHEST = 5.0  # change of an unknown in one of them, in its own scale
# steps that lead nowhere: larger than the first from the third step on; larger than the second and no smaller than so
# many steps before. That a loose layer closes in many steps one after the other is no such thing: where loose elements
# end is found station by station
RUNAWAY, LARGE, BACK = 50.0, 0.5, 3
FORESEEN = 2.0  # steps that a state is foreseen by, in lengths of the one before
AGAIN = 0.7  # a step as large as the second before it by this share: it goes to and fro
CALM = 0.125  # the least share of a step that goes to and fro: half of it, and half again while it goes on
ROUGH, NEAR = 0.1, 1e-2  # what is close enough on the way to a steady state, and where a way to it ends
CRACK, WIDEST = 1e-4, 1e-3  # strain with which a layer opens, and change of a strain in one step


@njit
def equations(model, room, strains, y, strain_rate, rate, acceleration, c0, wanted):
    """Residuals and derivatives at a state; SOLVED or NOT_POSITIVE."""
    path, owner, belt, rings, pulleys, support, shapes, kinds, mass, gyration, _, _, control, modes = model
    (
        counts, stations, _, deflection, matrices, closed, closed_counts, places, factors, gap, force, opened, column,
        forces, slopes, totals, sums, lengths, local, x, out, memory, by_function, diagonal, lower, upper, border, feet,
        corner, right, right_corner, _, _, _, _, _, _, blocks, shares, rows, inverses, turned,
    ) = room  # fmt: skip
    n, layers, wide = len(path), len(rings) + 1, len(y)
    first = wide - SHARED
    for table in (diagonal, lower, upper):
        table[:] = 0.0
    for flat in (border, feet, corner, sums, lengths):
        flat[:] = 0.0
    for line in (right, right_corner, totals):
        line[:] = 0.0
    set_deflection(support, shapes[0], y, deflection)
    if not contact_forces(
        path, belt, pulleys, y, first, counts, stations, deflection, matrices, closed, closed_counts, places, factors,
        inverses, gap, force, opened, column, forces, shares, rows,
    ):  # fmt: skip
        return NOT_POSITIVE
    for p in range(2):
        tilt, bend = first + B_TILT + 2 * p, first + B_BEND + 2 * p
        force_slopes(
            closed_counts[p], places[p], stations[p], path, belt, pulleys[p], deflection, y[tilt] + y[bend],
            y[tilt + 1] + y[bend + 1], support, shapes[0], inverses[p], 0, first + B_GAP + p, tilt, bend, slopes,
            turned,
        )  # fmt: skip
    belt_equations(
        path, owner, belt, rings, pulleys, support, shapes, strains, y, strain_rate, rate, c0, forces, slopes, totals,
        sums, lengths, local, by_function, blocks, x, out, memory, diagonal, lower, upper, border, feet, corner, right,
        right_corner,
    )  # fmt: skip
    close_layers(belt, rings, totals, lengths, first - layers, wide, corner, right_corner)
    heavy = belt[MASS]
    for k in range(len(rings)):
        heavy += rings[k, R_MASS]
    ritz_inertia(kinds, belt, mass, gyration, heavy, y, rate, acceleration, c0, first - layers, corner, right_corner)
    pulley_equations(
        belt, pulleys, y, rate, c0, wanted, modes, control, totals, sums, n, layers, first, wide, feet, corner,
        right_corner,
    )  # fmt: skip
    return SOLVED


@njit
def newton(model, room, strains, y, past, c0, wanted, scale, strain_scale, tolerance, keep=0.0, patient=False):
    """Solve one implicit step in place; SOLVED with the number of iterations, or why not.

    Rates are c0 times the unknown plus what the past gives: past = (strains, y, rates of y), each for the rate.
    `keep` is the share of what `lack` found that the equations may go on lacking. `patient`: from a state that is near,
    where what goes to and fro comes to rest, and fronts need their time.
    """
    strain_past, y_past, rate_past = past
    strain_rate, rate, acceleration = room[31], room[32], room[33]
    diagonal, lower, upper, border, feet, corner, right, right_corner = room[23:31]
    n, layers, wide = strains.shape[0], strains.shape[1], len(y)
    block, lack, corner_lack, shares, rows = room[34], room[35], room[36], room[38], room[39]
    room[21][:] = 0.0  # what slopes remember of friction
    one, two, three = math.inf, math.inf, math.inf  # sizes of the last three steps
    calm, most, count = 1.0, MOST, -1
    while count < most - 1:
        count += 1
        for i in range(n):
            for k in range(layers):
                strain_rate[i, k] = c0 * strains[i, k] + strain_past[i, k]
        for c in range(wide):
            rate[c] = c0 * y[c] + y_past[c]
            acceleration[c] = c0 * rate[c] + rate_past[c]
        told = equations(model, room, strains, y, strain_rate, rate, acceleration, c0, wanted)
        if told != SOLVED:
            return told, count
        if keep > 0.0:
            for i in range(len(right)):
                right[i] -= keep * lack[i]
            for c in range(len(right_corner)):
                right_corner[c] -= keep * corner_lack[c]
        if not solve_bordered(diagonal, lower, upper, border, feet, corner, right, right_corner, block, shares, rows):
            return SINGULAR, count
        size = 0.0
        for c in range(wide):
            size = max(size, abs(right_corner[c]) / scale[c])
        # not a number, or running away
        if not size < 1e12:
            return NO_END, count
        if (count >= BACK - 1 and size > RUNAWAY) or (count >= BACK and size > LARGE and size >= three):
            return NO_END, count
        if count > BACK and size > AGAIN * two:  # to and fro over a kink
            calm = max(CALM, 0.5 * calm) if patient else 0.5
        else:
            calm = min(1.0, 2.0 * calm)
        share = calm * min(1.0, FARTHEST / size)
        one, two, three = size, one, two
        farthest = 0.0
        for c in range(wide):
            y[c] -= share * right_corner[c]
        for i in range(n):
            for k in range(layers):
                step = right[i * layers + k] if i < n - 1 else right_corner[wide + k]
                stiff = model[2][STIFF] if k == 0 else model[3][k - 1, R_STIFF]
                own = diagonal[i, k, k] if i < n - 1 else stiff
                change = moved(k, strains[i, k], share * step, own, stiff)
                strains[i, k] += change
                size = max(size, abs(change) / strain_scale[k])
                farthest = max(farthest, abs(change))
        if size < tolerance:
            return SOLVED, count + 1
        if patient and farthest > WIDEST and most < MOST + FRONT:
            most += 1
    return NO_END, most


@njit
def moved(layer, strain, step, own, stiff):
    """The change of a strain by Newton's step, held where a layer becomes loose or closes up.

    A loose layer has next to no stiffness and is far too obedient: where it closes, what goes beyond counts by the
    ratio of stiffnesses. Where it opens, it opens a little, and finds its place in the next step. However far it is
    open, it may close in one step.
    """
    sign = 1.0 if layer == 0 else -1.0
    before = sign * strain
    after = before - sign * step
    if before > 0.0 and after < 0.0:
        after *= abs(own) / (abs(own) + stiff)
    elif before <= 0.0 and after > CRACK:
        after = CRACK
    least = -WIDEST if before > 0.0 else before - WIDEST
    return sign * (min(before + WIDEST, max(least, after)) - before)


@njit
def prepare(model, room, y):
    """Flexibility of the pulleys where the belt runs now."""
    path, owner, belt, _, pulleys, support, shapes = model[:7]
    radii, table = model[10], model[11]
    prepare_flexibility(
        path, owner, belt, pulleys, y, support, shapes[0], radii, table, room[0], room[1], room[2], room[3], room[4],
        room[6],
    )  # fmt: skip


@njit
def blend(belt, wanted, first, last, share):
    """Numbers between two settings: smoothing speeds by their ratio, all else by their difference."""
    for c in range(len(belt)):
        belt[c] = first[0][c] + share * (last[0][c] - first[0][c])
    for c in (FLANK_SLIP, RING_SLIP):
        belt[c] = first[0][c] * (last[0][c] / first[0][c]) ** share
    for c in range(len(wanted)):
        wanted[c] = first[1][c] + share * (last[1][c] - first[1][c])


@njit
def copy_state(strains, y, to_strains, to_y):
    """The strains and all else of a state into other arrays."""
    for i in range(strains.shape[0]):
        for k in range(strains.shape[1]):
            to_strains[i, k] = strains[i, k]
    for c in range(len(y)):
        to_y[c] = y[c]


@njit
def foresee(strains, y, before, factor):
    """Go on as from the state before to this one; what is loose stays loose, and what is loaded loaded.

    What was loose and is loaded now, or the other way round, tells nothing of how its force grows: it stays.
    """
    for i in range(strains.shape[0]):
        for k in range(strains.shape[1]):
            later = strains[i, k] + factor * (strains[i, k] - before[0][i, k])
            if later * strains[i, k] > 0.0 and before[0][i, k] * strains[i, k] > 0.0:
                strains[i, k] = later
    for c in range(len(y)):
        y[c] += factor * (y[c] - before[1][c])


@njit
def way_gone(first, last, share):
    """How far a way between two settings has come, in what states change with about evenly.

    Where friction gets sharper that is the smoothing speed: what sticks slips in proportion to it. Foreseen by the
    share of the way, slips would change their sign.
    """
    less = last[0][FLANK_SLIP] / first[0][FLANK_SLIP]
    return share if less == 1.0 else less**share


@njit
def newton_twice(model, room, strains, y, past, wanted, scale, strain_scale, tolerance, keep, last, patient):
    """`newton` for a state at rest; at the last state of a way twice, where it goes to and fro near its end, but for a
    way that is gone at once or not at all.

    The second time begins without the directions of friction that slopes remember, and often ends.
    """
    reason, count = newton(
        model, room, strains, y, past, 0.0, wanted, scale, strain_scale, tolerance, keep, patient
    )  # fmt: skip
    if last and reason == NO_END and count >= MOST:
        reason, more = newton(
            model, room, strains, y, past, 0.0, wanted, scale, strain_scale, tolerance, keep, patient
        )  # fmt: skip
        count += more
    return reason, count


@njit
def continue_states(
    model, room, strains, y, kept, before, past, wanted, first, last, scale, strain_scale, step, shortest, rough,
    tolerance, patient, told,
):  # fmt: skip
    """Steady states from the setting `first` to the setting `last`, each (belt, wanted), with steps that suit.

    The flexibility of the sheaves stays that of the place where the belt runs at the beginning. States on the way are
    found as closely as `rough` says, the last one by `tolerance`. A way that goes on by less than `shortest` of it
    leads no farther. told: steady states, Newton steps, share of the way that was done, reason of the last failure.
    """
    done, share, gap = -1.0, 0.0, 0.0
    for table in (past[1], past[2]):
        table[:] = 0.0
    past[0][:] = 0.0
    prepare(model, room, y)
    while told[0] < 2000:
        copy_state(strains, y, kept[0], kept[1])
        if gap > 0.0:
            now = way_gone(first, last, done)
            ahead = (way_gone(first, last, share) - now) / (now - way_gone(first, last, done - gap))
            foresee(strains, y, before, min(FORESEEN, ahead))
        blend(model[2], wanted, first, last, share)
        close = tolerance if share >= 1.0 else rough
        reason, count = newton_twice(
            model,
            room,
            strains,
            y,
            past,
            wanted,
            scale,
            strain_scale,
            close,
            0.0,
            share >= 1.0 > 2.0 * shortest,
            patient,
        )
        told[0] += 1
        told[1] += count
        told[3] = reason
        if reason == SOLVED:
            if done >= 0.0:
                gap = share - done
                copy_state(kept[0], kept[1], before[0], before[1])
            done = told[2] = share
            if share >= 1.0:
                return True
            if count <= 6:
                step *= 1.7
        else:
            copy_state(kept[0], kept[1], strains, y)
            step *= 0.4
            if step < shortest or done < 0.0:
                return False
        share = min(1.0, done + step)
    return False


@njit
def approach(model, room, strains, y, kept, before, past, wanted, scale, strain_scale, shortest, told):
    """From any state to a steady one of the setting that the tables have; false where the way ends.

    The state solves equations that may lack what they lack here; less and less of that is left (Newton's homotopy).
    """
    for table in (past[1], past[2]):
        table[:] = 0.0
    past[0][:] = 0.0
    room[31][:], room[32][:], room[33][:] = 0.0, 0.0, 0.0
    lack, corner_lack = room[35], room[36]
    prepare(model, room, y)
    if equations(model, room, strains, y, past[0], room[32], room[33], 0.0, wanted) != SOLVED:
        return False
    for i in range(len(lack)):
        lack[i] = room[29][i]
    for c in range(len(corner_lack)):
        corner_lack[c] = room[30][c]
    left, step, gap = 1.0, 1.0, 0.0
    while step > shortest:
        copy_state(strains, y, kept[0], kept[1])
        share = max(0.0, left - step)
        if gap > 0.0:
            foresee(strains, y, before, min(FORESEEN, (left - share) / gap))
        close = ROUGH if share > 0.0 else NEAR
        reason, count = newton_twice(
            model, room, strains, y, past, wanted, scale, strain_scale, close, share, share <= 0.0, True
        )
        told[0] += 1
        told[1] += count
        told[3] = reason
        if reason == SOLVED:
            if share <= 0.0:
                return True
            copy_state(kept[0], kept[1], before[0], before[1])
            gap, left = left - share, share
            if count <= 6:
                step *= 2.0
        else:
            copy_state(kept[0], kept[1], strains, y)
            step *= 0.3
    return False


@njit
def describe(model, room, strains, y, rate, table):
    """What every station gives at a state, a row each: what `station` writes, then deflection, radius, slip around and
    slip inward."""
    path, owner, belt, rings, pulleys, support, shapes = model[:7]
    counts, stations, _, deflection, matrices, closed, closed_counts, places, factors, gap, force, opened, column = (
        room[:13]
    )
    forces, x, out = room[13], room[19], room[20]
    layers, first = len(rings) + 1, len(y) - SHARED
    prepare(model, room, y)
    contact_forces(
        path, belt, pulleys, y, first, counts, stations, deflection, matrices, closed, closed_counts, places, factors,
        room[40], gap, force, opened, column, forces, room[38], room[39],
    )  # fmt: skip
    for i in range(len(path)):
        p = max(owner[i], 0)
        in_contact = owner[i] >= 0 and forces[i] > 0.0
        local_inputs(i, owner[i], layers, first, support, shapes, strains, y, rate, forces, x)
        station(x, path[i], belt, rings, pulleys[p], in_contact, out)
        for o in range(len(out)):
            table[i, o] = out[o]
        dx, dy, radius, _ = place_of(path[i], deflection[i], pulleys[p])
        stretch, _ = curvature(path[i, PCURVE], path[i, PGROWTH], x[0], x[1], x[2])
        across = 1.0 + path[i, PCURVE] * x[0]
        nx, ny = path[i, PTY], -path[i, PTX]
        tx, ty = (across * path[i, PTX] + x[1] * nx) / stretch, (across * path[i, PTY] + x[1] * ny) / stretch
        speed = x[4 + layers] * (1.0 + x[4])
        vx, vy = speed * tx + x[3] * nx, speed * ty + x[3] * ny
        table[i, len(out)], table[i, len(out) + 1] = deflection[i], radius
        table[i, len(out) + 2] = (-vx * dy + vy * dx) / radius - x[4 + 2 * layers] * radius
        table[i, len(out) + 3] = -(vx * dx + vy * dy) / radius / math.cos(belt[CONE])
