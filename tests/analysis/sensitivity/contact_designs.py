"""Mechanisms whose bodies touch or rub, with parameters, and what their derivatives are compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.analysis.sensitivity.dynamic import Tangents, simulate_tangents
from linkwork.base.arrays import Array
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import STEP

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12, "formulation": "projection", "progress": False}


def carried(values: Any) -> Array:
    """The derivatives that numbers carry."""
    return np.imag(np.asarray(values)) / STEP


def by_name(
    mechanism: Any, names: list[str], until: float, points: int = 11, **options: Any
) -> tuple[Any, dict[str, Tangents]]:
    """The run, and its derivatives by name."""
    run, found = simulate_tangents(mechanism, names, until, points, **EXACT | options)
    return run, {tangents.parameter: tangents for tangents in found}


def closed_form(function: Callable[..., Any], values: dict[str, float], name: str) -> Array:
    """The derivative of a formula, by the complex step."""
    return carried(function(**{key: complex(value, STEP * (key == name)) for key, value in values.items()}))


def differences(build: Callable[[], Any], name: str, h: float, read: Callable[[Any], Any], **options: Any) -> Array:
    """Central differences of a simulation at two steps, extrapolated."""
    value = float(resolve_parameters(build().parameters_by_name)[name])
    near = []
    for share in (1, -1, 2, -2):
        m = build()
        m.set(**{name: value + share * h})
        near.append(np.asarray(read(m.simulate(**EXACT | options))))
    return (8.0 * (near[0] - near[1]) - (near[2] - near[3])) / (12.0 * h)


def ball(contact: dict[str, Any], **parameters: float) -> lw.Planar:
    """A ball of 0.1 m, its lowest point h above a floor."""
    m = lw.Planar("ball")
    m.parameters(**{"h": 1.3, "g": 9.81} | parameters)
    m.set_gravity(0, "-g")
    body = m.body("ball", estimate=(0, "h + 0.1", 0))
    m.mass(body, mass=1, inertia=0.005)
    body.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim", **contact)
    return m
