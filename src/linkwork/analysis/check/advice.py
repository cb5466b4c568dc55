"""Warnings about elements: before assembly from the data, after assembly from the position."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.motion import Motion
from linkwork.elements.planar.joints.gear import Gear
from linkwork.elements.planar.joints.translational import Translational
from linkwork.places.row import Row
from linkwork.system.constraints.equations import Equations
from linkwork.system.modal.frame_motion import with_frames
from linkwork.system.system import Placed, System

_JUMPS = 4  # of one function that are told one by one


def _row(system: System, placed: Placed) -> Any:
    kind = "driver" if placed.driver else "joint"
    return system.row(placed.name, f"{kind} '{placed.name}'")


def element_warnings(system: System) -> list[str]:
    """What the data of bodies and elements give reason to say."""
    mechanism = system.mechanism
    element_warnings: list[str] = mechanism.rules.warnings(mechanism.scope(dict(system.env)))
    for placed in system.elements:
        row = _row(system, placed)
        element_warnings += placed.element.warnings(row)
        function = getattr(placed.element, "value", None)
        if function is not None and hasattr(function, "kinks"):
            kinks = [kink for kink in function.kinks(dict(system.env), "t", _time_span(system)) if kink[1] <= 2]
            element_warnings += [
                f"{row.where}: its function has a jump in the {_ordinal(order)} at t = {at.real:.4g} s"
                for at, order in kinks[:_JUMPS]
            ]
            if len(kinks) > _JUMPS:
                element_warnings.append(f"{row.where}: its function has {len(kinks) - _JUMPS} more jumps like these")
    return element_warnings


def _time_span(system: System) -> tuple[float, float]:
    """The times that the model asks for, or the first ten seconds."""
    from linkwork.mechanism.requests import time_grid

    asked = time_grid(system.mechanism)
    return (asked[0], asked[1]) if asked is not None else (0.0, 10.0)


def _ordinal(order: int) -> str:
    return ("value", "velocity", "acceleration")[order]


def assembled_warnings(system: System, q: Array) -> list[str]:
    """Gears whose centres do not fit, slides and axes assembled the wrong way round."""
    if system.world.dimensions == 3:
        from linkwork.analysis.assembly.spatial.sides import flipped_joints

        return [
            f"joint '{name}': it was assembled with its axes against each other, not as drawn; mend the estimates"
            for name in flipped_joints(system, q)
        ]
    motion = _still(system, q)
    warnings = []
    for placed in system.elements:
        row, element = _row(system, placed), placed.element
        if isinstance(element, Gear):
            distance = float(element.measure(row, motion)["centre_distance"].value[0])
            misfit = element.misfit(row, distance)
            warnings += [f"{row.where}: {misfit}; the mesh cannot hold"] if misfit else []
        if isinstance(element, Translational) and _turned_round(element, row, motion):
            warnings.append(
                f"{row.where}: it was assembled turned by 180 degrees: its two lines point against each other"
            )
    return warnings


def _still(system: System, q: Array) -> Motion:
    frame = np.array([q.real])
    zero = np.zeros_like(frame)
    frames, q, v, a = with_frames(system, frame, zero, zero)
    return Motion(system.bodies, system.coordinates, q, v, a, frames)


def slide_sides(system: System, q: Array) -> tuple[bool, ...]:
    """For every slide, whether its two lines point in opposite directions at a position; in space, for every axis."""
    if system.world.dimensions == 3:
        from linkwork.analysis.assembly.spatial.sides import flipped_joints, turned_slides

        flipped = {*flipped_joints(system, q), *turned_slides(system, q)}
        return tuple(placed.name in flipped for placed in system.elements)
    motion = _still(system, q)
    return tuple(
        _turned_round(placed.element, _row(system, placed), motion)
        for placed in system.elements
        if isinstance(placed.element, Translational)
    )


def contact_sides(system: System, q: Array, t: float) -> tuple[bool, ...]:
    """For every cam contact, whether the two tangents run the same way: inside or outside, near or far side."""
    equations = Equations(system)
    equations.evaluate(q, t)
    jacobian = equations.jacobian()
    sides = []
    for placed in system.elements:
        if "tangent" in placed.element.equations:
            row = placed.first_row + list(placed.element.equations).index("tangent")
            first, second = placed.ends
            along = jacobian[row, 3 * second - 1] if second else -jacobian[row, 3 * first - 1]
            sides.append(bool(along.real > 0.0))
    return tuple(sides)


def _turned_round(element: Translational, row: Row, motion: Motion) -> bool:
    directions = []
    for line in element.lines():
        _, _, ux, uy, _ = row.line(line)
        directions.append(motion.turned(line.body, (ux, uy))[0][0])
    return math.fsum(a * b for a, b in zip(*directions, strict=True)) < 0.0
