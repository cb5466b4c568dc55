"""A note where a tyre without relaxation lengths has to hold at rest: it is a damper there, and creeps."""

from __future__ import annotations

import numpy as np

from linkwork.base.names import GROUND
from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.expression import resolve_parameters
from linkwork.run.run import Run

_SLOW = 0.2  # of the low speed of a tyre: a wheel below it for the rest of a run stands
_HOLDS = 1e-3  # of the load: a smaller force in the plane of the road is none


def creeping_notes(run: Run) -> list[str]:
    """One sentence for all such tyres, with the force and the speed of the one that creeps fastest at the end."""
    if run.mechanism.world.dimensions != 3 or run.loads is None or len(run.t) < 2:
        return []
    creeping: list[tuple[float, float, str]] = []
    scope = run.mechanism.scope(resolve_parameters(run.mechanism.parameters_by_name))
    for name, tyre in run.mechanism.forces.items():
        if not isinstance(tyre, Tyre) or tyre.road.body != GROUND:
            continue
        lags = [tyre.relaxation_along, tyre.relaxation_across]
        ways = [way for way, lag in zip(("along", "across"), lags, strict=True) if lag is None]
        force = max((abs(float(run[f"{name}.{way}"][-1].real)) for way in ways), default=0.0)
        speed = _speed(run, tyre.wheel.body, -1)
        slow = _SLOW * float(scope.number(tyre.low_speed).real)
        if 0.0 < speed < slow and _speed(run, tyre.wheel.body, -2) < slow and force > _HOLDS * _load(run, name):
            creeping.append((speed, force, name))
    if not creeping:
        return []
    speed, force, name = max(creeping)
    others = f" and {len(creeping) - 1} more" if len(creeping) > 1 else ""
    return [
        f"tyre '{name}'{others}: at rest without a relaxation length it is a damper, not a spring: at the end it holds "
        f"{force:.3g} N and creeps with {speed:.3g} m/s; give relaxation_along and relaxation_across"
    ]


def _speed(run: Run, body: str, point: int) -> float:
    return float(np.linalg.norm([float(run[f"{body}.{axis}"][point].real) for axis in ("vx", "vy", "vz")]))


def _load(run: Run, name: str) -> float:
    return abs(float(run[f"{name}.load"][-1].real))
