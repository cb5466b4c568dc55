"""A designed cam as a mechanism: the cam on its shaft, the follower in its guide, and the joint between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.design.cams.followers import Round, SwingingFlat, SwingingRoller
from linkwork.expression import as_expression
from linkwork.functions import Circle
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar

if TYPE_CHECKING:
    from linkwork.design.cams.cam import Cam

PROFILE = "cam.profile"


def cam_mechanism(cam: Cam, speed: Any, points: int | None) -> Planar:
    """Bodies `cam` and `follower`, joints `shaft`, `guide` (or `pivot`) and `contact`, driver `motor`.

    A sliding follower has its frame on the roller's centre, the knife's edge or the face; that of a swinging one is at
    its pivot, with the x axis along the arm.
    """
    m = Planar("cam and follower")
    n = m.parameters(n=speed)
    disc = m.body("cam", estimate=(0, 0, 0), outlines={"profile": cam.outline(points)})
    m.revolute("shaft", m.ground, disc)
    m.drive("motor", joint="shaft", angle=cam.sense * as_expression(n) * "t")
    follower = _guided(m, cam)
    _contact(m, cam, follower, 0.0 if points is None else None)
    return m


def _guided(m: Planar, cam: Cam) -> BodyHandle:
    """The follower where the motion begins, free to make its motion."""
    first = cam.follower.rest(cam.base_radius) + cam.motion.levels[0]
    if isinstance(cam.follower, SwingingRoller | SwingingFlat):
        pivot = (cam.follower.distance, 0.0)
        body = m.body("follower", estimate=(*pivot, math.pi - first))
        m.revolute("pivot", m.ground.at(*pivot), body)
        return body
    x = getattr(cam.follower, "offset", 0.0)
    body = m.body("follower", estimate=(x, first, 0.0))
    length = 2.0 * first
    m.translational("guide", m.ground.line((x, 0), (x, length)), body.line((0, 0), (0, length)))
    return body


def _contact(m: Planar, cam: Cam, body: BodyHandle, start: float | None) -> None:
    """The joint that keeps the follower on the profile."""
    follower, base, sense = cam.follower, cam.base_radius, cam.sense
    s, v = (float(row[0]) for row in cam.motion.values(0.0, 1))
    alpha = 0.0 if start is None else start
    if not isinstance(follower, Round):
        low, high = cam.face()
        room, height = 0.1 * (high - low) + 0.1 * base, getattr(follower, "offset", 0.0)
        face = body.line((low - room, height), (high + room, height))
        m.cam_flat("contact", PROFILE, face, contact=alpha)
        return
    centre = (follower.arm, 0.0) if isinstance(follower, SwingingRoller) else (0.0, 0.0)
    if not follower.radius:
        m.point_follower("contact", body.at(*centre), PROFILE, contact=alpha)
        return
    rim = body.outline("roller", Circle(radius=follower.radius, center=centre))
    nx, ny = follower.normal(math, base, sense, s, v)
    turned = math.pi - follower.rest(base) - s if isinstance(follower, SwingingRoller) else 0.0
    m.cam_follower("contact", PROFILE, rim, contact=(alpha, math.atan2(ny, nx) - turned))
