"""A body of 16 segments to count: 33 bodies in a tree of 26 hinges and 6 universal joints.

Silva and Ambrosio (chapter 7 of Advances in Computational Multibody Systems, 2005) count 33 rigid bodies, 141 natural
coordinates, 97 independent equations and 44 freedoms. They do not print their geometry: places and directions are ours,
chosen so that there are 25 points and 22 unit vectors. Where a joint of the body has several axes, links without mass
stand between its segments; only the thorax has mass, so that the whole may float: natural coordinates of the others
need no third direction.
"""

from __future__ import annotations

from typing import Any

from linkwork.expression.given import public
from linkwork.mechanism.spatial.spatial import Spatial

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
Place = tuple[float, float, float]
Step = tuple[Any, ...]  # point and axis of a hinge; point, axis and second axis of a universal joint


@public
def body_of_33_links() -> Spatial:
    """The tree as a mechanism in space, to look at its coordinates: `body_of_33_links().natural_coordinates()`."""
    m = Spatial("body of 33 links")

    def segment(name: str, joint: str, parent: Any, *steps: Step) -> Any:
        for number, (at, *axes) in enumerate(steps, 1):
            last = number == len(steps)
            child = m.body(name if last else f"{joint} link {number}", estimate=at)
            if len(axes) == 1:
                m.revolute(f"{joint} {number}", parent, child, at=at, axis=axes[0])
            else:
                m.universal(f"{joint} {number}", parent, child, at=at, axis=axes[0], x=axes[1])
            parent = child
        return parent

    pelvis = m.body("pelvis", estimate=(0, 0, 1))
    lumbar = (0.0, 0.0, 1.1)
    abdomen = segment("abdomen", "lumbar joint", pelvis, (lumbar, Y, X), (lumbar, Z))
    thorax = segment("thorax", "waist", abdomen, ((0, 0, 1.25), Y), ((0, 0.02, 1.25), X))
    segment("head", "neck", thorax, ((0, 0, 1.6), Y, X), ((0, 0, 1.65), Z))
    for side, s in (("left", 1), ("right", -1)):
        shoulder, elbow, hip, knee = (0, 0.2 * s, 1.5), (0, 0.2 * s, 1.2), (0.05, 0.1 * s, 0.95), (0.05, 0.1 * s, 0.5)
        arm = segment(f"{side} upper arm", f"{side} shoulder", thorax, (shoulder, Y, X), (shoulder, Z))
        arm = segment(f"{side} forearm", f"{side} elbow", arm, (elbow, Y), (elbow, Z))
        wrist = ((0, 0.2 * s, 0.95), Y), ((0, 0.22 * s, 0.95), X), ((0, 0.22 * s, 0.93), Z)
        segment(f"{side} hand", f"{side} wrist", arm, *wrist)
        leg = segment(f"{side} thigh", f"{side} hip", pelvis, (hip, Y, X), (hip, Z))
        leg = segment(f"{side} shank", f"{side} knee", leg, (knee, Y))
        ankle = ((0.05, 0.1 * s, 0.1), Y), ((0.05, 0.1 * s, 0.07), X), ((0.15, 0.1 * s, 0.07), Y)
        segment(f"{side} foot", f"{side} ankle", leg, *ankle)
    m.mass(thorax, mass=20, inertia=(0.3, 0.3, 0.2))
    return m
