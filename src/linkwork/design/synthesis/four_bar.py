"""A four-bar with named parameters, as a mechanism in given positions.

Pivot O of the crank at x, y; ground link of length l1 in direction `turn`; crank l2, coupler l3, rocker l4; coupler
point P at px, py in the coupler, whose x axis runs from the crank pin A to the rocker pin B.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.expression import cos, sin
from linkwork.mechanism.planar import Planar

NAMES = ("x", "y", "turn", "l1", "l2", "l3", "l4", "px", "py", "phase")


def four_bar(values: dict[str, float], coordinates: Array, way: float = 1.0, name: str = "four-bar") -> Planar:
    """The mechanism, drawn where its coordinates are; its motor turns the crank once a second, from `phase` on."""
    m = Planar(name)
    x, y, turn, l1, l2, l3, l4, px, py, _ = m.parameters(**{key: values[key] for key in NAMES})
    places = coordinates.reshape(3, 3).tolist()
    crank = m.body("crank", estimate=tuple(places[0]))
    coupler = m.body("coupler", estimate=tuple(places[1]), points={"P": (px, py)})
    rocker = m.body("rocker", estimate=tuple(places[2]))
    m.revolute("O", m.ground.at(x, y), crank.at(0, 0))
    m.revolute("A", crank.at(l2, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(l3, 0), rocker.at(l4, 0))
    m.revolute("C", m.ground.at(x + l1 * cos(turn), y + l1 * sin(turn)), rocker.at(0, 0))
    m.drive("motor", joint="O", angle=f"turn + phase {'+' if way > 0 else '-'} 2*pi*t")
    return m


def coordinates(values: dict[str, float], theta: Array, side: float) -> Array:
    """Coordinates of its bodies at crank angles from the ground link, one row each.

    `side` is 1 where the coupler lies to the left of the line from the crank pin to the rocker's pivot, else -1.
    """
    pivot, turn = complex(values["x"], values["y"]), np.exp(1j * values["turn"])
    pin = values["l2"] * np.exp(1j * np.asarray(theta, float))
    way = values["l1"] - pin
    square = np.abs(way) ** 2
    along = (values["l3"] ** 2 + square - values["l4"] ** 2) / (2.0 * values["l3"])
    line = way * (along + 1j * side * np.sqrt(np.maximum(square - along**2, 0.0))) / square
    return placed(
        pivot, pivot + values["l1"] * turn, pivot + turn * pin, pivot + turn * (pin + values["l3"] * line), values
    )


def placed(first: complex, second: complex, crank_pin: Array, rocker_pin: Array, values: dict[str, float]) -> Array:
    """Coordinates by the places of the two pivots and the two pins; a link of negative length points the other way."""
    ways = (
        (crank_pin - first) * np.sign(values["l2"]),
        (rocker_pin - crank_pin) * np.sign(values["l3"]),
        (rocker_pin - second) * np.sign(values["l4"]),
    )
    still = np.ones(len(crank_pin))
    origins = (first * still, crank_pin, second * still)
    columns = [
        column
        for origin, way in zip(origins, ways, strict=True)
        for column in (origin.real, origin.imag, np.unwrap(np.angle(way)))
    ]
    return np.stack(columns, axis=-1)
