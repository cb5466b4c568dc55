"""True distance of two outlines of segments and arcs: how far apart they are, or how deep one is inside the other.

Both hang in a binary tree of circles around runs of neighbouring elements (a hierarchy of bounding volumes). A pair of
runs whose circles are farther apart than what was found already is left out. Where elements cross, or one outline lies
inside the other, every element is cut at its crossings; what lies in the other's material is as deep as its farthest
point is from the other's boundary, found by golden section.
"""

from __future__ import annotations

import math

from linkwork.audit.element_kernel import (
    BULGE,
    COLUMNS,
    CX,
    CY,
    KIND,
    MX,
    MY,
    SEGMENT,
    X0,
    X1,
    Y0,
    Y1,
    R,
    apart,
    crossings,
    length_of,
    point_at,
    point_distance,
    share_of,
)
from linkwork.audit.thin_overlap_kernel import thin_overlap
from linkwork.numerics.jit import njit

# a tree: rows of centre, radius, first child (or -1 - element), second child
NX, NY, NR, LEFT, RIGHT = range(5)
NODE = 5
SOLID, HOLE, OPEN, WALL = range(4)  # where the material is; a wall is an endless line
MOST = 96  # crossings that are kept
# a crossing: the two elements and where; beside it room for shares of an element
OF_A, OF_B, CUT_X, CUT_Y, SHARE = range(5)
CUT = 5
GOLDEN = 0.6180339887498949
ROUNDS = 40
SHALLOW = 0.1  # of what is told: less deep is not refined
STACK = 256  # pairs of runs that wait


@njit
def moved(e, first, count, x, y, c, s, out):
    """Elements turned and shifted, into `out`."""
    for n in range(count):
        for column in range(COLUMNS):
            out[n, column] = e[first + n, column]
        for at in (X0, X1, CX):
            u, v = e[first + n, at], e[first + n, at + 1]
            out[n, at], out[n, at + 1] = x + c * u - s * v, y + s * u + c * v
        u, v = e[first + n, MX], e[first + n, MY]
        out[n, MX], out[n, MY] = c * u - s * v, s * u + c * v


@njit
def within(e, count, x, y):
    """Whether a point lies inside a closed outline: a ray through its chords, and what arcs add to them.

    On which side of a chord the point lies is asked once for both, so that a point on a chord is in or out, not half.
    """
    inside = False
    for i in range(count):
        left = (e[i, X1] - e[i, X0]) * (y - e[i, Y0]) > (e[i, Y1] - e[i, Y0]) * (x - e[i, X0])
        if (e[i, Y0] > y) != (e[i, Y1] > y) and left == (e[i, Y1] > e[i, Y0]):
            inside = not inside
        if e[i, KIND] != SEGMENT and left == (e[i, BULGE] > 0.0):
            dx, dy = x - e[i, CX], y - e[i, CY]
            if dx * dx + dy * dy < e[i, R] * e[i, R]:
                inside = not inside
    return inside


@njit
def in_material(e, count, form, x, y):
    """Whether a point lies in the material of an outline; an open one has none."""
    if form == OPEN:
        return False
    return within(e, count, x, y) != (form == HOLE)


@njit
def boundary_distance(e, tree, x, y, enough, stack):
    """Distance of a point from an outline; where it is not more than `enough`, some number between the two."""
    best, top = math.inf, 1
    stack[0, 0] = 0
    while top > 0 and best > enough:
        top -= 1
        n = stack[top, 0]
        if length_of(tree[n, NX] - x, tree[n, NY] - y) - tree[n, NR] >= best:
            continue
        if tree[n, LEFT] < 0.0:
            best = min(best, point_distance(e, int(-1.0 - tree[n, LEFT]), x, y))
            continue
        near, other = int(tree[n, LEFT]), int(tree[n, RIGHT])
        if length_of(tree[other, NX] - x, tree[other, NY] - y) < length_of(tree[near, NX] - x, tree[near, NY] - y):
            near, other = other, near
        stack[top, 0], stack[top + 1, 0] = other, near
        top += 2
    return best


@njit
def _lies_in(b, tree, count, form, x, y):
    """Whether a point lies in the material of an outline: outside the circle around it is none."""
    if form == SOLID and length_of(tree[0, NX] - x, tree[0, NY] - y) > tree[0, NR]:
        return False
    return in_material(b, count, form, x, y)


@njit
def _depth_at(a, i, share, b, tree, count, form, stack):
    """How deep a point of an element lies in the other's material; negative outside."""
    x, y = point_at(a, i, share)
    away = boundary_distance(b, tree, x, y, 0.0, stack)
    return away if _lies_in(b, tree, count, form, x, y) else -away


@njit
def _deeper_at(a, i, share, b, tree, count, form, least, stack):
    """The same where it is deeper than `least`; zero where not."""
    x, y = point_at(a, i, share)
    if not _lies_in(b, tree, count, form, x, y):
        return 0.0
    away = boundary_distance(b, tree, x, y, least, stack)
    return away if away > least else 0.0


@njit
def _deepest(a, i, low, high, b, tree, count, form, stack):
    """The greatest depth on a stretch of an element, by golden section."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    one = _depth_at(a, i, left, b, tree, count, form, stack)
    two = _depth_at(a, i, right, b, tree, count, form, stack)
    best = max(one, two)
    for _ in range(ROUNDS):
        if one < two:
            low, left, one = left, right, two
            right = low + GOLDEN * (high - low)
            two = _depth_at(a, i, right, b, tree, count, form, stack)
        else:
            high, right, two = right, left, one
            left = high - GOLDEN * (high - low)
            one = _depth_at(a, i, left, b, tree, count, form, stack)
        best = max(best, one, two)
    return best


@njit
def _cut_element(a, i, cut, cuts, side):
    """The shares at which crossings cut an element, in their order, beside the crossings; their number."""
    here = 0
    for n in range(cuts):
        if cut[n, side] == i:
            share, place = share_of(a, i, cut[n, CUT_X], cut[n, CUT_Y]), here
            while place > 0 and cut[place - 1, SHARE] > share:
                cut[place, SHARE] = cut[place - 1, SHARE]
                place -= 1
            cut[place, SHARE] = share
            here += 1
    return here


@njit
def _depth(a, tree_a, own, b, tree, count, form, cut, cuts, side, told, stack):
    """How deep an outline goes into the material of another; `cut` has the crossings, `side` whose they are.

    The ends of elements are looked at and the middles of their stretches between crossings; about the deepest middle
    the depth is refined. No point of a run is deeper than the middle of its circle by more than the radius: runs that
    cannot matter are left out.
    """
    best, deepest, element, begin, end, top = 0.0, SHALLOW * told, -1, 0.0, 0.0, 1
    stack[0, 1] = 0
    while top > 0:
        top -= 1
        node = stack[top, 1]
        x, y = tree_a[node, NX], tree_a[node, NY]
        matters = max(best, deepest)
        spare = tree_a[node, NR] - matters
        if form == SOLID and length_of(tree[0, NX] - x, tree[0, NY] - y) - tree[0, NR] > max(spare, 0.0):
            continue
        away = boundary_distance(b, tree, x, y, abs(spare), stack)
        if away <= -spare or (away > spare and not _lies_in(b, tree, count, form, x, y)):
            continue
        if tree_a[node, LEFT] >= 0.0:
            stack[top, 1], stack[top + 1, 1] = int(tree_a[node, RIGHT]), int(tree_a[node, LEFT])
            top += 2
            continue
        i = int(-1.0 - tree_a[node, LEFT])
        here = _cut_element(a, i, cut, cuts, side)
        best = max(best, _deeper_at(a, i, 0.0, b, tree, count, form, matters, stack))
        if i == own - 1:  # the ends of all others are starts, too
            best = max(best, _deeper_at(a, i, 1.0, b, tree, count, form, matters, stack))
        for n in range(here + 1):
            low, high = 0.0 if n == 0 else cut[n - 1, SHARE], 1.0 if n == here else cut[n, SHARE]
            if (high - low) * tree_a[node, NR] <= deepest:
                continue  # no point of it is farther from a crossing, or from an end
            middle = _deeper_at(a, i, 0.5 * (low + high), b, tree, count, form, deepest, stack)
            if middle > deepest:
                deepest, element, begin, end = middle, i, low, high
    if element < 0:
        return best
    return max(best, deepest, _deepest(a, element, begin, end, b, tree, count, form, stack))


@njit
def _stretch(a, count_a, b, tree, cut, cuts, side, stack):
    """The least of the stretches into which crossings cut an open chain, each by its farthest point from the other."""
    best = math.inf
    for piece in range(cuts + 1):
        most = 0.0
        for i in range(count_a):
            for n in range(5):
                share, before = 0.25 * n, 0
                for crossing in range(cuts):
                    own = int(cut[crossing, side])
                    at = share_of(a, own, cut[crossing, CUT_X], cut[crossing, CUT_Y])
                    before += 1 if own < i or (own == i and at < share) else 0
                if before == piece:
                    x, y = point_at(a, i, share)
                    most = max(most, boundary_distance(b, tree, x, y, most, stack))
        best = min(best, most)
    return best


@njit
def _search(a, tree_a, b, tree_b, best, cut, stack):
    """The least distance of two outlines, at most `best`, and the number of their crossings, which go to `cut`.

    The circles of the second tree are already where its elements are.
    """
    top, cuts = 1, 0
    stack[0, 0], stack[0, 1] = 0, 0
    while top > 0:
        top -= 1
        m, n = stack[top, 0], stack[top, 1]
        away = length_of(tree_a[m, NX] - tree_b[n, NX], tree_a[m, NY] - tree_b[n, NY])
        if away - tree_a[m, NR] - tree_b[n, NR] > best:
            continue
        leaf_m, leaf_n = tree_a[m, LEFT] < 0.0, tree_b[n, LEFT] < 0.0
        i, j = int(-1.0 - tree_a[m, LEFT]), int(-1.0 - tree_b[n, LEFT])
        if leaf_m and point_distance(a, i, tree_b[n, NX], tree_b[n, NY]) - tree_b[n, NR] > best:
            continue
        if leaf_n and point_distance(b, j, tree_a[m, NX], tree_a[m, NY]) - tree_a[m, NR] > best:
            continue
        if leaf_m and leaf_n:
            count = crossings(a, i, b, j, cut, MOST)
            for crossing in range(count):
                if cuts < MOST:
                    cut[cuts, OF_A], cut[cuts, OF_B] = i, j
                    cut[cuts, CUT_X], cut[cuts, CUT_Y] = cut[MOST + crossing, CUT_X], cut[MOST + crossing, CUT_Y]
                    cuts += 1
            best = 0.0 if count > 0 else min(best, apart(a, i, b, j))
        elif leaf_n or (not leaf_m and tree_a[m, NR] > tree_b[n, NR]):
            stack[top, 0], stack[top, 1] = int(tree_a[m, LEFT]), n
            stack[top + 1, 0], stack[top + 1, 1] = int(tree_a[m, RIGHT]), n
            top += 2
        else:
            stack[top, 0], stack[top, 1] = m, int(tree_b[n, LEFT])
            stack[top + 1, 0], stack[top + 1, 1] = m, int(tree_b[n, RIGHT])
            top += 2
    return best, cuts


@njit
def true_distance(a, tree_a, form_a, b, tree_b, form_b, count_a, count_b, far, told, cut, stack):
    """Distance of two outlines, negative by the depth of their overlap; not more than `far`.

    `told` is the depth that matters: what is less deep is known to be that.
    """
    best, cuts = _search(a, tree_a, b, tree_b, far, cut, stack)
    if form_a == OPEN and form_b == OPEN:
        if cuts == 0:
            return best
        one = _stretch(a, count_a, b, tree_b, cut, cuts, OF_A, stack)
        return -min(one, _stretch(b, count_b, a, tree_a, cut, cuts, OF_B, stack))
    if cuts == 0 and not (
        _lies_in(b, tree_b, count_b, form_b, a[0, X0], a[0, Y0])
        or _lies_in(a, tree_a, count_a, form_a, b[0, X0], b[0, Y0])
    ):
        return best
    if form_a != HOLE and form_b != HOLE:
        ux, uy = tree_b[0, NX] - tree_a[0, NX], tree_b[0, NY] - tree_a[0, NY]
        thin = thin_overlap(a, count_a, b, count_b, ux, uy, cut, cuts, told)
        if thin <= told:
            return -thin
    depth = _depth(a, tree_a, count_a, b, tree_b, count_b, form_b, cut, cuts, OF_A, told, stack)
    depth = max(depth, _depth(b, tree_b, count_b, a, tree_a, count_a, form_a, cut, cuts, OF_B, told, stack))
    return -depth if depth > 0.0 else best
