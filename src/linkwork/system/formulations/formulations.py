"""The formulations of the equations of motion: their parts, their settings, what they need, and which one suits.

direct         multipliers, nothing done against drift; `run.violation()` shows it
baumgarte      multipliers, constraint errors damped: settings alpha, beta (1/s)
projection     multipliers, every step projected onto position and velocity constraints
partitioning   the independent coordinates integrated, the others solved for
hybrid         all integrated with Baumgarte's terms, solved for when off by more than a tolerance: settings alpha,
               beta, tolerance (model lengths and rad; 0: the relative tolerance of the integration)
augmented      augmented Lagrangian in accelerations: settings penalty (of the largest inertia), frequency (1/s),
               damping, passes
canonical      augmented Lagrangian in momenta: the same settings, and reset (momenta are set back beyond it)
null-space     accelerations in a basis of the allowed motions, steps projected
trees          accelerations in coordinates of the trees of translation and rotation, cuts by multipliers, projected
joint          the coordinates of the joints of a spanning tree; loops closed by multipliers, steps projected
joint-partitioning  the independent ones of these integrated, the others solved for (double velocity transformation)
joint-null-space    accelerations of the joints in an orthonormal basis of what the loops allow, steps projected
joint-augmented     augmented Lagrangian in accelerations of the joints: the settings of `augmented`
joint-canonical     Hamilton's equations of the independent joint coordinates and their momenta
natural        points and unit vectors that bodies share: a constant mass matrix, quadratic constraints, steps projected

"cartesian", the name that other analyses have for the coordinates of the bodies, is "projection".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.late_dataclass import dataclass
from linkwork.mechanism.contacts import contact_names
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.rank import is_known_independent, note_independent, rank_at
from linkwork.system.formulations.choose_formulation import is_singular, suited
from linkwork.system.formulations.formulation_list import FORMULATIONS, Formulation
from linkwork.system.formulations.motion_rows import MotionRows, has_own_trees, motion_rows
from linkwork.system.formulations.rooms import CANONICAL_KINDS, null_space_room, trees_room
from linkwork.system.modal.tables import refuse_modes
from linkwork.system.rods.spatial.idle_spins import idle_spins
from linkwork.system.system import System
from linkwork.system.tree.joint_room import joint_room, load_joint_numbers
from linkwork.system.tree.joint_system import joint_space, placed_elsewhere
from linkwork.system.tree.tree import cut_rows, has_tree, is_dense, is_open, scales, with_tree

AUTO, CARTESIAN, OF_BODIES, TREES = "auto", "cartesian", "projection", "trees"
PLAIN_JOINTS = "joint"
"""The one in joint coordinates that has no numbers of its own beside the units of these."""
EVENTFUL = ("projection", "null-space", "trees", "canonical", "joint", "joint-null-space", "joint-canonical")
"""Those that follow contacts that open and close, and dry friction that sticks and slips."""
FLEXIBLE = (
    "projection",
    "direct",
    "baumgarte",
    "partitioning",
    "hybrid",
    "augmented",
    "null-space",
    "trees",
    "joint",
    "joint-partitioning",
    "joint-null-space",
    "joint-augmented",
)
"""Those that take bodies with elastic modes."""
_MOST_CUT_ROWS = 300
_CHOSEN, _BARE = "formulation chosen", object()


@dataclass(frozen=True)
class Chosen:
    """A formulation chosen for a system, with its settings and the sentence that says why."""

    system: System
    name: str
    settings: Mapping[str, float]
    rank: int
    note: str
    redundant: int = 0  # equations that others imply, not at the start only
    table: int = 0  # where the table of natural coordinates begins
    rows: MotionRows | None = None  # of the trees of translation and rotation

    @property
    def formulation(self) -> Formulation:
        """Its parts."""
        return FORMULATIONS[self.name]

    def addresses(self) -> list[int]:
        """Addresses of rate, correct, observe, renew and solve."""
        return [_address_of(part, self.system.scalar) for part in self.formulation.parts]

    def address_of(self, number: int) -> int:
        """The address of one of them, in that order from 0 on."""
        return _address_of(self.formulation.parts[number], self.system.scalar)

    @property
    def positions(self) -> int:
        """How many coordinates its state begins with."""
        return len(self._units())

    def state(self, q: Array, v: Array, states: Array | None = None) -> Array:
        """The vector that a simulation starts from, in which the formulation's own places are still empty."""
        formulation = self.formulation
        if formulation.joints or formulation.natural:
            return np.zeros(2 * self.positions + (0 if states is None else len(states)), self.system.dtype)
        extra = len(self.system.equations) if formulation.momenta else 0
        return np.concatenate([q, v, np.zeros(0) if states is None else states, np.zeros(extra)])

    def tolerances(self, rtol: float, atol: float, states: Array | None = None) -> tuple[float, Array]:
        """Relative and absolute tolerances, `atol` being meant in model lengths and radians.

        The integrator takes the mean over all components; where only the independent ones are controlled, both are made
        smaller so that these are as accurate as with all.
        """
        system, formulation, scale = self.system, self.formulation, self._units()
        count, own = len(scale), 0 if states is None else len(states)
        integrals = formulation.momenta and not formulation.joints
        vector = np.full(2 * count + own + (len(system.equations) if integrals else 0), atol)
        vector[:count] *= scale
        second = scale
        if formulation.momenta:
            second = float(system.p[system.k[layout.MASS_SCALE]].real) / scale
        vector[count : 2 * count] *= second
        if states is not None:
            vector[2 * count : 2 * count + own] = states
        if not formulation.partitions:
            return rtol, vector
        controlled = 2 * (len(system.coordinates) - self.rank) + max(own - layout.QUADRATURES, 0)
        share = (max(controlled, 1) / len(vector)) ** 0.5
        return max(rtol * share, 1e-14) if rtol > 0.0 else 0.0, vector * share

    def _units(self) -> NDArray[np.float64]:
        """What counts as one unit of each coordinate of its state."""
        formulation = self.formulation
        if formulation.natural:
            from linkwork.system.natural.table import natural_units

            return natural_units(self.system, self.table)
        return scales(self.system) if formulation.joints else self.system.column_scale

    def workspace(self, rtol: float, tolerances: Array, motion: tuple[Array, Array] | None = None) -> Array:
        """A workspace with the formulation's own numbers behind it, at a position with velocities."""
        if self.name == PLAIN_JOINTS:
            space = joint_space(self.system, None if motion is None else motion[0])
            if motion is not None:
                rates = self.system.vectors[3]
                space[rates : rates + len(self.system.coordinates)] = motion[1]
            return space
        w = self._formulated_space(rtol, tolerances)
        if motion is not None:
            self.system.world.put(self.system, w, *motion)
        return w

    def _formulated_space(self, rtol: float, tolerances: Array) -> Array:
        """A workspace with numbers of formulations that have more than joints need."""
        from linkwork.system.formulations import formulation_kernel as kernel

        if self.formulation.joints:
            length, given = joint_room(self.system, self.name)
        else:
            length, given = self._room()
        own: Array = np.zeros(kernel.OWN_NUMBERS + length, self.system.dtype)
        numbers = dict(self.settings)
        if self.name == "hybrid" and not numbers["tolerance"]:
            numbers["tolerance"] = max(rtol, 1e-13)
        own[kernel.OPTIONS : kernel.OPTIONS + len(numbers)] = list(numbers.values())
        if self.formulation.natural:
            own[kernel.OPTIONS] = self.table
        if self.rows is not None:
            from linkwork.system.formulations.trees_kernel import IN_TREES

            own[kernel.OPTIONS + IN_TREES] = self.rows.inside
            n, m = len(self.system.coordinates), len(self.system.equations)
            first = kernel.OWN_NUMBERS + null_space_room(n, m)
            own[first : first + m] = self.rows.order
        if "penalty" in self.settings:
            from linkwork.system.formulations import augmented_kernel

            own[kernel.OPTIONS + augmented_kernel.BROKEN] = min(max(1e3 * rtol, 1e-5), 1e-3)
        if self.formulation.partitions:
            given += kernel.OWN_NUMBERS
            own[given : given + len(tolerances)] = tolerances
            own[kernel.TOLERANCES_AT] = given + len(tolerances)
        if self.formulation.joints:
            load_joint_numbers(self.system, self.name, own)
        return np.concatenate([self.system.workspace(), own])

    def _room(self) -> tuple[int, int]:
        """How many numbers a formulation in the bodies' coordinates needs, and where the tolerances lie in them."""
        from linkwork.system.constraints import partition_kernel

        n, m, states = len(self.system.coordinates), len(self.system.equations), int(self.system.k[layout.STATES])
        if self.formulation.partitions:
            given = partition_kernel.SINGLES + 3 * n + m
            return given + 2 * (2 * n + states) + m * (n + partition_kernel.SIDES), given
        if self.name in ("augmented", "canonical"):
            return 2 * n + 3 * m + CANONICAL_KINDS, 0
        if self.name == "null-space":
            return null_space_room(n, m), 0
        if self.name == "trees":
            return trees_room(n, m), 0
        if self.name == "natural":
            from linkwork.system.natural.table import natural_numbers

            return natural_numbers(self.system, self.table), 0
        return 0, 0


@cache
def _address_of(part: str, scalar: str) -> int:
    """The address of a part of a formulation, named by its module and function."""
    from linkwork.numerics.jit import address_of

    return address_of(f"linkwork.system.{part}", "rate", scalar)


def choose(
    system: System,
    q: Array,
    t: float,
    name: str,
    settings: Mapping[str, float],
    implicit: bool = False,
    dense: bool = False,
) -> Chosen:
    """The formulation of that name with its settings, or for "auto" the one that suits the system and the method.

    With `dense`, the matrices of joint coordinates are stored in full, as a method may need them.
    """
    key = (_CHOSEN, name, tuple(settings.items()), implicit, dense)
    known = _chosen_before(system, q, t, key)
    if known is not None:
        return known
    chosen = _choose(system, q, t, name, settings, implicit, dense)
    own_tables = chosen.formulation.natural or chosen.rows is not None
    plain = chosen.rank == len(system.equations) and not own_tables
    if plain and follows_from_pattern(system, chosen.name):
        tree = next((kind for kind, tree in system.trees.items() if tree is chosen.system), _BARE)
        if tree is not _BARE or chosen.system is system:
            system.structure[key] = tree, chosen.name, chosen.settings, chosen.note
    return chosen


def follows_from_pattern(system: System, name: str) -> bool:
    """Whether tables with other numbers get the same formulation where no row is implied by others.

    In space closed loops ask for places and inertias.
    """
    if system.world.dimensions == 2:
        return True
    return name == PLAIN_JOINTS and is_open(system) and not contact_names(system.mechanism)


def _chosen_before(system: System, q: Array, t: float, key: tuple[Any, ...]) -> Chosen | None:
    """What was chosen for the same tables with other numbers, where it follows from their pattern alone.

    In space it does so for axes that point as drawn.
    """
    known = system.structure.get(key)
    if known is None or not is_known_independent(system, q, t):
        return None
    tree, name, settings, note = known
    taken = system if tree is _BARE else system.trees.get(tree)
    if taken is None or (system.world.dimensions == 3 and placed_elsewhere(taken, q)):
        return None
    note_independent(taken, q, t)
    return Chosen(taken, name, settings, len(system.equations), note)


def _choose(
    system: System,
    q: Array,
    t: float,
    name: str,
    settings: Mapping[str, float],
    implicit: bool,
    dense: bool,
) -> Chosen:
    rank, singular = _rank(system, q, t)
    whole, asked = system, name
    redundant = 0 if singular else len(system.equations) - rank
    note = f"formulation: {name}, as asked for"
    if name == CARTESIAN:
        name = OF_BODIES
        note = f"formulation: {name}, in the coordinates of the bodies, as asked for by 'cartesian'"
    own_trees = has_own_trees(system.mechanism.tree_request)
    rows = motion_rows(system, q, t) if name == TREES or (own_trees and name == AUTO) else None
    if rows is not None:
        asked_by = (
            "as asked for" if name == TREES else "chosen because `tree` asks for trees of translation and rotation"
        )
        name, note = TREES, f"formulation: {TREES}, {asked_by}: {rows.words()}"
    if name == AUTO:
        system, name, why = suited(system, singular, rank, implicit)
        note = f"formulation: {name}, chosen because {why}"
    if name not in FORMULATIONS:
        known = ", ".join([AUTO, *FORMULATIONS, CARTESIAN])
        raise AnalysisError(f"there is no formulation '{name}'; formulations are: {known}")
    if own_trees and FORMULATIONS[name].joints:
        raise AnalysisError(
            f"{system.mechanism.name}: formulation '{name}' has one tree for both motions, and `tree` asks for trees "
            f"of translation and of rotation; {_beside_own_trees(system)}take cut_translation and cut_rotation away"
        )
    if name not in FLEXIBLE:
        refuse_modes(system.mechanism, f"formulation '{name}'", f"use one of: {_open_to(own_trees, FLEXIBLE)}")
    contacts = contact_names(system.mechanism)
    if contacts and name not in EVENTFUL:
        raise AnalysisError(
            f"{system.mechanism.name}: formulation '{name}' cannot follow what opens and closes, sticks and slips; "
            f"for {contacts[0]} use one of: {_open_to(own_trees, EVENTFUL)}"
        )
    if contacts and system.modal and FORMULATIONS[name].joints:
        raise AnalysisError(
            f"{system.mechanism.name}: formulation '{name}' does not follow {contacts[0]} beside the modes of body "
            f"'{system.modal[0].name}' yet; use formulation 'projection'"
        )
    if FORMULATIONS[name].partitions and rank == len(system.coordinates):
        other = "joint" if FORMULATIONS[name].joints else "projection"
        raise AnalysisError(
            f"{system.mechanism.name}: formulation '{name}' needs a coordinate that is free, but the drivers move them "
            f"all; use formulation '{other}', or inverse_dynamics, which integrates nothing"
        )
    if FORMULATIONS[name].momenta and system.rolling:
        others = _open_to(own_trees, ("projection", "joint"))
        raise AnalysisError(
            f"{system.mechanism.name}: formulation '{name}' works in momenta, which know constraints of positions "
            f"only; '{system.rolling[0]}' rolls or slides along a blade: use formulation {others.replace(', ', ' or ')}"
        )
    settings = _merged(name, settings)
    if FORMULATIONS[name].natural:
        from linkwork.system.natural.table import with_natural

        system, table = with_natural(whole)
        return Chosen(system, name, settings, rank, note, 0, table)
    if FORMULATIONS[name].dense or dense:
        system = _with_dense_tree(system, name)
    elif FORMULATIONS[name].joints and redundant:
        system = _for_kept_rows(whole)
    elif FORMULATIONS[name].joints and not has_tree(system):
        system = with_tree(system)
    if FORMULATIONS[name].joints and system.world.dimensions == 3 and (body := placed_elsewhere(system, q)):
        why = f"body '{body}' is assembled with the axis of a joint pointing against the one drawn"
        if asked != AUTO:
            raise AnalysisError(
                f"{system.mechanism.name}: {why}, where formulation '{name}' cannot put it; mend its estimate, or use "
                f"formulation '{OF_BODIES}'"
            )
        chosen = _choose(whole, q, t, OF_BODIES, settings, implicit, dense)
        return replace(chosen, note=f"formulation: {OF_BODIES}, chosen because {why}")
    if rank == len(system.equations):
        note_independent(system, q, t)  # those who ask for reactions ask the tables with the tree
    return Chosen(system, name, settings, rank, note, redundant, rows=rows)


def _beside_own_trees(system: System) -> str:
    """The formulations that follow trees of translation and of rotation, or at least do not mind them, if any does."""
    if idle_spins(system):
        return ""
    if contact_names(system.mechanism):
        return f"use one of: {_open_to(True, EVENTFUL)}; or "
    return f"use formulation '{OF_BODIES if system.modal else TREES}', or "


def _open_to(own_trees: bool, names: Sequence[str]) -> str:
    """Those of several formulations that may be taken: where each motion has its tree, none in joint coordinates."""
    return ", ".join(name for name in names if not (own_trees and FORMULATIONS[name].joints))


def _rank(system: System, q: Array, t: float) -> tuple[int, bool]:
    """How many rows are independent at a position, and whether they are more beside it."""
    from linkwork.system.constraints.equations import Equations

    if is_known_independent(system, q, t):
        return len(system.equations), False
    equations = Equations(system)
    equations.evaluate(q, t)
    rank = rank_at(equations)
    if rank == equations.m:
        note_independent(system, q, t)
        return rank, False
    return rank, is_singular(equations, q, t, rank)


def _for_kept_rows(system: System) -> System:
    """The system with its tree, dense unless that would be large: among dense rows those to keep can be chosen."""
    dense = with_tree(system, sparse=False)
    return dense if cut_rows(dense) <= _MOST_CUT_ROWS else with_tree(system)


def _with_dense_tree(system: System, name: str) -> System:
    """The system with its tree and dense matrices, unless these would be large."""
    if not is_dense(system):
        system = with_tree(system, sparse=False)
    if cut_rows(system) > _MOST_CUT_ROWS:
        what, other = f"formulation '{name}'", "formulation 'joint', which is sparse"
        if name == "joint":
            what, other = "method 'trapezoidal'", "another method, with which formulation 'joint' is sparse"
        raise AnalysisError(
            f"{system.mechanism.name}: {what} would close its loops by {cut_rows(system)} equations in dense matrices, "
            f"more than {_MOST_CUT_ROWS}; use {other}"
        )
    return system


def _merged(name: str, settings: Mapping[str, float]) -> dict[str, float]:
    """The defaults of a formulation with the user's settings."""
    known = FORMULATIONS[name].settings
    for key, value in settings.items():
        if key not in known:
            allowed = ", ".join(known) or "none"
            raise AnalysisError(f"formulation '{name}' has no setting '{key}'; its settings are: {allowed}")
        if not isinstance(value, int | float) or isinstance(value, bool) or not np.isfinite(value) or value < 0.0:
            raise AnalysisError(f"formulation '{name}': {key} must be a number, zero or more; found {shown(value)}")
        if value == 0.0 and key in ("penalty", "passes"):
            raise AnalysisError(f"formulation '{name}': {key} must be more than zero")
    return {key: float(settings.get(key, value)) for key, value in known.items()}
