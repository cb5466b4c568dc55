"""Deflection and stress of a flexible body over a run, at all its nodes."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError
from linkwork.base.file_text import replacing
from linkwork.bodies.flexible.expand import reduced_body
from linkwork.bodies.flexible.stress import names_of, principal, stress_modes, von_mises
from linkwork.bodies.flexible.vtu import cells_of
from linkwork.expression.given import FilePath, public
from linkwork.numerics.analytic import number
from linkwork.run.flexible.nearest_node import nearest_node
from linkwork.run.flexible.series import save_series

if TYPE_CHECKING:
    from linkwork.run.run import Run

Floats = NDArray[np.float64]


@public
class Deformed:
    """A flexible body of a run: `deflection`, `stress`, `von_mises`, `peak()`, `save_vtu(folder)`."""

    def __init__(self, run: Run, body: str) -> None:
        described = run.mechanism.bodies_by_name.get(body)
        if described is None or described.flexible is None:
            known = [name for name, one in run.mechanism.bodies_by_name.items() if one.flexible is not None]
            other = f"; ask run.solid('{body}')" if body in run.mechanism.solids else ""
            raise AnalysisError(f"'{body}' is no flexible body; there are: {', '.join(known) or 'none'}{other}")
        scope = run.mechanism.scope(dict(run.system.env))
        self.run, self.body, self.described = run, body, described.flexible
        self.modes = reduced_body(described.flexible, run.mechanism.scope(), run.mechanism.world.dimensions)
        material = described.flexible.material
        self.modulus: Any = 1.0 if material is None else number(scope.number(material.youngs_modulus))

    @property
    def points(self) -> Floats:
        """Places of the nodes on the undeformed body, in its frame."""
        return self.modes.reduced.structure.points

    @cached_property
    def amplitudes(self) -> Floats:
        """The modes over the run: times x modes."""
        labels = self.run.mechanism.bodies_by_name[self.body].modes.labels
        return np.stack([self.run[f"{self.body}.{label}"] for label in labels], axis=1)

    @cached_property
    def shapes(self) -> Floats:
        """Displacement of every node by a unit of every mode: nodes x d x modes."""
        structure = self.modes.reduced.structure
        each = len(structure.freedoms)
        shapes: Floats = self.modes.reduced.shapes.reshape(len(structure.points), each, -1)[:, : structure.dimension]
        return shapes

    @property
    def deflection(self) -> Floats:
        """Deflection of every node in the body's frame: times x nodes x d, in m."""
        return np.einsum("ndk,tk->tnd", self.shapes, self.amplitudes, optimize=True)

    @property
    def components(self) -> tuple[str, ...]:
        """What the components of the stress are called."""
        return names_of(self.modes)

    @property
    def stress(self) -> Floats:
        """Stress at every node, the mean of all cells there, of a frame by beam: times x nodes x components, in Pa."""
        stress = self.modulus * np.einsum("nck,tk->tnc", stress_modes(self.modes), self.amplitudes, optimize=True)
        return stress

    @property
    def von_mises(self) -> Floats:
        """Von Mises' stress at every node: times x nodes, in Pa."""
        return von_mises(self.modes, self.stress)

    @property
    def principal(self) -> Floats:
        """Principal stresses at every node, greatest first: times x nodes x 3, in Pa."""
        return principal(self.modes, self.stress)

    def peak(self) -> tuple[float, float, Floats]:
        """The greatest von Mises stress of the run in Pa, its time, and the place of its node on the body."""
        peak = self.von_mises
        time, node = np.unravel_index(int(np.argmax(np.real(peak))), peak.shape)
        return number(peak[time, node]), float(np.real(self.run.t[time])), self.points[node]

    def node_at(self, place: Any) -> int:
        """The node nearest to a place on the undeformed body."""
        return nearest_node(self.points, place, f"body '{self.body}'")

    def save_modes(self, path: FilePath) -> str:
        """Write the history of the modes for programs of fatigue into a file .npz.

        Arrays: `t`; `amplitudes` (times x modes); `frequencies` in Hz; `points` of the nodes; `displacement` (nodes x
        d x modes) and, where the finite elements are ours, `stress` (nodes x components x modes) of a unit of every
        mode in m and Pa, and the names of its `components`. Stress over time is stress @ amplitudes[time].
        """
        target = os.fspath(path)
        if not target.endswith(".npz"):
            raise AnalysisError(f"save_modes: the file must end with .npz; found {target}")
        arrays: dict[str, Any] = {
            "t": self.run.t,
            "amplitudes": self.amplitudes,
            "frequencies": self.modes.hertz,
            "points": self.points,
            "displacement": self.shapes,
        }
        if self.modes.reduced.structure.recovery is not None:
            arrays["stress"] = self.modulus * stress_modes(self.modes)
            arrays["components"] = np.array(self.components)
        try:
            with replacing(target) as aside, open(aside, "wb") as file:
                np.savez_compressed(file, **arrays)
        except OSError as error:
            raise AnalysisError(f"{target}: the file cannot be written: {error.strerror}") from None
        return target

    def save_vtu(self, folder: FilePath, every: int = 1) -> list[str]:
        """Write a .vtu file for every (or each so many-th) time into a folder, and a .pvd file that names them all."""
        known = self.modes.reduced.structure.recovery is not None
        moved, stress = self.deflection, self.stress if known else None

        def fields(number: int) -> dict[str, Floats]:
            told: dict[str, Floats] = {"deflection": moved[number]}
            if stress is not None:
                told["von_mises"] = von_mises(self.modes, stress[number])
                told |= {f"stress_{name}": stress[number][:, at] for at, name in enumerate(self.components)}
            return told

        cells = cells_of(self.modes.reduced.structure)
        return save_series(folder, self.body, self.run.t, every, self.points, cells, fields)
