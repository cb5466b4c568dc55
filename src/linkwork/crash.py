"""Crash and its optimisation; the public names of `library/crash/`."""

from linkwork.library.crash import (
    Found,
    HollowSquare,
    Problem,
    Scenario,
    Steps,
    Train,
    against_stop,
    against_truck,
    crash_test,
    deformation_by_part,
    energy_by_part,
    fit_steps,
    head_on,
    peak,
    sustained,
    vcsi,
)

__all__ = [
    "Found",
    "HollowSquare",
    "Problem",
    "Scenario",
    "Steps",
    "Train",
    "against_stop",
    "against_truck",
    "crash_test",
    "deformation_by_part",
    "energy_by_part",
    "fit_steps",
    "head_on",
    "peak",
    "sustained",
    "vcsi",
]
