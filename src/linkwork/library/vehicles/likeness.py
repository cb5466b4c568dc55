"""How alike two cars turn: the measures by which Oettgen and Hiller (2005, Eqs. 3 to 5) compare models of a car."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.run.run import Run

_END = 0.2  # share of a run, at its end, whose path is the circle


@public
@publicly_made
@dataclass(frozen=True)
class TurnMeasures:
    """Of a car that is steered into a circle: its radius in m, the greatest lateral acceleration and yaw rate."""

    radius: float
    lateral: float
    """m/s^2."""
    yaw_rate: float
    """rad/s."""

    def deviation(self, reference: TurnMeasures) -> TurnMeasures:
        """How far each is from that of a reference, as a share of it."""
        pairs = [(getattr(self, name), getattr(reference, name)) for name in ("radius", "lateral", "yaw_rate")]
        if min(abs(told) for _, told in pairs) == 0.0:
            raise MechanismError("TurnMeasures: the reference does not turn")
        return TurnMeasures(*(abs(told - own) / abs(told) for own, told in pairs))


def _channels(run: Run, body: str | None) -> tuple[str, str, str]:
    """The body of a car, and its channels of heading and yaw rate: those of a single track, or of a car in space."""
    if run.mechanism.world.dimensions == 2:
        name = body or "car"
        return name, f"{name}.angle", f"{name}.omega"
    name = body or "chassis"
    return name, f"{name}.yaw", f"{name}.omega.z"


@public
def lateral_acceleration(run: Run, body: str | None = None) -> Array:
    """The acceleration of a body's origin across its heading, to the left, m/s^2.

    Left out, the body is the chassis of a car in space, or the car on a single track.
    """
    body, turned, _ = _channels(run, body)
    heading = run[turned]
    across: Array = run[f"{body}.ay"] * np.cos(heading) - run[f"{body}.ax"] * np.sin(heading)
    return across


@public
def turn_measures(run: Run, body: str | None = None) -> TurnMeasures:
    """The measures of a run of a car of any depth; the circle is the one through the path at its end, by least squares.

    Left out, the body is the chassis of a car in space, or the car on a single track.
    """
    body, _, rate = _channels(run, body)
    if len(run.t) < 3:
        raise MechanismError(f"turn_measures: a circle needs three points or more; the run has {len(run.t)}")
    count = max(3, round(_END * len(run.t)))
    x, y = run[f"{body}.x"][-count:], run[f"{body}.y"][-count:]
    x, y = x - x.mean(), y - y.mean()
    table = np.column_stack([2 * x, 2 * y, np.ones(count)])
    (a, b, c), _, rank, _ = np.linalg.lstsq(table, x * x + y * y, rcond=1e-10)
    if rank < 3:
        raise MechanismError("turn_measures: the run ends straight ahead, on no circle")
    lateral, yaw = lateral_acceleration(run, body), run[rate]
    return TurnMeasures(float(np.sqrt(c + a * a + b * b)), float(np.max(np.abs(lateral))), float(np.max(np.abs(yaw))))
