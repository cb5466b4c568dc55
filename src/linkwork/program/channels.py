"""Channels of a run as outputs of a program: what the results say of one moment, recorded.

The same code that finds a channel of a run is run once with one frame whose numbers are recorded: positions, velocities
and accelerations of the bodies, reactions, energies, what forces write down. It is recorded by itself, every number of
the frame an input, and then played onto the tape of the program. What is no number of one moment is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import unquoted
from linkwork.elements.motion import Motion
from linkwork.elements.spatial.motion import SpatialMotion
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import layout_kernel as space
from linkwork.program.evaluation import live
from linkwork.program.plain_kernels import View, merged
from linkwork.program.tape import BINARY, COMPARISONS, CONSTANT, INPUT, SELECT, TABLE, Tape, UndecidedError
from linkwork.program.work import Deciding, Work
from linkwork.run import registry
from linkwork.run.channels import Channels
from linkwork.run.loads import Loads, empty_loads, load_names
from linkwork.run.run import Run
from linkwork.run.spatial.channels import SpatialChannels
from linkwork.system.modal.frame_motion import with_frames

if TYPE_CHECKING:
    from linkwork.system.system import System

_OVER_A_RUN = "is an integral over a run"
_OF_ALL_NODES = (".deflection", ".stress")
_PRINCIPAL = (".principal_1", ".principal_2", ".principal_3")
_NEARLY_NONE = 1e-8  # half an angle below which a rotation vector is twice the vector of the Euler parameters


def require_channel(system: System, name: str) -> None:
    """Refuse what no run of this mechanism has, before anything is recorded of it."""
    still, loads = np.zeros((1, len(system.coordinates))), empty_loads(system, 1)
    run = Run(system, np.zeros(1), still, still, still, np.zeros(1), loads.memory, "", loads)
    try:
        registry.find(run, unquoted(name))
    except AnalysisError as error:
        raise AnalysisError(f"program: an output is not known: {error}") from None


class Frame:
    """One moment of a motion in recording numbers of a tape of its own, and what they stand for in the program."""

    def __init__(self, system: System) -> None:
        self.system, self.tape = system, Tape()
        self.meant: dict[str, Any] = {}
        self.refused: dict[str, str] = {}
        self.t: Any = 0.0

    def numbers(self, values: Iterable[Any], label: str) -> Array:
        """A row of inputs, one for every number of the program."""
        row = [self._input(f"{label} {number}", value) for number, value in enumerate(values)]
        array: Array = np.empty((1, len(row)), object)
        array[0, :] = row
        return array

    def _input(self, name: str, value: Any) -> Any:
        self.meant[name] = value
        return self.tape.input(name)

    def without(self, numbers: Array, place: int, why: str) -> None:
        """A number that the program does not have."""
        self.refused[self.tape.names[numbers[0, place].place]] = why

    def played(self, tape: Tape, place: int, name: str) -> Any:
        """A number of this frame as a number of the program."""
        values: dict[int, Any] = {}
        for node in live(self.tape, [place]):
            code, operands = self.tape.codes[node], [values[x] for x in self.tape.operands[node]]
            if code == CONSTANT:
                values[node] = self.tape.values[node]
            elif code == INPUT:
                source = self.tape.names[node]
                if source in self.refused:
                    raise AnalysisError(f"program: channel '{name}' {self.refused[source]}")
                values[node] = self.meant[source]
            elif code == TABLE:
                values[node] = tape.table(self.tape.tables[node])
            elif code == SELECT:
                values[node] = tape.select(*operands)
            elif code in COMPARISONS:
                values[node] = tape.compare(code, *operands)
            elif code in BINARY:
                values[node] = tape.binary(code, *operands)
            else:
                values[node] = tape.unary(code, *operands)
        return values[place]


class RecordedMotion(SpatialMotion):
    """The motion of one moment in space; orientations are matrices and Euler parameters, no rotation vectors."""

    def __init__(self, system: System, q: Array, v: Array, a: Array, poses: Array) -> None:
        super().__init__(system.bodies, system.coordinates, q, v, a)
        self.poses = poses

    def matrix(self, body: str) -> Array:
        """The body's axes in the world."""
        if body == "ground":
            return np.eye(3)[None]
        at = space.POSE_SIZE * (self.bodies[body] // space.TWIST_SIZE) + space.MATRIX
        return np.reshape(self.poses[:, at : at + 9], (1, 3, 3))

    def parameters(self, body: str) -> Array:
        """Its Euler parameters, with the sign that they have."""
        if body == "ground":
            return np.array([[1.0, 0.0, 0.0, 0.0]])
        at = space.POSE_SIZE * (self.bodies[body] // space.TWIST_SIZE) + space.PARAMETERS
        return self.poses[:, at : at + 4]

    def _vector_of(self, quaternion: Array) -> Array:
        return rotation_vector(quaternion)


def rotation_vector(quaternion: Array) -> Array:
    """The rotation vector of length up to pi, of one frame of recording numbers."""
    e = quaternion[0]
    turned = np.where(e[0] < 0.0, -e, e)
    size = np.sqrt(np.sum(turned[1:] * turned[1:]))
    share = 2.0 if size < _NEARLY_NONE else 2.0 * np.arctan2(size, turned[0]) / size
    return np.asarray(turned[1:] * share)[None]


class RecordedChannels(SpatialChannels):
    """Channels of one moment in space: angles lie within half a turn."""

    def _turning(self, body: str, quantity: str) -> tuple[Array, str] | None:
        if quantity in ("roll", "pitch", "yaw"):
            return self._leaning(self.motion.matrix(body)[0], quantity)[None], "rad"
        return super()._turning(body, quantity)

    @staticmethod
    def _leaning(a: Array, quantity: str) -> Array:
        """Roll, pitch or yaw of a rotation matrix."""
        if quantity == "pitch":
            return np.asarray(np.arctan2(-a[2, 0], np.hypot(a[0, 0], a[1, 0])))
        y, x = (a[2, 1], a[2, 2]) if quantity == "roll" else (a[1, 0], a[0, 0])
        return np.asarray(np.arctan2(y, x))

    def _vectors(self, body: str) -> Array:
        return rotation_vector(self.motion.parameters(body))


class Moment:
    """The numbers of a program at its state, as one frame of a run."""

    def __init__(self, work: Work, wrenches: Sequence[Any], kernels_alone: bool) -> None:
        self.work, self.system, self.frame = work, work.bare, Frame(work.bare)
        self.kernels_alone = kernels_alone
        self.t = np.empty(1, object)
        self.t[0] = self.frame._input("t", work.t)
        self.q, self.v, self.a = self._motion()
        self.loads = self._loads(wrenches)

    def _motion(self) -> tuple[Array, Array, Array]:
        """Plain coordinates, velocities and accelerations; in space rotation vectors are not known."""
        k, system = self.work.k, self.system
        plane = system.world.dimensions == 2
        pose, twist = (layout.POSE_SIZE, layout.TWIST_SIZE) if plane else (space.POSE_SIZE, space.TWIST_SIZE)
        bodies, own = len(system.bodies), len(system.coordinates) - system.body_columns
        first = k[layout.POSE] + pose
        places = [first + pose * body + i for body in range(bodies) for i in range(twist)]
        places += [first + pose * bodies + i for i in range(own)]
        q = self.frame.numbers(self.work.numbers(places), "q")
        if not plane:
            for column in (twist * body + i for body in range(bodies) for i in (3, 4, 5)):
                self.frame.without(q, column, "asks for a rotation vector")
        twists = k[layout.TWIST] + twist
        v = self.frame.numbers(self.work.numbers(range(twists, twists + len(system.coordinates))), "v")
        rates = k[layout.A]
        a = self.frame.numbers(self.work.numbers(range(rates, rates + len(system.coordinates))), "a")
        self.poses = self.frame.numbers(self.work.numbers(range(first, first + pose * bodies)), "pose")
        return q, v, a

    def _loads(self, wrenches: Sequence[Any]) -> Loads:
        k, system, frame, numbers = self.work.k, self.system, self.frame, self.work.numbers
        multipliers = range(k[layout.MULTIPLIERS], k[layout.MULTIPLIERS] + len(system.equations))
        energy = frame.numbers(numbers(range(k[layout.ENERGY], k[layout.ENERGY] + layout.ENERGIES)), "energy")
        places, record = list[int](), k[layout.FORCE_AT]
        for _ in system.forces:
            at = k[layout.OUT] + k[record + layout.OUT_AT]
            places += range(at, at + system.world.force_results)
            record += layout.RECORD
        size = 0 if system.signals is None else system.signals.size
        memory = frame.numbers(numbers(range(k[layout.MEMORY], k[layout.MEMORY] + size)), "memory")
        if system.signals is not None:
            for name in list(system.signals.states)[-layout.QUADRATURES :]:
                frame.without(memory, system.signals.state(name)[0], _OVER_A_RUN)
        reactions = frame.numbers(wrenches, "reaction").reshape(1, len(system.elements), system.world.reaction)
        forces = frame.numbers(numbers(places), "force")
        return Loads(system, frame.numbers(numbers(multipliers), "multiplier"), reactions, energy, forces, memory)

    def run(self) -> Run:
        """The frame as a run, with nothing kept of what was asked of it before."""
        still = np.zeros(1)
        run = Run(self.system, self.t, self.q, self.v, self.a, still, self.loads.memory, "", self.loads)
        if self.system.world.dimensions == 2:
            frames, q, v, a = with_frames(self.system, self.q, self.v, self.a)
            motion = Motion(self.system.bodies, self.system.coordinates, q, v, a, frames)
            run.__dict__["moving"] = Channels(self.system, motion)
        else:
            turned = RecordedMotion(self.system, self.q, self.v, self.a, self.poses)
            run.__dict__["moving"] = RecordedChannels(self.system, turned)
        return run

    def channel(self, name: str) -> tuple[Any, str]:
        """A channel at this moment as a number of the program, and its unit."""
        plain = unquoted(name)
        if plain.startswith("violation."):
            raise AnalysisError(f"program: channel '{name}' is no output; watch the result 'residual'")
        if plain == "energy.balance":
            raise AnalysisError(f"program: channel '{name}' {_OVER_A_RUN}")
        if plain.rpartition(".")[0] in (body.name for body in self.system.modal) and plain.endswith(_OF_ALL_NODES):
            raise AnalysisError(
                f"program: channel '{name}' is the largest of all nodes; ask for it at a place that the body names"
            )
        if plain.endswith(_PRINCIPAL):
            raise AnalysisError(f"program: channel '{name}' is an eigenvalue; ask for parts of the stress")
        if self.kernels_alone and plain not in load_names(self.loads):
            raise AnalysisError(
                f"program: channel '{name}' is made of places that may follow from parameters; let no parameter stay "
                "a symbol"
            )
        units, out = list[str](), View([0.0])

        def into(target: View) -> None:
            values, unit = registry.find(self.run(), plain)
            units.append(unit)
            target[0] = values.item() if values.dtype != object else values.ravel()[0]

        try:
            with Deciding(self.frame.tape):
                merged(into, (out,))
        except (UndecidedError, TypeError):
            raise AnalysisError(
                f"program: channel '{name}' cannot be recorded: it is no formula of the numbers of one moment"
            ) from None
        place = self.frame.tape.place(out[0])
        return self.frame.played(self.work.tape, place, name), units[0]
