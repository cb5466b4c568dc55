"""Compile: from the words of a mechanism to the flat tables of a System."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from linkwork.elements.base import Element
from linkwork.expression import resolve_parameters
from linkwork.mechanism.mode_hold import held_modes
from linkwork.system.system import System
from linkwork.system.tables.compiler import Compiler
from linkwork.system.world import world_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def compile_system(
    mechanism: Mechanism,
    *,
    drivers: bool | Iterable[str] = True,
    held: Mapping[str, Element] | None = None,
    overrides: Mapping[str, Any] | None = None,
    scalar: str = "real",
    time_free: bool = False,
    unit_weights: bool = False,
    dynamics: bool = False,
    rolling: bool | None = None,
    stepping: bool = False,
    with_contacts: bool | None = None,
) -> System:
    """Tables of the mechanism with all, some or none of its drivers, and extra elements that hold values.

    `unit_weights` measures metres and radians alike, as the book's assembly does; otherwise lengths are scaled by the
    model's length. `dynamics` adds masses and forces. `rolling` keeps equations of velocities only, such as those of
    rolling; left out, they are there with the masses. `stepping` lays contacts out for the time-stepping.
    `touching` tells whether contacts and dry friction are there; left out, they are in real numbers only.
    """
    env = resolve_parameters(mechanism.parameters_by_name, overrides)
    scope = mechanism.scope(env)
    chosen = _chosen(mechanism, drivers, held or {})
    masses = world_of(mechanism).masses(scope) if dynamics else None
    if not (dynamics if rolling is None else rolling):
        chosen = [(name, _at_rest(element), driver) for name, element, driver in chosen]
        chosen = [item for item in chosen if item[1].equations]
    if not dynamics:  # modes move by forces only; where there are none they stay as they start
        chosen += held_modes(mechanism, held or {})
    compiler = Compiler(scope, chosen, scalar, time_free, unit_weights, masses, stepping)
    compiler.with_contacts = scalar == "real" if with_contacts is None else with_contacts
    return compiler.system()


def _at_rest(element: Element) -> Element:
    """The element without its equations of velocities."""
    return element.without_rolling() if element.nonholonomic else element


def _chosen(
    mechanism: Mechanism, drivers: bool | Iterable[str], held: Mapping[str, Element]
) -> list[tuple[str, Element, bool]]:
    names = set(mechanism.drivers) if drivers is True else set() if drivers is False else set(drivers)
    joints = [(name, joint, False) for name, joint in mechanism.joints.items()]
    driven = [(name, driver, True) for name, driver in mechanism.drivers.items() if name in names]
    return joints + driven + [(name, element, True) for name, element in held.items()]
