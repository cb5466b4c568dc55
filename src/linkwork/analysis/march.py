"""March: bring a state of a mechanism forward in time, for analyses that simulate again and again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.errors import AnalysisError
from linkwork.system import layout_kernel as layout
from linkwork.system.system import System

Array = NDArray[Any]
_SLICE = 20_000  # steps between two looks at the keyboard
_MOST = 5_000_000
_NO_CONTROL = 1e6  # tolerance of the integrals of powers: they must not shorten the steps


class March:
    """Prepared tables of one system; `go` integrates a state from one time to another."""

    def __init__(self, system: System, rtol: float = 1e-10, atol: float = 1e-12) -> None:
        from linkwork.numerics.jit import address
        from linkwork.system.multipliers_kernel import multipliers_rate, projected

        self.system, self.rtol = system, rtol
        self.w = system.workspace()
        self.rate, self.correct = address(multipliers_rate, "rate", "real"), address(projected, "rate", "real")
        self.states = self.w[system.k[layout.STATE] :][: int(system.k[layout.STATES])].copy()
        self.atol = atol * np.concatenate([system.column_scale, system.column_scale, np.ones(len(self.states))])
        self.atol[len(self.atol) - layout.QUADRATURES :] = _NO_CONTROL
        self.steps = 0

    def settling(self, t: float, drag: float) -> March:
        """Freeze the time and damp every motion by `drag` (1/s) from now on."""
        from linkwork.numerics.jit import address
        from linkwork.system.march_kernel import DRAG, MOMENT, settling_correct, settling_rate

        self.rate, self.correct = address(settling_rate, "rate", "real"), address(settling_correct, "rate", "real")
        floats = int(self.system.k[layout.FLOATS])
        self.w[floats + MOMENT], self.w[floats + DRAG] = t, drag
        return self

    def state(self, q: Array, v: Array, own: Array | None = None) -> Array:
        """The state vector of a position and velocity, with the own states given or as they start."""
        states = self.states.copy()
        if own is not None:
            states[: len(own)] = own
        return np.concatenate([q, v, states])

    def go(self, y: Array, start: float, stop: float) -> Array:
        """The state at `stop` of the motion that is in y at `start`."""
        from linkwork.numerics.integrator import DOP853, prepare
        from linkwork.system.march_kernel import ARRIVED, RUNNING, march

        z, s = prepare(DOP853, start, y, stop, rtol=self.rtol, atol=self.atol)
        scratch, status = np.zeros(2 * len(y)), RUNNING
        from linkwork.numerics import integrator_state_kernel as place

        while status == RUNNING and s[place.STEPS] < _MOST:
            status = march(self.system.k, self.system.p, self.w, z, s, self.rate, self.correct, scratch, _SLICE)
        if status != ARRIVED:
            raise AnalysisError(
                f"{self.system.mechanism.name}: the motion cannot be followed beyond t = {float(z[place.T]):.6g} s; "
                "look at forces and lengths there"
            )
        self.steps += int(s[place.STEPS])
        at = int(s[place.Y])
        return z[at : at + len(y)].copy()
