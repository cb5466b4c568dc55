"""Section: what grows by whole turns in every period of a machine, and at which its periods are cut.

In the plane it is a coordinate, such as `crank.angle`. In space, where orientations have no angle that counts turns, it
is the angle of a joint, such as `O.angle`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.base.names import GROUND, suggestion
from linkwork.run.channels import channels_of
from linkwork.run.features import with_rates

if TYPE_CHECKING:
    from linkwork.analysis.linear.chart import Near
    from linkwork.run.run import Run
    from linkwork.system.system import System


class Section:
    """A coordinate of the plane."""

    def __init__(self, system: System, name: str) -> None:
        self.system, self.name = system, name

    @property
    def column(self) -> int:
        """Its column among the coordinates."""
        return self.system.index(self.name)

    def value(self, q: Array, about: float = 0.0) -> float:
        """Its value at a position; where turns are not counted, in the turn that is nearest to `about`."""
        return float(q[self.column])

    def rates(self, q: Array, v: Array, a: Array) -> tuple[float, float]:
        """Its rate and second derivative in a motion."""
        return float(v[self.column]), float(a[self.column])

    def slopes(self, near: Near) -> Array:
        """How it changes with the minimal coordinates around a position."""
        return np.asarray(near.shapes()[self.column])

    def course(self, run: Run) -> tuple[Array, Array, Array]:
        """Its value, rate and second derivative over a run."""
        return run.q[:, self.column], run.v[:, self.column], run.a[:, self.column]

    def inertia(self) -> tuple[str, Array, Array]:
        """The body that carries a flywheel; its mass numbers for 1 kg m^2 of it, and their weights in the moment."""
        body, _, quantity = self.name.rpartition(".")
        if quantity != "angle" or body not in self.system.bodies:
            raise AnalysisError(f"flywheel: the section '{self.name}' is not the angle of a body")
        return body, np.array([0.0, 0.0, 0.0, 1.0]), np.array([0.0, 0.0, 0.0, 1.0])


class JointSection(Section):
    """The angle of a joint, in space."""

    def value(self, q: Array, about: float = 0.0) -> float:
        angle = float(self._channels(q, np.zeros_like(q), np.zeros_like(q)).value(self.name)[0])
        return angle + 2 * np.pi * round((about - angle) / (2 * np.pi))

    def rates(self, q: Array, v: Array, a: Array) -> tuple[float, float]:
        _, rate, second = with_rates(self._channels(q, v, a).value, self.name)
        return float(rate[0]), float(second[0])

    def slopes(self, near: Near) -> Array:
        moves = near.shapes() * self.system.column_scale[:, None]
        q = near.base
        return np.array([self.rates(q, v, np.zeros_like(v))[0] for v in moves.T])

    def course(self, run: Run) -> tuple[Array, Array, Array]:
        return with_rates(run.__getitem__, self.name)

    def inertia(self) -> tuple[str, Array, Array]:
        joint = self.name.rpartition(".")[0]
        element: Any = self.system.mechanism.joints[joint]
        row = self.system.row(joint)
        ends = element.ends(row)
        if GROUND not in ends or not hasattr(element, "frames"):
            raise AnalysisError(f"flywheel: joint '{joint}' does not turn a body on the ground; take one that does")
        side = 1 - ends.index(GROUND)
        x, y, z = (float(np.real(value)) for value in element.frames(row)[side][3])
        entries = np.array([0.0, 0.0, 0.0, 0.0, x * x, y * y, z * z, x * y, y * z, z * x])
        return ends[side], entries, entries * np.array([1.0] * 7 + [2.0] * 3)

    def _channels(self, q: Array, v: Array, a: Array) -> Any:
        return channels_of(self.system, q[None, :], v[None, :], a[None, :])


def section_of(system: System, name: str) -> Section:
    """The section of that name, checked."""
    if system.world.dimensions == 3:
        return _of_joint(system, name)
    if name not in system.coordinates:
        raise AnalysisError(
            f"periodic: section '{name}' is not a coordinate{suggestion(name, system.coordinates, 'sections')}"
        )
    return Section(system, name)


def _of_joint(system: System, name: str) -> JointSection:
    section = JointSection(system, name)
    joint = name.rpartition(".")[0]
    q = np.zeros(len(system.coordinates))
    try:
        unit = section._channels(q, q, q).unit(name)
        section.rates(q, q, q)
    except LinkworkError:
        unit = ""
    if joint not in system.mechanism.joints or unit != "rad":
        raise AnalysisError(
            f"periodic: section '{name}' is not the angle of a joint; in space, where only these count turns, a "
            "section is one of them, such as section='O.angle'"
        )
    return section
