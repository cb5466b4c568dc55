"""A force at a point of a body in space, and a torque on the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.base.names import GROUND
from linkwork.elements.forces_base import NONE, Force, moves
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.freedoms import BODY_CHANNELS, ORIGIN, SpatialFreedomMotion
from linkwork.elements.spatial.freedoms import of_body as channel_of
from linkwork.functions.law import Law
from linkwork.places.spatial.places import PointPlace

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow


class PointForce(Force, SpatialElement):
    """A force at a point of a body and a torque on it, in world directions or following the body.

    Its laws may read the point's x, y, z, vx, vy, vz, the body's rotation vector rx, ry, rz and its angular velocity,
    wx, wy, wz along the axes of the world and omega.x, omega.y, omega.z along those of the body.
    """

    kernel = "point_force"

    type: Literal["force"] = "force"
    on: PointPlace = Field(description="the point on which it acts")
    x: Law = Field(default=NONE, description="component along x in N")
    y: Law = Field(default=NONE, description="component along y in N")
    z: Law = Field(default=NONE, description="component along z in N")
    torque_x: Law = Field(default=NONE, description="component of the torque about x in N m")
    torque_y: Law = Field(default=NONE, description="component of the torque about y in N m")
    torque_z: Law = Field(default=NONE, description="component of the torque about z in N m")
    follows: bool = Field(default=False, description="components of force and torque are along the body's own axes")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return GROUND, self.on.body

    def _variables(self, row: SpatialRow) -> dict[str, int]:
        point, motion = (self.on.body, row.point(self.on)), SpatialFreedomMotion()
        variables: dict[str, int] = {}
        for axis, name in enumerate("xyz"):
            variables |= row.measured(motion.difference((GROUND, ORIGIN), point, axis), name, f"v{name}")
        for name in BODY_CHANNELS:
            if name not in variables:
                turning = channel_of(row, self.on.body, name)
                assert turning is not None
                variables[name] = row.table.measure(turning[0]) + turning[1]
        return variables

    def pack(self, row: SpatialRow) -> None:
        row.add(*row.point(self.on), 1.0 if self.follows else 0.0)
        laws = (self.x, self.y, self.z, self.torque_x, self.torque_y, self.torque_z)
        variables = self._variables(row) if moves(row, laws) else {}
        row.ints += [row.law(law, variables) for law in laws]
