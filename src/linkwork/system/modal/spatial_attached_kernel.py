"""An element in space that is attached to frames: its own kernel at the frames, its rows in their owners' columns.

As in the plane (`planar_attached_kernel`); a row is (g_v, g_w) against the velocity of the frame's origin in the world
and its angular velocity in its own axes.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit
from linkwork.places.layout_kernel import ACCEPT
from linkwork.places.spatial.layout_kernel import MATRIX, TWIST_SIZE
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
    OWNER_POSE,
)
from linkwork.system.modal.spatial_frame_kernel import (
    bias_of_place,
    bias_of_turn,
    chart_torque,
    force_on_mode,
    move_frame,
    place_frame,
    torque_on_owner,
)
from linkwork.system.spatial.rotation_kernel import turned_back


@njit
def project_side(stage, pose, twist, p, k, f, side, source, target, at, row, out):
    """One row of one end; where the entries of the modes of the next end begin."""
    gx, gy, gz = out[source], out[source + 1], out[source + 2]
    nx, ny, nz = out[source + 3], out[source + 4], out[source + 5]
    bx, by, bz = turned_back(pose, k[f + OWNER_POSE] + MATRIX, gx, gy, gz)
    to = target + TWIST_SIZE * side + 3
    out[to], out[to + 1], out[to + 2] = torque_on_owner(k, p, pose, f, bx, by, bz, nx, ny, nz)
    tx, ty, tz = chart_torque(k, p, pose, f, nx, ny, nz)
    for mode in range(k[f + FRAME_MODES]):
        out[at + mode] = force_on_mode(k, p, pose, f, mode, bx, by, bz, tx, ty, tz)
    if stage > 0:
        x, y, z = bias_of_place(k, p, pose, twist, f)
        out[row] -= bx * x + by * y + bz * z
        x, y, z = bias_of_turn(k, p, pose, twist, f)
        out[row] -= nx * x + ny * y + nz * z
    return at + k[f + FRAME_MODES]


def attached_in_space(stage, t, pose, twist, memory, p, k, a, b, c, out):
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
