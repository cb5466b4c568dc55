"""A finite-element model of CalculiX in linear motion: its stiffness and mass are taken over once, and stepped here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.calculix import CalculixModel, faces_of
from linkwork.exchange.structure import Structure
from linkwork.exchange.subsystem import CouplingError
from linkwork.expression.given import FilePath, public

_DIRECTIONS = "xyz"
_MATRICES = ["*STEP", "*FREQUENCY, SOLVER=MATRIXSTORAGE", "*END STEP"]
MOST = 6000  # freedoms whose matrices are kept in full


class CalculixMotion(Structure):
    """The linear motion of a model in an input file of CalculiX, coupled at nodes.

        frame = CalculixMotion("frame.inp", interfaces={"foot": [(12, "x"), (12, "y")]}, damping=(0.5, 1e-6))

    `ccx` is called once and stores the stiffness K and the mass M of the model with its supports (thirteen digits); its
    own steps are left out. From then on it is a `Structure`: a step solves for M x'' + C x' + K x = f, with
    C = alpha M + beta K of `damping=(alpha, beta)`, takes no call of another program, and can be taken back.
    Interfaces need nodes with freedoms of their own: those of solids, not those of beams and shells, which CalculiX
    expands into several nodes of the same number. `freedoms` are all nodes and directions in the order of the matrices.
    """

    @public
    def __init__(
        self,
        file: FilePath,
        *,
        interfaces: Mapping[str, Sequence[tuple[int, str]]],
        damping: tuple[float, float] = (0.0, 0.0),
        method: str = "trapezoidal",
        program: str = "ccx",
        timeout: float = 600.0,
    ) -> None:
        faces, model = faces_of(interfaces), CalculixModel(file, program, timeout)
        try:
            names, stiffness, mass = model.solved(_MATRICES, "dof", "sti", "mas")
        finally:
            model.close()
        self.freedoms = tuple(_freedom(line) for line in names.split())
        count = len(self.freedoms)
        if count > MOST:
            raise CouplingError(
                f"CalculiX: '{model.label}' has {count} freedoms, and at most {MOST} are stepped; reduce it to a "
                "flexible body with modes"
            )
        at = {freedom: number for number, freedom in enumerate(self.freedoms)}
        for name, ends in faces.items():
            for node, way in ends:
                if self.freedoms.count((node, way)) != 1:
                    raise CouplingError(
                        f"CalculiX: interface '{name}': node {node} has no freedom {way} of its own: it is held, is no "
                        "node of the model, or belongs to a beam or shell, which CalculiX expands"
                    )
        k, m = _full(stiffness, count), _full(mass, count)
        alpha, beta = damping
        places = {name: [at[end] for end in ends] for name, ends in faces.items()}
        super().__init__(m, alpha * m + beta * k, k, interfaces=places, method=method)


def _freedom(text: str) -> tuple[int, str]:
    """Node and direction as CalculiX writes them: 12.3 is z of node 12."""
    node, _, direction = text.partition(".")
    return int(node), _DIRECTIONS[int(direction) - 1]


def _full(text: str, count: int) -> Array:
    """A symmetric matrix from its upper triangle: row, column, number."""
    entries = np.array(text.split(), float).reshape(-1, 3)
    rows, columns = entries[:, 0].astype(int) - 1, entries[:, 1].astype(int) - 1
    full = np.zeros((count, count))
    full[rows, columns] = full[columns, rows] = entries[:, 2]
    return full
