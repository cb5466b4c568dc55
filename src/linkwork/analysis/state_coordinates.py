"""The coordinates of functions of a state: values of the joints of a spanning tree, named and counted as in a run.

The tree counts from its leaves, from the body that carries to the one that is carried, and slides from zeros of its
own; users count from the ground outwards and know the channels of their joints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.names import suggestion
from linkwork.elements.freedoms import rate_names
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MEMORY, OUT
from linkwork.run.channels import channels_of
from linkwork.system.system import System
from linkwork.system.tree import state_functions_kernel as kernel
from linkwork.system.tree import tree_kernel
from linkwork.system.tree.joint_motion_kernel import carry, gather_at
from linkwork.system.tree.joint_system import joint_space
from linkwork.system.tree.tree import coordinate_names, with_tree

Array = NDArray[np.float64]
_FLOAT, _DENSE = np.dtype(np.float64), (8,)
_SAME = 1e-9  # how near the rate of a channel is to one where it counts as the coordinate does


class StateCoordinates:
    """Order, signs and zeros of the coordinates, beside the tables of the tree."""

    def __init__(self, system: System, q: Array) -> None:
        self.system = with_tree(system, sparse=False)
        self.space = joint_space(self.system)
        named = coordinate_names(self.system)
        links = [name for link in self.system.plan.links for name in link.names]
        self.names = (*links, *named[len(links) :])
        self.order = np.array([named.index(name) for name in self.names], np.int64)
        n = len(self.names)
        self._none, self._no_rows = np.zeros(n), np.zeros((1, n))
        self.joints = np.zeros((4, n))
        begin = self._gathered(q)
        signs, values = self._counted(q, begin)
        self.start: Array = values
        self.joints[kernel.SIGN], self.joints[kernel.BEGIN] = signs, begin[self.order]
        self.joints[kernel.SHIFT] = begin[self.order] - signs * values
        self.joints[kernel.TURNS] = self._turns()
        w, k = self.space, self.system.k
        self.memory: Array = w[int(k[MEMORY]) : int(k[OUT])].copy() if _counts(k) else np.zeros(0)
        self._channels = channels_of(self.system, q[None], np.zeros((1, len(q))), np.zeros((1, len(q))))

    @property
    def constraints(self) -> tuple[str, ...]:
        """The equations of the cut elements."""
        rows = self.system.equations
        return tuple(
            str(rows[row])
            for placed in self.system.plan.cuts
            for row in range(placed.first_row, placed.first_row + len(placed.element.equations))
        )

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the states that laws and controllers own."""
        return tuple(self.system.signals.states) if self.system.signals is not None else ()

    def local(self, body: str, point: str) -> Any:
        """A named point of a body, or its mass centre `center`, in the body's frame; none when there is none."""
        place = self._channels._point(body, point)
        return None if place is None else [float(value.real) for value in place]

    # ------------------------------------------------------------------ how coordinates count

    def _gathered(self, q: Array) -> Array:
        """Coordinates of the tree at a position; slides and balls then count from there."""
        system, n = self.system, len(self.names)
        system.world.put(system, self.space, q, np.zeros_like(q))
        gathered = np.zeros(2 * n)
        gather_at(system.k, system.p, self.space, gathered, True)
        return gathered[:n].copy()

    def _counted(self, q: Array, begin: Array) -> tuple[Array, Array]:
        """Signs and values of the channels that the coordinates are; where one is none, those of the tree."""
        n, size = len(self.names), len(q)
        motions = np.zeros((size, n))
        carry(self.system.k, self.system.p, self.space.copy(), np.concatenate([begin, np.zeros(n)]), motions)
        rows = np.repeat(q[None], n, 0)
        channels = channels_of(self.system, rows, np.ascontiguousarray(motions.T), np.zeros_like(rows))
        signs, values = np.ones(n), begin[self.order].copy()
        for i, name in enumerate(self.names):
            column = int(self.order[i])
            channel = _channel(channels, name)
            if channel is None:
                continue
            value, rate = (values[column] for values in channel)
            if abs(abs(rate.real) - 1.0) <= _SAME and not _of_ball(name):
                signs[i], values[i] = np.sign(rate.real), value.real
        return signs, values

    def _turns(self) -> Array:
        """Which coordinates turn something."""
        kinds = {name: link.kind for link in self.system.plan.links for name in link.names}
        return np.array([float(kinds.get(name) != tree_kernel.SLIDING) for name in self.names])

    # ------------------------------------------------------------------ what is given

    def states_of(self, q: Any, v: Any, given: Any) -> tuple[Array, Array, Array, bool]:
        """Coordinates, speeds and further numbers of one state or of many, a row each, and whether they are many."""
        if _is_row(q, n := len(self.names)) and (v is None or _is_row(v, n)) and (given is None or _is_row(given, n)):
            none = self._no_rows
            return q[None], none if v is None else v[None], none if given is None else given[None], False
        parts = [
            self._rows(q, "q", self.start),
            *(self._rows(each, "v, a or torques", self._none) for each in (v, given)),
        ]
        count = max(len(rows) for rows, _ in parts)
        states = [rows if len(rows) == count else self._repeated(rows, count) for rows, _ in parts]
        return states[0], states[1], states[2], parts[0][1] or parts[1][1] or parts[2][1]

    def _repeated(self, rows: Array, count: int) -> Array:
        if len(rows) != 1:
            raise AnalysisError(f"{len(rows)} and {count} states are given; give one, or as many of each")
        return np.repeat(rows, count, 0)

    def _rows(self, values: Any, label: str, missing: Array) -> tuple[Array, bool]:
        """States, a row each, from values by name or in the order of the coordinates; whether there may be many."""
        if values is None:
            return self._no_rows, False
        if isinstance(values, Mapping):
            return self._from_names(values, label, missing)
        try:
            rows = np.ascontiguousarray(values, float)
        except (TypeError, ValueError):
            raise AnalysisError(
                f"{label}: expected numbers, or a mapping of names to numbers; found {shown(values)}"
            ) from None
        n = len(self.names)
        if rows.ndim == 1 and len(rows) == n:
            return rows[None], False
        if rows.ndim == 2 and rows.shape[1] == n:
            return rows, True
        raise AnalysisError(
            f"{label}: expected {n} numbers, or rows of {n}, in the order {', '.join(self.names)}; "
            f"found the shape {rows.shape}"
        )

    def _from_names(self, values: Mapping[str, Any], label: str, missing: Array) -> tuple[Array, bool]:
        for name in values:
            if name not in self.names:
                raise AnalysisError(
                    f"{label}: there is no coordinate {shown(name)}{suggestion(name, self.names, 'coordinates')}"
                )
        try:
            given = [
                np.asarray(values.get(name, value), float) for name, value in zip(self.names, missing, strict=True)
            ]
            columns = np.broadcast_arrays(*given)
        except (TypeError, ValueError):
            raise AnalysisError(f"{label}: expected a number, or as many as there are states, for each name") from None
        if columns and columns[0].ndim > 1:
            raise AnalysisError(f"{label}: expected a number, or a row of numbers, for each name")
        rows = np.stack([np.atleast_1d(column) for column in columns], axis=-1)
        return np.ascontiguousarray(rows), bool(columns[0].ndim)


def _counts(k: NDArray[np.int64]) -> bool:
    """Whether an element or a sensor counts turns."""
    first = int(k[layout.SIGNAL_AT]) + layout.REMEMBERS
    sensors = k[first : first + layout.RECORD * int(k[layout.SIGNALS]) : layout.RECORD]
    return bool(k[layout.REMEMBERING] > 0 or np.any(sensors > 0))


def _channel(channels: Any, name: str) -> tuple[Any, Any] | None:
    """A coordinate such as `O.angle` or `bob.x` as a channel, with its rate; none where it is no channel."""
    head, _, quantity = name.rpartition(".")
    for rate in (rate_names(quantity)[1], f"v{quantity}"):
        try:
            return channels.value(name), channels.value(f"{head}.{rate}")
        except LinkworkError:
            continue
    return None


def _of_ball(name: str) -> bool:
    """Whether a coordinate belongs to a chart of an orientation, which is no channel."""
    return name.rpartition(".")[2] in ("rx", "ry", "rz")


def _is_row(values: Any, count: int) -> bool:
    """Whether it is one state as the kernel takes it: nothing is to be read, named or repeated."""
    return (
        type(values) is np.ndarray and values.shape == (count,) and values.dtype == _FLOAT and values.strides == _DENSE
    )
