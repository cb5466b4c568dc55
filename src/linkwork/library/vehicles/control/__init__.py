"""Controllers in the loop: sensors with faults, a control unit that watches itself, a bench that tests it."""

from linkwork.library.vehicles.control.bench import BenchRun, Scenario, control_bench, unit_of
from linkwork.library.vehicles.control.bus import BusStatus, read_status
from linkwork.library.vehicles.control.datagrams import DatagramPart, DatagramUnit
from linkwork.library.vehicles.control.exported import unit_fmu
from linkwork.library.vehicles.control.faults import Fault
from linkwork.library.vehicles.control.monitoring import Failure
from linkwork.library.vehicles.control.plan import Expectation, PlanReport, read_plan, run_plan
from linkwork.library.vehicles.control.sensing import Sensing, car_sensors
from linkwork.library.vehicles.control.served import served_unit
from linkwork.library.vehicles.control.stimuli import play
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import UnitPart

__all__ = [
    "BenchRun",
    "BusStatus",
    "ControlUnit",
    "DatagramPart",
    "DatagramUnit",
    "Expectation",
    "Failure",
    "Fault",
    "PlanReport",
    "Scenario",
    "Sensing",
    "UnitPart",
    "car_sensors",
    "control_bench",
    "play",
    "read_plan",
    "read_status",
    "run_plan",
    "served_unit",
    "unit_fmu",
    "unit_of",
]
