"""What a report of a measured motion is about, and the numbers that several of its sections need."""

from __future__ import annotations

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.inverse_dynamics import NetForces, base_coordinates
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.reactions import JointReactions, joint_reactions
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.tables import Markers
from linkwork.report.body_limbs import limbs_of

RESIDUAL_FORCE, RESIDUAL_MOMENT, RESERVE = 0.05, 0.01, 0.05
"""Up to which share of the largest plate force, of that times the height of the mass center, and of the largest net
moment residual forces, residual moments and reserves are usually taken as small (Hicks, Uchida, Seth, Rajagopal and
Delp 2015, J. Biomech. Eng. 137, 020905)."""


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
        self.mass = sum(body.mass for body in self.skeleton.bodies)
        if not self.mass > 0:
            raise AnalysisError(f"skeleton '{self.skeleton.name}' has no mass: there is nothing to compare loads with")
        pull = float(np.linalg.norm(self.skeleton.gravity))
        self.weight = self.mass * (pull if pull > 0 else 1.0)
        self.limbs = limbs_of(self.motion, plates)
        self.reactions: JointReactions = joint_reactions(of)

    def pushed(self) -> float:
        """The largest force of all plates together; body weight without plates."""
        if not self.plates:
            return self.weight
        force = np.sum([plate.at(self.motion.time)[:, :3] for plate in self.plates], axis=0)
        return float(np.linalg.norm(force, axis=1).max())

    def height(self) -> float:
        """The mean height of the mass center above the origin."""
        up = int(np.argmax(np.abs(self.skeleton.gravity))) if np.any(self.skeleton.gravity) else 1
        turn = self.net.poses[:, :, :9].reshape(*self.net.poses.shape[:2], 3, 3)
        centers = np.array([body.center for body in self.skeleton.ordered])
        places = self.net.poses[:, :, 9:] + np.einsum("fbij,bj->fbi", turn, centers)
        masses = np.array([body.mass for body in self.skeleton.ordered])
        return abs(float(np.mean(places[:, :, up] @ masses) / self.mass))

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
