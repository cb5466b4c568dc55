"""Motions and cams in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.base.text_tables import table
from linkwork.design.cams.followers import Round, SlidingFlat
from linkwork.design.cams.motion import Motion, degrees
from linkwork.design.cams.segments import positive

if TYPE_CHECKING:
    from linkwork.design.cams.cam import Cam

_JUMPS = (
    "jumps: no follower can do that",
    "has a jump of velocity: an impact every turn",
    "has a jump of acceleration: infinite jerk, which shakes the follower; for slow cams only",
)


def motion_text(motion: Motion) -> str:
    """Segments, peaks and warnings."""
    return "\n".join([*_tables(motion), *motion_warnings(motion)])


def _tables(motion: Motion) -> list[str]:
    rows = []
    for place, segment in enumerate(motion.segments):
        ends = (f"{motion.levels[place]:.6g}", f"{motion.levels[place + 1]:.6g}")
        angles = (degrees(motion.edges[place]), degrees(motion.edges[place + 1]))
        rows.append([segment.kind, segment.law, *angles, *ends])
    head = ["segment", "law", "from", "to", f"from ({motion.unit})", f"to ({motion.unit})"]
    peaks = [
        [name, *_shown(low, high), _unit(motion.unit, order)]
        for order, (name, (low, high)) in enumerate(motion.peaks.items())
    ]
    return [*table(head, rows, 2), "", *table(["by the cam's angle", "least", "most", "unit"], peaks), ""]


def _shown(low: float, high: float) -> list[str]:
    """Two numbers, round-off beside the larger of them as zero."""
    size = max(abs(low), abs(high))
    return [f"{value if abs(value) > 1e-12 * size else 0.0:.6g}" for value in (low, high)]


def _unit(unit: str, order: int) -> str:
    return unit if not order else f"{unit}/rad" if order == 1 else f"{unit}/rad^{order}"


def motion_warnings(motion: Motion) -> list[str]:
    """What is wrong with a motion: jumps of what must not jump."""
    return [f"at {degrees(at)} the motion {_JUMPS[order]}" for at, order, _ in motion.jumps() if order < len(_JUMPS)]


def cam_warnings(cam: Cam, pressure_angle: Any = None) -> list[str]:
    """What is wrong with a cam."""
    cam_warnings = motion_warnings(cam.motion)
    steep, sharp = cam.steepest, cam.sharpest
    limit = math.radians(30) if pressure_angle is None else positive("pressure_angle", pressure_angle)
    if abs(steep.value) > limit:
        cam_warnings.append(
            f"the pressure angle reaches {degrees(abs(steep.value))} at {degrees(steep.at)}, more than"
            f" {degrees(limit)}: the follower may jam; take a larger base circle, a longer rise, or an offset"
        )
    if cam.undercut:
        cam_warnings.append(
            f"the profile is undercut at {degrees(sharp.at)} (radius of curvature {1e3 * sharp.value:.4g} mm): the"
            " follower cannot make the motion; take a larger base circle, a smaller roller, or a longer rise"
        )
    elif sharp.value < 0.02 * cam.base_radius:
        cam_warnings.append(
            f"the profile is sharp at {degrees(sharp.at)}: its radius of curvature is {1e3 * sharp.value:.4g} mm only"
        )
    return cam_warnings


def cam_text(cam: Cam, pressure_angle: Any = None) -> str:
    """Sizes, peaks and warnings."""
    steep, sharp = cam.steepest, cam.sharpest
    lines = [
        f"cam with {follower_words(cam)}, base radius {1e3 * cam.base_radius:.5g} mm, turning {cam.turns}",
        *_tables(cam.motion),
        f"largest pressure angle {degrees(abs(steep.value))} at {degrees(steep.at)}",
    ]
    if math.isfinite(sharp.value):
        lines.append(f"least convex radius of curvature {1e3 * sharp.value:.5g} mm at {degrees(sharp.at)}")
    if not isinstance(cam.follower, Round):
        low, high = cam.face()
        lines.append(f"the face is touched from {1e3 * low:.5g} mm to {1e3 * high:.5g} mm")
    return "\n".join([*lines, *cam_warnings(cam, pressure_angle)])


def follower_words(cam: Cam) -> str:
    """The follower as a user says it."""
    follower = cam.follower
    swings = "" if follower.unit == "m" else "swinging "
    if isinstance(follower, Round):
        kind = f"roller of {1e3 * follower.radius:.4g} mm radius" if follower.radius else "knife edge"
        return f"a {swings}{kind}"
    return f"a {'sliding' if isinstance(follower, SlidingFlat) else 'swinging'} flat face"
