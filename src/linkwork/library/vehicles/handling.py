"""Handling: steady circles at one speed (ISO 4138), axle characteristics, and how a car answers a step (ISO 7401)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analysis.steady.steady_motion import SteadyMotion
from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.checks import require_positive, require_row
from linkwork.library.vehicles.car import SIDES, Car, wheel_angle

Numbers = Sequence[float] | Array
_SMALL = 0.2  # m/s^2, by which the gradient at straight running is found


@public
@publicly_made
@dataclass(frozen=True)
class Handling:
    """Steady circles of a car at one speed, over the lateral acceleration; angles in rad, to the left."""

    speed: float
    wheelbase: float
    lateral: Array
    """m/s^2."""
    wheel_angle: Array
    """Mean of the front wheels."""
    side_slip: Array
    """Of the mass centre of the chassis: its heading against its path; positive: it looks into the circle."""
    roll: Array
    """Of the chassis, outwards."""
    front_slip: Array
    """Mean of the tyres of the axle, weighted by their side forces."""
    rear_slip: Array
    front_force: Array
    """Side force of the axle, N, to the left."""
    rear_force: Array
    gradient: float
    """How much more the wheels are turned than along the circle, per lateral acceleration, near straight running."""

    @property
    def neutral(self) -> Array:
        """The angle of wheels that roll along the circle without slip."""
        along: Array = self.wheelbase * self.lateral / self.speed**2
        return along

    @property
    def understeer(self) -> Array:
        """The angle of the wheels beyond that of rolling along the circle."""
        more: Array = self.wheel_angle - self.neutral
        return more

    @property
    def yaw_gain(self) -> Array:
        """Yaw rate over the angle of the wheels, 1/s."""
        gain: Array = self.lateral / self.speed / self.wheel_angle
        return gain

    @property
    def lateral_gain(self) -> Array:
        """Lateral acceleration over the angle of the wheels, m/s^2 a rad."""
        gain: Array = self.lateral / self.wheel_angle
        return gain

    @property
    def steering_gradient(self) -> Array:
        """Slope of the angle of the wheels over the lateral acceleration, rad s^2/m."""
        return self._slope(self.wheel_angle)

    @property
    def understeer_gradient(self) -> Array:
        """Slope of what the wheels are turned beyond rolling along the circle, at every lateral acceleration."""
        return self._slope(self.understeer)

    @property
    def side_slip_gradient(self) -> Array:
        """Slope of the side slip over the lateral acceleration, rad s^2/m."""
        return self._slope(self.side_slip)

    @property
    def roll_gradient(self) -> Array:
        """Slope of the roll over the lateral acceleration, rad s^2/m."""
        return self._slope(self.roll)

    def _slope(self, values: Array) -> Array:
        """The slope over the lateral acceleration by parabolas through neighbours; straight running is one of them."""
        over, rises = np.array([0.0, *self.lateral]), np.array([0.0, *values])
        slope: Array = np.gradient(rises, over, edge_order=2 if len(self.lateral) > 1 else 1)[1:]
        return slope

    @property
    def characteristic_speed(self) -> float | None:
        """The speed in m/s at which twice the angle is needed that rolling asks for; None for one that oversteers."""
        return float(np.sqrt(self.wheelbase / self.gradient)) if self.gradient > 0.0 else None

    def plot(self, path: FilePath | None = None) -> Any:
        """Handling diagram and axle characteristics; written to a file where a path is given."""
        from linkwork.view.figures.handling_figure import plot_handling

        return plot_handling(self, path)


@public
def handling(car: Car, speed: float, lateral: Sequence[float] = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)) -> Handling:
    """Steady circles of a car at a speed (m/s) for lateral accelerations that rise (m/s^2), each found exactly."""
    require_positive("handling", speed=speed)
    wanted = require_row("handling: lateral", lateral)
    if len(wanted) == 0 or wanted[0] <= 0.0 or np.any(np.diff(wanted) <= 0.0):
        raise MechanismError("handling: lateral accelerations are above zero and rise")
    motion = car.steady(speed, _SMALL)
    gradient = float(wheel_angle(motion.run)[0]) / _SMALL - car.wheelbase / speed**2
    rows = []
    for each in wanted:
        motion = car.steady(speed, float(each), motion)
        rows.append(_row(motion))
    turn, slip, roll, front_slip, rear_slip, front, rear = np.array(rows).T
    axles = front_slip, rear_slip, front, rear
    return Handling(speed, car.wheelbase, wanted, turn, slip, roll, *axles, gradient)


def _row(motion: SteadyMotion) -> list[float]:
    """Angle of the wheels, side slip, roll, slips of the axles, their forces."""
    run = motion.run
    slips, forces = [], []
    for word in ("front", "rear"):
        across = [motion[f"{word}_{side}_tyre.across"] for side in SIDES]
        forces.append(sum(across))
        angles = [motion[f"{word}_{side}_tyre.slip_angle"] for side in SIDES]
        slips.append(float(np.average(angles, weights=np.abs(across))))
    heading = motion["chassis.yaw"]
    path = float(np.arctan2(motion["chassis.vy"], motion["chassis.vx"]))
    return [float(wheel_angle(run)[0]), heading - path, motion["chassis.roll"], *slips, *forces]


@public
@publicly_made
@dataclass(frozen=True)
class StepMeasures:
    """How a car answers a step of its steering (ISO 7401); times in s from the moment of half the steering."""

    gain: float
    """Steady answer over the steady angle."""
    response_time: float
    """Until 90 % of the steady answer."""
    peak_time: float
    overshoot: float
    """How far the peak is above the steady answer, as a share of it."""


@public
def step_measures(t: Numbers, steer: Numbers, answer: Numbers) -> StepMeasures:
    """The measures of an answer (yaw rate or lateral acceleration) to a step; the last value is the steady one.

    The peak is the top of the parabola through the greatest value and its neighbours; where these are not lower, or
    the points are too few for it (it would more than double the overshoot), it is the greatest value itself.
    """
    time, angle, reply = (require_row("step_measures", values) for values in (t, steer, answer))
    if not len(time) == len(angle) == len(reply) > 2:
        raise MechanismError("step_measures: times, angles and answers are as many, and more than two")
    if np.any(np.diff(time) <= 0.0):
        raise MechanismError("step_measures: times rise from each point to the next")
    if angle[-1] == 0.0 or reply[-1] == 0.0:
        raise MechanismError("step_measures: the steering, or the answer to it, ends at zero; it is no step")
    begin = _first_time(time, angle / angle[-1], 0.5)
    share = reply / reply[-1]
    peak = int(np.argmax(share))
    when, overshoot = float(time[peak]), float(share[peak]) - 1.0
    if 0 < peak < len(time) - 1 and max(share[peak - 1], share[peak + 1]) < share[peak]:
        bend = np.polyfit(time[peak - 1 : peak + 2] - time[peak], share[peak - 1 : peak + 2], 2)
        higher = float(-(bend[1] ** 2) / (4 * bend[0]))
        if higher <= overshoot:
            when, overshoot = when - float(bend[1] / (2 * bend[0])), overshoot + higher
    response = _first_time(time, share, 0.9) - begin
    return StepMeasures(float(reply[-1] / angle[-1]), response, when - begin, overshoot)


def _first_time(time: Array, share: Array, level: float) -> float:
    """When a share first reaches a level, between its points by a straight line."""
    at = int(np.argmax(share >= level))
    if at == 0:
        return float(time[0])
    rest = (level - share[at - 1]) / (share[at] - share[at - 1])
    return float(time[at - 1] + rest * (time[at] - time[at - 1]))
