"""An element of the plane that is attached to frames: its own kernel at the frames, its rows in their owners' columns.

The kernel of its kind writes Phi, nu, gamma and rows against the columns of the frames. A row g = (g_x, g_y, g_a)
against a frame is (g_x, g_y, g_a + rho x g) against the body that owns it and g . A S + g_a R against its modes; its
gamma is less by what g makes of the velocity-dependent part of the frame's acceleration. Forces and sensors have no
rows: for them the frames are placed and moved, and that is all.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit
from linkwork.places.layout_kernel import ACCEPT, TWIST_SIZE
from linkwork.system.modal.modal_layout_kernel import (
    ATTACHED,
    FIRST_FRAME,
    FRAME_MODES,
    KERNEL,
    KERNEL_FLOATS,
    KERNEL_INTS,
    KERNEL_OUT,
    KERNEL_ROWS,
    KERNEL_WIDTH,
)
from linkwork.system.modal.planar_frame_kernel import arm, bias, move_frame, place_frame, shape


@njit
def project_side(stage, pose, twist, p, k, f, side, source, target, at, row, out):
    """One row of one end; where the entries of the modes of the next end begin."""
    gx, gy, ga = out[source], out[source + 1], out[source + 2]
    rx, ry, _ = arm(k, p, pose, f)
    to = target + TWIST_SIZE * side
    out[to], out[to + 1], out[to + 2] = gx, gy, ga + rx * gy - ry * gx
    for mode in range(k[f + FRAME_MODES]):
        x, y, turn = shape(k, p, pose, f, mode)
        out[at + mode] = gx * x + gy * y + ga * turn
    if stage > 0:
        bx, by = bias(k, p, pose, twist, f)
        out[row] -= gx * bx + gy * by
    return at + k[f + FRAME_MODES]


def attached_in_plane(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """The element's kernel at its frames, and its rows in the columns of the bodies that own them."""
    info = b - ATTACHED
    for side in range(2):
        f = k[info + FIRST_FRAME + side]
        if f > 0:
            place_frame(k, p, pose, f)
            if stage > 0:
                move_frame(k, p, pose, twist, f)
    inner, rows, width = k[info + KERNEL_OUT], k[info + KERNEL_ROWS], k[info + KERNEL_WIDTH]
    floats, ints = k[info + KERNEL_FLOATS], k[info + KERNEL_INTS]
    call_constraint(k[info + KERNEL], stage, t, pose, twist, memory, p, k, floats, ints, inner, out)
    if rows == 0 or stage >= ACCEPT:
        return
    for i in range(3 * rows):
        out[c + i] = out[inner + i]
    wide = width
    for side in range(2):
        if k[info + FIRST_FRAME + side] > 0:
            wide += k[k[info + FIRST_FRAME + side] + FRAME_MODES]
    for row in range(rows):
        source, target = inner + 3 * rows + row * width, c + 3 * rows + row * wide
        for column in range(width):
            out[target + column] = out[source + column]
        at = target + width
        for side in range(2):
            f = k[info + FIRST_FRAME + side]
            if f > 0:
                start = source + TWIST_SIZE * side
                at = project_side(stage, pose, twist, p, k, f, side, start, target, at, c + 2 * rows + row, out)
