"""A body of 16 segments to count: 33 bodies in a tree of 26 hinges and 6 universal joints.

Silva and Ambrosio (chapter 7 of Advances in Computational Multibody Systems, 2005) count 33 rigid bodies, 141 natural
coordinates, 97 independent equations and 44 freedoms. Places and directions are those of `whole_body`, chosen so that
there are 25 points and 22 unit vectors. To count, only the thorax has mass, so that the whole may float: natural
coordinates of the others need no third direction. With a stature and a mass all 16 segments weigh what they should, and
those whose mass lies across need one.
"""

from __future__ import annotations

from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Kilograms, Metres, public
from linkwork.library.biomechanics.subject.whole_body import STATURES, heights, masses, segment_rows, steps
from linkwork.mechanism.spatial.spatial import Spatial

COUNTED = 73.0  # kg: of the man whose lengths the table has


@public
def body_of_33_links(stature: Metres | None = None, mass: Kilograms | None = None, sex: str = "male") -> Spatial:
    """The tree as a mechanism in space, to look at its coordinates: `body_of_33_links().natural_coordinates()`.

    With a `stature` (m) and a `mass` (kg) it has the masses of that person, `male` or `female`.
    """
    if (stature is None) != (mass is None):
        raise AnalysisError("body_of_33_links: give both a stature and a mass, or neither")
    size = STATURES["male"] if stature is None else stature
    rows = segment_rows(size, COUNTED if mass is None else mass, sex)
    m, origin = Spatial("body of 33 links"), {"pelvis": (0.0, 0.0, heights(rows, size)["hip"])}
    m.body("pelvis", estimate=origin["pelvis"])
    for one in steps(rows, size):
        origin[one.child] = one.at
        m.body(one.child, estimate=one.at)
        if len(one.axes) == 1:
            m.revolute(one.joint, one.parent, one.child, at=one.at, axis=one.axes[0])
        else:
            m.universal(one.joint, one.parent, one.child, at=one.at, axis=one.axes[0], x=one.axes[1])
    for name, own in masses(rows, size).items():
        if mass is not None or name == "thorax":
            center = tuple(a - b for a, b in zip(own.center, origin[name], strict=True))
            m.mass(name, mass=own.mass, center=center if mass is not None else (0, 0, 0), inertia=own.moments)
    return m
