"""What a report of a measured motion is about, and the numbers that several of its sections need."""

from __future__ import annotations

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.inverse_dynamics import NetForces, base_coordinates
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.reactions import JointReactions, joint_reactions
from linkwork.library.biomechanics.residuals.measures import body_mass, body_weight, largest_push, mean_height
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.tables import Markers
from linkwork.report.body_limbs import limbs_of

RESERVE = 0.05
"""Up to which share of the largest net moment reserves are usually taken as small (Hicks and others 2015)."""
_NOTHING = 1e-9
"""Shares below this are round-off."""


def percent(share: float) -> str:
    """A share in percent, two digits or more."""
    value = 100 * share if abs(share) > _NOTHING else 0.0
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.2g}"


class Study:
    """What is reported, and numbers that several sections need."""

    def __init__(
        self, of: Sharing | NetForces, plates: tuple[Plate, ...], fit: MarkerFit | None, markers: Markers | None
    ) -> None:
        self.of, self.plates, self.fit, self.markers = of, plates, fit, markers
        self.shared = of if isinstance(of, Sharing) else None
        self.net = of.net if isinstance(of, Sharing) else of
        self.motion = self.net.motion
        self.skeleton = self.motion.skeleton
        self.mass = body_mass(self.skeleton)
        if not self.mass > 0:
            raise AnalysisError(f"skeleton '{self.skeleton.name}' has no mass: there is nothing to compare loads with")
        self.weight = body_weight(self.skeleton)
        self.limbs = limbs_of(self.motion, plates)
        self.reactions: JointReactions = joint_reactions(of)

    def pushed(self) -> float:
        """The largest force of all plates together; body weight without plates."""
        return largest_push(self.net, self.plates)

    def height(self) -> float:
        """The mean height of the mass center above the origin."""
        return mean_height(self.net)

    def residuals(self) -> list[tuple[str, bool, float, float, float]]:
        """Of every coordinate of the base: name, whether it turns, largest, root mean square, largest over its bound's
        measure."""
        rows = []
        for name in base_coordinates(self.motion):
            turns = self.skeleton.coordinates[self.skeleton.index("coordinate", name)].turns
            values = self.net[name]
            measure = self.pushed() * (self.height() if turns else 1.0)
            largest, mean = float(np.abs(values).max()), float(np.sqrt(np.mean(values**2)))
            share = largest / measure if measure > 0 else np.inf
            rows.append((name, turns, largest, mean, share) if share > _NOTHING else (name, turns, 0.0, 0.0, 0.0))
        return rows

    def reserves(self) -> dict[str, float]:
        """The share of reserves at coordinates that muscles move and that need more than round-off."""
        if self.shared is None:
            return {}
        base = base_coordinates(self.motion)
        moved = np.abs(self.shared.paths.arms).max(axis=(0, 1)) > 1e-12
        moved &= np.abs(self.net.values).max(axis=0) > _NOTHING * self.weight
        names = {one.name for one, by in zip(self.skeleton.coordinates, moved, strict=True) if by}
        share = self.shared.reserve_share()
        return {name: value for name, value in share.items() if name in names and name not in base}
