"""How a wheel gives under forces: toe, camber and place over side force, braking, driving and aligning torque."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.suspensions import AXLE, Bush, Suspension
from linkwork.mechanism.spatial.spatial import Spatial

LOADS = ("side", "braking", "driving", "aligning")


@public
@publicly_made
@dataclass(frozen=True)
class GivingWay:
    """What a wheel does under one kind of load (N, or N m); angles in rad, ways of its centre in m."""

    load: Array
    toe: Array
    """Positive: toe-in."""
    camber: Array
    """Positive: leaning outwards."""
    along: Array
    """Ahead."""
    across: Array
    """Outwards."""

    def gradient(self, name: str) -> float:
        """The slope of one of them over the load, in the middle."""
        if name not in ("toe", "camber", "along", "across"):
            raise MechanismError(f"GivingWay: toe, camber, along or across have a gradient, not '{name}'")
        middle = len(self.load) // 2
        return float(np.gradient(getattr(self, name), self.load)[middle])


@public
@publicly_made
@dataclass(frozen=True)
class ComplianceCurves:
    """Of a wheel whose height is held: outward force, braking and driving force, torque about the vertical."""

    side: GivingWay
    """At the contact, outwards."""
    braking: GivingWay
    """At the contact, ahead (below zero: braking), with the brake at the wheel."""
    driving: GivingWay
    """At the wheel's centre, ahead."""
    aligning: GivingWay
    """Towards toe-in."""

    def plot(self, path: FilePath | None = None) -> Any:
        """A figure of toe and camber over the loads, written to a file where a path is given."""
        from linkwork.view.figures.compliance_figure import plot_compliance

        return plot_compliance(self, path)


@public
def compliance_rig(suspension: Suspension) -> Spatial:
    """A left wheel on a chassis that is held, at its drawn height; parameters `side`, `braking` ... are its loads."""
    suspension = replace(suspension, bush=suspension.bush or Bush())
    m = Spatial(f"{type(suspension).__name__} under loads")
    m.parameters(**dict.fromkeys(LOADS, 0.0))
    carrier = suspension.add(m, "wheel", m.ground)
    x, y, z = suspension.centre
    m.drive("jack", on=carrier, z=repr(z))
    m.force("at contact", carrier.drawn(x, y, z - suspension.radius), "braking", "side", torque=(0, 0, "-aligning"))
    m.force("at centre", carrier.drawn(x, y, z), "driving")
    return m


@public
def compliance_curves(
    suspension: Suspension, *, force: float = 2000.0, torque: float = 100.0, points: int = 5
) -> ComplianceCurves:
    """How a wheel gives between loads of both signs up to a force (N) and a torque (N m), each alone.

    Bushes are those of the suspension, or usual ones (numbers of our own) where it has none; tie rods are rigid.
    """
    require_positive("compliance_curves", force=force, torque=torque)
    if points < 3 or points % 2 == 0:
        raise MechanismError("compliance_curves: points are odd and at least 3, so that one is without load")
    mechanism: Any = compliance_rig(suspension)
    curves = {}
    for name in LOADS:
        loads = np.linspace(-1.0, 1.0, points) * (torque if name == "aligning" else force)
        rows = []
        for load in loads:
            mechanism.set(**{name: float(load)})
            rows.append(_placed(mechanism.equilibrium(), suspension))
        mechanism.set(**{name: 0.0})
        curves[name] = GivingWay(loads, *np.array(rows).T)
    return ComplianceCurves(**curves)


def _placed(rest: Any, suspension: Suspension) -> list[float]:
    """Toe, camber and where the centre is, at a position of rest."""
    centre = np.array([rest[f"wheel carrier.{axis}"] for axis in "xyz"], float)
    axle = np.array([rest[f"wheel carrier.{AXLE}.{axis}"] for axis in "xyz"], float) - centre
    moved = centre - np.array(suspension.centre)
    return [float(np.arctan2(axle[0], axle[1])), -float(np.arcsin(axle[2])), float(moved[0]), float(moved[1])]
