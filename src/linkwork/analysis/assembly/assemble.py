"""Assemble: put a mechanism together, nearest to the estimates, and say on which branch.

1. Without drivers, with the initial and held values: the position nearest to the estimates that closes all joints.
2. With drivers: the drivers are moved from the values they have there to those asked for, so that the mechanism gets
   there by its own motion and stays on its branch. Only when that path is blocked are other starts tried, and the
   result says so. Initial values guide the first step; at the end the drivers win. Where they leave freedoms, it is the
   position nearest to that of the first step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.beside import Near, Path, known_from, on_grid
from linkwork.analysis.assembly.branch import branch_later
from linkwork.analysis.assembly.estimates import guess, missing, where_put
from linkwork.analysis.assembly.gap import gather_gap
from linkwork.analysis.assembly.position import (
    CLOSED,
    STILL,
    SearchEnd,
    approach,
    closed_at_once,
    find_root,
    nearest_root,
    norm_of,
)
from linkwork.analysis.assembly.strained import strained_notes
from linkwork.analysis.kept import kept_by, tables_of
from linkwork.analysis.kinematics.driving import check_start
from linkwork.analysis.kinematics.ramp import ramp
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.late_text import Late, unread, with_late_text
from linkwork.base.notebook_repr import ShowsItself
from linkwork.elements.base import Element
from linkwork.elements.mode import ModeHold
from linkwork.expression.given import FilePath, public
from linkwork.mechanism.hold import held_elements
from linkwork.run.channels import channels_of
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import freedoms
from linkwork.system.system import part_name
from linkwork.system.tables.compile import compile_system
from linkwork.system.world import world_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.spatial.wound import Wound
    from linkwork.system.system import System

_STARTS = 60
_MOST_STEPS = 6_000  # of all searches together: a mechanism that none of them closes is not tried for minutes
_NEAR = 1e-6  # what nobody sees
_ALMOST = 1e-8  # of the distance, left to the nearest: little enough where the drivers alone say what the position is
_MOST_KNOWN = 8  # assemblies from which others are found
SAME_BRANCH = 0.2
"""In model lengths and rad: how far a position moves at most from one value of a slider to the next."""


@dataclass
class Gap:
    """A joint that stays open: by how much, in its own units."""

    element: str
    driver: bool
    length: float
    angle: float

    def to_dict(self) -> dict[str, Any]:
        """The gap as plain data."""
        return {"element": self.element, "length": self.length, "angle": self.angle}

    def __str__(self) -> str:
        parts = [f"{self.length:.4g} m"] if self.length else []
        parts += [f"{self.angle:.4g} rad"] if self.angle else []
        return f"{part_name(self.element, self.driver)} stays open by {' and '.join(parts)}"


@public
@with_late_text("undriven")
@with_late_text("branch")
@dataclass
class Assembly(ShowsItself):
    """Where assembly ended: the position, whether it is closed, the branch, and what happened on the way.

    When it is not closed, `gaps` are those of the closest position, shared by the joints of a loop, and `gathered` is
    the whole gap in one joint with all others closed, where that is possible.
    """

    system: System
    q: Array
    ok: bool
    t: float
    branch: str
    gaps: list[Gap] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    distance: float = 0.0
    gathered: list[Gap] = field(default_factory=list)
    undriven: Array | None = None
    """The closed position nearest to the estimates, from which the drivers moved it."""
    strained: list[str] = field(default_factory=list)
    """Those of the notes that tell of elastic parts which closing the joints strained; runs tell them, too."""

    @property
    def wound(self) -> Wound | None:
        """In space: what has turned by more than the position tells."""
        return self.system.wound

    @property
    def poses(self) -> dict[str, tuple[float, ...]]:
        """x, y, angle of every body; in space x, y, z and the rotation vector."""
        rows = np.reshape(self.q[: self.system.body_columns], (-1, self.system.world.size))
        return {body: tuple(map(float, row)) for body, row in zip(self.system.bodies, rows, strict=True)}

    @public
    def __getitem__(self, name: str) -> float:
        """A coordinate such as `crank.angle`, a joint's value (`O.angle`), or another channel of places: `rod.tip.x`.

        In space `crank.e0` to `crank.e3` are Euler parameters.
        """
        if name in self.system.coordinates:
            return float(self.q[self.system.index(name)])
        value = float(np.real(self._channels.value(name)[0]))
        if not np.isfinite(value):
            raise AnalysisError(
                f"'{name}' depends on speeds or forces, which a position does not have; ask a run for it"
            )
        return value

    @cached_property
    def _channels(self) -> Any:
        """What can be asked of a position; speeds and accelerations are no numbers in it."""
        q, unknown = self.q[None], np.full((1, len(self.q)), np.nan)
        return channels_of(self.system, q, unknown, unknown)

    def copy(self) -> Assembly:
        """The same position, independent of this one."""
        undriven: Any = unread(self, "undriven")
        undriven = undriven if undriven is None else undriven.copy()
        told = list(self.gaps), list(self.notes), self.distance, list(self.gathered)
        branch = unread(self, "branch")
        return Assembly(self.system, self.q.copy(), self.ok, self.t, branch, *told, undriven, list(self.strained))

    def __repr__(self) -> str:
        return f"<Assembly of {self.system.mechanism.name!r}: {'closed' if self.ok else 'not closed'}>"

    def text(self) -> str:
        """The result in words and a table."""
        from linkwork.analysis.check.check_text import assembly_text

        return assembly_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "ok": self.ok,
            "t": self.t,
            "branch": self.branch,
            "poses": {body: list(pose) for body, pose in self.poses.items()},
            "own": {name: self[name] for name in self.system.coordinates[self.system.body_columns :]},
            "gaps": [gap.to_dict() for gap in self.gaps],
            "gathered_gap": [gap.to_dict() for gap in self.gathered],
            "notes": self.notes,
        }

    def draw(self, path: FilePath | None = None, view: str | Sequence[float] | None = None) -> Any:
        """Draw the mechanism as assembled; `view` as for a run."""
        from linkwork.view.show import draw_position

        return draw_position(self.system, self.q, path=path, view=view)


def assemble(
    mechanism: Mechanism,
    hold: Mapping[str, Any] | None = None,
    drivers: bool = True,
    at: float = 0.0,
    weights: str = "scaled",
    start: Array | None = None,
    tries: int = _STARTS,
    near: Assembly | None = None,
) -> Assembly:
    """Assemble a mechanism; `start` overrides its estimates, `weights="unit"` measures metres and radians alike.

    Where its start does not lead to a closed position, so many others are tried. An assembly that is `near`, that of
    the mechanism with values that differ a little, saves the way from the estimates: it is closed, and moved on to
    where it is nearest to them, so that the result is the same but for what nobody sees (1e-6).

    What was found from the estimates is kept with the mechanism until something of it changes.
    """
    mechanism.validate()
    held, initial = held_elements(mechanism, hold or {}), held_elements(mechanism, mechanism.initial)
    asked = _Asked(held, initial, drivers, at, weights)
    if start is not None or near is not None or tries != _STARTS:
        return _assembled(mechanism, asked, start, tries, near)
    return _kept_assembly(mechanism, asked).copy()


def freely_assembled(mechanism: Mechanism, at: float) -> Assembly:
    """A valid mechanism, in which nothing is held, assembled from its estimates; it is as kept: leave it as it is."""
    return _kept_assembly(mechanism, _Asked({}, {}, True, at, "scaled"))


def _kept_assembly(mechanism: Mechanism, asked: _Asked) -> Assembly:
    question = repr((asked.held, asked.initial, asked.drivers, asked.at, asked.weights))
    return kept_by(mechanism, "assembly", question, partial(_beside_or_anew, mechanism, asked, question))


@dataclass(frozen=True)
class _Asked:
    """What an assembly is asked for: values that are held, initial ones, whether drivers count, the time, weights."""

    held: dict[str, Element]
    initial: dict[str, Element]
    drivers: bool
    at: float
    weights: str

    @property
    def guiding(self) -> dict[str, Element]:
        """What is held at first, without drivers."""
        return self.initial | self.held

    def follows(self, mechanism: Mechanism) -> bool:
        """Whether there are drivers, and they count."""
        return self.drivers and bool(mechanism.drivers)


def _beside_or_anew(mechanism: Mechanism, asked: _Asked, question: str) -> Assembly:
    """The assembly beside the one that was found before parameters changed, if that is sure; else from the estimates.

    It is looked for once parameters have changed.
    """
    near = _near_ones(mechanism, question)
    beside = None if near is None else _beside(mechanism, near, asked)
    if beside is not None:
        return beside
    paths: list[Path] = []
    assembled = _assembled(mechanism, asked, paths=paths)
    if near is not None and near.is_worth_it() and paths and assembled.ok and assembled.notes == assembled.strained:
        assert assembled.undriven is not None
        near.known = known_from(paths[0], assembled.system, assembled.undriven, assembled.q, asked.at)
    return assembled


def _near_ones(mechanism: Mechanism, question: str) -> Near | None:
    """What is kept of the assembly that was last found for a question; none before parameters have changed."""
    if not mechanism._parameters_changed:
        return None
    known = mechanism.beside
    if question not in known:
        while len(known) >= _MOST_KNOWN:
            known.pop(next(iter(known)), None)
        known[question] = Near()
    near: Near = known[question]
    return near


def _beside(mechanism: Mechanism, near: Near, asked: _Asked) -> Assembly | None:
    """The assembly beside a known one, with what is told of it now; none where there is none."""
    known = near.known
    if known is None:
        return None
    at, driven = asked.at, asked.follows(mechanism)
    if driven:
        check_start(mechanism.system(), at)
    free = _system(mechanism, False, asked.guiding, asked.weights)
    system = _system(mechanism, True, known.path.held or {}, asked.weights) if driven else free
    if known.turns and _has_turned(mechanism, at, asked.guiding, driven):
        return None
    estimate = np.array(free.start.real)
    there = known.beside(free, system, estimate)
    near.tried(there is not None)
    if there is None:
        return None
    late: Any = Late(partial(known.undriven_beside, free, estimate)) if there.undriven is None else there.undriven
    assembled = Assembly(system, there.q, True, at, branch_later(system, there.q, at), undriven=late)
    assembled.distance = there.distance
    assembled.strained = strained_notes(mechanism, system, estimate, there.q, at, asked.guiding)
    assembled.notes += assembled.strained
    return assembled


def _has_turned(mechanism: Mechanism, at: float, held: dict[str, Element], driven: bool) -> bool:
    """Whether something begins more than half a turn from the drawing."""
    wound = world_of(mechanism).wound
    return wound(mechanism, at, held, False) is not None or (driven and wound(mechanism, at, held) is not None)


def _assembled(
    mechanism: Mechanism,
    asked: _Asked,
    start: Array | None = None,
    tries: int = _STARTS,
    near: Assembly | None = None,
    paths: list[Path] | None = None,
) -> Assembly:
    at, drivers, guiding = asked.at, asked.follows(mechanism), asked.guiding
    if drivers:
        check_start(mechanism.system(), at)
    notes: list[str] = []
    free = _system(mechanism, False, guiding, asked.weights)
    free = free.with_turns(world_of(mechanism).wound(mechanism, at, guiding, drivers=False))
    equations = Equations(free)
    estimate = _start(mechanism, free, at) if start is None else np.array(start)
    lacking = missing(free)
    if lacking and start is None:
        notes.append(f"no estimate given for: {', '.join(lacking)}; the program chose a start for them")
        chosen = len(notes) - 1
    known = None if near is None else _known(equations, near.undriven, at)
    root = known or _close(equations, estimate, at, lacking if start is None else [], notes, tries)
    if root.ok and known is None and free.world.dimensions == 3:
        from linkwork.analysis.assembly.spatial.sides import righted

        closed_first, root = root, righted(equations, root, at)
        if root is not closed_first:
            root.slowest, root.spare = 1.0, 0.0
    polished = not (root.left <= _ALMOST and drivers and _leave_nothing_free(mechanism))
    if root.ok and root.nearest is None and polished:
        root.q = nearest_root(equations, estimate, root.q, at, STILL if known is None else _NEAR)
    system, final, undriven, slowest, spare = free, root, root.q, root.slowest, root.spare
    kept_held: dict[str, Element] | None = None
    if root.ok and drivers:
        system, kept_held = _driven(mechanism, asked.held, asked.weights, root.q, at, notes)
        system = system.with_turns(world_of(mechanism).wound(mechanism, at, guiding))
        driven = Equations(system)
        final = ramp(driven, root.q, at, notes)
        slowest, spare = max(slowest, final.slowest), min(spare, final.spare)
        if final.ok and not freedoms(system, final.q, at):
            final.q = on_grid(driven, final.q, at)
        elif final.ok:
            undriven = undriven if polished else nearest_root(equations, estimate, undriven, at)
            final.q = nearest_root(driven, undriven, final.q, at)
    if system.wound is not None:
        notes += system.wound.told(system)
    if lacking and start is None and final.ok:
        notes[chosen] += f": {where_put(free, final.q, lacking)}"
    at_end = equations if system is free else driven
    assembled = _result(at_end, final, estimate, at, notes)
    assembled.undriven = undriven
    if paths is not None:
        paths.append(Path(free, estimate, kept_held, slowest, spare, root.other))
    if assembled.ok and start is None and near is None:
        assembled.strained = strained_notes(mechanism, system, estimate, final.q, at, guiding)
        notes += assembled.strained
    return assembled


def assemble_driven(mechanism: Mechanism, near: Assembly, at: float) -> Assembly | None:
    """Where drivers leave nothing free, the position next to that of an assembly with values that differ a little.

    None where there is none so near that it must be on the same branch.
    """
    mechanism.validate()
    check_start(mechanism.system(), at)
    wound = near.wound if near.wound is None else world_of(mechanism).wound(mechanism, at, near.wound.held)
    equations = Equations(mechanism.system().with_turns(wound))
    known = _known(equations, near.q, at)
    if known is None:
        return None
    return replace(near, system=equations.system, q=known.q, t=at, notes=[])


def _known(equations: Equations, q: Array | None, at: float) -> SearchEnd | None:
    """A position of a mechanism that differs a little, closed; None where that leads nowhere, or too far to be sure."""
    if q is None or len(q) != len(equations.system.start):
        return None
    root = find_root(equations, q, at)
    far = np.max(np.abs(equations.apart(root.q, q)), initial=0.0)
    return root if root.ok and far <= SAME_BRANCH else None


def closed(mechanism: Mechanism, branch: Assembly) -> Assembly:
    """The position of a branch; where the values of the mechanism have changed since, the closed one nearest to it."""
    wound = branch.wound if branch.wound is None else world_of(mechanism).wound(mechanism, branch.t, branch.wound.held)
    equations = Equations(mechanism.system().with_turns(wound))
    equations.evaluate(branch.q, branch.t)
    if not branch.ok or equations.is_closed(equations.residual(), 10 * CLOSED):
        return branch
    known = _known(equations, branch.q, branch.t)
    if known is None:
        raise AnalysisError(f"{mechanism.name}: the branch given does not close with the present values; find it again")
    q = nearest_root(equations, branch.q, known.q, branch.t)
    return replace(branch, system=equations.system, q=q)


def require_start(mechanism: Mechanism, assembly: Assembly, t: float) -> None:
    """Refuse to start from a position of another mechanism, or one that was found for another time."""
    given, own = assembly.system, mechanism.system()
    if given.world.dimensions != own.world.dimensions or list(given.bodies) != list(own.bodies):
        raise AnalysisError(
            f"{mechanism.name}: the branch given is a position of '{given.mechanism.name}', which has other bodies; "
            "give one that this mechanism's `assemble` or `branches` found"
        )
    if abs(assembly.t - t) > 1e-12:
        raise AnalysisError(f"the branch was found at t = {assembly.t:g} s, but the run starts at {t:g} s")


def _system(mechanism: Mechanism, drivers: bool, held: dict[str, Element], weights: str) -> System:
    """Tables with held values; without them those that the mechanism keeps."""
    if weights == "unit":
        return compile_system(mechanism, drivers=drivers, held=held, unit_weights=True)
    return mechanism.held_system(held, drivers=drivers) if held else tables_of(mechanism, drivers=drivers)


def _driven(
    mechanism: Mechanism, held: dict[str, Element], weights: str, q: Array, t: float, notes: list[str]
) -> tuple[System, dict[str, Element]]:
    """The driven system; held values stay in it only where the drivers leave a freedom for them: modes always do."""
    modes: dict[str, Element] = {name: element for name, element in held.items() if isinstance(element, ModeHold)}
    system = _system(mechanism, True, modes, weights)
    if len(modes) == len(held):
        return system, modes
    if freedoms(system, q, t) == 0:
        others = ", ".join(name for name in held if name not in modes)
        notes.append(f"held values guide the assembly only, the drivers win: {others}")
        return system, modes
    return _system(mechanism, True, held, weights), held


def _leave_nothing_free(mechanism: Mechanism) -> bool:
    """Whether drivers bring as many equations as there are coordinates."""
    if not mechanism.drivers:
        return False
    driven = mechanism.system()
    return len(driven.equations) >= len(driven.coordinates)


def _start(mechanism: Mechanism, free: System, t: float) -> Array:
    """The estimates; bodies without one are hung onto their neighbours, with the drivers' angles where they help."""
    q = guess(mechanism.system(), t)
    return q[: len(free.start)] if len(q) == len(free.start) else np.array(free.start.real)


def _close(
    equations: Equations, estimate: Array, t: float, lacking: list[str], notes: list[str], tries: int
) -> SearchEnd:
    """Close the joints from the estimates; when that fails, from other starts, the nearest success first."""
    system = equations.system
    at_once = closed_at_once(equations, estimate, t)
    if at_once is not None:
        return at_once
    direct = [approach(equations, estimate, t), find_root(equations, estimate, t)]
    if all(root.ok and root.steps == 0 for root in direct):
        for root in direct:
            root.slowest, root.spare = 0.0, 1.0  # it is closed as drawn: there was nothing to look for
    near = [root for root in direct if root.ok]
    if near:
        return min(near, key=lambda root: norm_of(equations.apart(root.q, estimate)))
    first = direct[1]
    random = np.random.default_rng(1)
    best, closed, steps = first, [], 0
    for number in range(tries):
        if steps > _MOST_STEPS:
            break
        if lacking:
            start = guess(system, t, lambda body, _: float(random.uniform(-np.pi, np.pi)))
        else:
            start = equations.moved(estimate, random.normal(0.0, 0.1 + 0.9 * number / tries, len(estimate)))
        root = find_root(equations, start, t)
        steps += root.steps
        if root.ok:
            closed.append(root)
            if len(closed) >= 6:
                break
        elif not closed and np.linalg.norm(root.residual) < np.linalg.norm(best.residual):
            best = root
    if not closed:
        return best
    notes.append("the estimates did not lead to a closed position; other starts were tried: look at the branch")
    return min(closed, key=lambda root: float(np.linalg.norm(equations.apart(root.q, estimate))))


def _result(equations: Equations, root: SearchEnd, estimate: Array, t: float, notes: list[str]) -> Assembly:
    system = equations.system
    if root.nearest is not None:
        return Assembly(system, root.q, True, t, branch_later(system, root.q, t), [], notes, root.nearest)
    equations.evaluate(root.q, t)
    residual = equations.residual()
    ok = equations.is_closed(residual, 10 * CLOSED)
    distance = norm_of(equations.apart(root.q, estimate))
    if ok:
        return Assembly(system, root.q, True, t, branch_later(system, root.q, t), [], notes, distance)
    gathered = find_gaps(system, gather_gap(equations, root.q, t))
    open_at = find_gaps(system, residual)
    return Assembly(system, root.q, False, t, "not assembled", open_at, notes, distance, gathered)


def find_gaps(system: System, residual: Array) -> list[Gap]:
    """The joints that stay open, the widest first."""
    gaps = []
    size = residual / system.row_scale
    for placed in system.elements:
        rows = range(placed.first_row, placed.first_row + len(placed.element.equations))
        lengths = [size[row] for row in rows if system.equations[row].unit == "length"]
        angles = [size[row] for row in rows if system.equations[row].unit == "angle"]
        gap = Gap(placed.name, placed.driver, float(np.linalg.norm(lengths)), float(np.linalg.norm(angles)))
        if max(gap.length / system.length, gap.angle) > 1e-9:
            gaps.append(gap)
    return sorted(gaps, key=lambda gap: -max(gap.length / system.length, gap.angle))
