"""Machines on struts; the public names of `library/hexapod/`."""

from linkwork.library.hexapod import (
    StrutMachine,
    StrutMap,
    circle_path,
    circle_torque,
    data,
    hexact,
    moving_machine,
)

__all__ = ["StrutMachine", "StrutMap", "circle_path", "circle_torque", "data", "hexact", "moving_machine"]
