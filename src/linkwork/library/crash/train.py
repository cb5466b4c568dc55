"""Trains that collide: cars as masses on one line, absorbers between them and at the front; scenarios of a crash."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.crash import data
from linkwork.library.crash.problem import Scenario
from linkwork.library.crash.steps import Steps
from linkwork.mechanism.planar import Planar

GRAVITY = 9.80665  # m/s^2
LONGEST = 1.2  # s: by then every car of the scenarios here has stopped crushing


@public
@publicly_made
@takes(masses="MASS", car_length="LENGTH", coupler="FORCE", braking="PLAIN")
@dataclass(frozen=True)
class Train:
    """Cars from the front to the rear (kg), absorbers between them (`low`) and before the first (`high`).

    `coupler` is the pull in N at which the couplers between the cars yield; None: they only push. `braking` is the
    coefficient of friction between wheels and rail of a train that brakes with all wheels, 0 when it rolls.
    """

    masses: tuple[float, ...]
    low: Steps
    high: Steps
    car_length: float = data.CAR_LENGTH
    coupler: float | None = None
    braking: float = 0.0

    def __post_init__(self) -> None:
        if not self.masses:
            raise MechanismError("Train: it has at least one car")
        for number, mass in enumerate(self.masses, start=1):
            require_positive("Train", **{f"mass of car {number}": mass})
        require_positive("Train", car_length=self.car_length)
        require_not_negative("Train", "a coefficient of friction", braking=self.braking)
        if self.coupler is not None:
            require_positive("Train", coupler=self.coupler)

    def add_to(self, m: Planar, prefix: str, front: float, way: int) -> list[str]:
        """Put the train into a mechanism with its front at x = `front`, going along `way` (1 or -1); its cars."""
        names = [f"{prefix}{number}" for number in range(1, len(self.masses) + 1)]
        for number, (name, mass) in enumerate(zip(names, self.masses, strict=True)):
            m.carriage(name, at=(front - way * (number + 0.5) * self.car_length, 0), along=(1, 0), mass=mass)
            if self.braking > 0:
                m.friction(f"{name} brakes", f"{name}_rail", self.braking)
        if self.braking > 0:
            m.set_gravity(0, -GRAVITY)
        for number, (first, second) in enumerate(itertools.pairwise(names), start=1):
            fields: dict[str, Any] = {**self.low.fields(), "free_length": self.car_length, "tension": self.coupler}
            m.absorber(f"{prefix}{number}-{number + 1}", first, second, **fields)
        return names


@public
@takes(speed="SPEED")
def head_on(
    train: Train,
    speed: float,
    *,
    until: float = LONGEST,
    points: int = 601,
    numbers: Mapping[str, Any] | None = None,
) -> Scenario:
    """Two such trains meet with a relative speed in m/s; their fronts are one absorber of twice the reach, `front`.

    `numbers` are parameters that stand in the levels of the train's absorbers.
    """
    require_positive("head_on", speed=speed)
    m = Planar("head-on collision")
    m.parameters(**numbers or {})
    left, right = train.add_to(m, "a", 0.0, 1), train.add_to(m, "b", 0.0, -1)
    high = train.high
    both: dict[str, Any] = {
        "stiffness": high.stiffness / 2,
        "levels": high.levels,
        "reach": tuple(2 * end for end in high.reach),
    }
    m.absorber("front", left[0], right[0], free_length=train.car_length, **both)
    speeds = dict.fromkeys((f"{name}.vx" for name in left), speed / 2)
    speeds |= dict.fromkeys((f"{name}.vx" for name in right), -speed / 2)
    return Scenario(m, {"until": until, "points": points, "speeds": speeds})


@public
@takes(mass="MASS", speed="SPEED")
def against_truck(
    train: Train,
    mass: float,
    speed: float,
    *,
    until: float = LONGEST,
    points: int = 601,
    numbers: Mapping[str, Any] | None = None,
) -> Scenario:
    """The train runs with a speed in m/s into a rigid truck that stands and is free to be pushed along.

    `numbers` as for `head_on`.
    """
    require_positive("against_truck", mass=mass, speed=speed)
    m = Planar("train against truck")
    m.parameters(**numbers or {})
    cars = train.add_to(m, "a", 0.0, 1)
    m.carriage("truck", at=(train.car_length / 2, 0), along=(1, 0), mass=mass)
    m.absorber("front", cars[0], "truck", free_length=train.car_length, **train.high.fields())
    return _moving(m, cars, speed, until, points)


@public
@takes(speed="SPEED")
def against_stop(
    train: Train,
    speed: float,
    *,
    until: float = LONGEST,
    points: int = 601,
    numbers: Mapping[str, Any] | None = None,
) -> Scenario:
    """The train runs with a speed in m/s into the rigid stop at the end of the line; `numbers` as for `head_on`."""
    require_positive("against_stop", speed=speed)
    m = Planar("end of the line")
    m.parameters(**numbers or {})
    cars = train.add_to(m, "a", 0.0, 1)
    wall = m.ground.at(train.car_length / 2, 0)
    m.absorber("front", cars[0], wall, free_length=train.car_length, **train.high.fields())
    return _moving(m, cars, speed, until, points)


@public
def crash_test(
    masses: Sequence[Any],
    speed: Any,
    high: Steps,
    low: Steps,
    *,
    until: float = LONGEST,
    points: int = 601,
    **numbers: Any,
) -> Scenario:
    """Wagon B runs into C and A at rest; `high` is the honeycomb `HE` before C, `low` the device `LE` under test.

    Masses are those of B, C, A in kg; masses, speed (m/s) and levels may be formulas of the parameters `numbers`.
    """
    if len(masses) != 3:
        raise MechanismError(f"crash_test: masses are those of B, C and A; {len(masses)} were given")
    for what, value in (*zip(("mass of B", "mass of C", "mass of A"), masses, strict=True), ("speed", speed)):
        if isinstance(value, int | float):
            require_positive("crash_test", **{what: value})
    m = Planar("crash test")
    m.parameters(**numbers)
    for number, (name, mass) in enumerate(zip("BCA", masses, strict=True)):
        m.carriage(name, at=(20.0 * number, 0), along=(1, 0), mass=mass)
    m.absorber("HE", "B", "C", free_length=20.0, **high.fields())
    m.absorber("LE", "C", "A", free_length=20.0, **low.fields())
    return Scenario(m, {"until": until, "points": points, "speeds": {"B.vx": speed, "C.vx": 0, "A.vx": 0}})


def _moving(m: Planar, cars: Sequence[str], speed: float, until: float, points: int) -> Scenario:
    speeds = dict.fromkeys((f"{name}.vx" for name in cars), speed)
    if "truck" in m.bodies_by_name:
        speeds["truck.vx"] = 0.0
    return Scenario(m, {"until": until, "points": points, "speeds": speeds})
