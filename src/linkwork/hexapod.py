"""Machines on struts; the public names of `library/hexapod/`."""

from linkwork.library.hexapod import StrutMachine, StrutMap, data, hexact

__all__ = ["StrutMachine", "StrutMap", "data", "hexact"]
