"""Machines on struts: the lengths for a pose, maps of stiffness, the workspace; the machine in motion."""

from linkwork.library.hexapod import data
from linkwork.library.hexapod.machine import StrutMachine, hexact
from linkwork.library.hexapod.maps import StrutMap
from linkwork.library.hexapod.moving import circle_path, circle_torque, moving_machine

__all__ = ["StrutMachine", "StrutMap", "circle_path", "circle_torque", "data", "hexact", "moving_machine"]
