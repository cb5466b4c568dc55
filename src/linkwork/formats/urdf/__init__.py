"""URDF, the robot description format of ROS: read to plain data, and as mechanisms in space."""

from __future__ import annotations

from linkwork.formats.urdf.load import load_urdf
from linkwork.formats.urdf.reader import read_urdf
from linkwork.mechanism.spatial.robot import Limits, Robot, RobotJoint, RobotLink

__all__ = ["Limits", "Robot", "RobotJoint", "RobotLink", "load_urdf", "read_urdf"]
