"""LinearModel: small motions about a state: natural frequencies, damping, mode shapes, frequency response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.analysis.linear.chart import Chart
    from linkwork.analysis.linear.linear_about import About
    from linkwork.analysis.linear.neutral import Spectrum
    from linkwork.analysis.linear.root_locus import RootLocus
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run
    from linkwork.system.dynamics.dynamics import Dynamics

_ZERO = 1e-6  # of the fastest mode: slower ones count as standing still


@dataclass(frozen=True)
class Mode:
    """One mode: an eigenvalue (of a pair the one above the real axis) and how all coordinates move in it."""

    eigenvalue: complex
    shape: Array  # of all coordinates, the largest one (in model lengths or radians) being 1
    moves_most: str
    kind: str  # "oscillates", "grows while it oscillates", "decays", "grows" or "drifts"

    @property
    def frequency(self) -> float:
        """Natural frequency in rad/s: the size of the eigenvalue."""
        return abs(self.eigenvalue)

    @property
    def hertz(self) -> float:
        """Natural frequency in Hz."""
        return abs(self.eigenvalue) / (2 * np.pi)

    @property
    def damping(self) -> float:
        """Damping ratio: 1 is critical, below zero grows."""
        return 0.0 - self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue else 0.0


@public
@dataclass
class LinearModel(ShowsItself):
    """x' = A x + B u, y = C x + D u, for deviations from a state; states, inputs and outputs have names."""

    mechanism: Mechanism
    where: str
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    units: dict[str, str]
    A: Array
    B: Array
    C: Array
    D: Array
    values: Array  # of the outputs at the state itself
    rates: Array  # of the states there; zero at an equilibrium
    drivers: tuple[int, ...]  # inputs that are values of drivers: their accelerations are what B and D multiply
    chart: Chart
    dynamics: Dynamics
    to_chart: Array  # from the states to the minimal coordinates of the chart
    sizes: Array  # of the states: a model length for lengths and their rates, else 1
    about: About  # the mechanism near the state
    columns: Array  # derivatives of rates and outputs there by the states of the chart and the inputs
    kept: tuple[int, ...]  # which of those states count
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<LinearModel of {self.mechanism.name!r}: {len(self.states)} states, {self.where}>"

    @property
    def moving(self) -> bool:
        """Whether the state itself changes: then the model holds for the first instants only."""
        return bool(np.max(np.abs(self.rates), initial=0.0) > 1e-6 * (1.0 + float(np.max(np.abs(self.A)))))

    @property
    def steady(self) -> bool:
        """Whether drivers move the mechanism while its coordinates stand still."""
        self.dynamics.evaluate(self.chart.q0, self.chart.t)
        return not self.moving and bool(np.any(self.dynamics.velocity_side() != 0.0))

    @cached_property
    def modes(self) -> list[Mode]:
        """The modes, slowest first."""
        from linkwork.analysis.linear.modes import modes_of

        return modes_of(self)

    @property
    def eigenvalues(self) -> Array:
        """All eigenvalues of the mechanism, slowest first; the states of drivers as inputs are left out.

        Those of neutral motions are zero exactly.
        """
        values = self.eigen.values
        ordered = values[np.lexsort((values.imag, np.round(np.abs(values), 12)))]
        return np.concatenate([np.zeros(self.neutral, complex), ordered])

    @cached_property
    def eigen(self) -> Spectrum:
        """Eigenvalues, those that are zero apart, and their vectors."""
        from linkwork.analysis.linear.neutral import eigen

        return eigen(self)

    @property
    def neutral(self) -> int:
        """How many eigenvalues are zero: motions that neither grow nor are driven back, such as rolling on."""
        return self.eigen.zeros

    @property
    def stable(self) -> bool:
        """Whether no eigenvalue lies to the right of the imaginary axis; neutral ones, at zero, do not."""
        fastest = float(np.max(np.abs(self.eigenvalues), initial=0.0))
        return bool(np.max(self.eigenvalues.real, initial=0.0) <= 1e-9 * fastest)

    def text(self) -> str:
        """Modes as a table, with what the state is."""
        from linkwork.analysis.linear.modes import modes_text

        return modes_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The model as plain data."""
        names = {"where": self.where, "states": self.states, "inputs": self.inputs, "outputs": self.outputs}
        matrices = {name: getattr(self, name).tolist() for name in "ABCD"}
        eigenvalues = [[value.real, value.imag] for value in self.eigenvalues]
        return names | matrices | {"eigenvalues": eigenvalues, "neutral": self.neutral}

    # ------------------------------------------------------------------ response

    def frequency_response(self, source: str, to: str, hertz: Any = None) -> tuple[Array, Array]:
        """Frequencies in Hz and the complex response of an output to one unit of an input.

        For a driver as input it is the response to one unit of its value.
        """
        i, o = _number("input", source, self.inputs), _number("output", to, self.outputs)
        f = self._span() if hertz is None else np.atleast_1d(np.asarray(hertz, float))
        frequency_response = np.zeros(len(f), complex)
        unit = np.eye(len(self.A))
        for number, s in enumerate(2j * np.pi * f):
            frequency_response[number] = self.C[o] @ np.linalg.solve(s * unit - self.A, self.B[:, i]) + self.D[o, i]
            if i in self.drivers:
                frequency_response[number] *= s * s
        return f, frequency_response

    def _span(self) -> Array:
        """A decade below the slowest and above the fastest mode."""
        sizes = np.abs(self.eigenvalues) / (2 * np.pi)
        sizes = sizes[sizes > _ZERO * np.max(sizes, initial=0.0)]
        low, high = (np.min(sizes), np.max(sizes)) if len(sizes) else (0.1, 10.0)
        return np.geomspace(0.1 * low, 10.0 * high, 600)

    def bode(self, source: str, to: str, hertz: Any = None, path: FilePath | None = None) -> Any:
        """Plot size and phase of the frequency response."""
        from linkwork.view.figures.response import plot_bode

        f, response = self.frequency_response(source, to, hertz)
        units = f"{self.units[to]} / {self.units[source]}".strip()
        return plot_bode(f, response, f"{to} over {source}", units, self.mechanism.name, path)

    def root_locus(self, parameter: str, values: Sequence[float]) -> RootLocus:
        """Eigenvalues for several values of a parameter, each at the equilibrium that follows from the one before."""
        from linkwork.analysis.linear.root_locus import root_locus

        return root_locus(self, parameter, values)

    def mode_run(self, number: int, amplitude: float = 0.2, points: int = 60, cycles: int = 1) -> Run:
        """A run in which mode `number` (from 1) moves alone, to be drawn or animated.

        `amplitude` is the largest motion, in model lengths or radians; the oscillation is shown without its decay.
        """
        from linkwork.analysis.linear.modes import mode_run

        return mode_run(self, number, amplitude, points, cycles)


def _number(what: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        hint = suggestion(name, names, f"{what}s") if names else f"; give {what}s=[...] to linearise"
        raise AnalysisError(f"the linear model has no {what} '{name}'{hint}")
    return names.index(name)
