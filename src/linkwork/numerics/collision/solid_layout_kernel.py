"""How a solid stands in the tables, and its features: the points, lines, circles and faces of which its surface is.

Ints from b on: kind; of a polytope also the numbers of vertices, edges, faces, then four ints an edge (its two
vertices, the faces on its two sides), two ints a face (where its loop begins, how many vertices it has), and the loops,
each counter-clockwise seen from outside. Floats from a on: the radius added to the core, the radius of a ball that
holds the core, its middle (of a half-space: a point of its plane), then

    BALL        nothing
    CAPSULE     two ends
    HALF_SPACE  normal, out of the material
    CYLINDER    two middles of the rims, radius, a unit vector square to the axis
    POLYTOPE    vertices, then four numbers a face: normal and how wide it is

Features are numbered: of a ball 0; of a capsule 0, 1 the ends, 2 the line; of a half-space 0; of a cylinder 0, 1 the
rims, 2, 3 the caps, 4 the side, then eight points of each rim and the two ends of the axis; of a polytope the vertices,
the edges, the faces.
A point, a line and a circle of the core carry the radius; a cylinder's side is its axis with the cylinder's radius.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

BALL, CAPSULE, HALF_SPACE, CYLINDER, POLYTOPE = range(5)
KIND, VERTICES, EDGES, FACES, TOPOLOGY = range(5)  # ints
RADIUS, SIZE, MIDDLE, FORM = 0, 1, 2, 5  # floats
ROUND = FORM + 6  # radius of a cylinder
ACROSS = FORM + 7  # its unit vector square to the axis
EDGE_INTS, FACE_INTS, FACE_FLOATS = 4, 2, 4

POINT, LINE, CIRCLE, FACE = range(4)  # what a feature is
CAPSULE_LINE = 2
CAPS, SIDE, RIM_POINTS = 2, 4, 5  # features of a cylinder
POINTS_A_RIM = 8
AXIS_ENDS = RIM_POINTS + 2 * POINTS_A_RIM


@njit
def vertex_at(a, number):
    """Where a vertex of a polytope lies in the floats."""
    return a + FORM + 3 * number


@njit
def face_at(k, b, a, number):
    """Where the normal of a face of a polytope lies in the floats."""
    return a + FORM + 3 * k[b + VERTICES] + FACE_FLOATS * number


@njit
def edge_ints(b, number):
    """Where the ints of an edge lie."""
    return b + TOPOLOGY + EDGE_INTS * number


@njit
def loop_of(k, b, number):
    """Where the loop of a face begins in the ints, and how many vertices it has."""
    edges, faces = k[b + EDGES], k[b + FACES]
    at = b + TOPOLOGY + EDGE_INTS * edges + FACE_INTS * number
    return b + TOPOLOGY + EDGE_INTS * edges + FACE_INTS * faces + k[at], k[at + 1]
