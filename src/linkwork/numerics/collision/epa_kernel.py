"""Depth of two convex cores that overlap (van den Bergen's expanding polytope, 2001).

A polytope inside the difference of the cores grows at the face nearest to the origin until that face lies on the
boundary. Its normal is the direction in which the cores come apart by the shortest way. Everything lies in a room of
`EPA_ROOM` numbers of the caller: corners of nine numbers, faces (three corners, normal, distance), the rim of a hole.
"""

from __future__ import annotations

from linkwork.numerics.collision.epa_start_kernel import start
from linkwork.numerics.collision.simplex_kernel import corner
from linkwork.numerics.collision.solid_real_kernel import norm, real_vector
from linkwork.numerics.collision.support_kernel import difference
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, put, times

MOST_CORNERS = 64
MOST_FACES = 2 * MOST_CORNERS
CORNER, FACE = 9, 7
FACES_AT = MOST_CORNERS * CORNER
RIM_AT = FACES_AT + MOST_FACES * FACE
EPA_ROOM = RIM_AT + 2 * MOST_FACES
PRECISE = 1e-9  # of the size: what is left to gain
SEEN = 1e-10  # of the size: what a point must be above a face to see it; points in the plane of a face do not
THIN = 1e-24  # square of the area, of the size's fourth power, below which a face is none
NONE = 1e300  # farther than any face


@njit
def put_corner(room, at, number, w):
    """A corner of the polytope."""
    for place in range(CORNER):
        room[at + number * CORNER + place] = w[place]


@njit
def put_face(room, at, number, a, b, c, size):
    """A face by its corners, counter-clockwise seen from outside; whether it has an area."""
    here = at + FACES_AT + number * FACE
    room[here], room[here + 1], room[here + 2] = float(a), float(b), float(c)
    x = real_vector(room, at + a * CORNER)
    n = cross(minus(real_vector(room, at + b * CORNER), x), minus(real_vector(room, at + c * CORNER), x))
    square = dot(n, n)
    if not square > THIN * size * size * size * size:
        return False
    n = times(1.0 / norm(n), n)
    put(room, here + 3, n)
    room[here + 6] = dot(n, x)
    return True


@njit
def begin(room, at, one, two, three, four, size):
    """The faces of the first tetrahedron."""
    n = cross(minus(corner(two), corner(one)), minus(corner(three), corner(one)))
    behind = dot(n, minus(corner(four), corner(one))) < 0.0
    put_corner(room, at, 0, one)
    put_corner(room, at, 1, two if behind else three)
    put_corner(room, at, 2, three if behind else two)
    put_corner(room, at, 3, four)
    good = put_face(room, at, 0, 0, 1, 2, size)
    good = put_face(room, at, 1, 0, 3, 1, size) and good
    good = put_face(room, at, 2, 1, 3, 2, size) and good
    return put_face(room, at, 3, 2, 3, 0, size) and good


@njit
def nearest_face(room, at, faces):
    """The face nearest to the origin."""
    best = 0
    for number in range(1, faces):
        if room[at + FACES_AT + number * FACE + 6].real < room[at + FACES_AT + best * FACE + 6].real:
            best = number
    return best


@njit
def cut(room, at, faces, w, above):
    """Take away the faces that a point sees and write down the rim of the hole; how many faces and edges there are."""
    edges, number = 0, 0
    while number < faces:
        here = at + FACES_AT + number * FACE
        if dot(real_vector(room, here + 3), w) - room[here + 6].real <= above:
            number += 1
            continue
        for side in range(3):
            a, b = room[here + side].real, room[here + (side + 1) % 3].real
            edges = toggle(room, at + RIM_AT, edges, a, b)
        faces -= 1
        last = at + FACES_AT + faces * FACE
        for place in range(FACE):
            room[here + place] = room[last + place]
    return faces, edges


@njit
def toggle(room, rim, edges, a, b):
    """Add an edge to the rim, or take away the same edge of the other way."""
    for number in range(edges):
        if room[rim + 2 * number].real == b and room[rim + 2 * number + 1].real == a:
            room[rim + 2 * number] = room[rim + 2 * edges - 2]
            room[rim + 2 * number + 1] = room[rim + 2 * edges - 1]
            return edges - 1
    room[rim + 2 * edges], room[rim + 2 * edges + 1] = a, b
    return edges + 1


@njit
def epa(k, p, pose, pair, s, count, room, at):
    """Whether a direction was found; the normal from the first core to the second; the depth."""
    size = 0.0
    for number in range(count):
        size = max(size, norm(corner(s[number])))
    for number in range(3):
        d = (1.0 if number == 0 else 0.0, 1.0 if number == 1 else 0.0, 1.0 if number == 2 else 0.0)
        size = max(size, norm(corner(difference(k, p, pose, pair, d))))
    good = False
    for fewer in range(count):
        one, two, three, four, good = start(k, p, pose, pair, s, count - fewer, size)
        good = good and begin(room, at, one, two, three, four, size)
        if good:
            break
    if not good:
        return False, (0.0, 0.0, 1.0), 0.0
    corners, faces = 4, 4
    n, depth = (0.0, 0.0, 1.0), NONE
    while True:
        here = at + FACES_AT + nearest_face(room, at, faces) * FACE
        n, depth = real_vector(room, here + 3), room[here + 6].real
        w = difference(k, p, pose, pair, n)
        if dot(n, corner(w)) - depth <= PRECISE * size or corners == MOST_CORNERS:
            return True, n, depth
        put_corner(room, at, corners, w)
        faces, edges = cut(room, at, faces, corner(w), SEEN * size)
        if faces + edges > MOST_FACES or edges < 3:
            return True, n, depth
        for number in range(edges):
            a, b = int(room[at + RIM_AT + 2 * number].real), int(room[at + RIM_AT + 2 * number + 1].real)
            if not put_face(room, at, faces, a, b, corners, size):
                return True, n, depth
            faces += 1
        corners += 1
