"""Machines on struts: the lengths for a pose, maps of stiffness, the workspace."""

from linkwork.library.hexapod import data
from linkwork.library.hexapod.machine import StrutMachine, hexact
from linkwork.library.hexapod.maps import StrutMap

__all__ = ["StrutMachine", "StrutMap", "data", "hexact"]
