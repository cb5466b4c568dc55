"""Where the numbers of a chain of surfaces lie in its table (`chain_kernel.py`), from a place `g` on.

Both ends, then a block for each surface, then the equations of all, then a workspace of geodesics.
"""

from __future__ import annotations

from linkwork.numerics.geodesics.layout_kernel import STRING_AT

FIRST_END, LAST_END, WAS_ENDS, NEW_ENDS, SPAN = 0, 3, 6, 18, 30
"""Both ends of the path; the same follow as they were, with their rates, and as they are to be; the time between."""
HEAD = 31
KIND, RADIUS, CENTRE, AXIS, SECOND, PLACE, ALONG, LONG = 0, 1, 2, 5, 8, 11, 14, 17
LAST, LAST_ALONG, FIELD, LEAST, SAVED, WAS, TO, RADII, TWIN = 18, 21, 24, 28, 29, 36, 54, 72, 75
"""Of a surface: its kind, its smallest radius, centre and axes (of a cylinder its own, of an ellipsoid or a ring x and
y); where the geodesic begins and ends as seen from the centre, its directions and length; the fields c, s, c', s'; the
least curvature along it, MEET where neighbours from one point of it meet again; the geodesic that was; centre and axes
as they were, with their rates, and as they are to be; the radii of an ellipsoid or a ring; and 1 where it is the ring
before it once more, which the path touches at a second place."""
SURFACE = 76
CYLINDER, BALL, SMOOTH = 0, 1, 2
"""Kinds; behind SMOOTH those of `layout_kernel.py`."""


def chain_room(surfaces: int) -> int:
    """How many numbers a chain of so many surfaces needs, a ring that may be touched at two places being two."""
    return HEAD + surfaces * SURFACE + 4 * surfaces * (4 * surfaces + 1) + STRING_AT
