"""Crash: absorbers, trains that collide, frame members that fold, what a crash did, and designs for several of them."""

from linkwork.library.crash import data
from linkwork.library.crash.bits import crossover, mutation, read_from_bits, written_in_bits
from linkwork.library.crash.problem import Designs, Problem, Scenario
from linkwork.library.crash.responses import deformation_by_part, energy_by_part, peak, sustained, vcsi
from linkwork.library.crash.s_member import SMember
from linkwork.library.crash.section import HollowSquare
from linkwork.library.crash.steps import Steps, fit_steps
from linkwork.library.crash.train import Train, against_stop, against_truck, crash_test, head_on

__all__ = [
    "Designs",
    "HollowSquare",
    "Problem",
    "SMember",
    "Scenario",
    "Steps",
    "Train",
    "against_stop",
    "against_truck",
    "crash_test",
    "crossover",
    "data",
    "deformation_by_part",
    "energy_by_part",
    "fit_steps",
    "head_on",
    "mutation",
    "peak",
    "read_from_bits",
    "sustained",
    "vcsi",
    "written_in_bits",
]
