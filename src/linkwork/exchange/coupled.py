"""Coupled: subsystems and how they are connected, as a user says it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import shown
from linkwork.base.names import suggestion
from linkwork.exchange.ball_contact import Balls
from linkwork.exchange.checks import require_possible
from linkwork.exchange.connections import MEASURES, Connection, Flow, MotionGlue, RigidGlue
from linkwork.exchange.coordinator import SCHEMES, Coordinator, Part, Settings
from linkwork.exchange.frames import Side, gap_between
from linkwork.exchange.joined import ForceBetween, JointGlue
from linkwork.exchange.pair import Pair, described_pair
from linkwork.exchange.polynomials import INTERPOLATIONS
from linkwork.exchange.result import CoupledRun
from linkwork.exchange.stepping import run_coupled
from linkwork.exchange.subsystem import CouplingError, Description, Interface, require_subsystem
from linkwork.expression.given import public

Made = Callable[["Coupled", int | None, str], list[Connection]]


@public
class Coupled:
    """Subsystems that are stepped together.

        c = Coupled("two halves")
        c.add("left", left)
        c.add("right", right)
        c.glue("middle", "left.tip", "right.tip")
        run = c.run(until=1.0, step=1e-3)

    Interfaces are named `part.interface`, single inputs and outputs `part.name`.
    """

    def __init__(self, name: str) -> None:
        self.name = str(name)
        self.parts: dict[str, Part] = {}
        self.made: dict[str, Made] = {}
        self.exposed: dict[str, str] = {}
        self._width = [0, 0]

    def add(self, name: str, part: Any) -> None:
        """A subsystem under a name."""
        if name in self.parts or "." in name or not name:
            raise CouplingError(f"{self.name}: part {shown(name)}: give a name of its own, without a point")
        require_subsystem(f"{self.name}: part '{name}'", part)
        told = part.describe()
        places = [slice(w, w + len(n)) for w, n in zip(self._width, (told.inputs, told.outputs), strict=True)]
        self._width = [place.stop for place in places]
        self.parts[name] = Part(name, part, told, *places)

    def replace(self, name: str, part: Any) -> None:
        """Another subsystem in the place of a part with the same inputs and outputs, as one that came back."""
        before, _ = self._part(self.name, name)
        require_subsystem(f"{self.name}: part '{name}'", part)
        told = part.describe()
        if (told.inputs, told.outputs) != (before.description.inputs, before.description.outputs):
            raise CouplingError(f"{self.name}: part '{name}': it has other inputs and outputs than the one before")
        self.parts[name] = Part(name, part, told, before.inputs, before.outputs)

    # ------------------------------------------------------------------ connections

    def glue(
        self, name: str, first: str, second: str, *, measure: str = "auto", components: Sequence[int] = ()
    ) -> None:
        """Two interfaces move together.

        Where both take forces, the force between them is sought (T-T) by a `measure`: "both", "mixed", "displacement"
        or "velocity"; "auto" is "both", or "displacement" where a part counts only the force at the end of a step.
        Where both take motions, the motion is sought (X-X); where one takes the motion of the other, it gives the force
        (X-T). `components` are those that are glued, counted from 0; all of them otherwise.
        """
        self._name(name)
        if measure not in ("auto", *MEASURES):
            raise CouplingError(f"connection '{name}': measure is one of {', '.join(MEASURES)}; found {shown(measure)}")
        sides = [self._interface(name, end) for end in (first, second)]
        chosen = self._components(name, sides, components)
        takes = "".join(face.takes[0] for _, face in sides)
        if any(face.turn for _, face in sides) and (takes != "ff" or not all(face.turn for _, face in sides)):
            raise CouplingError(f"connection '{name}': a frame in space is glued to another one that takes forces")
        self._fit(name, sides)
        if takes == "ff":
            self.made[name] = lambda c, degree, taken: [c._rigid(name, sides, chosen, degree, taken or measure)]
        elif takes == "mm":
            self.made[name] = lambda c, degree, _: [c._motion(name, sides, chosen, degree)]
        else:
            ordered = sides if takes == "mf" else sides[::-1]
            self.made[name] = lambda c, degree, _: c._mixed(name, ordered, chosen, degree)

    def spring(
        self,
        name: str,
        first: str,
        second: str,
        stiffness: float = 0.0,
        damping: float = 0.0,
        *,
        law: Callable[[Array, Array], Any] | None = None,
    ) -> None:
        """A spring and damper between two interfaces that take forces, the same in all components.

        `law` is a function of how far, and how fast, the second lies from the first; it gives the force on the first.
        """
        self._name(name)
        sides = [self._interface(name, end) for end in (first, second)]
        self._fit(name, sides)
        if any(face.takes != "force" or face.turn for _, face in sides):
            raise CouplingError(
                f"connection '{name}': a spring needs two interfaces that take forces; between frames in space take a "
                "bushing, as force(...)"
            )
        if not np.isfinite([stiffness, damping]).all():
            raise CouplingError(f"connection '{name}': stiffness and damping must be numbers")
        (one, a), (two, b) = sides
        at = [(one, a.position), (two, b.position), (one, a.velocity), (two, b.velocity)]
        places, size = np.array([self._places(part, names) for part, names in at]), a.size

        def force(y: Array) -> Array:
            x1, x2, v1, v2 = y[places]
            if law is not None:
                return np.asarray(law(x2 - x1, v2 - v1), float).reshape(size)
            return stiffness * (x2 - x1) + damping * (v2 - v1) if damping else stiffness * (x2 - x1)

        ends = [(self._into(one, a.force), 1.0), (self._into(two, b.force), -1.0)]
        sources, labels = {self._number(one), self._number(two)}, _labels(name, a.size)

        def made(c: Coupled, degree: int | None, _: str) -> list[Connection]:
            return [Flow(name, labels, ends, 1 if degree is None else degree, sources, force, law is not None)]

        self.made[name] = made

    def joint(self, name: str, first: str, second: str, joint: Mapping[str, Any], *, measure: str = "auto") -> None:
        """A joint of any kind between two frames: what a model file says of a joint between `first` and `second`.

            c.joint("slide", "left.end", "right.end", {"type": "translational", "between": [
                {"first": [[0, 0], [1, 0]]}, {"second": [[0, 0], [1, 0]]}]})

        `first` and `second` are bodies whose origins and axes are those of the frames. The multipliers of its equations
        are sought; their channels are `slide.f0` ...
        """
        in_space = self._frames(name, (first, second))[0].in_space
        self.joint_between(name, first, second, described_pair(name, "joints", joint, in_space), measure)

    def joint_between(self, name: str, first: str, second: str, between: Any, measure: str = "auto") -> None:
        """The same by a mechanism of two free bodies, whose origins and axes are those of the frames, and the joint."""
        self._name(name)
        if measure not in ("auto", *MEASURES):
            raise CouplingError(f"connection '{name}': measure is one of {', '.join(MEASURES)}; found {shown(measure)}")
        self._pair(name, (first, second), between)

        def made(c: Coupled, degree: int | None, taken: str) -> list[Connection]:
            pair, into = c._pair(name, (first, second), between)
            chosen = taken or ("both" if measure == "auto" else measure)
            return [JointGlue(name, into, pair, chosen, degree or 0)]

        self.made[name] = made

    def force(self, name: str, first: str, second: str, force: Mapping[str, Any]) -> None:
        """A force of any kind between two frames, a bushing for example: what a model file says of it.

        `first` and `second` are bodies whose origins and axes are those of the frames; channels are `name.first.fx` ...
        """
        self._name(name)
        between = described_pair(name, "forces", force, self._frames(name, (first, second))[0].in_space)
        self._pair(name, (first, second), between)
        sources = {self._number(self._interface(name, end)[0]) for end in (first, second)}

        def made(c: Coupled, degree: int | None, _: str) -> list[Connection]:
            pair, into = c._pair(name, (first, second), between)
            return [ForceBetween(name, into, pair, 1 if degree is None else degree, sources)]

        self.made[name] = made

    def balls(
        self,
        name: str,
        first: str,
        second: str,
        radii: tuple[float, float],
        stiffness: float,
        exponent: float = 1.5,
        damping: float = 0.0,
        friction: float = 0.0,
        smooth_speed: float = 0.0,
    ) -> None:
        """Two balls about interfaces that press on each other.

        With the depth d of their overlap the force is K d^n (1 + damping d'), Hunt and Crossley's, and never pulls.
        With `friction` they rub where they touch, smoothed by tanh over the slip `smooth_speed`: that needs frames,
        which take the moment.
        """
        balls = Balls(radii, stiffness, exponent, damping, friction, smooth_speed)
        balls.check(name)
        if not friction and not any(self._interface(name, end)[1].kind == "frame" for end in (first, second)):
            self.spring(name, first, second, law=balls.on_points)
            return
        self._name(name)
        one = self._frames(name, (first, second))[0]
        letters = ("fx", "fy", "fz", "mx", "my", "mz") if len(one.turn) else ("fx", "fy", "m")
        labels = [f"{name}.{which}.{letter}" for which in ("first", "second") for letter in letters]
        sources = {self._number(self._interface(name, end)[0]) for end in (first, second)}

        def made(c: Coupled, degree: int | None, _: str) -> list[Connection]:
            first_side, second_side, places = c._frames(name, (first, second))
            law = partial(balls.on_frames, first=first_side, second=second_side)
            return [Flow(name, labels, [(places, 1.0)], 1 if degree is None else degree, sources, law, True)]

        self.made[name] = made

    def connect(self, source: str, target: str, factor: float = 1.0) -> None:
        """An output goes into an input."""
        name = f"{source} -> {target}"
        self._name(name)
        out, into = self._variable(source, "outputs"), self._variable(target, "inputs")
        units = [self.parts[p].description.units.get(v, "") for p, v in (out, into)]
        if all(units) and units[0] != units[1] and factor == 1.0:
            raise CouplingError(
                f"connection '{name}': {units[0]} does not go into {units[1]}; give the factor between the units"
            )
        at, ends = self._places(out[0], [out[1]]), [(self._into(into[0], [into[1]]), 1.0)]
        sources = {self._number(out[0])}

        def made(c: Coupled, degree: int | None, _: str) -> list[Connection]:
            return [Flow(name, [name], ends, 1 if degree is None else degree, sources, lambda y: factor * y[at])]

        self.made[name] = made

    def expose(self, name: str, interface: str) -> None:
        """An interface, input or output of a part that this model gives to the outside when it is a part itself."""
        self.exposed[name] = interface

    # ------------------------------------------------------------------ running

    def run(
        self,
        until: float,
        step: float,
        *,
        start: float = 0.0,
        scheme: str = "parallel",
        iterate: bool = True,
        interpolation: str | None = None,
        measure: str = "",
        leader: str = "",
        tolerance: float = 1e-10,
        most: int = 10,
        rtol: float | None = None,
        atol: float = 1e-6,
        every: int = 1,
        progress: bool = True,
        resume: CoupledRun | None = None,
        checkpoints: int = 0,
    ) -> CoupledRun:
        """Step all parts together.

        `scheme` is "parallel" (all at once; with `iterate` the step is repeated until the interfaces agree within the
        `tolerance`, in `most` iterations), "leading" (the `leader` first, then the others with what it gave) or
        "walking" (one after the other). `interpolation` of what is exchanged is "constant", "linear" or "quadratic";
        `rtol` lets the step be chosen by the error of the interface quantities. Every `every`-th step is kept.
        `resume` is a run of this model that ended early, or is to go on: it begins at its last committed step, or,
        where a part has died, at the last of the `checkpoints`, which are made every so many steps.
        """
        made = self.coordinator(
            scheme=scheme,
            iterate=iterate,
            interpolation=interpolation,
            measure=measure,
            leader=leader,
            tolerance=tolerance,
            most=most,
            adaptive=rtol is not None,
        )
        times = float(start), float(until), float(step)
        return run_coupled(self, made, *times, rtol, atol, every, progress, resume, checkpoints)

    def as_part(self, **options: Any) -> Coordinator:
        """This model as a subsystem of another; its interfaces are those that `expose` names.

        It iterates to a tolerance far below that of the model around it.
        """
        if not self.exposed:
            raise CouplingError(f"{self.name}: as a part it needs interfaces: expose('tip', 'right.tip')")
        return self.coordinator(**({"tolerance": 1e-13} | options))

    def coordinator(
        self,
        scheme: str = "parallel",
        iterate: bool = True,
        interpolation: str | None = None,
        measure: str = "",
        leader: str = "",
        tolerance: float = 1e-10,
        most: int = 10,
        adaptive: bool = False,
    ) -> Coordinator:
        """What steps the model, at its start."""
        if not self.parts:
            raise CouplingError(f"{self.name}: there are no parts; add some")
        if scheme not in SCHEMES:
            raise CouplingError(f"{self.name}: scheme is one of {', '.join(SCHEMES)}; found {shown(scheme)}")
        if interpolation is not None and interpolation not in INTERPOLATIONS:
            known = ", ".join(INTERPOLATIONS)
            raise CouplingError(f"{self.name}: interpolation is one of {known}; found {shown(interpolation)}")
        if measure and measure not in MEASURES:
            raise CouplingError(f"{self.name}: measure is one of {', '.join(MEASURES)}; found {shown(measure)}")
        if not (np.isfinite(tolerance) and tolerance > 0.0):
            raise CouplingError(f"{self.name}: tolerance must be above 0; found {shown(tolerance)}")
        degree = None if interpolation is None else INTERPOLATIONS[interpolation]
        connections = [each for made in self.made.values() for each in made(self, degree, measure)]
        settings = Settings(scheme, iterate and scheme == "parallel", tolerance, most)
        parts = list(self.parts.values())
        require_possible(self.name, parts, connections, settings, adaptive)
        own, inside, outside = self._own(connections)
        coordinator = Coordinator(self.name, parts, connections, settings, own, inside, outside)
        coordinator.order = self._order(leader)
        return coordinator

    def _order(self, leader: str) -> list[int]:
        if leader and leader not in self.parts:
            raise CouplingError(f"{self.name}: there is no part '{leader}'{suggestion(leader, self.parts, 'parts')}")
        names = list(self.parts)
        return sorted(range(len(names)), key=lambda k: names[k] != leader)

    # ------------------------------------------------------------------ making connections

    def _rigid(
        self, name: str, sides: list[tuple[str, Interface]], chosen: list[int], degree: int | None, measure: str
    ) -> Connection:
        ends = [
            (self._into(p, [f.force[k] for k in chosen]), sign) for (p, f), sign in zip(sides, (1, -1), strict=True)
        ]
        labels = _labels(name, len(chosen))
        if measure == "auto":
            measure = "displacement" if any(self.parts[p].description.end_only for p, _ in sides) else "both"
        first, second = (self._side(part, face) for part, face in sides)
        scale = max(face.scale for _, face in sides)
        made = RigidGlue(name, labels, ends, degree or 0, measure, gap_between(first, second, chosen), scale)
        made.port = any(face.kind == "port" for _, face in sides)
        return made

    def _side(self, part: str, face: Interface) -> Side:
        """Where the motion of an interface lies among all outputs."""
        return Side(*(self._places(part, names) for names in (face.position, face.velocity, face.turn)))

    def _frames(self, name: str, ends: Sequence[str]) -> tuple[Side, Side, list[int]]:
        """Two frames that take forces and moments, and the inputs that these go into."""
        sides = [self._interface(name, end) for end in ends]
        for (_, face), end in zip(sides, ends, strict=True):
            if face.kind != "frame" or face.takes != "force":
                raise CouplingError(
                    f"connection '{name}': {end} is no frame that takes forces and moments; couple it as one of the "
                    "`frames` of its part"
                )
        if sides[0][1].size != sides[1][1].size:
            raise CouplingError(f"connection '{name}': one frame lies in the plane, the other in space")
        self._fit(name, sides)
        first, second = (self._side(part, face) for part, face in sides)
        return first, second, [at for part, face in sides for at in self._into(part, face.force)]

    def _pair(self, name: str, ends: Sequence[str], between: Any) -> tuple[Pair, list[int]]:
        """Two frames with a joint or force between them, and the inputs that its forces go into."""
        first, second, into = self._frames(name, ends)
        return Pair(name, between, (first, second)), into

    def _motion(
        self, name: str, sides: list[tuple[str, Interface]], chosen: list[int], degree: int | None
    ) -> Connection:
        names = [tuple(f.position[k] for k in chosen) for _, f in sides]
        ends = [(self._into(p, n), 1.0) for (p, _), n in zip(sides, names, strict=True)]
        forces = [self._places(p, [f.force[k] for k in chosen]) for p, f in sides]
        labels = [f"{name}.x{k}" for k in range(len(chosen))]
        return MotionGlue(name, labels, ends, 1 if degree is None else degree, forces)

    def _mixed(
        self, name: str, sides: list[tuple[str, Interface]], chosen: list[int], degree: int | None
    ) -> list[Connection]:
        """Motion of the side that takes forces into the other, whose force comes back."""
        (moved, x), (pushed, t) = sides
        power = 1 if degree is None else degree
        motion = [x.position[k] for k in chosen] + [x.velocity[k] for k in chosen if x.velocity]
        source = [t.position[k] for k in chosen] + [t.velocity[k] for k in chosen if x.velocity]
        at, force = self._places(pushed, source), self._places(moved, [x.force[k] for k in chosen])
        labels = [f"{name}.x{k}" for k in range(len(chosen))] + [f"{name}.v{k}" for k in chosen if x.velocity]
        there = Flow(name, labels, [(self._into(moved, motion), 1.0)], power, {self._number(pushed)}, lambda y: y[at])
        back = Flow(
            name,
            _labels(name, len(chosen)),
            [(self._into(pushed, [t.force[k] for k in chosen]), -1.0)],
            power,
            {self._number(moved)},
            lambda y: y[force],
        )
        return [there, back]

    # ------------------------------------------------------------------ names

    def _name(self, name: str) -> None:
        if name in self.made:
            raise CouplingError(f"{self.name}: there is a connection '{name}' already")

    def _number(self, part: str) -> int:
        return list(self.parts).index(part)

    def _part(self, name: str, end: str) -> tuple[Part, str]:
        part, _, rest = str(end).partition(".")
        if part not in self.parts:
            raise CouplingError(f"{name}: there is no part '{part}'{suggestion(part, self.parts, 'parts')}")
        return self.parts[part], rest

    def _interface(self, name: str, end: str) -> tuple[str, Interface]:
        part, rest = self._part(f"connection '{name}'", end)
        faces = part.description.interfaces
        if rest not in faces:
            raise CouplingError(
                f"connection '{name}': part '{part.name}' has no interface '{rest}'"
                f"{suggestion(rest, faces, 'interfaces')}"
            )
        return part.name, faces[rest]

    def _variable(self, end: str, kind: str) -> tuple[str, str]:
        part, rest = self._part("connection", end)
        known = getattr(part.description, kind)
        if rest not in known:
            raise CouplingError(
                f"connection: part '{part.name}' has no {kind[:-1]} '{rest}'{suggestion(rest, known, kind)}"
            )
        return part.name, rest

    def _components(self, name: str, sides: list[tuple[str, Interface]], components: Sequence[int]) -> list[int]:
        sizes = [face.size for _, face in sides]
        chosen = list(components) or list(range(sizes[0]))
        if (not components and sizes[0] != sizes[1]) or min(chosen) < 0 or max(chosen) >= min(sizes):
            raise CouplingError(
                f"connection '{name}': the interfaces have {sizes[0]} and {sizes[1]} components, which do not fit; "
                "name the components that are glued, or put a virtual interface between them"
            )
        return chosen

    def _fit(self, name: str, sides: list[tuple[str, Interface]]) -> None:
        one, two = (face.units for _, face in sides)
        if one and two and one != two:
            raise CouplingError(f"connection '{name}': units {', '.join(one)} do not fit {', '.join(two)}")

    def _into(self, part: str, names: Sequence[str]) -> list[int]:
        into = self.parts[part]
        return [into.inputs.start + into.description.inputs.index(each) for each in names]

    def _places(self, part: str, names: Sequence[str]) -> Array:
        places = self.parts[part]
        return np.array([places.outputs.start + places.description.outputs.index(each) for each in names], int)

    def _own(self, connections: Sequence[Connection]) -> tuple[Description, Array, Array]:
        """The description of the model as a part, and where its inputs and outputs lie."""
        inputs, outputs, faces = dict[str, int](), dict[str, int](), dict[str, Interface]()

        def named(part: str, names: Sequence[str], into: bool, outer: str) -> tuple[str, ...]:
            places = self._into(part, names) if into else self._places(part, names)
            own = tuple(f"{outer}.{each.rpartition('.')[2]}" for each in names)
            (inputs if into else outputs).update(zip(own, (int(p) for p in places), strict=True))
            return own

        for outer, inner in self.exposed.items():
            part, rest = self._part(f"{self.name}: '{outer}'", inner)
            told = part.description
            if rest in told.interfaces:
                face = told.interfaces[rest]
                pushed = face.takes == "force"
                force = named(part.name, face.force, pushed, outer)
                motion = [
                    named(part.name, each, not pushed, outer) for each in (face.position, face.velocity, face.turn)
                ]
                faces[outer] = Interface(
                    face.takes, force, motion[0], motion[1], face.kind, face.units, motion[2], face.scale
                )
            elif rest in told.inputs:
                inputs[outer] = self._into(part.name, [rest])[0]
            else:
                outputs[outer] = int(self._places(*_pair(self._variable(inner, "outputs")))[0])
        parts = [each.description for each in self.parts.values()]
        unconnected = np.concatenate([each.unconnected for each in parts])
        for connection in connections:
            unconnected[connection.into] = 0.0
        begin = {outer: float(unconnected[place]) for outer, place in inputs.items()}
        own = Description(
            tuple(inputs),
            tuple(outputs),
            faces,
            repeats=all(each.repeats for each in parts),
            linear=all(each.linear for each in parts),
            end_only=any(each.end_only for each in parts),
            degree=min((each.degree for each in parts), default=2),
            defaults={outer: value for outer, value in begin.items() if not math.isnan(value)},
            lawful=tuple(outer for outer, value in begin.items() if math.isnan(value)),
        )
        return own, np.array(list(inputs.values()), int), np.array(list(outputs.values()), int)


def _pair(pair: tuple[str, str]) -> tuple[str, list[str]]:
    return pair[0], [pair[1]]


def _labels(name: str, size: int) -> list[str]:
    return [f"{name}.f{k}" for k in range(size)]


def outputs_of(parts: Mapping[str, Part]) -> list[str]:
    """Names of all outputs of all parts, in the order of their row."""
    return [f"{name}.{each}" for name, part in parts.items() for each in part.description.outputs]
