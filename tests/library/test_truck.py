"""A truck with dual tyres and a trailer: levers at rest, the articulated single track in a turn, a bump."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import Air, Trailer, Truck, real_time_saloon, tractor_and_trailer

GRAVITY = 9.80665
SIDES = {"left": 1, "right": -1}


def tyres(truck: Truck, name: str) -> dict[str, float]:
    """Names of the tyres of an axle, with y of each."""
    axle = truck.axles[name][0]
    return {
        f"{name}_{side}_{word}tyre": sign * (axle.half_track + outside)
        for side, sign in SIDES.items()
        for word, outside in axle.tyres.items()
    }


def load(truck: Truck, motion: Any, name: str) -> float:
    return float(sum(np.ravel(motion[f"{tyre}.load"])[0] for tyre in tyres(truck, name)))


def test_it_has_the_freedoms_of_its_parts() -> None:
    """Two bodies on a fifth wheel (6 + 2), two of every axle, eight wheels and one steering."""
    assert tractor_and_trailer(2).mechanism(15.0).check().mobility == 6 + 2 + 4 * 2 + 4 * 2 + 1


def test_loads_at_rest_are_those_of_the_levers() -> None:
    truck = tractor_and_trailer(2)
    assert truck.trailer is not None
    straight = truck.steady(15.0)
    back = truck.trailer.mass * GRAVITY * (7.6 - 3.2) / (11.0 - 3.2)  # on both axles
    hitch = truck.trailer.mass * GRAVITY - back
    rear = (5600.0 * GRAVITY * 1.1 + hitch * 3.2) / 3.7
    expected = {"front": 5600.0 * GRAVITY + hitch - rear, "rear": rear, "trailer_1": back / 2, "trailer_2": back / 2}
    for name, sprung in expected.items():
        own = truck.axles[name][0].own_weight(name == "front")
        assert load(truck, straight, name) == pytest.approx(sprung + own, rel=1e-3)
    for tyre in tyres(truck, "rear"):  # dual tyres share evenly
        assert straight[f"{tyre}.load"] == pytest.approx(load(truck, straight, "rear") / 4, rel=1e-6)


def test_a_steady_turn_is_that_of_the_articulated_single_track() -> None:
    """Steering l/R + a1 - a2, articulation (e + l3)/R + a2 - a3 with the side forces of two bodies on three axles.

    Dual tyres on one hub roll on other ways and, as the axle leans, on other radii: they brake and drive against each
    other. That moment is taken from the run; it makes up 3 % of the steering.
    """
    truck, speed, lateral = tractor_and_trailer(1), 15.0, 1.5
    assert truck.trailer is not None
    turn = truck.steady(speed, lateral)
    radius = speed**2 / lateral
    fights = {name: -sum(turn[f"{t}.along"] * y for t, y in tyres(truck, name).items()) for name in truck.axles}
    own = {name: axle.own_weight(name == "front") / GRAVITY for name, (axle, _, _) in truck.axles.items()}
    base, behind, ahead = 3.7, 11.0 - 3.2, 3.7 - 3.2  # wheelbase, hitch to trailer axle, rear axle to hitch
    trailing = (truck.trailer.mass * lateral * 4.4 + fights["trailer"]) / behind
    hitch = truck.trailer.mass * lateral - trailing
    front = (truck.mass * lateral * (3.7 - 1.1) + hitch * ahead - fights["rear"]) / base
    rear = truck.mass * lateral + hitch - front
    slips = {
        name: (force + own[name] * lateral) / (axles * c)
        for name, force, axles, c in (
            ("front", front, 2, 1.9e5),
            ("rear", rear, 4, 1.4e5),
            ("trailer", trailing, 4, 1.4e5),
        )
    }
    steering = np.mean([turn[f"front_{side}_kingpin.angle"] for side in SIDES])
    assert fights["rear"] < -300.0
    assert steering == pytest.approx(base / radius + slips["front"] - slips["rear"], rel=5e-3)
    folded = (behind - ahead) / radius + slips["rear"] - slips["trailer"]
    assert turn["articulation"] == pytest.approx(folded, rel=5e-3)


def test_a_bump_comes_to_one_axle_after_the_other() -> None:
    speed = 12.0
    bump = {"type": "steps", "points": [(3.0, 0.0), (3.4, 0.04), (3.8, 0.04), (4.2, 0.0)]}
    truck = tractor_and_trailer(1, surface=bump)
    run = truck.run(1.6, 321, speed=speed, rtol=1e-4, atol=1e-6, progress=False)
    tops = {name: run.t[np.argmax(run[f"{name} axle.z"])] for name in truck.axles}
    assert tops["rear"] - tops["front"] == pytest.approx(3.7 / speed, abs=0.02)
    assert tops["trailer"] - tops["front"] == pytest.approx(11.0 / speed, abs=0.02)
    assert 0.03 < np.max(run["front axle.z"]) - 0.5 < 0.06


def test_a_trailer_whose_weight_is_behind_its_axles_is_refused() -> None:
    truck = tractor_and_trailer(1)
    assert truck.trailer is not None
    with pytest.raises(MechanismError, match="not between hitch and axles"):
        replace(truck.trailer, centre=(-12.0, 0.0, 1.9))
    with pytest.raises(MechanismError, match="at least one axle"):
        Trailer(1e4, (1.0, 1.0, 1.0), (-7.0, 0.0, 1.0), (-3.0, 1.0), ())
    with pytest.raises(MechanismError, match="behind the front one"):
        replace(truck, rear=())
    with pytest.raises(MechanismError, match="speed must be positive"):
        truck.mechanism(0.0)


@pytest.mark.parametrize("inertia", [(-3500.0, 12e3, 12e3), (3500.0, 0.0, 12e3), (1e3, 1e3, 1e4)])
def test_inertias_that_no_body_has_are_refused(inertia: tuple[float, float, float]) -> None:
    """Of a truck, its trailer, an axle and a car: a negative one went through a run without a word."""
    truck = tractor_and_trailer(1)
    for part in (truck, truck.trailer, truck.front, real_time_saloon()):
        with pytest.raises(MechanismError, match="inertia"):
            replace(part, inertia=inertia)  # type: ignore[type-var]


@pytest.mark.parametrize("axles", [0, -1, 4])
def test_a_trailer_of_our_numbers_has_one_to_three_axles(axles: int) -> None:
    with pytest.raises(MechanismError, match=f"one to three axles, not {axles}"):
        tractor_and_trailer(axles)


def test_air_and_brakes_act_on_a_truck() -> None:
    truck = replace(tractor_and_trailer(1), air=Air(drag=4.0, at=(-1.0, 2.0)), trailer=None)
    run = truck.run(1.0, 11, speed=20.0, drive=0.0, brake="2000*min(1, t/0.2)", rtol=1e-4, atol=1e-6, progress=False)
    axles = list(truck.axles.items())
    mass = truck.mass + sum(axle.own_weight(name == "front") for name, (axle, _, _) in axles) / GRAVITY
    spun = mass + sum(2 * axle.wheel_inertia[1] / axle.radius**2 for _, (axle, _, _) in axles)
    slowing = (run["forward"][5] - run["forward"][-1]) / (run.t[-1] - run.t[5])
    drag = 4.0 * np.mean(run["forward"][5:] ** 2)
    assert slowing == pytest.approx((4 * 2000.0 / 0.5 + drag) / spun, rel=0.02)
