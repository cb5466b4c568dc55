"""What every element promises: its two bodies, its equations, its table row, what it measures and how it is drawn.

An element is a pair of small files. `revolute.py` holds the class: the data a user gives, validated, and its row in
the tables. `revolute_kernel.py` holds the formulas Phi, Phi_q, nu, gamma and is imported only by compile.
Adding an element touches nothing else but the list in `linkwork.elements.planar.catalogue`.

A kernel finds in the int table, from `b` on:

    k[b+0], k[b+1]   where the first body's pose and twist begin
    k[b+2], k[b+3]   the same for the second body
    then two numbers for every coordinate that the element owns (place in pose, place in twist),
    then the block of every function it uses, in the order in which `pack` added them.

It writes, from `out[c]` on, with m equations and n = 6 + own columns:

    Phi (m), nu (m), gamma (m), Phi_q (m x n, row by row), then the scratch of its functions.

A joint that can carry a body in a tree names its `freedoms` and says with `carry` how it does so; every other one is
always cut.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from linkwork.expression.part import Part
from linkwork.places.places import Point

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.elements.sketch import Pen

    Row = Any
    """The row of the world in which the element lives: `Row` in the plane, `SpatialRow` in space."""
    Motion = Any
    """What answers its questions about a run: `Motion` in the plane, `SpatialMotion` in space."""

Unit = Literal["length", "angle"]


class Element(Part):
    """One constraint or driver of a mechanism."""

    kernel: ClassVar[str]
    channel_units: ClassVar[dict[str, str]] = {}
    """Units of what it writes down and of its own states, by their labels."""
    equations: ClassVar[dict[str, Unit]]
    own: ClassVar[tuple[str, ...]] = ()
    memory: ClassVar[tuple[str, ...]] = ()
    nonholonomic: ClassVar[tuple[str, ...]] = ()
    """Equations that hold for velocities only, such as those of rolling."""
    freedoms: ClassVar[tuple[str, ...] | None] = None
    """Names of its coordinates where it carries a body in a tree; None: it cannot carry one."""

    def ends(self, row: Row) -> tuple[str, str]:
        """Names of the first and the second body."""
        raise TypeError(f"{type(self).__name__} does not say which bodies it joins")

    def others(self, row: Row) -> tuple[str, ...]:
        """Bodies beyond its two ends, such as the carrier of a gear pair; most elements have none.

        They stand behind its own coordinates, with two ints (place in pose, place in twist) and one column for each of
        a body's columns.
        """
        return ()

    def pack(self, row: Row) -> None:
        """Put the element's numbers and functions into its table row, checking them."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")

    def carry(self, row: Row, numbers: Any) -> tuple[Any, ...]:
        """The motions, in the order of `freedoms`, by which its first body carries its second.

        `numbers` are its own in the tables, as `pack` put them there.
        """
        raise TypeError(f"{type(self).__name__} does not say how it carries a body")

    def without_rolling(self) -> Element:
        """The same element where only positions count: without the equations that hold for velocities only."""
        raise TypeError(f"{type(self).__name__} does not say what it is without rolling")

    def structure(self) -> tuple[str, ...]:
        """One string an equation: `x-a|-ya` says which entries of the two bodies (and own columns) can be nonzero."""
        width = 6 + len(self.own)
        return ("x" * width,) * len(self.equations)

    def start(self, row: Row) -> tuple[Any, ...]:
        """Estimates of the coordinates that the element owns."""
        return ()

    def own_speeds(self, row: Row) -> tuple[Any, ...]:
        """How many m a unit of each own coordinate moves the contact, at its estimate."""
        return (1.0,) * len(self.own)

    def reaction_point(self, row: Row) -> tuple[Any, ...]:
        """Where the force on the second body is taken, in that body's frame: the point it holds, or the origin."""
        held = getattr(self, "on", None)
        return row.point(held) if isinstance(held, Point) else (0.0, 0.0)

    def first_point(self, row: Row) -> tuple[Any, ...] | None:
        """Where the force on the first body is taken, in its frame; None: at the same place of the world."""
        return None

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        """The axis x'' along which reactions are told: the body in which it is fixed and its unit direction there.

        It is always fixed in the first body: the line of a slide or slot, otherwise the body's own x axis.
        """
        return self.ends(row)[0], 1.0, 0.0

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        """Named values of the joint over a run, each with rate and acceleration."""
        return {}

    def sketch(self, row: Row, pen: Pen) -> None:
        """Draw the element as an engineer would."""

    def warnings(self, row: Row) -> list[str]:
        """What the user should know about this element before anything moves."""
        return []

    @classmethod
    def kernel_body(cls) -> Callable[..., Any]:
        """The kernel's plain function; importing it imports numba."""
        module = importlib.import_module(f"{kernel_room(cls, cls.kernel)}.{cls.kernel}_kernel")
        body: Callable[..., Any] = getattr(module, cls.kernel)
        return body


ELEMENTS = "linkwork.elements"
SHARED = "linkwork.elements.planar.forces"


@cache
def kernel_room(kind: type[Element], kernel: str) -> str:
    """The package in which the kernel of a class lies: beside the class, or beside one that it is derived from.

    Forces described for the plane and space alike (`forces_base`) are those of the plane where space has no own class.
    """
    for room in (*(base.__module__.rpartition(".")[0] for base in kind.__mro__), SHARED):
        if room.startswith(ELEMENTS) and find_spec(f"{room}.{kernel}_kernel") is not None:
            return room
    raise LookupError(f"{kind.__name__}: no kernel '{kernel}' beside the class")
