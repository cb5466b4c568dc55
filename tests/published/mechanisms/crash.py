"""The crashes of Dias and Pereira 2005, chapter 12 of the Advances.

Numbers marked ours are invented: the curves of the devices, the truck and the stop are in figures that are lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from linkwork.crash import Problem, Steps, Train, against_stop, against_truck, crash_test, data, head_on, sustained

KMH = 1 / 3.6
STIFF = 5e9  # N/m, ours: so stiff that the energy of the springs is 1e-4 of that of the crash
LE = data.DEVICE_LEVELS, data.DEVICE_REACH
GRAVITY = 9.80665


def plastic_energy(first: float, second: float, speed: float) -> float:
    """The energy in J that two bodies lose that go on together."""
    return 0.5 * first * second / (first + second) * speed**2


def absorbed(scenario: Any) -> float:
    """What all devices have taken, J."""
    run = scenario.run()
    return float(sum(run[f"{name}.absorbed"][-1] for name in scenario.mechanism.forces))


def train(stiffness: float = STIFF) -> Train:
    """The three cars of Dias and Pereira 2005; levels and reaches are ours."""
    high = Steps(stiffness, data.HIGH_LEVELS, data.HIGH_REACH)
    low = Steps(stiffness, data.LOW_LEVELS, data.LOW_REACH)
    return Train(data.CAR_MASSES, low, high, coupler=data.COUPLER)


def wagons_of_12_a(masses: tuple[float, float, float], speed: float, level: float, stiffness: float = STIFF) -> Any:
    """B runs into C and A."""
    high = Steps(stiffness, (level,))
    return crash_test(masses, speed, high, Steps(stiffness, *LE), until=1.5, points=151)


@cache
def designed_test() -> Any:
    """The train with two devices of Dias and Pereira 2005, with the five design variables as parameters."""
    numbers = {"MB": 50e3, "MC": 40e3, "MA": 45e3, "VB": 14.0, "L1": 2.0e6}
    return crash_test(
        ("MB", "MC", "MA"), "VB", Steps(data.SLOPE, ("L1",)), Steps(data.SLOPE, *LE), until=1.5, points=151, **numbers
    )


BOUNDS_12_A = {
    "MB": (30e3, 70e3),
    "MC": (30e3, 50e3),
    "MA": (30e3, 60e3),
    "VB": (10 * KMH, 72 * KMH),
    "L1": (1.0e6, 3.0e6),
}


def genetic_12_a() -> Problem:
    """The same for an evolution of designs: criterion in MJ^2."""

    def criterion(runs: Mapping[str, Any], design: Mapping[str, float]) -> list[float]:
        return [(runs["test"]["LE.absorbed"][-1] / 1e6 - 1.4) ** 2]

    def condition(runs: Mapping[str, Any], design: Mapping[str, float]) -> list[float]:
        return [runs["test"]["HE.absorbed"][-1] / 3e6 - 1.0]

    return Problem({"test": designed_test()}, BOUNDS_12_A, criterion, condition)


def absorbers_of_12_b(**more: Any) -> Problem:
    """The three cars: three scenarios, two criteria, sixteen conditions, six levels; bounds and reaches are ours."""
    low = Steps(data.SLOPE, ("l1", "l2", "l3"), data.LOW_REACH)
    high = Steps(data.SLOPE, ("h1", "h2", "h3"), data.HIGH_REACH)
    start = dict(zip(("l1", "l2", "l3", "h1", "h2", "h3"), (*data.LOW_LEVELS, *data.HIGH_LEVELS), strict=True))
    cars = Train(data.CAR_MASSES, low, high, coupler=data.COUPLER)
    scenarios = {
        "head-on": head_on(cars, 55 * KMH, numbers=start),
        "truck": against_truck(cars, 30e3, 90 * KMH, numbers=start),
        "stop": against_stop(cars, 30 * KMH, numbers=start),
    }

    def levels(runs: Mapping[str, Any]) -> list[float]:
        found = [sustained(runs["head-on"], f"{side}{n}.ax", data.SUSTAINED_WINDOW) for side in "ab" for n in (1, 2, 3)]
        return found + [
            sustained(runs[name], f"a{n}.ax", data.SUSTAINED_WINDOW) for name in ("truck", "stop") for n in (1, 2, 3)
        ]

    def criteria(runs: Mapping[str, Any], design: Mapping[str, float]) -> list[float]:
        crushed = sum(
            run[f"{name}.plastic"][-1] for key, run in runs.items() for name in scenarios[key].mechanism.forces
        )
        return [sum(levels(runs)), crushed]

    def conditions(runs: Mapping[str, Any], design: Mapping[str, float]) -> list[float]:
        below = [level / (5 * GRAVITY) - 1.0 for level in levels(runs)]
        rises = (("l1", "l2"), ("l2", "l3"), ("h1", "h2"), ("h2", "h3"))
        return below + [(design[a] + 0.5e6 - design[b]) / 1e6 for a, b in rises]

    least, most = data.LEVEL_BOUNDS
    bounds = {name: (least * value, most * value) for name, value in start.items()}
    return Problem(scenarios, bounds, criteria, conditions, **more)
