"""A mechanism as a subsystem: forces at its interfaces in, their motion out.

The mechanism is copied, input signals and forces are added at the interfaces, and the step of the compiled loop is
called (`c_functions`). A trial works on copies of three arrays, so that going back costs a few microseconds.
"""

from __future__ import annotations

import copy
import ctypes
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.analysis.c_functions import begun_functions
from linkwork.base.arrays import Array
from linkwork.base.errors import shown
from linkwork.exchange.subsystem import DEGREES, CouplingError, Description, Interface, SubsystemError
from linkwork.expression import resolve_parameters
from linkwork.expression.given import public
from linkwork.mechanism.hold import held_values
from linkwork.mechanism.mechanism import Mechanism
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial.layout_kernel import PARAMETERS, POSE_SIZE
from linkwork.run.remarks import remark_notes
from linkwork.signals.parts import Input
from linkwork.system.modal.modal_layout_kernel import POSE_OF

_REASONS = {
    2: "the step went to zero",
    3: "something is not finite",
    4: "the iteration of the implicit method does not converge",
    5: "the constraints cannot be kept",
}
_SINCE = "coupled_since"
_METHODS = ("rk4", "dop853", "radau")

Begun = Callable[[float], tuple[dict[str, float], dict[str, float]]]


class MechanismPart:
    """A mechanism that is coupled at points or frames of its bodies.

    `interfaces={"C": "rod.C"}` couples a point of a body, whose force and motion have two components in the plane and
    three in space; `frames={"W": "rod.W"}` also the body's rotation with its moment, in space as a unit quaternion with
    moments and angular velocities in the axes of the world; `ports={"P": "drive.plus"}` a node of a circuit, whose
    current (flow, heat, torque) comes in and whose voltage (pressure, temperature, speed) goes out. `outputs` are
    channels of positions and speeds that are to be seen. `steps` is how many steps of the `method` are made in a step
    of the coupling. `begun` gives, for the time of the start, positions and velocities by the names of coordinates,
    where they are not to be sought (`cut`).
    """

    @public
    def __init__(
        self,
        mechanism: Any,
        *,
        interfaces: Mapping[str, str] | None = None,
        frames: Mapping[str, str] | None = None,
        ports: Mapping[str, str] | None = None,
        outputs: Mapping[str, str] | None = None,
        steps: int = 1,
        method: str = "rk4",
        formulation: str = "auto",
        hold: Mapping[str, Any] | None = None,
        speeds: Mapping[str, Any] | None = None,
        rtol: float = 1e-12,
        atol: float = 1e-14,
        begun: Begun | None = None,
    ) -> None:
        if not isinstance(mechanism, Mechanism):
            raise CouplingError(f"mechanism: expected a mechanism, lw.Planar or lw.Spatial; found {shown(mechanism)}")
        if steps < 1 or method not in _METHODS:
            raise CouplingError(
                f"{mechanism.name}: steps must be 1 or more and method one of {', '.join(_METHODS)}; found "
                f"{steps} and {shown(method)}"
            )
        self._steps = steps
        self._asked: dict[str, Any] = {"method": method, "formulation": formulation, "speeds": speeds}
        self._asked["hold"] = held_values(hold)
        self._asked |= {"rtol": rtol, "atol": atol}
        self._begun = begun
        signals = mechanism.described_signals.items()
        inputs = {name: part for name, part in signals if isinstance(part, Input) and part.from_outside}
        self._open = {name: _first_value(mechanism, part) for name, part in inputs.items()}
        self._own: Any = copy.deepcopy(mechanism)
        self._own.input_signal(_SINCE)
        self._faces: dict[str, Interface] = {}
        self._inputs: list[str] = []
        self._seen: dict[str, str] = {}
        self._turns: dict[str, str] = {}
        for given, turning in ((interfaces, False), (frames, True)):
            for name, place in (given or {}).items():
                self._interface(name, place, turning)
        for name, node in (ports or {}).items():
            from linkwork.exchange.ports import add_port

            self._faces[name], seen = add_port(self._own, name, node, self._law)
            self._seen |= seen
        for name, channel in (outputs or {}).items():
            self._seen[name] = channel
        for number, channel in enumerate(self._seen.values()):
            self._own.output_signal(f"coupled_out_{number}", channel)
        self._t = self._h = 0.0
        self.notes: list[str] = []
        """What a user should know of its steps."""

    def _interface(self, name: str, place: str, turning: bool) -> None:
        """Input signals, the force that they make, and the channels of the place."""
        own, flat = self._own, hasattr(self._own, "in_space")
        body, _, point = place.partition(".")
        letters = "xy" if flat else "xyz"
        about = ("m",) if flat else ("mx", "my", "mz")
        forces = tuple(f"{name}.f{letter}" for letter in letters)
        forces += tuple(f"{name}.{letter}" for letter in about) if turning else ()
        laws = [self._law(each) for each in forces]
        moments = laws[len(letters) :]
        more = {"torque": moments[0] if flat else tuple(moments)} if turning else {}
        handle = own.handle_kind(own, body)
        where = handle.at(point) if point else handle
        own.force(f"coupled_{name}", where, *laws[: len(letters)], **more)
        turn = tuple(f"{name}.e{part}" for part in range(4)) if turning and not flat else ()
        if turn:
            self._turns[name] = body
        position = tuple(f"{name}.{letter}" for letter in letters) + ((f"{name}.angle",) if turning and flat else ())
        spins = (("omega",) if flat else ("wx", "wy", "wz")) if turning else ()
        velocity = tuple(f"{name}.v{letter}" for letter in letters) + tuple(f"{name}.{spin}" for spin in spins)
        for each in (*position, *velocity):
            last = each.rpartition(".")[2]
            owner = body if last in ("angle", *spins) or not point else f"{body}.{point}"
            self._seen[each] = f"{_quoted(owner)}.{last}"
        units = ("m",) * len(letters) + (("rad",) if turning and flat else ())
        kind = "frame" if turning else "point"
        self._faces[name] = Interface("force", forces, position, velocity, kind, units, turn)

    def _law(self, name: str) -> str:
        """A polynomial of the time in the step, of three input signals."""
        signals = [f"coupled_{len(self._inputs)}_{power}" for power in range(DEGREES)]
        self._inputs.append(name)
        for each in signals:
            self._own.input_signal(each)
        return f"{signals[0]} + (t - {_SINCE})*({signals[1]} + (t - {_SINCE})*{signals[2]})"

    def describe(self) -> Description:
        """Forces and open signals in, positions and velocities out."""
        turns = [each for name in self._turns for each in self._faces[name].turn]
        return Description((*self._inputs, *self._open), (*self._seen, *turns), self._faces, defaults=dict(self._open))

    def start(self, t: float, inputs: Array) -> Array:
        """Assemble, find the rates, and evaluate the outputs."""
        c = self._c = begun_functions(self._own, 1e-3, start=t, begun=self._begun and self._begun(t), **self._asked)
        self._length = c._length_at()
        system = self._own.system(dynamics=True)
        memory, signals = int(system.k[layout.MEMORY]), system.signals
        self.notes = _switching(int(system.k[layout.SWITCHES])) + remark_notes(self._own)
        seen = [memory + signals.places[f"coupled_out_{k}"] for k in range(len(self._seen))]
        self._out = np.array(seen + [at for body in self._turns.values() for at in self._parameters(system, body)], int)
        own = [[c.inputs[f"coupled_{k}_{p}"] for k in range(len(self._inputs))] for p in range(DEGREES)]
        self._into, self._since = np.array(own, int).reshape(DEGREES, -1), c.inputs[_SINCE]
        self._signals = np.array([c.inputs[name] for name in self._open], int)
        step = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 5)
        part = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_double, *[ctypes.c_void_p] * 2)
        self._step, self._rate = step(c.step), part(c.rate)
        model = c.model()
        self._tables = tuple(ctypes.c_void_p(each) for each in (model.k, model.p, model.w, model.z, model.s))
        self._y, self._rates = ctypes.c_void_p(model.y), np.zeros(4 * len(c.z))
        self._rates_at = ctypes.c_void_p(self._rates.ctypes.data)
        self._put(np.vstack([inputs, np.zeros((DEGREES - 1, len(inputs)))]), t, 0.0)
        self._t = t
        start = self._outputs()
        self._state = self._copied()
        return start

    def _parameters(self, system: Any, body: str) -> range:
        """Where the unit quaternion of a body, or of an interface of one with modes, lies in the workspace."""
        k, at = self._c.k, system.frames.get(body)
        place = POSE_SIZE * (system.bodies.index(body) + 1) if at is None else int(k[at + POSE_OF])
        first = int(k[layout.POSE]) + place + PARAMETERS
        return range(first, first + 4)

    def _put(self, inputs: Array, t: float, h: float) -> None:
        count = len(self._inputs)
        w = self._c.w
        w[self._into] = inputs[:, :count]
        w[self._since] = t
        if len(self._signals):  # signals of the mechanism stay as they are in the middle of the step
            mean = inputs[0] + h / 2 * (inputs[1] + h / 2 * inputs[2])
            w[self._signals] = mean[count:]

    def _copied(self) -> tuple[Array, Array, Array]:
        return self._c.w.copy(), self._c.z.copy(), self._c.s.copy()

    def attempt(self, h: float, inputs: Array) -> Array:
        """Steps of the compiled loop from the committed state."""
        c = self._c
        c.w[:], c.z[:], c.s[:] = self._state
        self._put(inputs, self._t, h)
        c.z[self._length] = h / self._steps
        reason = self._step(self._steps, *self._tables)
        if reason:
            raise SubsystemError(f"{self._own.name}: {_REASONS.get(int(reason), f'reason {reason}')}")
        self._h = h
        return self._outputs()

    def _outputs(self) -> Array:
        """What the signals read at the present state."""
        k, p, w = self._tables[:3]
        self._rate(k, p, w, self._c.t, self._y, self._rates_at)
        outputs = self._c.w[self._out]
        if not np.isfinite(outputs).all():
            raise SubsystemError(f"{self._own.name}: the motion is not finite")
        return outputs

    def commit(self) -> None:
        """Keep the state after the last trial."""
        self._state, self._t, self._h = self._copied(), self._t + self._h, 0.0

    def save(self) -> Any:
        """The arrays of the loop."""
        return self._t, self._state

    def restore(self, token: Any) -> None:
        """Back to them."""
        self._t, self._state = token
        self._h = 0.0

    def close(self) -> None:
        """Nothing is held."""


def _first_value(mechanism: Mechanism, signal: Input) -> float:
    """What an input is until something comes."""
    return float(np.real(signal.start.value(resolve_parameters(mechanism.parameters_by_name))))


def _switching(count: int) -> list[str]:
    """Words on laws that change at once, which a step does not stop at."""
    if not count:
        return []
    laws = f"{count} changes of its laws are" if count > 1 else "a change of its laws is"
    return [f"{laws} no end of a step: where they jump, results are of the order of the step; take short ones"]


def _quoted(place: str) -> str:
    """A place as a formula names it: a body whose name is no word stands in quotes."""
    body, point, rest = place.partition(".")
    return f"{body if body.isidentifier() else repr(body)}{point}{rest}"
