"""Joint coordinates of a tree: where its table lies, and the recursions from coordinates to poses and twists and back.

The table stands behind the int table of the system; the header says where. It holds a head, one record a body (parents
first), one record a cut element, for each coordinate the first one that its joint carries, of each joint, children
first, its element's record in k and which of its two bodies is the child, and what `closures` adds: slots and pattern.
Where a joint is a chain of motions, frames without mass stand between its bodies: bodies with a pose
and a twist of their own behind the blocks, with no column, and each before the one body that it carries.
Every body has a block of numbers in the workspace. All its spatial quantities refer to its own reference point, which
is the point of the joint that carries it (the frame's origin for a free joint): a pin then passes no moment, and
nothing depends on how far off the world's origin is.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.numerics.scalar import atan2, cos, sin
from linkwork.places.layout_kernel import (
    BODIES,
    COLLECT,
    COORDINATES,
    GATHER,
    OWN,
    POSE,
    POSE_SIZE,
    SPREAD,
    TREE,
    TWIST,
    WORKSPACE,
    WORLD,
    V,
)
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS
from linkwork.system.rods.rod_place_kernel import RODS, keep_turns, place_rods, turn_rods

# head of the table
JOINTS, FREEDOMS, CUTS, CUT_ROWS, LIGHT, CUT_AT, SKY_AT = range(7)
MATRIX_SLOTS, ROW_SLOTS = 7, 8  # where the slots of H and of J begin, in k
MATRIX_SIZE, ROWS_SIZE, SOLVER_SIZE = 9, 10, 11  # how many numbers H, J and their solver take
SPARSE = 12  # the pattern's table of the sparse solver, in k; 0 where H and J are dense
REFINED = 13  # 1 where the sparse solution needs refinement, because a row does not wait for all of its columns
PRODUCTS = 14  # products of one factorisation and solution
VECTORS_AT = 15  # where the vectors behind the blocks and the frames begin, in w
BACKS, BACK_AT = 18, 19  # how many joints carry bodies; where their elements, children first, stand in k
LINKS_AT = 20  # where the place of every body in the tree stands in k, the ground first; -1: none
RECORDS = 21  # where the records of the bodies begin; places 16 and 17 are those of removed rods

# record of a body
KIND, FREEDOM, PARENT, POSE_OF, PARENT_POSE, TWIST_OF, PARENT_TWIST = range(7)
COLUMN, PARENT_POINT, CHILD_POINT, MASS_OF, ANGLE_AT = range(7, 12)  # a frame has no column: NO_COLUMN or INTERFACE
JOINT = 12
NO_COLUMN, INTERFACE = -1, -2  # a frame without mass inside a joint; an interface of a body with elastic modes
TURNING, SLIDING, RIGID, FLOATING, BALL, SCREWING = range(6)  # kinds of joints; the last two are in space only
TO_FRAME, FROM_FRAME = 6, 7  # from a body with elastic modes to an interface of it, and back (`modal/tree/`)

# record of a cut: the element's record in k, its first row among the cut ones, the places of its bodies in the tree
CUT_ELEMENT, CUT_ROW, CUT_FIRST, CUT_SECOND = range(4)
CUT = 4

# block of a body: constant angle of the joint; lever from the parent's reference point to its own; its own from the
# frame's origin; direction of sliding; acceleration without that of the joint; inertia; force
OFFSET, DX, DY, SX, SY, UX, UY, CX, CY = range(9)
XX, XY, YY, XT, YT, TT, FX, FY, FT = range(9, 18)
SPAN, SHARE, KX, KY, KT = range(18, 23)  # 1 / D, u / D and U / D of the articulated body
AX, AY, AT = range(23, 26)  # acceleration at the reference point
BLOCK = 26

PI = 3.141592653589793


@njit
def blocks_at(k):
    """Where the blocks of the bodies begin."""
    return k[WORKSPACE] + OWN_NUMBERS


@njit
def vectors_at(k):
    """Where the numbers behind the blocks begin: first the units of the joint coordinates."""
    return k[k[TREE] + VECTORS_AT]


@njit
def foot(p, line):
    """The point of a line next to the origin of its frame: a slide counts from there, which keeps the most digits."""
    x, y, ux, uy = p[line], p[line + 1], p[line + 2], p[line + 3]
    along = ux * x + uy * y
    return x - along * ux, y - along * uy


@njit
def spread(k, p, w, y, moving):
    """Poses, and when they move twists and velocities, that belong to the joint coordinates at y and their rates."""
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + SPREAD], k, p, w, y, 1 if moving else 0, 0, 0.0 * w[0])
        return
    spread_links(k, p, w, y, moving)
    if k[k[TREE] + RODS] > 0:
        place_rods(k, p, w, moving)


@njit
def spread_links(k, p, w, y, moving):
    """The same for the bodies of the tree and the coordinates that elements own."""
    table = k[TREE]
    joint, block = table + RECORDS, blocks_at(k)
    for _ in range(k[table + JOINTS]):
        spread_link(k, p, w, y, moving, joint, block)
        joint += JOINT
        block += BLOCK
    spread_own(k, w, y, moving)


@njit
def spread_link(k, p, w, y, moving, joint, block):
    """The same for one body, whose parent is placed."""
    kind, z = k[joint + KIND], k[joint + FREEDOM]
    pose, twist = k[joint + POSE_OF], k[joint + TWIST_OF]
    rate = k[k[TREE] + FREEDOMS] + z
    if kind == FLOATING:
        x, h, angle = y[z], y[z + 1], y[z + 2]
        w[pose], w[pose + 1], w[pose + 2] = x, h, angle
        w[pose + 3], w[pose + 4] = cos(angle), sin(angle)
        if moving:
            w[twist], w[twist + 1], w[twist + 2] = y[rate], y[rate + 1], y[rate + 2]
    else:
        above, carrier = k[joint + PARENT_POSE], k[joint + PARENT_TWIST]
        point, own = k[joint + PARENT_POINT], k[joint + CHILD_POINT]
        c, s = w[above + 3], w[above + 4]
        x, h = p[point], p[point + 1]
        if kind == SLIDING:
            x, h = foot(p, point)
        dx, dy = c * x - s * h, s * x + c * h
        px, py, angle = w[above] + dx, w[above + 1] + dy, w[above + 2]
        ux, uy = 0.0 * dx, 0.0 * dx
        if kind == TURNING:
            angle += y[z]
        else:
            angle += w[block + OFFSET]
            if kind == SLIDING:
                ux, uy = c * p[point + 2] - s * p[point + 3], s * p[point + 2] + c * p[point + 3]
                w[block + UX], w[block + UY] = ux, uy
                dx += ux * y[z]
                dy += uy * y[z]
                px += ux * y[z]
                py += uy * y[z]
        c, s = cos(angle), sin(angle)
        sx, sy = c * p[own] - s * p[own + 1], s * p[own] + c * p[own + 1]
        w[pose], w[pose + 1], w[pose + 2], w[pose + 3], w[pose + 4] = px - sx, py - sy, angle, c, s
        w[block + SX], w[block + SY] = sx, sy
        if moving:
            turn = w[carrier + 2]
            vx, vy = w[carrier] - turn * dy, w[carrier + 1] + turn * dx
            spin = turn
            cx, cy = 0.0 * dx, 0.0 * dx
            if kind == TURNING:
                spin += y[rate]
            elif kind == SLIDING:
                vx += ux * y[rate]
                vy += uy * y[rate]
                cx, cy = -2.0 * turn * uy * y[rate], 2.0 * turn * ux * y[rate]
            w[twist], w[twist + 1], w[twist + 2] = vx + spin * sy, vy - spin * sx, spin
        parent = k[joint + PARENT]
        if parent >= 0:
            other = blocks_at(k) + BLOCK * parent
            dx -= w[other + SX]
            dy -= w[other + SY]
        w[block + DX], w[block + DY] = dx, dy
        if moving:
            w[block + CX], w[block + CY] = cx - turn * turn * dx, cy - turn * turn * dy
    column = k[joint + COLUMN]
    if moving and column >= 0:
        v = k[V] + column
        w[v], w[v + 1], w[v + 2] = w[twist], w[twist + 1], w[twist + 2]


@njit
def spread_own(k, w, y, moving):
    """Coordinates that elements own, and when they move their rates and velocities, from those at y."""
    bodies, own, freedoms = k[BODIES], k[OWN], k[k[TREE] + FREEDOMS]
    for i in range(own):
        w[k[POSE] + POSE_SIZE * (bodies + 1) + i] = y[freedoms - own + i]
        if moving:
            w[k[TWIST] + 3 * (bodies + 1) + i] = y[2 * freedoms - own + i]
            w[k[V] + 3 * bodies + i] = y[2 * freedoms - own + i]


@njit
def collect(k, w, out):
    """Coordinates and velocities from the poses and twists of the workspace."""
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + COLLECT], k, w, w, out, 0, 0, 0.0 * w[0])
        return
    turn_rods(k, w, True)
    collect_in_plane(k, w, out)


@njit
def collect_in_plane(k, w, out):
    """The same in the plane, where all angles are known."""
    n, pose = k[COORDINATES], k[POSE] + POSE_SIZE
    for body in range(k[BODIES]):
        for i in range(3):
            out[3 * body + i] = w[pose + i]
        pose += POSE_SIZE
    for i in range(k[OWN]):
        out[3 * k[BODIES] + i] = w[pose + i]
    for i in range(n):
        out[n + i] = w[k[TWIST] + 3 + i]


@njit
def turned(w, pose, x, y):
    """A vector of a body in the directions of the world."""
    return w[pose + 3] * x - w[pose + 4] * y, w[pose + 4] * x + w[pose + 3] * y


@njit
def place_frame(k, p, w, joint):
    """Pose and twist of the frame between two bodies whose joint is a chain of two motions.

    A frame that slides has the direction of the body before it and follows the point behind it; one that turns and
    carries a slide has the direction of the body behind it; one between two pins points from one to the other.
    """
    kind, behind = k[joint + KIND], joint + JOINT
    pose, above, child = k[joint + POSE_OF], k[joint + PARENT_POSE], k[behind + POSE_OF]
    twist, carrier, carried = k[joint + TWIST_OF], k[joint + PARENT_TWIST], k[behind + TWIST_OF]
    line, own = k[joint + PARENT_POINT], k[joint + CHILD_POINT]
    next_line, next_own = k[behind + PARENT_POINT], k[behind + CHILD_POINT]
    dx, dy = turned(w, above, p[line], p[line + 1])
    ex, ey = turned(w, child, p[next_own], p[next_own + 1])
    px, py = w[above] + dx, w[above + 1] + dy
    bx, by = w[child] + ex - px, w[child + 1] + ey - py
    vx, vy = w[carrier] - w[carrier + 2] * dy, w[carrier + 1] + w[carrier + 2] * dx
    ux, uy = w[carried] - w[carried + 2] * ey - vx, w[carried + 1] + w[carried + 2] * ex - vy
    if kind == SLIDING:
        angle = w[above + 2] + atan2(p[line + 3], p[line + 2]) - atan2(p[own + 3], p[own + 2])
        spin = w[carrier + 2]
        sx, sy = turned(w, above, p[line + 2], p[line + 3])
        length, speed = sx * bx + sy * by, sx * (ux + spin * by) + sy * (uy - spin * bx)
        px += length * sx
        py += length * sy
        vx += speed * sx - spin * length * sy
        vy += speed * sy + spin * length * sx
    elif k[behind + KIND] == SLIDING:
        angle = w[child + 2] - atan2(p[next_line + 3], p[next_line + 2]) + atan2(p[next_own + 3], p[next_own + 2])
        spin = w[carried + 2]
    else:
        angle = atan2(by, bx) - atan2(p[next_line + 1] - p[own + 1], p[next_line] - p[own])
        spin = (bx * uy - by * ux) / (bx * bx + by * by)
    w[pose + 2], w[pose + 3], w[pose + 4] = angle, cos(angle), sin(angle)
    sx, sy = turned(w, pose, p[own], p[own + 1])
    w[pose], w[pose + 1] = px - sx, py - sy
    w[twist], w[twist + 1], w[twist + 2] = vx + spin * sy, vy - spin * sx, spin


@njit
def gather(k, p, w, out, fresh):
    """Joint coordinates and their rates from the poses and twists of the workspace; joints with an angle keep it.

    In space, `fresh` sets the charts of ball joints to zero, with new references.
    """
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + GATHER], k, p, w, out, 1 if fresh else 0, 0, 0.0 * w[0])
        return
    table = k[TREE]
    joint, block = table + RECORDS, blocks_at(k)
    for _ in range(k[table + JOINTS]):
        gather_link(k, p, w, out, joint, block)
        joint += JOINT
        block += BLOCK
    keep_turns(k, w)
    gather_own(k, w, out)


@njit
def gather_link(k, p, w, out, joint, block):
    """The same for one body, whose parent is placed."""
    freedoms, kind, z = k[k[TREE] + FREEDOMS], k[joint + KIND], k[joint + FREEDOM]
    pose, twist = k[joint + POSE_OF], k[joint + TWIST_OF]
    above, carrier = k[joint + PARENT_POSE], k[joint + PARENT_TWIST]
    point, own = k[joint + PARENT_POINT], k[joint + CHILD_POINT]
    if k[joint + COLUMN] == NO_COLUMN:
        place_frame(k, p, w, joint)
    if kind == FLOATING:
        for i in range(3):
            out[z + i] = w[pose + i]
            out[freedoms + z + i] = w[twist + i]
    elif kind == TURNING:
        out[z] = w[pose + 2] - w[above + 2]
        out[freedoms + z] = w[twist + 2] - w[carrier + 2]
    elif kind == RIGID:
        w[block + OFFSET] = p[k[joint + ANGLE_AT]]
    else:
        angle = atan2(p[point + 3], p[point + 2]) - atan2(p[own + 3], p[own + 2])
        turns = (w[pose + 2] - w[above + 2] - angle).real / PI
        w[block + OFFSET] = angle + PI * round(turns)
        c, s = w[above + 3], w[above + 4]
        ux, uy = c * p[point + 2] - s * p[point + 3], s * p[point + 2] + c * p[point + 3]
        x, h = foot(p, point)
        dx, dy = c * x - s * h, s * x + c * h
        c, s = w[pose + 3], w[pose + 4]
        sx, sy = c * p[own] - s * p[own + 1], s * p[own] + c * p[own + 1]
        out[z] = ux * (w[pose] + sx - w[above] - dx) + uy * (w[pose + 1] + sy - w[above + 1] - dy)
        vx = w[twist] - w[twist + 2] * sy - w[carrier] + w[carrier + 2] * dy
        vy = w[twist + 1] + w[twist + 2] * sx - w[carrier + 1] - w[carrier + 2] * dx
        out[freedoms + z] = ux * vx + uy * vy


@njit
def gather_own(k, w, out):
    """Coordinates that elements own, and their rates, behind those of the joints."""
    own_at, freedoms = k[POSE] + POSE_SIZE * (k[BODIES] + 1), k[k[TREE] + FREEDOMS]
    for i in range(k[OWN]):
        out[freedoms - k[OWN] + i] = w[own_at + i]
        out[2 * freedoms - k[OWN] + i] = w[k[V] + 3 * k[BODIES] + i]
