"""Wang's cam of an arc, three lines and four corners, and its follower of radius 5 (figure 4.4-1), as a mechanism.

Lengths in cm and forces in kg cm/s^2, as the published numbers are. The corrections of the data that the printed
results themselves demand: follower 0.15 kg, cam 1e6 kg cm^2, and a spring that is free at -5 cm.
"""

from __future__ import annotations

import linkwork as lw
from linkwork.bodies.profiles import Arc, PointElement, Profile, Segment

CAM = Profile(
    elements=(
        Arc(center=(15, 0), start=(15, -20), end=(15, 20)),
        PointElement(),
        Segment(end=(-35, 10)),
        PointElement(),
        Segment(end=(-35, -10)),
        PointElement(),
        Segment(end=(15, -20)),
        PointElement(),
    )
)
FOLLOWER = Profile(elements=(Arc(center=(0, 0), start=(0, 5), end=(0, -5)),), ends="none")


def cam(stiffness: float = 1.5, driven: bool = False) -> lw.Planar:
    """The cam, turning by itself or driven at -0.5 rad/s, under the follower on the x axis."""
    m = lw.Planar("cam of simple elements")
    turning, follower = m.body("cam"), m.body("follower", estimate=(40, 0, 0))
    m.mass("cam", mass=1, inertia=1e6)
    m.mass("follower", mass=0.15, inertia=1)
    m.revolute("A", m.ground.at(0, 0), turning.at(0, 0))
    m.translational("B", m.ground.line((0, 0), (1, 0)), follower.line((0, 0), (1, 0)))
    turning.profile("edge", CAM)
    follower.profile("tip", FOLLOWER)
    m.slide_spring("S", m.ground.line((0, 0), (1, 0)), follower.at(0, 0), stiffness=stiffness, free_position=-5)
    m.contact("C", "cam.edge", "follower.tip", points=1)
    if driven:
        m.drive("turn", joint="A", angle="-0.5*t")
    return m
