"""Equations of a push-belt drive and their derivatives at one state, as blocks along the belt with a border.

Strains of all layers at a station are a block; the border has Ritz functions of the deflection, flows of the layers,
pulleys and control, and the strains of the last station, where the belt closes. A Ritz function is dynamic, first
order or static; so are pulleys: spin of second order, gap and tilt of first order, the bent shaft static.

Along the belt, with the flow J = v / (1 + strain) the same everywhere (25): m dv/dt + d(m J^2 strain - P)/ds = f.
The flux falls with the strain where a layer carries a load and rises where it is loose: that from downstream counts
in the first case, that from upstream in the second (Engquist and Osher 1981).
"""

from __future__ import annotations

import math

from linkwork.library.cvt.contact_kernel import close_contacts, fill_flexibility, place_of
from linkwork.library.cvt.layout_kernel import (
    B_BEND,
    B_CONTROL,
    B_GAP,
    B_SPEED,
    B_TILT,
    CONE,
    FLANK,
    G_DRIVING,
    G_THRUST_DRIVEN,
    G_THRUST_DRIVING,
    LENGTH,
    LIMIT,
    LOOSE,
    MASS,
    O_BEND,
    O_PUSH,
    O_TORQUE,
    O_TURN,
    OUT,
    PLENGTH,
    R_LENGTH,
    R_MASS,
    R_STIFF,
    RATIO,
    SHARED,
    SPEED,
    STIFF,
    TORQUE,
    U_AXIAL,
    U_BEND_FORCE,
    U_BEND_MOMENT,
    U_INERTIA,
    U_RADIUS,
    U_SPIN,
    U_TILT,
    U_TILT_TIME,
)
from linkwork.library.cvt.slopes_kernel import station_slopes
from linkwork.library.cvt.station_kernel import station
from linkwork.numerics.jit import njit


@njit
def prepare_flexibility(
    path, owner, belt, pulleys, y, support, shape, radii, table, counts, stations, angles, deflection, matrices,
    closed_counts,
):  # fmt: skip
    """Flexibility of both pulleys at the radius where the belt runs now."""
    set_deflection(support, shape, y, deflection)
    for p in range(2):
        closed_counts[p] = 0  # no inverse of these matrices yet
        counts[p], mean = 0, 0.0
        for i in range(len(path)):
            if owner[i] == p:
                dx, dy, _, _ = place_of(path[i], deflection[i], pulleys[p])
                stations[p, counts[p]], angles[p, counts[p]] = i, math.atan2(dy, dx)
                counts[p] += 1
        middle = stations[p, counts[p] // 2]
        mean = place_of(path[middle], deflection[middle], pulleys[p])[2]
        fill_flexibility(counts[p], stations[p], angles[p], mean, path, belt, radii[p], table[p], matrices[p])


@njit
def set_deflection(support, shape, y, deflection):
    """w at the stations."""
    for i in range(len(deflection)):
        total = 0.0
        for m in range(support.shape[1]):
            total += shape[i, m] * y[support[i, m]]
        deflection[i] = total


@njit
def contact_forces(path, belt, pulleys, y, first, counts, stations, deflection, matrices, closed, closed_counts, places,
                   factors, inverses, gap, force, opened, work, forces, shares, rows):  # fmt: skip
    """Axial forces of all stations; False when a flexibility is not positive."""
    for i in range(len(forces)):
        forces[i] = 0.0
    for p in range(2):
        tilt = first + B_TILT + 2 * p
        bend = first + B_BEND + 2 * p
        closed_counts[p] = close_contacts(
            counts[p], stations[p], path, belt, pulleys[p], deflection, y[first + B_GAP + p], y[tilt] + y[bend],
            y[tilt + 1] + y[bend + 1], matrices[p], closed[p], closed_counts[p], places[p], factors[p], inverses[p],
            gap, force, opened, work, shares, rows,
        )  # fmt: skip
        if closed_counts[p] < 0:
            closed_counts[p] = 0
            return False
        for a in range(counts[p]):
            forces[stations[p, a]] = max(0.0, force[a])
    return True


@njit
def local_inputs(i, p, layers, first, support, shapes, strains, y, rate, forces, x):
    """What the station's forces depend on."""
    for d in range(3):
        total = 0.0
        for m in range(support.shape[1]):
            total += shapes[d, i, m] * y[support[i, m]]
        x[d] = total
    total = 0.0
    for m in range(support.shape[1]):
        total += shapes[0, i, m] * rate[support[i, m]]
    x[3] = total
    for k in range(layers):
        x[4 + k] = strains[i, k]
        x[4 + layers + k] = y[first - layers + k]
    side = max(p, 0)
    x[4 + 2 * layers] = y[first + B_SPEED + side]
    for d in range(2):
        x[5 + 2 * layers + d] = y[first + B_TILT + 2 * side + d] + y[first + B_BEND + 2 * side + d]
    x[7 + 2 * layers] = forces[i]
    after = (i + 1) % len(strains)
    for k in range(layers):
        x[8 + 2 * layers + k] = strains[after, k]


@njit
def loaded_flux(layer, stiff, mass, flow, strain):
    """The part of the flux that comes from downstream, its slope by the strain and by the flow."""
    if (layer == 0 and strain < 0.0) or (layer > 0 and strain > 0.0):
        return (mass * flow * flow - stiff) * strain, mass * flow * flow - stiff, 2.0 * mass * flow * strain
    return 0.0, 0.0, 0.0


@njit
def loose_flux(layer, mass, flow, strain, more):
    """The part of the flux that comes from upstream, its slope by the strain and by the flow."""
    if (layer == 0 and strain >= 0.0) or (layer > 0 and strain <= 0.0):
        return (mass * flow * flow + more) * strain, mass * flow * flow + more, 2.0 * mass * flow * strain
    return 0.0, 0.0, 0.0


@njit
def by_functions(local, shapes, i, alive, c0, by_function):
    """by_function[o, m]: how what a station gives changes with the m-th of the functions that live there."""
    for o in range(local.shape[0]):
        value, slope, bend = local[o, 0] + local[o, 3] * c0, local[o, 1], local[o, 2]
        for m in range(alive):
            by_function[o, m] = value * shapes[0, i, m] + slope * shapes[1, i, m] + bend * shapes[2, i, m]


@njit
def across_belt(
    i, p, length, alive, layers, n, wide, first, c0, in_contact, support, shapes, local, by_function, out, slopes, feet,
    corner, right_corner,
):  # fmt: skip
    """What a station adds to the equations of its functions: virtual work of w, w' and w''."""
    push, turn, bend = layers + O_PUSH, layers + O_TURN, layers + O_BEND
    flows, spin, tilt, force, next_strain = 4 + layers, 4 + 2 * layers, 5 + 2 * layers, 7 + 2 * layers, 8 + 2 * layers
    after = (i + 1) % n
    for m in range(alive):
        j = support[i, m]
        zero, one, two = -length * shapes[0, i, m], -length * shapes[1, i, m], -length * shapes[2, i, m]
        right_corner[j] += zero * out[push] + one * out[turn] + two * out[bend]
        for other in range(alive):
            corner[j, support[i, other]] += (
                zero * by_function[push, other] + one * by_function[turn, other] + two * by_function[bend, other]
            )
        for k in range(layers):
            own = zero * local[push, 4 + k] + one * local[turn, 4 + k] + two * local[bend, 4 + k]
            s = next_strain + k
            later = zero * local[push, s] + one * local[turn, s] + two * local[bend, s]
            s = flows + k
            corner[j, first - layers + k] += zero * local[push, s] + one * local[turn, s] + two * local[bend, s]
            if i < n - 1:
                feet[j, i * layers + k] += own
            else:
                corner[j, wide + k] += own
            if after < n - 1:
                feet[j, after * layers + k] += later
            else:
                corner[j, wide + k] += later
        if in_contact:
            corner[j, first + B_SPEED + p] += zero * local[push, spin]
            for d in range(2):
                tilted = zero * local[push, tilt + d]
                corner[j, first + B_TILT + 2 * p + d] += tilted
                corner[j, first + B_BEND + 2 * p + d] += tilted
            pressed = zero * local[push, force]
            for c in range(wide):
                corner[j, c] += pressed * slopes[i, c]


@njit
def add_row(
    target, at, own, length, alive, layers, first, p, c0, in_contact, i, support, local, by_function, o, slopes
):  # fmt: skip
    """Add to a row of the border `length` times how output `o` of a station changes, but for strains."""
    for m in range(alive):
        target[at, support[i, m]] += length * by_function[o, m]
    for k in range(layers):
        target[at, first - layers + k] += length * local[o, 4 + layers + k]
    if in_contact:
        target[at, first + B_SPEED + p] += length * local[o, 4 + 2 * layers]
        for d in range(2):
            tilted = length * local[o, 5 + 2 * layers + d]
            target[at, first + B_TILT + 2 * p + d] += tilted
            target[at, first + B_BEND + 2 * p + d] += tilted
        pressed = length * local[o, 7 + 2 * layers]
        if pressed != 0.0:
            for c in range(own):
                target[at, c] += pressed * slopes[i, c]


@njit
def along_belt(
    i, p, length, alive, layers, n, wide, first, c0, in_contact, belt, rings, strains, y, strain_rate, rate, support,
    local, by_function, out, slopes, blocks, border, corner, right, right_corner,
):  # fmt: skip
    """Momentum of every layer along the belt at a station; `blocks` gets its slopes by strains before, here, after."""
    flows, next_strain, after, before = first - layers, 8 + 2 * layers, (i + 1) % n, (i - 1) % n
    for k in range(layers):
        mass = belt[MASS] if k == 0 else rings[k - 1, R_MASS]
        stiff = belt[STIFF] if k == 0 else rings[k - 1, R_STIFF]
        flow = y[flows + k]
        value = mass * length * (rate[flows + k] * (1.0 + strains[i, k]) + flow * strain_rate[i, k]) - length * out[k]
        own = mass * length * (rate[flows + k] + flow * c0)
        by_flow = mass * length * (c0 * (1.0 + strains[i, k]) + strain_rate[i, k])
        for other in range(layers):
            blocks[0, k, other] = 0.0
            blocks[1, k, other] = -length * local[k, 4 + other]
            blocks[2, k, other] = -length * local[k, next_strain + other]
        g, by_strain, d = loaded_flux(k, stiff, mass, flow, strains[after, k])
        value, by_flow = value + g, by_flow + d
        blocks[2, k, k] += by_strain
        g, by_strain, d = loose_flux(k, mass, flow, strains[i, k], belt[LOOSE])
        value, by_flow, own = value + g, by_flow + d, own + by_strain
        g, by_strain, d = loaded_flux(k, stiff, mass, flow, strains[i, k])
        value, by_flow, own = value - g, by_flow - d, own - by_strain
        g, by_strain, d = loose_flux(k, mass, flow, strains[before, k], belt[LOOSE])
        value, by_flow = value - g, by_flow - d
        blocks[0, k, k] -= by_strain
        blocks[1, k, k] += own
        if i < n - 1:
            right[i * layers + k] = value
            border[i * layers + k, flows + k] += by_flow
            add_row(
                border, i * layers + k, wide, -length, alive, layers, first, p, c0, in_contact, i, support, local,
                by_function, k, slopes,
            )  # fmt: skip
        else:
            right_corner[wide + k] = value
            corner[wide + k, flows + k] += by_flow
            add_row(
                corner, wide + k, wide, -length, alive, layers, first, p, c0, in_contact, i, support, local,
                by_function, k, slopes,
            )  # fmt: skip


@njit
def lay_blocks(i, layers, n, wide, blocks, diagonal, lower, upper, border, feet, corner):
    """Put the slopes by strains before, here and after a station where they belong: the last one is at the border."""
    last = n - 1
    for d in range(3):
        j = (i + d - 1) % n
        for k in range(layers):
            for other in range(layers):
                value = blocks[d, k, other]
                if i < last and j < last:
                    if d == 1:
                        diagonal[i, k, other] += value
                    elif d == 2:
                        upper[i, k, other] += value
                    else:
                        lower[i, k, other] += value
                elif i < last:
                    border[i * layers + k, wide + other] += value
                elif j < last:
                    feet[wide + k, j * layers + other] += value
                else:
                    corner[wide + k, wide + other] += value


@njit
def on_lengths(
    i, length, alive, layers, n, wide, first, strains, support, local, by_function, out, totals, lengths, feet, corner,
    right_corner,
):  # fmt: skip
    """What a station adds to the lengths of the layers and to the closing condition (27)."""
    flows = first - layers
    for k in range(layers):
        o = layers + OUT + k
        totals[16 + k] += length * out[o]
        for m in range(alive):
            by = length * by_function[o, m]
            lengths[k, support[i, m]] += by
            corner[flows + k, support[i, m]] += strains[i, k] * by
        right_corner[flows + k] += length * strains[i, k] * out[o]
        if i < n - 1:
            feet[flows + k, i * layers + k] += length * out[o]
        else:
            corner[flows + k, wide + k] += length * out[o]


@njit
def on_pulley(
    i, p, length, alive, layers, wide, first, c0, support, local, by_function, out, forces, slopes, totals, sums
):  # fmt: skip
    """What a station adds to the sums of forces on its pulley."""
    for s in range(5):
        o = layers + O_TORQUE + s
        totals[8 * p + s] += length * out[o]
        add_row(
            sums, 8 * p + s, wide, length, alive, layers, first, p, c0, True, i, support, local, by_function, o, slopes
        )  # fmt: skip
        for k in range(layers):
            sums[8 * p + s, wide + i * layers + k] += length * local[o, 4 + k]
    totals[8 * p + 5] += forces[i]
    for c in range(wide):
        sums[8 * p + 5, c] += slopes[i, c]


@njit
def belt_equations(
    path, owner, belt, rings, pulleys, support, shapes, strains, y, strain_rate, rate, c0, forces, slopes, totals, sums,
    lengths, local, by_function, blocks, x, out, memory, diagonal, lower, upper, border, feet, corner, right,
    right_corner,
):  # fmt: skip
    """Residuals and derivatives of all that happens along the belt.

    Sums of forces on the pulleys go to `totals`, their derivatives to `sums`: by the border, then by all strains.
    """
    n, layers, wide = len(path), len(rings) + 1, len(y)
    first = wide - SHARED
    for i in range(n):
        p, length = owner[i], path[i, PLENGTH]
        in_contact = p >= 0 and forces[i] > 0.0
        alive = support.shape[1]  # the last of the list may be there to fill it only
        while alive > 1 and shapes[0, i, alive - 1] == 0.0 and shapes[2, i, alive - 1] == 0.0:
            alive -= 1
        local_inputs(i, p, layers, first, support, shapes, strains, y, rate, forces, x)
        station(x, path[i], belt, rings, pulleys[max(p, 0)], in_contact, out)
        station_slopes(x, path[i], belt, rings, pulleys[max(p, 0)], in_contact, memory[i], local)
        by_functions(local, shapes, i, alive, c0, by_function)
        along_belt(
            i, p, length, alive, layers, n, wide, first, c0, in_contact, belt, rings, strains, y, strain_rate, rate,
            support, local, by_function, out, slopes, blocks, border, corner, right, right_corner,
        )  # fmt: skip
        lay_blocks(i, layers, n, wide, blocks, diagonal, lower, upper, border, feet, corner)
        across_belt(
            i, p, length, alive, layers, n, wide, first, c0, in_contact, support, shapes, local, by_function, out,
            slopes, feet, corner, right_corner,
        )  # fmt: skip
        on_lengths(
            i, length, alive, layers, n, wide, first, strains, support, local, by_function, out, totals, lengths, feet,
            corner, right_corner,
        )  # fmt: skip
        if in_contact:
            on_pulley(
                i, p, length, alive, layers, wide, first, c0, support, local, by_function, out, forces, slopes, totals,
                sums,
            )  # fmt: skip


@njit
def close_layers(belt, rings, totals, lengths, flows, wide, corner, right_corner):
    """The strains of a layer add up to what its path is longer than the layer (26), (27)."""
    for k in range(len(rings) + 1):
        natural = belt[LENGTH] if k == 0 else rings[k - 1, R_LENGTH]
        whole = totals[16 + k]
        right_corner[flows + k] -= whole * (whole / natural - 1.0)
        for c in range(wide):
            corner[flows + k, c] -= (2.0 * whole / natural - 1.0) * lengths[k, c]


@njit
def ritz_inertia(kinds, belt, mass, gyration, total_mass, y, rate, acceleration, c0, flow_at, corner, right_corner):
    """Inertia of dynamic functions with the gyroscopic part (18), (19); delay of those of first order."""
    for j in range(len(kinds)):
        if kinds[j] == 2:
            for m in range(len(kinds)):
                if kinds[m] == 2:
                    spin = total_mass * y[flow_at] * gyration[j, m]
                    right_corner[j] += total_mass * mass[j, m] * acceleration[m] + spin * rate[m]
                    corner[j, m] += total_mass * mass[j, m] * c0 * c0 + spin * c0
                    corner[j, flow_at] += total_mass * gyration[j, m] * rate[m]
        elif kinds[j] == 1:
            delay = belt[LIMIT] * total_mass * mass[j, j]
            right_corner[j] += delay * rate[j]
            corner[j, j] += delay * c0


@njit
def add_sum(row, factor, sums, s, wide, n, layers, feet, corner):
    """Add a multiple of a sum's derivatives to a row of the border."""
    for c in range(wide):
        corner[row, c] += factor * sums[s, c]
    for m in range((n - 1) * layers):
        feet[row, m] += factor * sums[s, wide + m]
    for k in range(layers):
        corner[row, wide + k] += factor * sums[s, wide + (n - 1) * layers + k]


@njit
def thrusts(belt, pulleys, y, first, wanted, modes, control):
    """Thrust of both pulleys, and slopes of the driving one by both speeds and of the driven one by its speed."""
    one, two = y[first + B_SPEED], y[first + B_SPEED + 1]
    driving = y[first + B_CONTROL] + pulleys[0, U_SPIN] * one * one
    by_one, by_two = 2.0 * pulleys[0, U_SPIN] * one, 0.0
    if modes[2] == RATIO:
        driving += control[0] * (one / two - wanted[G_THRUST_DRIVING])
        by_one += control[0] / two
        by_two -= control[0] * one / (two * two)
    driven = wanted[G_THRUST_DRIVEN] + pulleys[1, U_SPIN] * two * two
    return driving, by_one, by_two, driven, 2.0 * pulleys[1, U_SPIN] * two


@njit
def pulley_equations(
    belt, pulleys, y, rate, c0, wanted, modes, control, totals, sums, n, layers, first, wide, feet, corner,
    right_corner,
):  # fmt: skip
    """Spin (7), gap (8), tilt (9), the bent shaft, and the control of the ratio."""
    driving, by_one, by_two, driven, by_own = thrusts(belt, pulleys, y, first, wanted, modes, control)
    for p in range(2):
        own = pulleys[p]
        at = first + B_SPEED + p
        thrust = driving if p == 0 else driven
        if modes[p] == SPEED:
            right_corner[at] = y[at] - wanted[G_DRIVING + p]
            corner[at, at] = 1.0
        else:
            torque = wanted[G_DRIVING + p]
            right_corner[at] = own[U_INERTIA] * rate[at] + totals[8 * p]
            corner[at, at] += own[U_INERTIA] * c0
            add_sum(at, 1.0, sums, 8 * p, wide, n, layers, feet, corner)
            if modes[p] != TORQUE:  # a share of the most that can be carried (2)
                most = 2.0 * belt[FLANK] / math.cos(belt[CONE]) * own[U_RADIUS]
                share = torque * most
                torque = share * min(driving, driven)
                if driving < driven:
                    corner[at, first + B_CONTROL] -= share
                    corner[at, first + B_SPEED] -= share * by_one
                    corner[at, first + B_SPEED + 1] -= share * by_two
                else:
                    corner[at, first + B_SPEED + 1] -= share * by_own
            right_corner[at] -= torque
        at = first + B_GAP + p
        right_corner[at] = own[U_AXIAL] * rate[at] - totals[8 * p + 5] + thrust
        corner[at, at] += own[U_AXIAL] * c0
        add_sum(at, -1.0, sums, 8 * p + 5, wide, n, layers, feet, corner)
        if p == 0:
            corner[at, first + B_CONTROL] += 1.0
            corner[at, first + B_SPEED] += by_one
            corner[at, first + B_SPEED + 1] += by_two
        else:
            corner[at, first + B_SPEED + 1] += by_own
        for d in range(2):
            at = first + B_TILT + 2 * p + d
            right_corner[at] = own[U_TILT_TIME] * rate[at] + y[at] - totals[8 * p + 3 + d] / own[U_TILT]
            corner[at, at] += own[U_TILT_TIME] * c0 + 1.0
            add_sum(at, -1.0 / own[U_TILT], sums, 8 * p + 3 + d, wide, n, layers, feet, corner)
            at = first + B_BEND + 2 * p + d
            right_corner[at] = (
                y[at] - own[U_BEND_FORCE] * totals[8 * p + 1 + d] - own[U_BEND_MOMENT] * totals[8 * p + 3 + d]
            )
            corner[at, at] += 1.0
            add_sum(at, -own[U_BEND_FORCE], sums, 8 * p + 1 + d, wide, n, layers, feet, corner)
            add_sum(at, -own[U_BEND_MOMENT], sums, 8 * p + 3 + d, wide, n, layers, feet, corner)
    at = first + B_CONTROL
    if modes[2] == RATIO:
        one, two = y[first + B_SPEED], y[first + B_SPEED + 1]
        right_corner[at] = rate[at] - control[1] * (one / two - wanted[G_THRUST_DRIVING])
        corner[at, at] = c0
        corner[at, first + B_SPEED] -= control[1] / two
        corner[at, first + B_SPEED + 1] += control[1] * one / (two * two)
    else:
        right_corner[at] = y[at] - wanted[G_THRUST_DRIVING]
        corner[at, at] = 1.0
