"""A driver who steers a car in space between cones, and a rider who balances a motorcycle."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import (
    Axle,
    Car,
    DoubleWishbone,
    IsoLaneChange,
    SemiTrailingArm,
    balancing,
    sharp_limebeer_2001,
    steer_along,
)

RUBBER = {"model": "hsri", "stiffness": 2e5, "damping": 500, "friction": 0.9, "slip_stiffness": 6e4}
RUBBER |= {"cornering_stiffness": 5e4, "relaxation_along": 0.2, "relaxation_across": 0.3}
FRONT = DoubleWishbone(
    centre=(0.0, 0.75, 0.3),
    lower=((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.0, 0.70, 0.2)),
    upper=((0.10, 0.35, 0.45), (-0.10, 0.35, 0.45), (0.0, 0.70, 0.45)),
    tie=((-0.12, 0.35, 0.3), (-0.12, 0.70, 0.3)),
)
REAR = SemiTrailingArm(centre=(-2.6, 0.75, 0.3), hinge=((-2.2, 0.15, 0.3), (-2.2, 0.65, 0.3)))
CAR = Car(1200, (450, 1700, 1900), (-1.25, 0, 0.55), Axle(FRONT, RUBBER), Axle(REAR, RUBBER, anti_roll=2000))


def test_a_driver_takes_a_car_through_the_cones_of_iso_3888() -> None:
    track = IsoLaneChange(1.7)
    assert CAR.rack_lever == pytest.approx(-0.12)
    law = steer_along(CAR, track, speed=15.0)
    run = CAR.run(10.0, 501, speed=15.0, driver=law, progress=False, rtol=1e-5, atol=1e-6)
    assert 0.1 < track.margin(run) < (1.1 * 1.7 + 0.25 - 1.7) / 2 + 1e-9
    assert np.max(run["chassis.y"]) == pytest.approx(3.5, abs=0.1)
    assert [end - begin for begin, end, _, _ in track.lanes()] == [15.0, 25.0, 30.0]
    with pytest.raises(MechanismError, match="no point between"):
        IsoLaneChange(1.7, begin=500.0).margin(run)


def test_a_rider_keeps_a_machine_up_that_falls_without_him() -> None:
    """At 5 m/s weave grows; with hands that steer into the fall no small motion does."""
    bike = sharp_limebeer_2001()
    for hands, stable in (("0", False), (balancing(), True)):
        motion = bike.steady(5.0, hands=hands)
        assert motion.run.mechanism.linearise((motion.run, 0.0)).stable == stable
