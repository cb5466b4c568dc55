"""The compiled equations and a step function as C addresses, with the tables they work on.

A C library that is loaded into the same process calls them without Python: in a real-time loop, in a test bench, inside
another simulator. `CFunctions.header()` is the C header that goes with them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.c_header import Model, header
from linkwork.analysis.simulation.simulation_numbers import check_names, check_numbers, is_number
from linkwork.analysis.simulation.start import require_masses, starting_rates
from linkwork.analysis.simulation.time_loop import begin_loop, run_loop
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.expression.given import public, publicly_made
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.places import layout_kernel as layout
from linkwork.system.loop.moment import USUAL_TOLERANCES, Loop, Options
from linkwork.system.modal.tables import refuse_modes

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

METHODS = ("rk4", "dop853", "radau")
"""Methods whose next step does not lean on former ones, so that an input may change between two steps."""


@public
@publicly_made
@dataclass(frozen=True)
class CFunctions:
    """Addresses of compiled functions, and the tables that they are called with; keep it while C uses them.

    `rate`, `correct`, `observe` and `solve` are the parts of the formulation; `plain` makes of what `observe` wrote the
    coordinates and velocities of the results, which in the plane are the same:
    `void f(const int64_t *k, const double *p, double *w, double t, const double *y, double *out)`, and `step` is
    `int64_t step(int64_t count, const int64_t *k, const double *p, double *w, double *z, int64_t *s)`.
    `names` are the numbers that `plain` writes; `inputs` says where in w the inputs and flags of the mechanism lie.
    """

    mechanism: Mechanism
    formulation: str
    method: str
    rate: int
    correct: int
    observe: int
    solve: int
    plain: int
    step: int
    k: NDArray[np.int64]
    p: NDArray[np.float64]
    w: NDArray[np.float64]
    z: NDArray[np.float64]
    s: NDArray[np.int64]
    names: tuple[str, ...]
    inputs: dict[str, int]

    @property
    def y(self) -> NDArray[np.float64]:
        """The present state of the formulation, as a view into z."""
        from linkwork.numerics.integrators import integrator_state_kernel as place

        return self.z[self.s[place.Y] :][: self.s[place.SIZE]]

    @property
    def t(self) -> float:
        """The present time."""
        return float(self.z[0])

    @property
    def length(self) -> float:
        """The length of a step."""
        return float(self.z[self._length_at()])

    def _length_at(self) -> int:
        from linkwork.system.methods.c_step_kernel import LENGTH_AT

        return int(self.s[LENGTH_AT])

    def index(self, name: str) -> int:
        """Which of the observed numbers a name such as `crank.angle` is."""
        from linkwork.base.names import suggestion

        if name not in self.names:
            raise AnalysisError(f"'{name}' is not observed{suggestion(name, self.names, 'names')}")
        return self.names.index(name)

    def header(self) -> str:
        """The text of a C header: the structure, the functions and the places of inputs and observed numbers."""
        return header(self.mechanism.name, self.names, self.inputs)

    def model(self) -> Model:
        """All of it as the structure `linkwork_model` of the header, to be passed to C by reference."""
        from linkwork.numerics.integrators import integrator_state_kernel as place

        def at(array: Array, index: int = 0) -> int:
            return int(array.ctypes.data) + index * array.itemsize

        return Model(
            self.rate,
            self.correct,
            self.observe,
            self.solve,
            self.plain,
            self.step,
            at(self.k),
            at(self.p),
            at(self.w),
            at(self.z),
            at(self.s),
            at(self.z, place.T),
            at(self.z, int(self.s[place.Y])),
            at(self.z, self._length_at()),
            len(self.y),
            len(self.names),
        )

    def advance(self, count: int = 1) -> int:
        """Make steps by a call of the C function; 0 when all is well."""
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
            raise AnalysisError(
                f"advance: expected how many steps to make, a whole number, 0 or more; found {shown(count)}"
            )
        model = self.model()
        function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 5)(self.step)
        return int(function(int(count), model.k, model.p, model.w, model.z, model.s))

    def observed(self) -> NDArray[np.float64]:
        """Coordinates, velocities and own states at the present time, by calls of the C functions."""
        model, out = self.model(), np.zeros(len(self.names))
        kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_double, *[ctypes.c_void_p] * 2)
        kind(self.observe)(model.k, model.p, model.w, self.t, model.y, out.ctypes.data)
        kind(self.plain)(model.k, model.p, model.w, self.t, out.ctypes.data, out.ctypes.data)
        return out


@public
def c_functions(
    mechanism: Mechanism,
    step: float,
    *,
    method: str = "rk4",
    formulation: str = "auto",
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    branch: int = 0,
) -> CFunctions:
    """The functions and tables of a mechanism at its start, for steps of a length.

    `branch` is, at a singular start, the number of one of the branches that go on from it.
    """
    refuse_modes(mechanism, "c_functions", "use simulate")
    check_numbers("c_functions", rtol=rtol, atol=atol)
    check_names("c_functions", method=method, formulation=formulation)
    asked: dict[str, Any] = {"start": start, "hold": hold, "speeds": speeds, "rtol": rtol, "atol": atol}
    return begun_functions(mechanism, step, method=method, formulation=formulation, **asked, branch=branch)


def begun_functions(
    mechanism: Mechanism,
    step: float,
    *,
    method: str,
    formulation: str,
    start: float,
    hold: Mapping[str, Any] | None,
    speeds: Mapping[str, Any] | None,
    rtol: float | None,
    atol: float | None,
    branch: int = 0,
    begun: tuple[Mapping[str, float], Mapping[str, float]] | None = None,
) -> CFunctions:
    """The same, for callers that read signals instead of observed numbers: bodies may have elastic modes.

    `begun` are positions and velocities by the names of coordinates, where these are known.
    """
    _refuse(mechanism, method, step)
    names = mechanism.system(drivers=False).coordinates
    estimates = None if begun is None else np.array([begun[0][name] for name in names])
    assembly = assemble(mechanism, hold=hold, at=start, start=estimates)
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    system = mechanism.system(dynamics=True).with_turns(assembly.wound)
    require_masses(mechanism, system, assembly, formulation)
    if begun is None:
        v, _ = starting_rates(mechanism, assembly, speeds or {}, branch, formulation)
    else:
        v = np.array([begun[1][name] for name in assembly.system.coordinates])
    usual = USUAL_TOLERANCES.get(method, Options().tolerances)
    options = Options(method, rtol or usual[0], atol or usual[1], step, formulation=formulation)
    loop = run_loop(begin_loop(system, assembly, v, start, options), np.array([start])).moment
    return _made(mechanism, loop, step)


def _refuse(mechanism: Mechanism, method: str, step: float) -> None:
    """Refuse what a loop outside cannot do."""
    if not is_number(step) or step <= 0.0:
        raise AnalysisError(
            f"c_functions: give the length of a step in s, above 0, as in step=0.001; found {shown(step)}"
        )
    if method not in METHODS:
        raise AnalysisError(f"c_functions: there is no C step by method '{method}'; methods are: {', '.join(METHODS)}")
    refuse_contacts(mechanism, "a step in C", "give the contact a force law, or step in Python with simulate")
    signals = mechanism.system(dynamics=True).signals
    if mechanism.events:
        raise AnalysisError(
            f"c_functions: event '{next(iter(mechanism.events))}' needs Python: leave it out, and watch its number in C"
        )
    if signals is not None and signals.samplers:
        raise AnalysisError(
            f"c_functions: '{signals.samplers[0].owner}' is sampled: take its output from a flag that C sets instead"
        )


def _made(mechanism: Mechanism, loop: Loop, length: float) -> CFunctions:
    from linkwork.numerics.integrators.integrator_state_kernel import OWN_TABLE, STATE
    from linkwork.numerics.jit import address
    from linkwork.numerics.switch_kernel import FROZEN
    from linkwork.system.constraints import plain_kernel
    from linkwork.system.loop import simulation_state_kernel
    from linkwork.system.loop.watches_kernel import FREE, place_of
    from linkwork.system.methods import c_step_kernel

    system, n = loop.system, len(loop.system.coordinates)
    own = int(system.k[layout.STATES])
    room = 3 * max(int(loop.s[1]), 2 * n + own)
    z = np.concatenate([loop.z, [length], np.zeros(room)])
    s = np.concatenate([loop.s[:STATE], [len(loop.z)], loop.state, loop.s[STATE:]])
    s[OWN_TABLE] += 1 + len(loop.state) if s[OWN_TABLE] else 0
    s[c_step_kernel.LOOP + simulation_state_kernel.STATUS] = simulation_state_kernel.RUNNING
    kept = c_step_kernel.LOOP + simulation_state_kernel.CELLS
    s[kept] = min(s[kept], simulation_state_kernel.KEPT)  # nobody is told there
    w = loop.w.copy()
    for watch in range(int(system.k[layout.SWITCHES])):
        w[place_of(system.k, watch) + FROZEN] = FREE
    signals, memory = system.signals, int(system.k[layout.MEMORY])
    assert signals is not None
    flags = [name for name, part in mechanism.signals.items() if part.from_outside]
    rate, correct, observe, solve = (
        int(loop.state[place])
        for place in (
            simulation_state_kernel.RATE,
            simulation_state_kernel.CORRECT,
            simulation_state_kernel.OBSERVE,
            simulation_state_kernel.SOLVE,
        )
    )
    return CFunctions(
        mechanism,
        loop.options.formulation,
        loop.options.method,
        rate,
        correct,
        observe,
        solve,
        address(plain_kernel.plain_state, "rate", "real"),
        address(c_step_kernel.c_step, "method", "real"),
        np.ascontiguousarray(loop.tables.k),
        np.ascontiguousarray(loop.tables.p),
        w,
        z,
        s,
        (*system.coordinates, *system.rate_names(), *list(signals.states)[:own]),
        {name: memory + signals.places[name] for name in flags},
    )
