"""Interfaces whose nodes do not match: a virtual interface between them (Hulbert, Ma, Wang 2005, eqs. 27 to 34)."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import (
    CouplingError,
    Description,
    Interface,
    Subsystem,
    finite_numbers,
    require_subsystem,
)
from linkwork.expression.given import public


@public
def interpolation(nodes: Any, between: Any) -> Array:
    """C: values at `nodes` by linear interpolation from those at the nodes `between`, along a line."""
    at, given = (finite_numbers("virtual interface", each).reshape(-1) for each in (nodes, between))
    if len(given) < 2 or np.any(np.diff(given) <= 0.0) or at.min() < given[0] - 1e-9 or at.max() > given[-1] + 1e-9:
        raise CouplingError(
            "virtual interface: give at least two nodes in rising order, and only nodes that lie between them"
        )
    return np.array([np.interp(at, given, row) for row in np.eye(len(given))]).T


@public
def spreading(matrix: Any) -> Array:
    """S = C (C^T C)^-1: forces p at the virtual interface spread to the nodes as f = S p, motions come as v = S^T q.

    The same S both ways keeps the virtual work; S^T C = 1, so that resultant force and moment are kept where C is exact
    for linear fields. Entries may be negative.
    """
    c = finite_numbers("virtual interface", matrix)
    if c.ndim != 2:
        raise CouplingError(f"virtual interface: expected a matrix; found {c.ndim} dimensions")
    if c.shape[0] < c.shape[1] or np.linalg.matrix_rank(c.T @ c) < c.shape[1]:
        raise CouplingError(
            f"virtual interface: {c.shape[0]} nodes do not determine {c.shape[1]} values; take the coarser side's nodes"
        )
    return c @ np.linalg.inv(c.T @ c)


class VirtualInterface:
    """A subsystem seen through a coarser interface: `name` has one component for every column of S.

    `matrix` is S, or that for one direction with `directions` components at a node, node by node.
    """

    @public
    def __init__(self, part: Any, interface: str, matrix: Any, *, directions: int = 1) -> None:
        require_subsystem("virtual interface", part)
        self._part: Subsystem = part
        told = part.describe()
        if interface not in told.interfaces:
            raise CouplingError(f"virtual interface: there is no interface '{interface}'")
        face = told.interfaces[interface]
        s = finite_numbers("virtual interface", matrix)
        if s.ndim != 2 or directions < 1:
            raise CouplingError("virtual interface: expected a matrix, and 1 or more directions at a node")
        self._s = np.kron(s, np.eye(directions))
        if face.takes != "force" or self._s.shape[0] != face.size:
            raise CouplingError(
                f"virtual interface: '{interface}' has {face.size} components and takes {face.takes}; the matrix is "
                f"for {self._s.shape[0]}, and only interfaces that take forces are seen through one"
            )
        count = range(self._s.shape[1])
        names = [tuple(f"{interface}.{letter}{k}" for k in count) for letter in ("vf", "vx", "vv")]
        faces = {**told.interfaces, interface: Interface("force", names[0], names[1], names[2], "nodes")}
        inputs = tuple(n for n in told.inputs if n not in face.force)
        self._told = Description(
            (*inputs, *names[0]),
            (*told.outputs, *names[1], *names[2]),
            faces,
            told.units,
            told.defaults,
            told.repeats,
            told.linear,
            told.end_only,
            told.degree,
            lawful=told.lawful,
        )
        self._kept = [told.inputs.index(n) for n in inputs]
        self._force = [told.inputs.index(n) for n in face.force]
        self._at = [[told.outputs.index(n) for n in each] for each in (face.position, face.velocity)]
        self._width = len(told.inputs)

    def describe(self) -> Description:
        """That of the part, with the coarser interface in place of its own."""
        return self._told

    def _inner(self, inputs: Array) -> Array:
        inner = np.zeros((*inputs.shape[:-1], self._width))
        inner[..., self._kept] = inputs[..., : len(self._kept)]
        inner[..., self._force] = inputs[..., len(self._kept) :] @ self._s.T
        return inner

    def _outer(self, outputs: Array) -> Array:
        return np.concatenate([outputs, *(outputs[at] @ self._s for at in self._at)])

    def start(self, t: float, inputs: Array) -> Array:
        """Start the part."""
        return self._outer(self._part.start(t, self._inner(inputs)))

    def attempt(self, h: float, inputs: Array) -> Array:
        """Let the part try a step."""
        return self._outer(self._part.attempt(h, self._inner(inputs)))

    def commit(self) -> None:
        """Let it keep the step."""
        self._part.commit()

    def save(self) -> Any:
        """Its token."""
        return self._part.save()

    def restore(self, token: Any) -> None:
        """Let it go back."""
        self._part.restore(token)

    def close(self) -> None:
        """Let it go."""
        self._part.close()
