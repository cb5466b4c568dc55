"""Freedoms of joints and of pairs of places, as data: what springs, motors, stops and sensors act on or measure.

An element says what it measures (`Element.measure`) in terms of a Motion; asked with the freedoms of its world instead
(`planar/freedoms.py`, `spatial/freedoms.py`), the same words give the freedoms themselves.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.signals.records import Signals

ANGLE, DISTANCE, ALONG, DIFFERENCE = range(4)
"""The kinds that every world knows."""

_RATES = {"angle": ("omega", "alpha"), "position": ("speed", "acceleration")}
_MORE_RATES = {"x": "vx", "y": "vy", "z": "vz", "vx": "ax", "vy": "ay", "vz": "az"}
_MORE_RATES |= dict(_RATES.values())
_PACKAGES = {"plane": "planar", "space": "spatial"}


def rate_names(quantity: str) -> tuple[str, str, str]:
    """What a quantity, its rate and its acceleration are called: angle, omega, alpha."""
    rate, acceleration = _RATES.get(quantity, (f"{quantity}_rate", f"{quantity}_acceleration"))
    return quantity, rate, acceleration


def names_of_rate(channel: str) -> list[str]:
    """What the rate of a channel may be called, the likeliest first."""
    measured, call, rest = channel.rpartition(")")
    if call:
        return [f"{measured}).{'acceleration' if rest == '.rate' else 'rate'}"]
    owner, dot, quantity = channel.rpartition(".")
    if not dot:
        return [f"{channel}.rate"]  # a signal or a state of any name: another one called `omega` says nothing of it
    if quantity.endswith("_rate"):
        return [f"{channel.removesuffix('rate')}acceleration"]
    if quantity in _MORE_RATES:
        return [f"{owner}.{_MORE_RATES[quantity]}"]
    known = (rate_names(quantity)[1], "speed") if quantity == "length" else (rate_names(quantity)[1],)
    return [*(f"{owner}.{name}" for name in known), f"{channel}.rate"]


@dataclass(frozen=True)
class Freedom:
    """One number between two bodies."""

    kind: int
    bodies: tuple[str, str]
    numbers: tuple[Any, ...] = ()

    @property
    def unit(self) -> str:
        """Its unit."""
        return "rad" if self.is_angle else "m"

    @property
    def is_angle(self) -> bool:
        """Whether it is an angle and not a length."""
        return self.kind == ANGLE

    @property
    def counts(self) -> bool:
        """Whether its sensor counts whole turns, remembering the last accepted value."""
        return False

    def places(self, signals: Signals) -> list[int]:
        """The ints with which a kernel finds it, before its numbers."""
        return [self.kind]


def world_of(row: Any) -> Any:
    """The module `freedoms` of the world in which a row's mechanism is: how freedoms are described and measured there.

    It has `FreedomMotion` (the motion that answers with freedoms), `freedoms_of`, `joint_values`, `of_body` and `call`.
    """
    package = _PACKAGES[row.scope.mechanism.world.name]
    return importlib.import_module(f"linkwork.elements.{package}.freedoms")


def freedoms_of(row: Any, element: Element) -> dict[str, Any]:
    """The freedoms of an element by name: angle, position, distance, x, y ..."""
    freedoms: dict[str, Any] = world_of(row).freedoms_of(row, element)
    return freedoms


def joint_freedom(row: Any, joint: str, named: str | None) -> Any:
    """The freedom of a joint by name, or the only one it has."""
    freedoms = freedoms_of(row, row.scope.joint(joint))
    free = [name for name in freedoms if name not in row.scope.joint(joint).equations]
    if named is not None:
        if named not in freedoms:
            row.fail(f"joint '{joint}' has no freedom '{named}'; it has: {', '.join(free) or 'none'}")
        return freedoms[named]
    if len(free) != 1:
        row.fail(
            f"joint '{joint}' has {len(free)} freedoms ({', '.join(free)}); name one with 'freedom'"
            if free
            else f"joint '{joint}' has no freedom that a force can act on; use a spring between points"
        )
    return freedoms[free[0]]
