"""The suspension of a car that is simulated in real time: an open chain in the place of the loops of rods."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.suspensions import RACK_GUIDE, HardPoint, Suspension, middle_of, minus, on_side
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class CompliantArm(Suspension):
    """A semi-trailing arm whose carrier gives along the car: two freedoms a wheel and no loop.

    Four of them make a car of 18 freedoms: chassis 6, travels 4, carriers along the car 4, wheels 4 (Oettgen and
    Hiller 2005). Where it is steered, the carrier turns about `pin` as the rack moves, by `lever`.
    """

    hinge: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Its inner and outer end."""
    along_stiffness: float = 4e5
    """Of the carrier against the arm along the car, N/m."""
    along_damping: float = 4e3
    pin: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None
    """Lower and upper point of the steering axis; left out: upright through the wheel's centre."""
    lever: float = -0.12
    """Way of the rack to the left for a radian of the wheel to the left, m; negative: the rack is behind the axle."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bush is not None:
            raise MechanismError("CompliantArm: it gives along the car by its own spring; it has no bushes")
        require_positive("CompliantArm", along_stiffness=self.along_stiffness)
        require_not_negative("CompliantArm", "a number", along_damping=self.along_damping)
        if self.lever == 0.0:
            raise MechanismError("CompliantArm: with a lever of 0 a rack does not steer")

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        return [("the hinge", *self.hinge), ("the steering axis", *self.kingpin())]

    def kingpin(self) -> tuple[HardPoint, HardPoint]:
        """The steering axis."""
        x, y, z = self.centre
        return self.pin or ((x, y, z - 0.1), (x, y, z + 0.1))

    @property
    def rack_lever(self) -> float:
        """Way of the rack to the left for a radian of the wheel to the left, m."""
        return self.lever

    def rates(self, name: str, speed: float) -> dict[str, float]:
        """Rates of its freedoms for a wheel that neither rises nor gives."""
        return {f"{name} carrier.vz": 0.0, f"{name} along.speed": 0.0}

    def hold(self, m: Spatial, name: str) -> None:
        """Hold the carrier where it is along the car."""
        m.drive(f"{name} held", joint=f"{name} along", position="0")

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel.

        With a `rack` the angle of the carrier follows the joint `rack_guide`.
        """
        inner, outer = (on_side(point, side) for point in self.hinge)
        centre, at = on_side(self.centre, side), middle_of(inner, outer)
        size = self.arm_mass * 0.02
        arm = m.body(f"{name} arm", middle_of(at, centre), mass={"mass": self.arm_mass, "inertia": (size, size, size)})
        m.revolute(f"{name} hinge", chassis, arm, at=at, axis=minus(outer, inner))
        carrier = self._carrier(m, name, side)
        slide = carrier if rack is None else m.body(f"{name} slide", centre)
        m.translational(f"{name} along", arm, slide, at=centre, axis=(1, 0, 0))
        m.joint_spring(f"{name} give", f"{name} along", self.along_stiffness, damping=self.along_damping)
        if rack is not None:
            low, high = (on_side(point, side) for point in self.kingpin())
            m.revolute(f"{name} pin", slide, carrier, at=low, axis=minus(high, low))
            m.coupler(f"{name} steering", {f"{RACK_GUIDE}.position": 1, f"{name} pin.angle": -self.lever})
        return carrier
