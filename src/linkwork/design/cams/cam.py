"""Cam: a motion, a follower and a base circle, and what follows from them: profile, pressure angle, curvature."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError, shown
from linkwork.design.cams.extremes import Extreme
from linkwork.design.cams.followers import Follower, Round, SwingingFlat, turned
from linkwork.design.cams.motion import Motion, angles_of
from linkwork.design.cams.segments import positive
from linkwork.expression.given import FilePath, Numbers, public

if TYPE_CHECKING:
    from linkwork.functions import Parametric, Points
    from linkwork.mechanism.planar import Planar

Array = NDArray[np.float64]
TURN = 2.0 * math.pi
SENSES = {"counter-clockwise": 1, "clockwise": -1}


@public
class Cam:
    """A disc cam for a follower that is to make a motion.

    The cam turns about its origin, counter-clockwise or clockwise; see `followers` for where the follower is. All
    functions of an angle take that by which the cam has turned, as the motion does.
    """

    def __init__(self, motion: Motion, follower: Follower, base_radius: Any, turns: str = "counter-clockwise") -> None:
        self.motion, self.follower = motion, follower
        self.base_radius = positive("cam: base_radius", base_radius)
        self.turns, self.sense = turns, sense_of(turns)
        require_fit(motion, follower)
        follower.rest(self.base_radius)
        if isinstance(follower, SwingingFlat) and self._least_rate() <= 0.0:
            raise MechanismError(
                "cam: the face swings towards the cam faster than the cam turns, so that nothing can touch it;"
                " let the motion take longer, or turn the cam the other way round"
            )

    def __repr__(self) -> str:
        return f"<Cam: base radius {self.base_radius:g} m, {type(self.follower).__name__}>"

    # ------------------------------------------------------------------ geometry

    def profile(self, angle: Numbers) -> Array:
        """Points of the profile in the frame of the cam, where the follower touches it at these angles."""
        angle = angles_of(angle)
        s, v = self.motion.values(angle, 1)
        return np.column_stack(
            turned(self.sense, np, angle, self.follower.contact(np, self.base_radius, self.sense, s, v))
        )

    def pitch(self, angle: Numbers) -> Array:
        """Points of the pitch curve, on which the centre of the roller runs, in the frame of the cam."""
        if not isinstance(self.follower, Round):
            raise MechanismError("cam: a flat face has no pitch curve; ask for the profile")
        angle = angles_of(angle)
        place = self.follower.centre(np, self.base_radius, self.motion.values(angle, 0)[0])
        return np.column_stack(np.broadcast_arrays(*turned(self.sense, np, angle, place)))

    def pressure_angle(self, angle: Numbers) -> Array:
        """Angle between the motion of the follower and the force on it, rad."""
        return np.asarray(self._pressure(angle, *self.motion.values(angle)))

    def radius(self, angle: Numbers) -> Array:
        """Radius of curvature of the profile, positive where it is convex."""
        return np.asarray(self._radius(angle, *self.motion.values(angle)))

    @cached_property
    def steepest(self) -> Extreme:
        """The largest pressure angle and where it is; negative where the force leans the other way."""
        ends = [self.motion.extreme(self._pressure, largest) for largest in (True, False)]
        return max(ends, key=lambda extreme: abs(extreme.value))

    @cached_property
    def sharpest(self) -> Extreme:
        """The least convex radius of the profile and where it is; below zero the profile is undercut.

        Infinite for a profile that is nowhere convex.
        """
        follower = self.follower
        if isinstance(follower, Round):
            most = self.motion.extreme(self._pitch_curvature)
            return Extreme(1.0 / most.value - follower.radius if most.value > 0.0 else math.inf, most.at)
        return self.motion.extreme(self._radius, largest=False)

    @property
    def undercut(self) -> bool:
        """Whether the follower cannot make the motion, because the profile cuts into itself."""
        return self.sharpest.value < 0.0

    def face(self) -> tuple[float, float]:
        """From where to where along a flat face it is touched."""
        if isinstance(self.follower, Round):
            raise MechanismError("cam: the follower has no flat face")

        def reach(_: Any, s: Any, v: Any, *__: Any) -> Any:
            return self.follower.reach(self.base_radius, self.sense, s, v)  # type: ignore[attr-defined]

        return self.motion.extreme(reach, False).value, self.motion.extreme(reach).value

    # ------------------------------------------------------------------ into mechanisms, files and words

    def outline(self, points: int | None = None) -> Parametric | Points:
        """The profile as an outline for a body: exact, with the cam's angle as its parameter, or a spline through
        this many points, as a machine might cut it."""
        if points is None:
            from linkwork.design.cams.formulas import profile_outline

            return profile_outline(self)
        from linkwork.functions import Points

        require_points("outline", points, 3)
        places = self.profile(np.linspace(0.0, TURN, points, endpoint=False))
        return Points(points=tuple(map(tuple, places.tolist())))

    def mechanism(self, speed: Any = "60 rpm", points: int | None = None) -> Planar:
        """A mechanism of this cam, turned with a speed, and its follower; `points` as for `outline`."""
        from linkwork.design.cams.mechanism import cam_mechanism

        return cam_mechanism(self, speed, points)

    def text(self, pressure_angle: Any = None) -> str:
        """Sizes, peaks, and what is wrong, in words."""
        from linkwork.design.cams.cam_text import cam_text

        return cam_text(self, pressure_angle)

    def plot(self, path: FilePath | None = None) -> Any:
        """Displacement, velocity, acceleration, jerk; the profile; pressure angle and radius of curvature."""
        from linkwork.view.figures.cam_figure import plot_cam

        return plot_cam(self, path)

    def save_dxf(self, path: FilePath, tolerance: Any = "1 um", unit: str = "mm") -> None:
        """The profile as a drawing (DXF R12): a closed polyline of arcs no farther than `tolerance` from it."""
        from linkwork.design.cams.dxf import save_dxf

        save_dxf(self, path, positive("save_dxf: tolerance", tolerance), unit)

    def save_csv(self, path: FilePath, points: int = 721) -> None:
        """Motion, profile, pressure angle and radius of curvature over a turn, as a table."""
        from linkwork.design.cams.table import save_csv

        require_points("save_csv", points, 1)
        save_csv(self, path, points)

    # ------------------------------------------------------------------ inside

    def _pressure(self, _: Any, s: Any, v: Any, *__: Any) -> Any:
        return self.follower.pressure(self.base_radius, self.sense, s, v)

    def _radius(self, _: Any, s: Any, v: Any, a: Any, *__: Any) -> Any:
        return self.follower.convex_radius(self.base_radius, self.sense, s, v, a)

    def _pitch_curvature(self, _: Any, s: Any, v: Any, a: Any, *__: Any) -> Any:
        assert isinstance(self.follower, Round)
        return self.follower.pitch_curvature(self.base_radius, self.sense, s, v, a)

    def _least_rate(self) -> float:
        return self.motion.extreme(lambda _, s, v, *__: 1.0 + self.sense * v, False).value


_MOST_POINTS = 10**6


def require_points(what: str, points: int, least: int) -> None:
    """Refuse too few points, and more than anything reads."""
    if not least <= points <= _MOST_POINTS:
        raise MechanismError(f"cam: {what}: points must be from {least} to {_MOST_POINTS}; found {points}")


def sense_of(turns: str) -> int:
    """+1 for counter-clockwise."""
    if turns not in SENSES:
        raise MechanismError(f"cam: it turns 'counter-clockwise' or 'clockwise'; found {shown(turns)}")
    return SENSES[turns]


def require_fit(motion: Motion, follower: Follower) -> None:
    """Refuse a motion that is not one turn, or in another unit than the follower's."""
    if not isinstance(motion, Motion) or not isinstance(follower, Follower):
        raise MechanismError("cam: give a Motion and a follower, such as roller(radius='8 mm')")
    if not motion.closed or abs(motion.period - TURN) > 1e-9:
        raise MechanismError("cam: the motion must be closed over one turn; its period is to be 360 deg")
    if motion.unit != follower.unit:
        raise MechanismError(
            f"cam: the motion is in {motion.unit}, but the lift of the follower is in {follower.unit};"
            f" make it with Motion(..., unit='{follower.unit}')"
        )
