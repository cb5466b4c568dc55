"""How the forces at one station of a push belt change with what they depend on: `station_kernel` differentiated.

Friction is smoothed, f = v / |v| with |v|^2 = v v + s^2, and far from the answer Newton's method overshoots on a curve
that is nearly a step. Therefore |v| p = v is linearised with p as an unknown of its own and p eliminated (Chan, Golub,
Mulet 1999): the slope is (1 - p v / |v|) / |v|, with the p that the step before led to. Where steps end p is v / |v|
and the slope the true one. A row of `memory` keeps v, |v| and p of one station, zeros where there is none yet.
"""

from __future__ import annotations

import math

from linkwork.library.cvt.layout_kernel import (
    BENDING,
    CONE,
    EDGE_IN,
    EDGE_OUT,
    FLANK,
    FLANK_SLIP,
    M_AROUND,
    M_COSINE,
    M_INWARD,
    M_SINE,
    M_SIZE,
    MASS,
    MEMORY,
    N_SHARE,
    N_SIZE,
    N_SLIP,
    NEXT,
    O_BEND,
    O_FX,
    O_FY,
    O_MX,
    O_MY,
    O_PUSH,
    O_TORQUE,
    O_TURN,
    OUT,
    PCURVE,
    PGROWTH,
    PLENGTH,
    PTX,
    PTY,
    PX,
    PY,
    R_MASS,
    R_OFFSET,
    R_STIFF,
    R_THICK,
    RING_FADE,
    RING_FILM,
    RING_REST,
    RING_SLIDE,
    RING_SLIP,
    ROCKING,
    SADDLE,
    STIFF,
    U_X,
    U_Y,
)
from linkwork.library.cvt.station_kernel import pull, push
from linkwork.numerics.jit import njit


@njit
def flank_direction(memory, around, inward, size):
    """The direction of friction on a flank for slopes, two numbers no longer than 1, and remember it."""
    cosine, sine = around / size, inward / size
    if memory[M_SIZE] > 0.0:
        more, across = around - memory[M_AROUND], inward - memory[M_INWARD]
        before = memory[M_SIZE]
        one, two = memory[M_AROUND] / before, memory[M_INWARD] / before
        along = (one * more + two * across) / before
        cosine = one + more / before - memory[M_COSINE] * along
        sine = two + across / before - memory[M_SINE] * along
        length = math.sqrt(cosine * cosine + sine * sine)
        if length > 1.0:
            cosine, sine = cosine / length, sine / length
    memory[M_AROUND], memory[M_INWARD], memory[M_SIZE] = around, inward, size
    memory[M_COSINE], memory[M_SINE] = cosine, sine
    return cosine, sine


@njit
def ring_share(memory, at, slip, size):
    """The share of the friction below a ring that acts, between -1 and 1, for slopes, and remember it."""
    share = slip / size
    before = memory[at + N_SIZE]
    if before > 0.0:
        one, more = memory[at + N_SLIP] / before, slip - memory[at + N_SLIP]
        share = one + (1.0 - memory[at + N_SHARE] * one) * more / before
        share = min(1.0, max(-1.0, share))
    memory[at + N_SLIP], memory[at + N_SIZE], memory[at + N_SHARE] = slip, size, share
    return share


@njit
def bend_slopes(x, path, belt, layers, local):
    """Of the bending moments: E I kappa of the rings, and that of the elements (24)."""
    curve, growth, w, slope, bend, strain = path[PCURVE], path[PGROWTH], x[0], x[1], x[2], x[4]
    across = 1.0 + curve * w
    stretch = math.sqrt(across * across + slope * slope)
    # derivatives by w, w' and w'' of the stretch, of the numerator of the curvature, and of the curvature
    s0, s1 = across * curve / stretch, slope / stretch
    cube = stretch * stretch * stretch
    s00, s01, s11 = curve * curve * slope * slope / cube, -across * curve * slope / cube, across * across / cube
    t = across * (curve * across - bend) + (2.0 * curve * slope + growth * w) * slope
    t0, t1 = curve * (2.0 * curve * across - bend) + growth * slope, 4.0 * curve * slope + growth * w
    t2 = -across
    bent = t / cube
    less = 3.0 / (cube * stretch)
    k0, k1, k2 = t0 / cube - less * t * s0, t1 / cube - less * t * s1, t2 / cube
    twice = 4.0 * less / stretch * t
    k00 = 2.0 * curve * curve * curve / cube - less * (2.0 * t0 * s0 + t * s00) + twice * s0 * s0
    k01 = growth / cube - less * (t0 * s1 + t1 * s0 + t * s01) + twice * s0 * s1
    k11 = 4.0 * curve / cube - less * (2.0 * t1 * s1 + t * s11) + twice * s1 * s1
    k02, k12 = -curve / cube - less * t2 * s0, -less * t2 * s1

    thrust = push(belt[STIFF], strain)
    pressed = belt[STIFF] if strain < 0.0 else 0.0
    moment, by_bent, by_strain = belt[ROCKING] * bent, belt[ROCKING], 0.0
    if moment > -belt[EDGE_IN] * thrust:
        moment, by_bent, by_strain = -belt[EDGE_IN] * thrust, 0.0, -belt[EDGE_IN] * pressed
    elif moment < belt[EDGE_OUT] * thrust:
        moment, by_bent, by_strain = belt[EDGE_OUT] * thrust, 0.0, belt[EDGE_OUT] * pressed
    stiff = belt[BENDING]
    whole, half = (stiff * bent + moment) * stretch, (0.5 * stiff * bent + moment) * bent
    for c in range(4):  # by w, w', w'' and the strain of the elements
        kc = k0 if c == 0 else k1 if c == 1 else k2 if c == 2 else 0.0
        sc = s0 if c == 0 else s1 if c == 1 else 0.0
        dm = by_bent * kc if c < 3 else by_strain
        dw = (stiff * kc + dm) * stretch + (stiff * bent + moment) * sc
        dh = (0.5 * stiff * kc + dm) * bent + (0.5 * stiff * bent + moment) * kc
        k0c = k00 if c == 0 else k01 if c == 1 else k02 if c == 2 else 0.0
        k1c = k01 if c == 0 else k11 if c == 1 else k12 if c == 2 else 0.0
        k2c = k02 if c == 0 else k12 if c == 1 else 0.0
        s0c = s00 if c == 0 else s01 if c == 1 else 0.0
        s1c = s01 if c == 0 else s11 if c == 1 else 0.0
        at = c if c < 3 else 4
        local[layers + O_PUSH, at] -= dw * k0 + whole * k0c + dh * s0 + half * s0c
        local[layers + O_TURN, at] -= dw * k1 + whole * k1c + dh * s1 + half * s1c
        local[layers + O_BEND, at] -= dw * k2 + whole * k2c


@njit
def layer_slopes(x, path, belt, rings, memory, local):
    """Of what layers do along the belt and across it, and of their lengths."""
    layers = len(rings) + 1
    base, after = layers, 8 + 2 * layers
    curve, growth, w, slope, bend = path[PCURVE], path[PGROWTH], x[0], x[1], x[2]
    across = 1.0 + curve * w
    stretch = math.sqrt(across * across + slope * slope)
    cube = stretch * stretch * stretch
    t = across * (curve * across - bend) + (2.0 * curve * slope + growth * w) * slope
    bent = t / cube
    s0, s1 = across * curve / stretch, slope / stretch
    k0 = (curve * (2.0 * curve * across - bend) + growth * slope) / cube - 3.0 * bent * s0 / stretch
    k1 = (4.0 * curve * slope + growth * w) / cube - 3.0 * bent * s1 / stretch
    k2 = -across / cube
    push_by, turn_by = curve * across / stretch, slope / stretch  # of the sum of all tensions

    total = 0.0
    for k in range(layers):
        mass = belt[MASS] if k == 0 else rings[k - 1, R_MASS]
        stiff = belt[STIFF] if k == 0 else rings[k - 1, R_STIFF]
        strain, flow, later = x[4 + k], x[4 + layers + k], x[after + k]
        loaded = strain < 0.0 if k == 0 else strain > 0.0
        loaded_later = later < 0.0 if k == 0 else later > 0.0
        rate = flow * (1.0 + strain)
        both = push(stiff, strain) + push(stiff, later) if k == 0 else pull(stiff, strain) + pull(stiff, later)
        total += 0.5 * both - mass * rate * rate
        by_strain = (0.5 * stiff if loaded else 0.0) - 2.0 * mass * rate * flow
        by_flow = -2.0 * mass * rate * (1.0 + strain)
        by_later = 0.5 * stiff if loaded_later else 0.0
        for o, share in ((base + O_PUSH, push_by), (base + O_TURN, turn_by)):
            local[o, 4 + k] -= share * by_strain
            local[o, 4 + layers + k] -= share * by_flow
            local[o, after + k] -= share * by_later
        offset = 0.0 if k == 0 else rings[k - 1, R_OFFSET]
        local[base + OUT + k, 0] = s0 * (1.0 + bent * offset) + stretch * k0 * offset
        local[base + OUT + k, 1] = s1 * (1.0 + bent * offset) + stretch * k1 * offset
        local[base + OUT + k, 2] = stretch * k2 * offset
    local[base + O_PUSH, 0] -= total * curve * (curve - across * s0 / stretch) / stretch
    local[base + O_PUSH, 1] += total * push_by * s1 / stretch
    local[base + O_TURN, 0] += total * turn_by * s0 / stretch
    local[base + O_TURN, 1] -= total * (1.0 - turn_by * s1) / stretch

    above = 0.0
    for k in range(layers - 1, 0, -1):
        ring = rings[k - 1]
        rate = x[4 + layers + k] * (1.0 + x[4 + k])
        above += 0.5 * (pull(ring[R_STIFF], x[4 + k]) + pull(ring[R_STIFF], x[after + k])) - ring[R_MASS] * rate * rate
        far = 1.0 + bent * ring[R_OFFSET]
        here, here_by = 1.0 - 0.5 * ring[R_THICK] * bent / far, -0.5 * ring[R_THICK] / (far * far)
        if k > 1:
            inner = rings[k - 2]
            far = 1.0 + bent * inner[R_OFFSET]
            there, there_by = 1.0 + 0.5 * inner[R_THICK] * bent / far, 0.5 * inner[R_THICK] / (far * far)
        else:
            there, there_by = 1.0 + belt[SADDLE] * bent, belt[SADDLE]
        below = x[4 + layers + k - 1] * (1.0 + x[4 + k - 1])
        slip = here * rate - there * below
        normal = above * bent * stretch
        force, by_slip, by_normal = belt[RING_FILM] * slip, belt[RING_FILM], 0.0
        at = MEMORY + NEXT * (k - 1)
        if normal > 0.0:
            size = math.sqrt(slip * slip + belt[RING_SLIP] ** 2)
            acting = ring_share(memory, at, slip, size)
            ratio = slip / belt[RING_FADE]
            fading = 1.0 / (1.0 + ratio * ratio)
            gap = belt[RING_REST] - belt[RING_SLIDE]
            level = belt[RING_SLIDE] + gap * fading
            fall = -2.0 * gap * fading * fading * ratio / belt[RING_FADE]
            by_normal = level * slip / size
            force += by_normal * normal
            by_slip += normal * (fall * slip + level * (1.0 - acting * slip / size)) / size
        else:
            memory[at + N_SIZE] = 0.0
        slip_by = here_by * rate - there_by * below
        for c in range(3):  # by w, w', w''
            kc = k0 if c == 0 else k1 if c == 1 else k2
            sc = s0 if c == 0 else s1 if c == 1 else 0.0
            df = by_slip * slip_by * kc + by_normal * above * (stretch * kc + bent * sc)
            local[k, c] -= df * here + force * here_by * kc
            local[k - 1, c] += df * there + force * there_by * kc
        for j in range(k - 1, layers):  # by strains and flows of both layers, and by what lies above
            mass = belt[MASS] if j == 0 else rings[j - 1, R_MASS]
            flow, long = x[4 + layers + j], 1.0 + x[4 + j]
            moved = here if j == k else -there if j == k - 1 else 0.0
            by_strain, by_flow, by_later = by_slip * moved * flow, by_slip * moved * long, 0.0
            if j >= k:
                pressing = by_normal * bent * stretch
                stiff = rings[j - 1, R_STIFF]
                pulled = 0.5 * stiff if x[4 + j] > 0.0 else 0.0
                by_strain += pressing * (pulled - 2.0 * mass * flow * flow * long)
                by_flow -= pressing * 2.0 * mass * flow * long * long
                by_later = pressing * (0.5 * stiff if x[after + j] > 0.0 else 0.0)
            local[k, 4 + j] -= by_strain * here
            local[k - 1, 4 + j] += by_strain * there
            local[k, 4 + layers + j] -= by_flow * here
            local[k - 1, 4 + layers + j] += by_flow * there
            local[k, after + j] -= by_later * here
            local[k - 1, after + j] += by_later * there


@njit
def flank_slopes(x, path, belt, pulley, layers, memory, local):
    """Of the forces of the two flanks."""
    base, w, slope, drift = layers, x[0], x[1], x[3]
    flow, long, spin = x[4 + layers], 1.0 + x[4], x[4 + 2 * layers]
    tilt_x, tilt_y = x[5 + 2 * layers], x[6 + 2 * layers]
    speed, axial = flow * long, x[7 + 2 * layers] / path[PLENGTH]
    nx, ny, curve = path[PTY], -path[PTX], path[PCURVE]
    across = 1.0 + curve * w
    stretch = math.sqrt(across * across + slope * slope)
    s0, s1 = across * curve / stretch, slope / stretch
    dx, dy = path[PX] + w * nx - pulley[U_X], path[PY] + w * ny - pulley[U_Y]
    radius = math.sqrt(dx * dx + dy * dy)
    ex, ey = dx / radius, dy / radius
    growth = nx * ex + ny * ey
    tx, ty = (across * path[PTX] + slope * nx) / stretch, (across * path[PTY] + slope * ny) / stretch
    vx, vy = speed * tx + drift * nx, speed * ty + drift * ny
    flat = 1.0 / math.cos(belt[CONE])
    around, inward = -vx * ey + vy * ex - spin * radius, -(vx * ex + vy * ey) * flat
    size = math.sqrt(around * around + inward * inward + belt[FLANK_SLIP] ** 2)
    cosine, sine = around / size, inward / size
    own_cosine, own_sine = flank_direction(memory, around, inward, size)
    wedge, slant = math.sin(belt[CONE]), math.cos(belt[CONE])
    per_axial = 1.0 / (slant - belt[FLANK] * wedge * sine)
    normal = axial * per_axial
    normal_by_sine = normal * belt[FLANK] * wedge * per_axial
    lift = wedge + belt[FLANK] * slant * sine
    along, outward = -2.0 * belt[FLANK] * normal * cosine, 2.0 * normal * lift
    fx = -along * ey + outward * ex + axial * tilt_x
    fy = along * ex + outward * ey + axial * tilt_y
    for c in range(8):  # w, w', drift, speed, spin, tilts, axial force of the station
        ex_c = ey_c = dx_c = dy_c = tx_c = ty_c = vx_c = vy_c = radius_c = extra_x = extra_y = axial_c = 0.0
        if c == 0:
            dx_c, dy_c, radius_c = nx, ny, growth
            ex_c, ey_c = (nx - ex * growth) / radius, (ny - ey * growth) / radius
            tx_c, ty_c = (curve * path[PTX] - tx * s0) / stretch, (curve * path[PTY] - ty * s0) / stretch
            vx_c, vy_c = speed * tx_c, speed * ty_c
        elif c == 1:
            tx_c, ty_c = (nx - tx * s1) / stretch, (ny - ty * s1) / stretch
            vx_c, vy_c = speed * tx_c, speed * ty_c
        elif c == 2:
            vx_c, vy_c = nx, ny
        elif c == 3:
            vx_c, vy_c = tx, ty
        elif c == 5:
            extra_x = axial
        elif c == 6:
            extra_y = axial
        elif c == 7:
            axial_c = 1.0 / path[PLENGTH]
            extra_x, extra_y = axial_c * tilt_x, axial_c * tilt_y
        around_c = -vx_c * ey + vy_c * ex - vx * ey_c + vy * ex_c - spin * radius_c
        inward_c = -(vx_c * ex + vy_c * ey + vx * ex_c + vy * ey_c) * flat
        if c == 4:
            around_c = -radius
        faster = cosine * around_c + sine * inward_c
        cosine_c, sine_c = (around_c - own_cosine * faster) / size, (inward_c - own_sine * faster) / size
        normal_c = normal_by_sine * sine_c + per_axial * axial_c
        along_c = -2.0 * belt[FLANK] * (normal_c * cosine + normal * cosine_c)
        outward_c = 2.0 * (normal_c * lift + normal * belt[FLANK] * slant * sine_c)
        fx_c = -along_c * ey - along * ey_c + outward_c * ex + outward * ex_c + extra_x
        fy_c = along_c * ex + along * ex_c + outward_c * ey + outward * ey_c + extra_y
        force = fx_c * tx + fx * tx_c + fy_c * ty + fy * ty_c
        across_c = fx_c * nx + fy_c * ny
        torque = dx_c * fy + dx * fy_c - dy_c * fx - dy * fx_c
        mx, my = axial_c * dx + axial * dx_c, axial_c * dy + axial * dy_c
        at = c if c < 2 else 3 if c == 2 else 4 if c == 3 else c + 2 * layers
        for twice in range(2 if c == 3 else 1):  # the speed is that of the elements: flow times stretch of the strain
            share = 1.0
            if c == 3:
                share, at = (flow, 4) if twice == 0 else (long, 4 + layers)
            local[0, at] += share * force
            local[base + O_PUSH, at] += share * across_c
            local[base + O_TORQUE, at] += share * torque
            local[base + O_FX, at] -= share * fx_c
            local[base + O_FY, at] -= share * fy_c
            local[base + O_MX, at] += share * mx
            local[base + O_MY, at] += share * my


@njit
def station_slopes(x, path, belt, rings, pulley, in_contact, memory, local):
    """local[o, c]: how what a station gives changes with its inputs, but for losses."""
    for o in range(local.shape[0]):
        for c in range(local.shape[1]):
            local[o, c] = 0.0
    layers = len(rings) + 1
    layer_slopes(x, path, belt, rings, memory, local)
    bend_slopes(x, path, belt, layers, local)
    if in_contact:
        flank_slopes(x, path, belt, pulley, layers, memory, local)
    else:
        memory[M_SIZE] = 0.0
