"""A mechanism cut at joints: its pieces as subsystems, and the joints between them."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.simulation.start import starting_rates
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.names import GROUND, suggestion
from linkwork.elements.base import Element
from linkwork.exchange.coupled import Coupled
from linkwork.exchange.ground_part import GroundPart
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.exchange.process_part import ProcessPart
from linkwork.exchange.subsystem import CouplingError
from linkwork.expression import Expression
from linkwork.expression.given import public
from linkwork.expression.part import Part
from linkwork.mechanism.hold import held_values
from linkwork.mechanism.mechanism import Mechanism
from linkwork.places.interfaces import interface_name, is_interface, owner_of

_OF_BODIES = ("joints", "drivers", "described_forces")
_READING = ("described_signals", "frictions", "events")
_NO_NAMES = ("type", "unit", "of")  # fields whose texts are words of ours
_STANDING = "the ground"  # as a body, for a joint between it and a part
_UNIT = {2: 1.0, 3: (1.0, 1.0, 1.0)}


@public
def cut(
    mechanism: Any,
    *joints: str,
    outputs: Iterable[str] = (),
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    steps: int = 1,
    method: str = "rk4",
    formulation: str = "auto",
    into: Coupled | None = None,
    processes: bool = False,
) -> Coupled:
    """The mechanism without these joints, in as many parts as it falls into, and the joints between them.

        c = lw.coupling.cut(m, "C")
        run = c.run(until=1.0, step=1e-3)

    A part is named after its first body; where nothing falls apart, as in a loop that is opened, there is one.
    `outputs` are channels that are to be seen; without them where all bodies are. `hold` and `speeds` are those of the
    start of the whole, `steps`, `method` and `formulation` those of every part. `into` is a coupled model that they are
    added to. With `processes` every part works in a process of its own.
    """
    if not isinstance(mechanism, Mechanism):
        raise CouplingError(f"mechanism: expected a mechanism, lw.Planar or lw.Spatial; found {shown(mechanism)}")
    if not joints:
        raise CouplingError(f"{mechanism.name}: name the joints at which it is cut, as in cut(m, 'C')")
    for name in joints:
        if name not in mechanism.joints:
            raise CouplingError(
                f"{mechanism.name}: there is no joint '{name}' to cut{suggestion(name, mechanism.joints, 'joints')}"
            )
    return _Cut(mechanism, tuple(dict.fromkeys(joints)), _Start(mechanism, hold, speeds)).coupled(
        into, tuple(outputs), {"steps": steps, "method": method, "formulation": formulation}, processes
    )


class _Start:
    """Where the whole starts, by the names of its coordinates."""

    def __init__(self, mechanism: Any, hold: Mapping[str, Any] | None, speeds: Mapping[str, Any] | None) -> None:
        self.mechanism = copy.deepcopy(mechanism)  # the parts keep what it is now, and so does their start
        self.hold, self.speeds = held_values(hold), dict(speeds or {})
        self._known: dict[float, tuple[dict[str, float], dict[str, float]]] = {}

    def __call__(self, t: float) -> tuple[dict[str, float], dict[str, float]]:
        """Positions and velocities at the start of a run."""
        if t not in self._known:
            assembly = assemble(self.mechanism, hold=self.hold, at=t)
            if not assembly.ok:
                raise AnalysisError(assembly.text())
            v, _ = starting_rates(self.mechanism, assembly, self.speeds)
            names = assembly.system.coordinates
            where, how_fast = (dict(zip(names, each.tolist(), strict=True)) for each in (assembly.q, v))
            self._known[t] = where, how_fast
        return self._known[t]


class _Cut:
    """A mechanism, the joints that are taken out, and what is left."""

    def __init__(self, whole: Any, joints: tuple[str, ...], start: _Start) -> None:
        self.whole, self.start = whole, start
        self.scope = whole.scope()
        self.joints = {name: whole.joints[name] for name in joints}
        self.ends = {name: self._ends("joint", name, joint) for name, joint in self.joints.items()}
        for name, ends in self.ends.items():
            if len(ends) > 2:
                raise CouplingError(
                    f"{whole.name}: joint '{name}' joins {', '.join(ends)}: only one between two bodies can be cut"
                )
            for end in set(ends) - {GROUND}:
                body = whole.bodies_by_name[owner_of(end)]
                if not is_interface(end) and (body.modes or body.flexible or body.ritz) is not None:
                    raise CouplingError(
                        f"{whole.name}: joint '{name}' is not at an interface of body '{end}', which bends; only at "
                        f"one can it be cut, as at {interface_name(end, 'tip')}"
                    )

    def coupled(
        self, into: Coupled | None, outputs: tuple[str, ...], asked: dict[str, Any], processes: bool
    ) -> Coupled:
        """The parts and the joints between them."""
        coupled = into or Coupled(f"{self.whole.name}, cut at {', '.join(self.joints)}")
        groups = self._groups()
        at = {body: next(iter(group)) for group in groups for body in group}
        self._refuse_lost()
        frames: dict[str, dict[str, str]] = {name: {} for name in at.values()}
        for joint, ends in self.ends.items():
            for end in set(ends) - {GROUND}:
                frames[at[owner_of(end)]][f"{joint} on {owner_of(end)}"] = end
        if GROUND not in coupled.parts and any(GROUND in ends for ends in self.ends.values()):
            coupled.add(GROUND, GroundPart(self.whole.world.dimensions))
        pieces = {next(iter(group)): self._piece(group, alone=len(groups) == 1) for group in groups}
        self._refuse_left_out(pieces.values())
        for group in groups:
            name = next(iter(group))
            piece = pieces[name]
            seen = {channel: channel for channel in outputs or self._poses(group) if at.get(_owner(channel)) == name}
            if outputs:
                self._require_channels(piece, seen)
            part = (ProcessPart if processes else MechanismPart)(
                piece, frames=frames[name], outputs=seen, begun=self.start, **asked
            )
            coupled.add(name, part)
        unknown = [channel for channel in outputs if _owner(channel) not in at]
        if unknown:
            raise CouplingError(
                f"{self.whole.name}: output {shown(unknown[0])}: expected a channel of a body, as 'rod.x'"
                f"{suggestion(_owner(unknown[0]), at, 'bodies')}"
            )
        for joint, ends in self.ends.items():
            first, second = (
                f"{GROUND}.frame" if end == GROUND else f"{at[owner_of(end)]}.{joint} on {owner_of(end)}"
                for end in ends
            )
            coupled.joint_between(joint, first, second, self._between(joint))
        return coupled

    def _require_channels(self, piece: Any, channels: Iterable[str]) -> None:
        """Refuse outputs that no law could read."""
        trial = copy.deepcopy(piece)
        for number, channel in enumerate(channels):
            trial.output_signal(f"coupled_out_{number}", channel)
        try:
            trial.validate()
            trial.system(dynamics=True)
        except LinkworkError as error:
            raise CouplingError(f"{self.whole.name}: outputs: {str(error).partition(': ')[2]}") from None

    def _ends(self, kind: str, name: str, element: Element) -> tuple[str, ...]:
        row = self.whole.row_class(self.scope, f"{kind} '{name}'", name)
        return *element.ends(row), *element.others(row)

    def _groups(self) -> list[dict[str, None]]:
        """Bodies that still hang together."""
        whole = self.whole
        ties = [self._ends("joint", n, e) for n, e in whole.joints.items() if n not in self.joints]
        ties += [self._ends("driver", n, e) for n, e in whole.drivers.items()]
        ties += [self._ends("force", n, e) for n, e in whole.forces.items()]
        ties += [contact.bodies() for contact in whole.touching_parts.values()]
        groups = [{body: None} for body in whole.bodies_by_name if body != GROUND]
        for tie in ties:
            bodies = {owner_of(end) for end in tie} - {GROUND}
            joined = [group for group in groups if bodies & group.keys()]
            if len(joined) > 1:
                merged = {body: None for group in joined for body in group}
                groups = [merged if group is joined[0] else group for group in groups if group not in joined[1:]]
        return groups

    def _refuse_lost(self) -> None:
        """Refuse a joint that something else of the mechanism names."""
        for room in _OF_BODIES + _READING:
            for name, part in getattr(self.whole, room).items():
                lost = [joint for joint in self.joints if name not in self.joints and joint in _names(part)]
                if lost:
                    raise CouplingError(
                        f"{self.whole.name}: '{name}' needs joint '{lost[0]}', which cannot be cut then; cut at another"
                    )

    def _refuse_left_out(self, pieces: Collection[Any]) -> None:
        """Refuse what reads bodies of several pieces, and so is in none of them."""
        for room in _READING:
            for name in getattr(self.whole, room):
                if not any(name in getattr(piece, room) for piece in pieces):
                    raise CouplingError(
                        f"{self.whole.name}, cut at {', '.join(self.joints)}: '{name}' speaks of several pieces; leave "
                        "it out, or cut elsewhere"
                    )

    def _piece(self, group: Mapping[str, None], alone: bool) -> Any:
        """The mechanism with these bodies alone."""
        piece = copy.deepcopy(self.whole)
        piece.joints = {name: joint for name, joint in piece.joints.items() if name not in self.joints}
        piece.analysis, piece.output = (type(each).model_construct() for each in (piece.analysis, piece.output))
        piece.tree_request = type(piece.tree_request).model_construct()
        piece.initial, piece.computed = {}, {}
        if not alone:
            piece.name = next(iter(group))
            self._take_out(piece, set(group) | {GROUND})
        piece._changed()
        try:
            piece.validate()
        except LinkworkError as error:
            raise CouplingError(f"{self.whole.name}, cut at {', '.join(self.joints)}: {error}") from None
        return piece

    def _take_out(self, piece: Any, kept: set[str]) -> None:
        gone = set(piece.bodies_by_name) - kept
        kinds = {"joints": "joint", "drivers": "driver", "described_forces": "force"}
        for room, kind in kinds.items():
            elements = getattr(piece, room)
            ours = {n: e for n, e in elements.items() if {owner_of(end) for end in self._ends(kind, n, e)} <= kept}
            gone |= set(elements) - set(ours)
            setattr(piece, room, ours)
        for room in ("contacts", "clearances"):
            parts = getattr(piece, room)
            setattr(piece, room, {n: part for n, part in parts.items() if set(part.bodies()) <= kept})
        for room in ("beams", "cables", "solids"):
            ended = {piece.generated.get(body) for body in gone}
            setattr(piece, room, {n: part for n, part in getattr(piece, room).items() if n not in ended})
        lost_circuits = {name for name in piece.circuits if not self._circuit_bodies(name) <= kept}
        piece.circuits = {name: part for name, part in piece.circuits.items() if name not in lost_circuits}
        gone |= lost_circuits
        piece.bodies_by_name = {name: body for name, body in piece.bodies_by_name.items() if name in kept}
        while lost := [
            (room, name) for room in _READING for name, part in getattr(piece, room).items() if _names(part) & gone
        ]:
            for room, name in lost:
                del getattr(piece, room)[name]
                gone.add(name)

    def _circuit_bodies(self, name: str) -> set[str]:
        """Bodies that a circuit acts on; one that acts on none goes with the first."""
        forces = self.whole.forces
        acting = [each for each in self.whole.together().circuits[name].forces if each in forces]
        bodies = {owner_of(end) for each in acting for end in self._ends("force", each, forces[each])} - {GROUND}
        return bodies or {next(body for body in self.whole.bodies_by_name if body != GROUND)}

    def _poses(self, group: Mapping[str, None]) -> list[str]:
        letters = ("x", "y", "angle") if self.whole.world.dimensions == 2 else ("x", "y", "z", "rx", "ry", "rz")
        return [f"{body if body.isidentifier() else repr(body)}.{letter}" for body in group for letter in letters]

    def _between(self, joint: str) -> Any:
        """Two free bodies with the joint between them, drawn as in the whole."""
        pair = copy.deepcopy(self.whole)
        dimensions = pair.world.dimensions
        elastic = ("beams", "cables", "solids")
        for room in (*_OF_BODIES, *_READING, *elastic, "circuits", "contacts", "contact_groups", "clearances"):
            setattr(pair, room, {})
        pair.initial, pair.computed, pair.gravity = {}, {}, None
        pair.analysis, pair.output = (type(each).model_construct() for each in (pair.analysis, pair.output))
        pair.tree_request = type(pair.tree_request).model_construct()
        bodies, names = {GROUND: pair.bodies_by_name[GROUND]}, {}
        for end in self.ends[joint]:
            names[end] = _STANDING if end == GROUND else owner_of(end)
            bodies[names[end]] = pair.body_kind.model_construct() if end == GROUND else pair.bodies_by_name[names[end]]
        pair.bodies_by_name = bodies
        for end in self.ends[joint]:
            body = names[end]
            plain: dict[str, Any] = {"mass": {"mass": 1.0, "inertia": _UNIT[dimensions]}}
            if is_interface(end):
                plain["estimate"] = self._estimate(end)
            rigid = {"modes": None, "flexible": None, "ritz": None}
            pair.bodies_by_name[body] = pair.bodies_by_name[body].model_copy(update=rigid)
            pair._update_body(body, **plain)
        pair.joints = {joint: _renamed(self.joints[joint], names)}
        pair._changed()
        return pair

    def _estimate(self, end: str) -> Any:
        pose = [float(value.real) for value in self.scope.drawn_pose(end)]
        return pose if len(pose) == 3 else {"position": pose[:3], "orientation": {"vector": pose[3:]}}


def _owner(channel: str) -> str:
    """The body whose channel it is."""
    text = str(channel)
    if text[:1] in "'\"" and text[:1] in text[1:]:
        return owner_of(text[1:].partition(text[0])[0])
    return owner_of(text.partition(".")[0])


def _names(part: Any) -> set[str]:
    """The names of bodies, joints and signals that a part of a mechanism speaks of."""
    if isinstance(part, Expression):
        return {owner_of(_owner(name)) for name in part.names}
    if isinstance(part, str):
        return {owner_of(part.partition(".")[0])}
    if isinstance(part, BaseModel):
        fields = (field for field in type(part).model_fields if field not in _NO_NAMES)
        return set().union(*(_names(getattr(part, field)) for field in fields))
    if isinstance(part, dict):
        return set().union(*(_names(each) for each in part.values()), *(_names(key) for key in part))
    if isinstance(part, list | tuple):
        return set().union(*map(_names, part))
    return set()


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """A part with bodies under other names."""
    if isinstance(part, Part):
        fields = {field: _renamed(getattr(part, field), names) for field in type(part).model_fields}
        if isinstance(body := fields.get("body"), str):
            fields["body"] = names.get(body, body)
        return part.model_copy(update=fields)
    return type(part)(_renamed(each, names) for each in part) if type(part) in (list, tuple) else part
