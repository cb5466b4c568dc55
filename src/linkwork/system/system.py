"""System: a mechanism compiled into flat tables, with names back to the mechanism."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.places import layout_kernel as layout
from linkwork.system.world import SystemWorld, world_of

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.signals.records import Signals
    from linkwork.system.contact.tables import ContactTables
    from linkwork.system.modal.tables import ModalBody
    from linkwork.system.spatial.wound import Wound
    from linkwork.system.stepping.tables import SteppingTables
    from linkwork.system.tree.tree_plan import Plan


def part_name(element: str, driver: bool) -> str:
    """What a user calls an element: joint 'A', driver 'motor', or held value 'slider.x'."""
    kind = "held value" if "." in element else "driver" if driver else "joint"
    return f"{kind} '{element}'"


@dataclass(frozen=True)
class Equation:
    """One scalar equation: the element it belongs to and its name there."""

    element: str
    name: str
    unit: str
    driver: bool

    def __str__(self) -> str:
        return f"{part_name(self.element, self.driver)} ({self.name})"


@dataclass(frozen=True)
class Placed:
    """An element with its place in the tables."""

    name: str
    element: Element
    driver: bool
    ends: tuple[int, int]
    first_row: int
    own: tuple[int, ...]
    floats_at: int
    frames: tuple[str, str] = ("", "")
    """The interfaces of bodies with elastic modes that its ends are at; empty: the body itself."""


@dataclass(frozen=True)
class System:
    """Tables of a mechanism for one set of parameter values; immutable."""

    mechanism: Mechanism
    env: Mapping[str, Any]
    bodies: tuple[str, ...]
    elements: tuple[Placed, ...]
    coordinates: tuple[str, ...]
    equations: tuple[Equation, ...]
    length: float
    scalar: str
    k: NDArray[np.int64]
    p: Array
    start: Array
    column_scale: NDArray[np.float64]
    row_scale: NDArray[np.float64]
    entry_rows: NDArray[np.int64]
    entry_columns: NDArray[np.int64]
    time_free: bool = False
    forces: tuple[str, ...] = ()
    signals: Signals | None = None
    contact_tables: ContactTables | None = None
    stepping: SteppingTables | None = None
    rounding: float = 0.0
    """Scaled error that positions round which are none of its coordinates; see `rounding_kernel`."""
    wound: Wound | None = None
    """In space: what has turned by more, before the first position, than positions tell."""
    modal: tuple[ModalBody, ...] = ()
    """Its bodies with elastic modes, whose columns stand right behind those of the bodies."""
    modal_at: int = 0
    """Where their numbers begin in `p`."""
    frames: Mapping[str, int] = field(default_factory=dict)
    """Of every interface on them where its record lies in `k`."""
    replayed: bool = False
    """Whether its numbers were played (`replay`): its plan then is right but for the numbers in it."""

    @cached_property
    def world(self) -> SystemWorld:
        """The world of its coordinates."""
        return world_of(self.mechanism)

    @property
    def body_columns(self) -> int:
        """How many of its coordinates are of bodies; those that elements own come behind them."""
        return self.world.size * len(self.bodies)

    @property
    def turning(self) -> NDArray[np.bool_]:
        """Which of its columns are angles: those that turn a body, and those that elements own; not its modes."""
        turning = np.ones(len(self.coordinates), bool)
        turning[: self.body_columns].reshape(-1, self.world.size)[:, : self.world.dimensions] = False
        for body in self.modal:
            turning[list(body.columns)] = False
        return turning

    @property
    def mass_entries(self) -> list[tuple[int, int]]:
        """Entries of its mass matrix, lower triangle, in the order of the solver's values."""
        from linkwork.system.modal.tables import mass_entries

        at = int(self.k[layout.MASS_AT])
        bodies = self.k[at : at + int(self.k[layout.MASSES])]
        return self.world.mass_entries(bodies) + mass_entries(self.modal, self.world.size)

    def rate_names(self, unnamed: str = "{}_rate") -> tuple[str, ...]:
        """Names of the velocities of its coordinates; `unnamed` makes them for coordinates that elements own."""
        known = dict(zip(self.world.body_coordinates, self.world.body_rates, strict=True))
        parted = ((name, *name.rpartition(".")) for name in self.coordinates)
        return tuple(
            f"{body}.{known[label]}" if label in known else unnamed.format(name) for name, body, _, label in parted
        )

    def row(self, name: str, where: str = "") -> Any:
        """The table row of one of its elements, for questions about places and numbers."""
        scope = self.mechanism.scope(dict(self.env))
        return self.mechanism.row_class(scope, where or f"'{name}'", name)

    @property
    def rolling(self) -> tuple[str, ...]:
        """Names of its elements with constraints of velocities that are none of positions, such as rolling."""
        return tuple(placed.name for placed in self.elements if placed.element.nonholonomic)

    @property
    def of_positions(self) -> NDArray[np.bool_]:
        """Which of its equations hold for positions; the others, such as those of rolling, for velocities only."""
        positions = np.ones(len(self.equations), bool)
        for placed in self.elements:
            for row, label in enumerate(placed.element.equations, placed.first_row):
                positions[row] = label not in placed.element.nonholonomic
        return positions

    def moved(self, q: Array, step: Array) -> Array:
        """The position after a step, in m and rad."""
        return self.world.moved(len(self.bodies), q, step)

    def difference(self, q: Array, start: Array) -> Array:
        """The step, in m and rad, from one position to another."""
        return self.world.difference(len(self.bodies), q, start)

    @property
    def dtype(self) -> Any:
        """The scalar type of its tables."""
        return np.complex128 if self.scalar == "complex" else np.float64

    @cached_property
    def plan(self) -> Plan:
        """The spanning tree of its bodies in joint coordinates."""
        from linkwork.system.tree.tree_plan import plan_of

        return plan_of(self)

    @cached_property
    def trees(self) -> dict[Any, System]:
        """This system with the table of its tree, in the ways asked for so far."""
        return {}

    @cached_property
    def structure(self) -> dict[Any, Any]:
        """What was found of the pattern of the tables alone: tables with other numbers keep it."""
        return {}

    @cached_property
    def computed(self) -> dict[Any, Any]:
        """What was found of the tables with their numbers, by those who ask it again in a call."""
        return {}

    @cached_property
    def natural(self) -> System | None:
        """This system with the table of its natural coordinates, once it was asked for."""
        return None

    def workspace(self) -> Array:
        """A fresh workspace with the ground in its place and the coordinates at the estimates."""
        w = self.blank.copy()
        self.world.put(self, w, self.start)
        return w

    @cached_property
    def blank(self) -> Array:
        """A workspace with all that is in it before coordinates are: it is asked for many times in a call."""
        w: Array = np.zeros(int(self.k[layout.WORKSPACE]), self.dtype)
        world, pose = self.world, int(self.k[layout.POSE])
        w[pose : pose + world.pose_size] = world.ground_pose
        if self.signals is not None:
            for place, value in self.signals.initial().items():
                w[self.k[layout.MEMORY] + place] = value
        if self.wound is not None:
            from linkwork.system.constraints.rounding_kernel import ROUNDING

            w[self.k[layout.FLOATS] + ROUNDING] = self.rounding
            for place, value in self.wound.remembered(self).items():
                w[self.k[layout.MEMORY] + place] = value
        n, m = len(self.coordinates), len(self.equations)
        for at, count in ((int(self.k[layout.RIGHT]), n), (int(self.k[layout.LEFT]), m)):
            w[at : at + count] = np.cos(1.0 + np.arange(count)) / max(count, 1) ** 0.5
        return w

    @cached_property
    def out_rows(self) -> tuple[NDArray[np.int64], ...]:
        """Places in the workspace of Phi, nu and gamma of every equation."""
        k = self.k
        places: list[list[int]] = [[], [], []]
        for number in range(int(k[layout.ELEMENTS])):
            record = int(k[layout.ELEMENT_AT]) + layout.RECORD * number
            rows, out = int(k[record + layout.ROWS]), int(k[layout.OUT] + k[record + layout.OUT_AT])
            for which in range(3):
                places[which] += range(out + which * rows, out + (which + 1) * rows)
        return tuple(np.array(place, np.int64) for place in places)

    @cached_property
    def vectors(self) -> tuple[int, int, int, int]:
        """Where right side, solution, coordinates and velocities begin in a workspace."""
        rhs, x, q, v = self.k[[layout.RHS, layout.X, layout.Q, layout.V]].tolist()
        return rhs, x, q, v

    def remembered(self, w: Array) -> Array:
        """What the elements remember in a workspace."""
        return w[int(self.k[layout.MEMORY]) : int(self.k[layout.OUT])].copy()

    def with_turns(self, wound: Wound | None) -> System:
        """The same tables where turns have been made before the first position; angles then have fewer digits."""
        if wound is None:
            return self
        from linkwork.system.constraints.rounding_kernel import DIGITS

        return self.replaced(wound=wound, rounding=max(self.rounding, DIGITS * wound.farthest()))

    def with_parameters(self, values: Mapping[str, Any]) -> System:
        """The same mechanism with other parameter values: tables refilled, nothing recompiled."""
        from linkwork.system.tables.refill import refill

        return refill(self, values)

    def index(self, coordinate: str) -> int:
        """Column of a coordinate such as `crank.angle`."""
        if coordinate not in self.coordinates:
            close = suggestion(coordinate, self.coordinates, "coordinates")
            raise AnalysisError(f"there is no coordinate '{coordinate}'{close}")
        return self.coordinates.index(coordinate)

    def replaced(self, **fields: Any) -> System:
        """A copy with other fields; the tree stays where neither parts nor parameters change."""
        replaced = object.__new__(System)
        own = vars(self)
        vars(replaced).update({name: own[name] for name in _FIELDS} | fields)
        if len(vars(replaced)) != len(_FIELDS):
            raise TypeError(f"a system has no {', '.join(fields.keys() - set(_FIELDS))}")
        if "plan" in vars(self) and not fields.keys() & {"mechanism", "elements", "env"}:
            vars(replaced)["plan"] = self.plan
        return replaced


_FIELDS = tuple(System.__dataclass_fields__)
