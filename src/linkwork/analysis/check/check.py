"""Check: explain a mechanism before it moves.

Freedoms by count and by rank, redundant constraints named in groups, a singular position told from a true redundancy,
drivers that are missing or too many, coordinates and joints that can be driven, and what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.assembly.position import find_root
from linkwork.analysis.check.advice import assembled_warnings, element_warnings
from linkwork.analysis.check.contact_counts import ContactCount, contact_counts
from linkwork.analysis.check.flexible import flexible_lines
from linkwork.analysis.check.muscles import muscle_warnings
from linkwork.analysis.check.output_channels import output_problems
from linkwork.analysis.check.suggest import suggest_drives
from linkwork.analysis.check.unfollowed import unfollowed_pairs
from linkwork.analysis.kinematics.driving import far_side_gears
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.base.notebook_repr import ShowsItself
from linkwork.elements.mode import ModeHold
from linkwork.expression import resolve_parameters
from linkwork.expression.given import public
from linkwork.mechanism.beams.strands import strands_of
from linkwork.mechanism.dimensions.unit_notes import unit_notes
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import TOLERANCE, independent_coordinates, left_null_space, rank_of
from linkwork.system.system import Equation, System, part_name

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_PERTURBATION = 0.05  # of the model's length, or rad
_NEAR, _LARGE = 1e-4, 400
_TRIALS = 8
_DOUBTFUL = 1e-5  # of the largest singular value: below it a position may be singular but for its error


@dataclass
class Redundancy:
    """Equations of which one follows from the others."""

    equations: list[Equation]

    def elements(self) -> list[str]:
        """Names of the elements concerned, each once."""
        return list(dict.fromkeys(equation.element for equation in self.equations))

    def __str__(self) -> str:
        names: dict[str, list[str]] = {}
        for equation in self.equations:
            names.setdefault(part_name(equation.element, equation.driver), []).append(equation.name)
        return ", ".join(f"{element} ({', '.join(rows)})" for element, rows in names.items())


@public
@dataclass
class Report(ShowsItself):
    """What check found."""

    name: str
    coordinates: int
    equations: int
    drivers: int
    count_mobility: int
    mobility: int | None = None
    redundant: list[Redundancy] = field(default_factory=list)
    isolated: bool = False
    stretched: bool = False
    no_grip: bool = False
    missing_drivers: int = 0
    by_forces: bool = False
    heavy: bool = False
    gravity: str = ""
    redundant_drivers: list[Redundancy] = field(default_factory=list)
    independent: list[str] = field(default_factory=list)
    suggestions: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    output: list[str] = field(default_factory=list)  # channels that are asked for and not there
    rows: list[tuple[str, str, str, int]] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)
    """Coordinates of elastic modes, each held by an equation wherever no forces act."""
    elastic: dict[str, int] = field(default_factory=dict)
    """Beams and cables, and how many coordinates their nodes have: their elements carry them, no driver does."""
    flexible: list[str] = field(default_factory=list)
    """What is found of bodies from finite elements, a sentence each."""
    contacts: list[ContactCount] = field(default_factory=list)
    motions: list[str] = field(default_factory=list)  # in space: the motions that joints and drivers leave free
    book_count: str = ""  # in space: Haug's count, with seven coordinates a body
    assembly: Assembly | None = None

    @property
    def ok(self) -> bool:
        """Whether the mechanism can be assembled and moves by drivers, one a freedom, or under forces if asked to."""
        closed = self.assembly is not None and self.assembly.ok
        ready = (self.missing_drivers == 0 or self.by_forces) and not self.redundant_drivers
        return closed and ready and not self.stretched and not self.no_grip and not self.output

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The report in words and tables."""
        from linkwork.analysis.check.check_text import report_text

        return report_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "name": self.name,
            "ok": self.ok,
            "bodies": self.bodies,
            "coordinates": self.coordinates,
            "own_coordinates": self.own,
            "modes": self.modes,
            "elastic": self.elastic,
            "flexible": self.flexible,
            "equations": self.equations,
            "drivers": self.drivers,
            "mobility_by_count": self.count_mobility,
            "mobility_by_rank": self.mobility,
            "redundant": [[str(equation) for equation in group.equations] for group in self.redundant],
            "singular_position": self.isolated,
            "stretched_to_its_limit": self.stretched,
            "drivers_without_grip_here": self.no_grip,
            "missing_drivers": self.missing_drivers,
            "moves_under_forces": self.by_forces,
            "gravity": self.gravity,
            "redundant_drivers": [[str(equation) for equation in group.equations] for group in self.redundant_drivers],
            "independent_coordinates": self.independent,
            "suggested_drives": self.suggestions,
            "contacts": [vars(contact) for contact in self.contacts],
            "free_motions": self.motions,
            "warnings": self.warnings,
            "missing_channels": self.output,
            "assembly": None if self.assembly is None else self.assembly.to_dict(),
        }


def gravity_words(mechanism: Mechanism) -> str:
    """Which gravity acts, for mechanisms with masses or forces."""
    if mechanism.gravity is None:
        heavy = mechanism.forces or any(body.mass is not None for body in mechanism.bodies_by_name.values())
        return "gravity: none" if heavy else ""
    env = resolve_parameters(mechanism.parameters_by_name)
    values = (float(value.value(env).real) for value in mechanism.gravity)
    return f"gravity: ({', '.join(f'{value:g}' for value in values)}) m/s^2"


def check(mechanism: Mechanism) -> Report:
    """Explain a mechanism."""
    mechanism.validate()
    system = mechanism.system()
    report = _counts(mechanism, system)
    asked = mechanism.analysis.simulate is not None or mechanism.analysis.equilibrium is not None
    report.by_forces = asked or bool(report.elastic)
    report.heavy = any(body.mass is not None for body in mechanism.bodies_by_name.values())
    report.gravity = gravity_words(mechanism)
    report.contacts = contact_counts(mechanism)
    report.warnings += unit_notes(mechanism) + element_warnings(system) + unfollowed_pairs(mechanism)
    report.warnings += muscle_warnings(mechanism)
    assembly = assemble(mechanism)
    if not assembly.ok and mechanism.drivers:
        free = assemble(mechanism, drivers=False)
        if free.ok:
            report.warnings.append("it closes without its drivers, but not at the values they ask for at the start")
            assembly.notes += free.notes
            _explain(report, mechanism, system, free.q, 0.0)
    elif assembly.ok:
        _explain(report, mechanism, system, assembly.q, assembly.t)
        report.output = output_problems(mechanism, assembly)
        report.warnings += assembled_warnings(system, assembly.q)
        report.warnings += [
            f"joint '{name}': the gears mesh on the far side, their line of centres is reversed; mend the estimates"
            for name in far_side_gears(system, assembly.q, assembly.t)
        ]
    report.assembly = assembly
    return report


def _counts(mechanism: Mechanism, system: System) -> Report:
    kinematic = sum(1 for equation in system.equations if not equation.driver)
    coordinates = len(system.coordinates)
    modes = [f"{body.name}.{label}" for body in system.modal for label in body.labels]
    report = Report(
        name=mechanism.name,
        coordinates=coordinates,
        equations=kinematic,
        drivers=len(system.equations) - kinematic,
        count_mobility=coordinates - kinematic,
        bodies=list(system.bodies),
        own=[name for name in system.coordinates[system.body_columns :] if name not in modes],
        modes=modes,
        flexible=flexible_lines(mechanism),
        elastic=_elastic(mechanism, system),
    )
    if system.world.dimensions == 3:
        report.book_count = _book_count(len(system.bodies) + 1, report)
    names = ("ground", *system.bodies)
    for placed in system.elements:
        if isinstance(placed.element, ModeHold):
            continue
        first, second = (names[end] for end in placed.ends)
        kind = f"{'driver: ' if placed.driver else ''}{getattr(placed.element, 'type', '')}"
        report.rows.append((placed.name, kind, f"{first} - {second}", len(placed.element.equations)))
    return report


def _elastic(mechanism: Mechanism, system: System) -> dict[str, int]:
    """Beams, cables and solids with the counts of their nodes' coordinates."""
    owners = [mechanism.generated[body] for body in system.bodies if body in mechanism.generated]
    wanted = strands_of(mechanism)
    return {name: system.world.size * owners.count(name) for name in dict.fromkeys(owners) if name in wanted}


def _owner(coordinate: str) -> str:
    """The body that a coordinate belongs to."""
    return coordinate.rpartition(".")[0]


def _book_count(bodies: int, report: Report) -> str:
    """Haug's count (10.1): seven coordinates a body, the ground among them, which takes six equations."""
    joints = report.equations - len(report.modes)
    left = 7 * bodies + len(report.own) - joints - 6 - bodies
    own = f" + {len(report.own)} of contacts" if report.own else ""
    return (
        f"{bodies} bodies x 7{own} = {7 * bodies + len(report.own)} coordinates; {joints} equations of "
        f"joints, 6 of the ground, {bodies} of normalisation; {left} left"
    )


def _explain(report: Report, mechanism: Mechanism, system: System, q: Array, t: float) -> None:
    """Ranks at the assembled position and at positions around it."""
    if len(system.coordinates) > _LARGE and _explain_by_pivots(report, mechanism, system, q, t):
        return
    kinematic = [row for row, equation in enumerate(system.equations) if not equation.driver]
    driving = [row for row, equation in enumerate(system.equations) if equation.driver]
    free = Equations(mechanism.system(drivers=False))
    here = _rows(system, q, t)
    generic, moved = _generic_position(free, here[kinematic], q, t)
    rows = _rows(system, generic, t)
    rank = rank_of(rows[kinematic])
    report.isolated = rank_of(here[kinematic]) < rank
    report.mobility = len(system.coordinates) - rank
    if not moved:
        report.stretched, report.mobility = True, 0
        return
    if rank_of(rows) < len(system.coordinates) and driving:
        rows = _with_grip(system, free, rows, generic, t)
        report.no_grip = rank_of(rows) == len(system.coordinates)
    _warn_near_singular(report, system, here)
    report.redundant = _groups(system, rows, kinematic)
    report.independent = [
        name for name in independent_coordinates(system, rows[kinematic]) if _owner(name) not in mechanism.generated
    ]
    report.redundant_drivers = _extra_drivers(system, rows, kinematic, driving)
    report.missing_drivers = len(system.coordinates) - rank_of(rows)
    if report.missing_drivers:
        report.suggestions = suggest_drives(mechanism, generic, t, report.missing_drivers)
        if system.world.dimensions == 3:
            from linkwork.analysis.assembly.spatial.motions import free_motions

            report.motions = [] if report.elastic else free_motions(system, generic, rows)


def _explain_by_pivots(report: Report, mechanism: Mechanism, system: System, q: Array, t: float) -> bool:
    """The verdict on a large mechanism by the pivots of the sparse factor; false when they leave a doubt."""
    free, driven = Equations(mechanism.system(drivers=False)), Equations(system)
    free.evaluate(q, t)
    driven.evaluate(q, t)
    if not (free.independent() and driven.independent()) or driven.m > driven.n:
        return False
    report.mobility = free.n - free.m
    report.missing_drivers = driven.n - driven.m
    if report.missing_drivers:
        report.suggestions = suggest_drives(mechanism, q, t, report.missing_drivers)
    return True


def _warn_near_singular(report: Report, system: System, here: Array) -> None:
    """Say so when the driven rows are close to losing rank at the assembled position."""
    if here.shape[0] < here.shape[1] or max(here.shape) > _LARGE or here.shape[1] == 0:
        return
    smallest = float(np.linalg.svd(here, compute_uv=False)[here.shape[1] - 1])
    if TOLERANCE < smallest < _NEAR:
        text = f"the assembled position is close to a singular one (smallest singular value {smallest:.1g}); "
        report.warnings.append(text + "motion from it may go either way: start elsewhere")


def _rows(system: System, q: Array, t: float) -> Array:
    equations = Equations(system)
    equations.evaluate(q, t)
    return equations.jacobian()


def _with_grip(system: System, free: Equations, rows: Array, q: Array, t: float) -> Array:
    """Rows with drivers at the position near q where the drivers have most grip; they may lose it at q alone."""
    best, best_rank = rows, rank_of(rows)
    for neighbour in _neighbours(free, rows[: free.m], q, t):
        near = _rows(system, neighbour, t)
        if _clear_rank(near) > best_rank:
            best, best_rank = near, _clear_rank(near)
    return best


def _neighbours(free: Equations, here: Array, q: Array, t: float) -> Iterator[Array]:
    """Closed positions near q, one coordinate after another moved a little and held there."""
    motions = np.linalg.svd(here)[2][rank_of(here) :]
    movable = np.linalg.norm(motions, axis=0)[: free.system.body_columns]
    for column in np.argsort(-movable)[:_TRIALS]:
        if movable[column] < 1e-6:
            return
        push = _PERTURBATION * motions.T @ motions[:, column] / movable[column] ** 2
        pushed = _pushed(free, q, int(column), push, t)
        if pushed is not None:
            yield pushed


def _generic_position(free: Equations, here: Array, q: Array, t: float) -> tuple[Array, bool]:
    """A position near q at which the rows have their usual rank: the one of highest rank among a few.

    And whether there is any position near q: a mechanism stretched to its limit has none though its rows are dependent.

    One coordinate after another is moved a little and held there while the joints are closed again (Haug 4.6): without
    the hold the search would fall back into the singular position.
    """
    rank = rank_of(here)
    if rank == min(here.shape):
        return q, True
    best, best_rank, moved = q, rank, False
    for neighbour in _neighbours(free, here, q, t):
        moved = True
        free.evaluate(neighbour, t)
        new_rank = _clear_rank(free.jacobian())
        if new_rank > best_rank:
            best, best_rank = neighbour, new_rank
    return best, moved


def _pushed(free: Equations, q: Array, column: int, push: Array, t: float) -> Array | None:
    """The closed position near q + push (scaled) in which the coordinate of that column is held."""
    root = find_root(free, free.moved(q, push), t, kept=column)
    return root.q if root.ok else None


def _clear_rank(rows: Array) -> int:
    """The rank, or 0 when a singular value is neither clearly zero nor clearly not."""
    values = np.linalg.svd(rows, compute_uv=False) / max(float(np.linalg.norm(rows, 2)), 1e-300)
    doubtful = np.any((values > TOLERANCE) & (values < _DOUBTFUL))
    return 0 if doubtful else int(np.sum(values > TOLERANCE))


def _groups(system: System, rows: Array, chosen: list[int]) -> list[Redundancy]:
    combinations = left_null_space(rows[chosen])
    return [
        Redundancy([system.equations[chosen[i]] for i in np.flatnonzero(combination)]) for combination in combinations
    ]


def _extra_drivers(system: System, rows: Array, kinematic: list[int], driving: list[int]) -> list[Redundancy]:
    """Drivers that ask for what the joints and the drivers before them already fix."""
    extra_drivers, kept = [], list(kinematic)
    rank = rank_of(rows[kept]) if kept else 0
    for row in driving:
        new = rank_of(rows[[*kept, row]])
        if new > rank:
            kept.append(row)
            rank = new
            continue
        groups = [group for group in left_null_space(rows[[*kept, row]]) if abs(group[-1]) > 0.0]
        names = [*kept, row]
        if groups:  # none: its row is too small beside the others to tell, as with places far away
            extra_drivers.append(Redundancy([system.equations[names[i]] for i in np.flatnonzero(groups[0])]))
    return extra_drivers
