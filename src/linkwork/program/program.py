"""Program: the equations of one mechanism as straight-line code, to be counted, evaluated and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import suggestion
from linkwork.expression.given import FilePath, public
from linkwork.program.evaluation import evaluated
from linkwork.program.languages import LANGUAGES
from linkwork.program.linearisation import ALONG, MATRICES, seeds_of
from linkwork.program.lines import counted
from linkwork.program.solution import record
from linkwork.program.units import unit_of
from linkwork.program.work import Recorded

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


@public
@dataclass(frozen=True)
class Program:
    """What the kernels of a mechanism do, recorded once: a program of one mechanism.

    coordinates  of the bodies, in space with Euler parameters e0 ... e3, or of the joints
    rates        their velocities, in space with angular velocities in the axes of the body
    states       own states of signals and forces
    inputs       signals that are set from outside
    parameters   those that stay symbols
    """

    mechanism: Mechanism
    recorded: Recorded

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the positions, in their order."""
        return self.recorded.coordinates

    @property
    def rates(self) -> tuple[str, ...]:
        """Names of the velocities, in their order."""
        return self.recorded.rates

    @property
    def states(self) -> tuple[str, ...]:
        """Names of own states."""
        return self.recorded.states

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of what is set from outside."""
        return self.recorded.inputs

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters that stay symbols."""
        return self.recorded.parameters

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs."""
        return self.recorded.outputs

    @property
    def independent(self) -> tuple[str, ...]:
        """Names of the rates that stay free where `closure` brings a state onto the constraints."""
        return tuple(self.recorded.rates[column] for column in self.recorded.independent)

    def unit(self, name: str) -> str:
        """The unit of an input or output."""
        return unit_of(self.mechanism, self.recorded, name)

    @property
    def results(self) -> tuple[str, ...]:
        """Names of the results: mass, forces, jacobian, gamma ..."""
        names = tuple(each for each in self.recorded.results if each != ALONG)
        return names if len(names) == len(self.recorded.results) else (*names, *MATRICES)

    def count(self, *results: str) -> dict[str, int]:
        """Operations for some results, or for all: multiplications, additions, functions, decisions."""
        chosen = results or self.results
        return counted(self.recorded.tape, [entry.place for name in chosen for entry in self._entries(name)])

    def count_with_lu(self) -> dict[str, int]:
        """Operations where the equations are solved by a numerical LU of the full matrix instead of being eliminated.

        Rates, mass matrix, forces, rows and gamma as recorded, then factors of all n + m unknowns and one solution.
        """
        counts = self.count("rates", "mass", "jacobian", "forces", "gamma", "state_rates")
        size = sum(self.recorded.shapes["jacobian"])
        factors = (size**3 - size) // 3 + size * (size - 1) // 2  # products, and quotients below the diagonal
        counts["multiplications"] += factors + size * size
        counts["additions"] += size * (size - 1) * (2 * size - 1) // 6 + size * (size - 1)
        return counts

    def evaluate(self, result: str, values: Mapping[str, float]) -> Array:
        """A result for values of time, coordinates, rates, states, inputs and parameters by name; the others are 0."""
        entries, shape = self._entries(result), self.recorded.shapes[result]
        missing = dict.fromkeys(self._names, 0.0) | {"t": 0.0}
        for name in values:
            if name not in missing:
                raise AnalysisError(f"program: {shown(name)} is not an input{suggestion(name, missing, 'inputs')}")
        if result in MATRICES and ALONG in self.recorded.results:
            return self._columns(result, missing | dict(values))
        numbers = evaluated(self.recorded.tape, [entry.place for entry in entries], missing | dict(values))
        out = np.zeros(shape if len(shape) == 2 else (*shape, 1))
        for entry, value in zip(entries, numbers, strict=True):
            out[entry.row, entry.column] = value
        return out if len(shape) == 2 else out[:, 0]

    def symbolic(self, result: str) -> Any:
        """A result as a matrix of SymPy, in symbols with the names of coordinates, rates, inputs and parameters."""
        from linkwork.program.readable import symbolic

        self._entries(result)
        if result not in self.recorded.results:
            raise AnalysisError(f"program: '{result}' is too long to be read: evaluate it, or write it in a language")
        return symbolic(self.recorded, result)

    def source(self, language: str = "c", name: str = "") -> str:
        """The program in a language: c, python, numpy, sympy, casadi, javascript, matlab; or its equations in latex."""
        from linkwork.program.write import written

        if language == "latex":
            from linkwork.program.readable import latex

            return latex(self.recorded)
        if language not in LANGUAGES:
            known = (*LANGUAGES, "latex")
            raise AnalysisError(
                f"program: there is no language {shown(language)}{suggestion(language, known, 'languages')}"
            )
        return written(self, language, identifier(name or self.mechanism.name))

    def write(self, path: FilePath, language: str = "") -> Path:
        """The program as a file; its ending tells the language where none is given."""
        target = Path(path)
        endings = {"." + each: each for each in ("c",)} | {".py": "python", ".js": "javascript", ".m": "matlab"}
        chosen = language or endings.get(target.suffix, "")
        if not chosen:
            raise AnalysisError(
                f"program: '{target.name}' does not tell a language; give one of {', '.join(LANGUAGES)}"
            )
        with written_aside(target) as aside:
            aside.write_text(self.source(chosen, target.stem), encoding="utf-8")
        return target

    def __str__(self) -> str:
        c = self.count()
        size = f"{len(self.coordinates)} coordinates, {self.recorded.shapes['jacobian'][0]} equations"
        work = f"{c['multiplications']} multiplications, {c['additions']} additions, {c['functions']} functions"
        return f"{self.mechanism.name}: {size}; {work}, {c['decisions']} decisions"

    def text(self) -> str:
        """How large it is, in words."""
        return str(self)

    def _repr_html_(self) -> str:
        from linkwork.report.notebook import program_html

        return program_html(self)

    def _columns(self, result: str, values: Mapping[str, float]) -> Array:
        """One of A, B, C, D, all columns at once: the parts of a direction are arrays."""
        seeds, entries = list(seeds_of(self.recorded).values()), self.recorded.results[ALONG]
        given: dict[str, Any] = dict(zip(seeds, np.eye(len(seeds)), strict=True))
        with np.errstate(all="ignore"):  # numbers that a selection leaves
            slopes = evaluated(self.recorded.tape, [entry.place for entry in entries], {**values, **given})
        whole = np.zeros((self.recorded.shapes[ALONG][0], len(seeds)))
        for entry, slope in zip(entries, slopes, strict=True):
            whole[entry.row] = slope
        rates, states = self.recorded.shapes["A"]
        rows = whole[:rates] if result in "AB" else whole[rates:]
        return rows[:, :states] if result in "AC" else rows[:, states:]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return (*self.coordinates, *self.rates, *self.states, *self.inputs, *self.parameters)

    def _entries(self, name: str) -> list[Any]:
        if name in MATRICES and ALONG in self.recorded.results:
            return self.recorded.results[ALONG]
        if name not in self.recorded.results:
            raise AnalysisError(f"program: there is no result {shown(name)}{suggestion(name, self.results, 'results')}")
        return self.recorded.results[name]


def program(
    mechanism: Mechanism,
    parameters: Sequence[str] = (),
    coordinates: str = "bodies",
    outputs: Sequence[str] = (),
    speeds: Mapping[str, Any] | None = None,
    linear: bool = False,
    small: Sequence[str] = (),
    nearest: bool = False,
    hold: Mapping[str, Any] | None = None,
    branch: int = 0,
    lawful: bool = False,
) -> Program:
    """The equations of a mechanism as a program; the named parameters stay symbols, all others are folded.

    `speeds` and `hold` are those of the start, `branch` chooses among those of a singular one. `linear` adds the
    matrices A, B, C, D; in `small` coordinates the equations are linearised. What closes loops keeps independent
    coordinates, or goes to the `nearest` state. Where inputs are `lawful` their laws hold while they are no number.
    """
    asked = tuple(parameters), coordinates, tuple(outputs), speeds, nearest, linear, tuple(small), hold, branch, lawful
    return Program(mechanism, record(mechanism, *asked))


def identifier(name: str) -> str:
    """A name that every language takes."""
    text = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name).strip("_") or "model"
    return f"m_{text}" if text[0].isdigit() else text
