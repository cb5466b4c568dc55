"""Coupling as a user calls it: `linkwork.coupling`."""

from linkwork.exchange.calculix import CalculixPart
from linkwork.exchange.calculix_motion import CalculixMotion
from linkwork.exchange.cluster_part import ClusterPart
from linkwork.exchange.coupled import Coupled
from linkwork.exchange.cut import cut
from linkwork.exchange.file.model import coupling_schema
from linkwork.exchange.file.reader import load_coupled
from linkwork.exchange.file.xml import write_xml, xml_schema
from linkwork.exchange.fmu.part import FmuPart
from linkwork.exchange.function_part import FunctionPart
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.exchange.process_part import ProcessPart
from linkwork.exchange.program_part import ProgramPart
from linkwork.exchange.protocol import serve
from linkwork.exchange.result import CoupledRun
from linkwork.exchange.runner_part import RunnerPart
from linkwork.exchange.structure import Structure
from linkwork.exchange.subsystem import CouplingError, Description, Interface, Subsystem, SubsystemError
from linkwork.exchange.virtual_interface import VirtualInterface, interpolation, spreading

__all__ = [
    "CalculixMotion",
    "CalculixPart",
    "ClusterPart",
    "Coupled",
    "CoupledRun",
    "CouplingError",
    "Description",
    "FmuPart",
    "FunctionPart",
    "Interface",
    "MechanismPart",
    "ProcessPart",
    "ProgramPart",
    "RunnerPart",
    "Structure",
    "Subsystem",
    "SubsystemError",
    "VirtualInterface",
    "coupling_schema",
    "cut",
    "interpolation",
    "load_coupled",
    "serve",
    "spreading",
    "write_xml",
    "xml_schema",
]
