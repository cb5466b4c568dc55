"""Controllers in the loop: sensors with faults, a control unit that watches itself, a bench that tests it."""

from linkwork.library.vehicles.control.bench import BenchRun, Scenario, control_bench
from linkwork.library.vehicles.control.datagrams import DatagramPart, DatagramUnit
from linkwork.library.vehicles.control.faults import Fault
from linkwork.library.vehicles.control.monitoring import Failure
from linkwork.library.vehicles.control.plan import Expectation, PlanReport, read_plan, run_plan
from linkwork.library.vehicles.control.sensing import Sensing, car_sensors
from linkwork.library.vehicles.control.served import served_unit
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import UnitPart

__all__ = [
    "BenchRun",
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
    "read_plan",
    "run_plan",
    "served_unit",
]
