"""How a wheel moves with its suspension: toe, camber, track and roll centre over the travel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.suspensions import AXLE, Suspension
from linkwork.mechanism.spatial.spatial import Spatial


@public
@publicly_made
@dataclass(frozen=True)
class TravelCurves:
    """Curves over the travel of the wheel's centre (m, up); angles in rad, the others in m."""

    travel: Array
    toe: Array
    """Positive: toe-in."""
    camber: Array
    """Positive: leaning outwards."""
    half_track: Array
    """Of the contact point from the middle of the vehicle."""
    wheelbase: Array
    """How far the contact point has moved ahead."""
    roll_centre: Array
    """Height over the road of the point in the middle about which the contact point turns, seen from behind."""

    def plot(self, path: FilePath | None = None) -> Any:
        """A figure of them, written to a file where a path is given."""
        from linkwork.view.figures.travel_figure import plot_travel

        return plot_travel(self, path)


@public
def travel_rig(suspension: Suspension, bump: float = 0.08, rebound: float = 0.08) -> Spatial:
    """A wheel on a chassis that is held; within 1 s its centre is moved from full rebound to full bump.

    Hinges are rigid, also where the suspension has bushes.
    """
    require_positive("travel_rig", bump=bump, rebound=rebound)
    suspension = suspension.guiding()
    m = Spatial(f"{type(suspension).__name__} on a rig")
    carrier = suspension.add(m, "wheel", m.ground)
    suspension.hold(m, "wheel")
    way = bump + rebound
    m.drive("jack", on=carrier, z=f"{suspension.centre[2] - rebound!r} + {way!r}*t")
    return m


@public
def travel_curves(suspension: Suspension, bump: float = 0.08, rebound: float = 0.08, points: int = 81) -> TravelCurves:
    """The curves of a suspension between full rebound and full bump (m, both positive)."""
    mechanism: Any = travel_rig(suspension, bump, rebound)
    run = mechanism.kinematics(1.0, points, progress=False)
    carrier = "wheel carrier"
    centre, rate = (np.stack([run[f"{carrier}.{word}{axis}"] for axis in "xyz"]) for word in ("", "v"))
    tip, tip_rate = (np.stack([run[f"{carrier}.{AXLE}.{word}{axis}"] for axis in "xyz"]) for word in ("", "v"))
    axle, turning = tip - centre, tip_rate - rate
    size = np.sqrt(1.0 - axle[2] ** 2)
    vertical = np.array([[0.0], [0.0], [1.0]])
    up = (vertical - axle[2] * axle) / size
    up_rate = -(turning[2] * axle + axle[2] * turning) / size + up * (axle[2] * turning[2]) / size**2
    contact, moving = centre - suspension.radius * up, rate - suspension.radius * up_rate
    return TravelCurves(
        travel=centre[2] - suspension.centre[2],
        toe=np.arctan2(axle[0], axle[1]),
        camber=-np.arcsin(axle[2]),
        half_track=contact[1],
        wheelbase=contact[0] - suspension.centre[0],
        roll_centre=contact[1] * moving[1] / moving[2],
    )


@public
def support(suspension: Suspension) -> float:
    """How far ahead the contact goes with the carrier held against the wheel, over its way up, at the drawn height.

    Braking with F on a wheel whose brake is on the carrier, the suspension itself carries F times this against bump:
    above zero a front axle has anti-dive, below zero a rear one has anti-lift.
    """
    way = 1e-4  # m; the slope of the middle of three points
    mechanism: Any = travel_rig(suspension, way, way)
    run = mechanism.kinematics(1.0, 3, progress=False)
    carrier = "wheel carrier"
    ahead = run[f"{carrier}.vx"][1] - run[f"{carrier}.omega.y"][1] * suspension.radius
    return float(ahead / run[f"{carrier}.vz"][1])


@public
def anti_dive(suspension: Suspension, *, wheelbase: float, height: float, share: float = 0.6) -> float:
    """The share of the load that braking puts on a front axle, which its suspension carries without the springs.

    `share` is the front axle's part of the braking, `height` that of the car's mass centre: share l / h times
    `support`.
    """
    _require_braking("anti_dive", wheelbase, height, share)
    return share * wheelbase / height * support(suspension)


@public
def anti_lift(suspension: Suspension, *, wheelbase: float, height: float, share: float = 0.4) -> float:
    """The share of the load that braking takes from a rear axle, which its suspension carries without the springs."""
    _require_braking("anti_lift", wheelbase, height, share)
    return -share * wheelbase / height * support(suspension)


def _require_braking(what: str, wheelbase: float, height: float, share: float) -> None:
    require_positive(what, wheelbase=wheelbase, height=height)
    if not 0.0 <= share <= 1.0:
        raise MechanismError(f"{what}: share is the axle's part of the braking, 0 to 1, not {share:g}")
