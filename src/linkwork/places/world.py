"""World: the names and numbers in which the plane and space differ, for everyone who reads a description.

What differs for those who compile and compute is in `system/world.py`, which builds on it.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from linkwork.places import layout_kernel as layout


class World:
    """The plane; space overrides what is different."""

    name = "plane"
    dimensions = 2
    body_coordinates: tuple[str, ...] = ("x", "y", "angle")
    """Names of a body's coordinates: first the places, then what turns it."""
    body_rates: tuple[str, ...] = ("vx", "vy", "omega")
    """Names of the velocities that belong to them."""
    outlines = "profiles"
    """Where a body keeps what of it can touch."""
    reaction_labels: tuple[str, ...] = ("fx", "fy", "torque")
    """Names of the numbers of a reaction: the force, then the torque."""
    turns_in_words: tuple[str, ...] = ("angle",)
    """What the columns that turn a body are called where one of them is suggested."""

    @cached_property
    def size(self) -> int:
        """Columns of a body."""
        return len(self.body_coordinates)

    @property
    def turns(self) -> slice:
        """Those of a body's columns that turn it."""
        return slice(self.dimensions, self.size)

    @cached_property
    def force_results(self) -> int:
        """Numbers that a force kernel writes: two wrenches and those behind them."""
        return 2 * self.size + layout.FORCE_NUMBERS

    @cached_property
    def reaction(self) -> int:
        """Numbers of a reaction: force and torque."""
        return self.size

    @property
    def free_coordinates(self) -> tuple[str, ...]:
        """Names of the joint coordinates of a body that nothing holds."""
        return self.body_coordinates

    @property
    def scope_class(self) -> Any:
        """What the words of a mechanism mean for given parameter values."""
        return _classes()[0]

    @property
    def row_class(self) -> Any:
        """The table row of one element while it is being packed."""
        return _classes()[1]


@cache
def _classes() -> tuple[Any, Any]:
    """Scope and row in the plane: they are asked for many times in a call."""
    from linkwork.places.row import Row
    from linkwork.places.scope import Scope

    return Scope, Row


PLANE = World()
