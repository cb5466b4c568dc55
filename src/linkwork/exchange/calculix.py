"""CalculiX as a subsystem: a finite-element model of another program, at rest.

The input file of the user is taken as it is up to its first step; forces at the nodes of the interfaces are added, and
`ccx` is called for every trial: the displacements under the loads at the end of a step are taken. Nothing of its inside
is known here but the displacements that it prints. `calculix_motion` has such a model in linear motion.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.patience import checked_patience
from linkwork.exchange.subsystem import CouplingError, Description, Interface, SubsystemError, values_at
from linkwork.expression.given import FilePath, public

_STEP = re.compile(r"^\s*\*STEP\b", re.IGNORECASE | re.MULTILINE)
_LETTERS = "xyz"
Faces = dict[str, list[tuple[int, str]]]


class CalculixModel:
    """The part of an input file before its first step, and the program that it is given to with further lines."""

    def __init__(self, file: FilePath, program: str, timeout: float) -> None:
        self._program, self._timeout = shutil.which(program), checked_patience("CalculiX", timeout)
        if self._program is None:
            raise CouplingError(f"CalculiX: there is no program '{program}'; install it (Debian: calculix-ccx)")
        source = Path(file)
        try:
            text = source.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise CouplingError(f"CalculiX: '{source}' cannot be read: {error.strerror}") from None
        first = _STEP.search(text)
        self._head, self.label = text[: first.start()] if first else text, source.name
        self._room = tempfile.TemporaryDirectory(prefix="linkwork-ccx-")

    def solved(self, lines: Sequence[str], *endings: str) -> list[str]:
        """One call; the texts of the files that it writes, by their endings."""
        folder = Path(self._room.name)
        (folder / "model.inp").write_text("\n".join([self._head.rstrip(), *lines, ""]), encoding="utf-8")
        written = [folder / f"model.{ending}" for ending in endings]
        for each in written:
            each.unlink(missing_ok=True)
        try:
            told = subprocess.run(
                [str(self._program), "model"],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=self._timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise SubsystemError(f"CalculiX does not end within {self._timeout:g} s") from None
        if told.returncode != 0 or not all(each.exists() for each in written):
            why = [line.strip() for line in told.stdout.splitlines() if "*ERROR" in line]
            raise SubsystemError(f"CalculiX does not solve '{self.label}': {why[0] if why else 'nothing is written'}")
        return [each.read_text(encoding="utf-8", errors="replace") for each in written]

    def close(self) -> None:
        """Remove the folder."""
        self._room.cleanup()


def faces_of(interfaces: Mapping[str, Sequence[tuple[int, str]]]) -> Faces:
    """Nodes and directions of interfaces, checked."""
    faces = {name: [(int(node), str(way)) for node, way in ends] for name, ends in interfaces.items()}
    for name, ends in faces.items():
        for node, way in ends:
            if way not in _LETTERS or node < 1:
                raise CouplingError(
                    f"CalculiX: interface '{name}': expected a node's number and x, y or z; found {node}, {way}"
                )
    return faces


class CalculixPart:
    """A finite-element model in an input file of CalculiX, coupled at nodes.

        beam = CalculixPart("beam.inp", interfaces={"tip": [(12, "y")]})

    `interfaces` are lists of a node's number and a direction x, y or z; forces go in and displacements come out.
    The file must hold the model with its supports; its own steps are left out. CalculiX (`ccx`) is called for every
    trial, in a folder of its own: it is a program, which runs because you name it. It solves for rest under the loads
    at the end of a step, so that inertia of the model does not count; velocities are differences. It prints seven
    digits: gaps close to a millionth of the displacements, which the `tolerance` of the run must allow.
    """

    @public
    def __init__(
        self,
        file: FilePath,
        *,
        interfaces: Mapping[str, Sequence[tuple[int, str]]],
        program: str = "ccx",
        timeout: float = 60.0,
    ) -> None:
        self._faces = faces_of(interfaces)
        self._model = CalculixModel(file, program, timeout)
        self.label = self._model.label
        self._ends = [end for ends in self._faces.values() for end in ends]
        self._nodes = sorted({node for node, _ in self._ends})
        self._state = self._trial = (np.zeros(len(self._ends)), np.zeros(len(self._ends)))
        self._t = self._h = 0.0

    def describe(self) -> Description:
        """Forces at nodes in, their displacements and velocities out."""
        faces, inputs, positions, velocities = {}, list[str](), list[str](), list[str]()
        for name, ends in self._faces.items():
            names = [tuple(f"{name}.{letter}{k}" for k in range(len(ends))) for letter in "fxv"]
            faces[name] = Interface("force", names[0], names[1], names[2], "nodes")
            inputs += names[0]
            positions += names[1]
            velocities += names[2]
        return Description(tuple(inputs), (*positions, *velocities), faces, linear=True, end_only=True)

    def start(self, t: float, inputs: Array) -> Array:
        """The displacements under the first loads, at rest."""
        x = self._solved(inputs)
        self._state = self._trial = (x, np.zeros(len(x)))
        self._t, self._h = t, 0.0
        return np.concatenate(self._trial)

    def attempt(self, h: float, inputs: Array) -> Array:
        """The displacements under the loads at the end of the step."""
        x = self._solved(values_at(inputs, h))
        self._trial, self._h = (x, (x - self._state[0]) / h), h
        return np.concatenate(self._trial)

    def _solved(self, forces: Array) -> Array:
        """One call of CalculiX."""
        loads = [
            f"{node}, {_LETTERS.index(way) + 1}, {force:.12e}"
            for (node, way), force in zip(self._ends, forces, strict=True)
        ]
        lines = ["*NSET, NSET=LINKWORK_NODES", *(f"{node}," for node in self._nodes)]
        lines += ["*STEP", "*STATIC", "*CLOAD", *loads, "*NODE PRINT, NSET=LINKWORK_NODES", "U", "*END STEP"]
        return self._read(*self._model.solved(lines, "dat"))

    def _read(self, text: str) -> Array:
        moved = dict[int, list[float]]()
        for line in text.splitlines():
            words = line.split()
            if len(words) == 4 and words[0].isdigit():
                moved[int(words[0])] = [float(word) for word in words[1:]]
        missing = [node for node in self._nodes if node not in moved]
        if missing:
            raise SubsystemError(f"CalculiX printed no displacement of node {missing[0]}; the model has no such node")
        return np.array([moved[node][_LETTERS.index(way)] for node, way in self._ends])

    def commit(self) -> None:
        """Keep the step."""
        self._state, self._t, self._h = self._trial, self._t + self._h, 0.0

    def save(self) -> Any:
        """Displacements and velocities of the interfaces: a model at rest has no other state."""
        return self._t, self._state

    def restore(self, token: Any) -> None:
        """Back to them."""
        self._t, self._state = token
        self._trial, self._h = self._state, 0.0

    def close(self) -> None:
        """Remove the folder."""
        self._model.close()
