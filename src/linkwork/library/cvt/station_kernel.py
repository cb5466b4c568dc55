"""Forces at one station of a push belt: layers along it, the flanks of a pulley, the virtual work of its deflection.

Bullinger, Funk, Pfeiffer in Advances in Computational Multibody Systems (2005): friction of the flank (36) to (40),
tension and push (32), rings (43) to (48). The transverse forces are those of exact length and curvature, of which
(20) and (21) are the terms of second and first order. Written for real and for complex numbers, so that the tests can
hold `slopes_kernel` against complex steps.
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
    MASS,
    O_BEND,
    O_FLANK_LOSS,
    O_FX,
    O_FY,
    O_MX,
    O_MY,
    O_PUSH,
    O_RING_LOSS,
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
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt


@njit
def flank_normal(axial, friction, cone, inward):
    """The normal force of a flank for its axial force (39); `inward` is the sine of the sliding angle.

    Positive inward, as the second component of (40): then friction carries a part of what the normal force would.
    """
    return axial / (math.cos(cone) - friction * math.sin(cone) * inward)


@njit
def push(stiff, strain):
    """P of the elements, which only push (32), negative."""
    return stiff * strain if strain.real < 0.0 else 0.0 * strain


@njit
def pull(stiff, strain):
    """T of a ring, which only pulls (32)."""
    return stiff * strain if strain.real > 0.0 else 0.0 * strain


@njit
def stribeck(belt, slip):
    """Friction coefficient between layers with the sign of the slip; smooth through zero."""
    ratio = slip / belt[RING_FADE]
    fading = 1.0 / (1.0 + ratio * ratio)
    level = belt[RING_SLIDE] + (belt[RING_REST] - belt[RING_SLIDE]) * fading
    return level * slip / sqrt(slip * slip + belt[RING_SLIP] ** 2)


@njit
def curvature(curve, growth, w, slope, bend):
    """ds/ds_R and the exact curvature of the deflected path, over a reference whose curvature grows along it."""
    across = 1.0 + curve * w
    stretch = sqrt(across * across + slope * slope)
    top = across * (curve * across - bend) + (2.0 * curve * slope + growth * w) * slope
    return stretch, top / (stretch * stretch * stretch)


@njit
def _bend(stiffness, belt, thrust, curve, growth, w, slope, bend, out, base):
    """Take off the virtual work of the bending moments of the rings, E I kappa, and of the elements (24)."""
    across = 1.0 + curve * w
    stretch, bent = curvature(curve, growth, w, slope, bend)
    cube = stretch * stretch * stretch
    top = bent * cube
    moment = belt[ROCKING] * bent
    low, high = belt[EDGE_OUT] * thrust, -belt[EDGE_IN] * thrust  # thrust is negative
    if moment.real > high.real:
        moment = high
    elif moment.real < low.real:
        moment = low
    # d kappa = d(top) / stretch^3 - 3 kappa d(stretch) / stretch; lengths change besides, ds = stretch ds_R
    top_w, top_slope = curve * (2.0 * curve * across - bend) + growth * slope, 4.0 * curve * slope + growth * w
    top_bend = -across
    stretch_w, stretch_slope = across * curve / stretch, slope / stretch
    whole = (stiffness * bent + moment) * stretch
    half = (0.5 * stiffness * bent + moment) * bent
    out[base + O_PUSH] -= whole * (top_w / cube - 3.0 * top / cube * stretch_w / stretch) + half * stretch_w
    out[base + O_TURN] -= whole * (top_slope / cube - 3.0 * top / cube * stretch_slope / stretch) + half * stretch_slope
    out[base + O_BEND] -= whole * top_bend / cube


@njit
def _flank(x, path, belt, pulley, layers, stretch, speed, out):
    """Add the forces of the two flanks, per length of the reference path."""
    base, w, slope, drift = layers, x[0], x[1], x[3]
    spin, tilt_x, tilt_y = x[4 + 2 * layers], x[5 + 2 * layers], x[6 + 2 * layers]
    axial = x[7 + 2 * layers] / path[PLENGTH]
    nx, ny = path[PTY], -path[PTX]
    dx, dy = path[PX] + w * nx - pulley[U_X], path[PY] + w * ny - pulley[U_Y]
    radius = sqrt(dx * dx + dy * dy)
    ex, ey = dx / radius, dy / radius
    across = 1.0 + path[PCURVE] * w
    tx, ty = (across * path[PTX] + slope * nx) / stretch, (across * path[PTY] + slope * ny) / stretch
    vx, vy = speed * tx + drift * nx, speed * ty + drift * ny
    around = -vx * ey + vy * ex - spin * radius
    inward = -(vx * ex + vy * ey) / math.cos(belt[CONE])
    slip = sqrt(around * around + inward * inward + belt[FLANK_SLIP] ** 2)
    cosine, sine = around / slip, inward / slip
    normal = flank_normal(axial, belt[FLANK], belt[CONE], sine)
    along = -2.0 * belt[FLANK] * normal * cosine
    outward = 2.0 * normal * (math.sin(belt[CONE]) + belt[FLANK] * math.cos(belt[CONE]) * sine)
    fx = -along * ey + outward * ex + axial * tilt_x
    fy = along * ex + outward * ey + axial * tilt_y
    out[0] += fx * tx + fy * ty
    out[base + O_PUSH] += fx * nx + fy * ny
    out[base + O_TORQUE] = dx * fy - dy * fx
    out[base + O_FX], out[base + O_FY] = -fx, -fy
    out[base + O_MX], out[base + O_MY] = axial * dx, axial * dy
    out[base + O_FLANK_LOSS] = 2.0 * belt[FLANK] * normal * (cosine * around + sine * inward)


@njit
def _layers(x, path, belt, rings, out):
    """Add what layers do along the belt and, stretched over a curve, across it.

    A layer under load has its strain at the upstream end of a station: in the station acts the mean of both ends.
    """
    layers = len(rings) + 1
    base = layers
    w, slope = x[0], x[1]
    stretch, bent = curvature(path[PCURVE], path[PGROWTH], w, slope, x[2])
    after = 8 + 2 * layers
    speed = x[4 + layers] * (1.0 + x[4])
    total = 0.5 * (push(belt[STIFF], x[4]) + push(belt[STIFF], x[after])) - belt[MASS] * speed * speed
    out[base + OUT] = stretch
    above = 0.0 * x[0]
    for k in range(layers - 1, 0, -1):
        ring = rings[k - 1]
        rate = x[4 + layers + k] * (1.0 + x[4 + k])
        tension = 0.5 * (pull(ring[R_STIFF], x[4 + k]) + pull(ring[R_STIFF], x[after + k])) - ring[R_MASS] * rate * rate
        total += tension
        out[base + OUT + k] = stretch * (1.0 + bent * ring[R_OFFSET])
        above = above + tension
        # friction below this ring: on the next ring, or on the saddles of the elements (44) to (48); a film of oil
        here = 1.0 - 0.5 * ring[R_THICK] * bent / (1.0 + bent * ring[R_OFFSET])
        if k > 1:
            inner = rings[k - 2]
            there = 1.0 + 0.5 * inner[R_THICK] * bent / (1.0 + bent * inner[R_OFFSET])
            below = x[4 + layers + k - 1] * (1.0 + x[4 + k - 1])
        else:
            there, below = 1.0 + belt[SADDLE] * bent, speed
        slip = here * rate - there * below
        normal = above * bent * stretch
        force = belt[RING_FILM] * slip
        if normal.real > 0.0:
            force += stribeck(belt, slip) * normal
        out[k] -= force * here
        out[k - 1] += force * there
        out[base + O_RING_LOSS] += force * slip
    out[base + O_PUSH] -= total * path[PCURVE] * (1.0 + path[PCURVE] * w) / stretch
    out[base + O_TURN] -= total * slope / stretch


@njit
def station(x, path, belt, rings, pulley, in_contact, out):
    """What a station gives per length of the reference path.

    x: deflection, its two derivatives along the path and its rate; strains and flows of the layers; the pulley's speed
    and tilts; the axial force of the station in N; strains of the layers at the next station.
    out: force along the belt of each layer; push, turn and bend that go with a virtual w, w' and w''; torque on
    the belt about the pulley's axis, force on the shaft, moment of the axial forces; losses of flank and rings; length
    of each layer.
    """
    layers = len(rings) + 1
    for i in range(len(out)):
        out[i] = 0.0 * x[0]
    _layers(x, path, belt, rings, out)
    thrust = push(belt[STIFF], x[4])
    _bend(belt[BENDING], belt, thrust, path[PCURVE], path[PGROWTH], x[0], x[1], x[2], out, layers)
    if in_contact:
        stretch, _ = curvature(path[PCURVE], path[PGROWTH], x[0], x[1], x[2])
        _flank(x, path, belt, pulley, layers, stretch, x[4 + layers] * (1.0 + x[4]), out)
