"""Coupling as a user calls it: `linkwork.coupling`."""

from linkwork.exchange.coupled import Coupled
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.exchange.result import CoupledRun
from linkwork.exchange.structure import Structure
from linkwork.exchange.subsystem import CouplingError, Description, Interface, Subsystem, SubsystemError

__all__ = [
    "Coupled",
    "CoupledRun",
    "CouplingError",
    "Description",
    "Interface",
    "MechanismPart",
    "Structure",
    "Subsystem",
    "SubsystemError",
]
