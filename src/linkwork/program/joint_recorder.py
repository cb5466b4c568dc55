"""Recorder in the coordinates of the joints: sweeps over a spanning tree, and the rows of the elements that are cut.

A turn has its angle, a slide its way; a ball has the unit quaternion of its link in the link's parent, and its rates
are the angular velocity against the parent in the link's own axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.program.elimination import Elimination, Equations
from linkwork.program.lines import counted
from linkwork.program.path_sums import PathSums, path_sums
from linkwork.program.plain_kernels import View, plain_module
from linkwork.program.root_frame import OwnAxes, TurnedWeight, hangs_on_one_body, stands_on_a_pin
from linkwork.program.tape import Number
from linkwork.program.work import Recorded, Turn, Work
from linkwork.system.tree import tree_kernel as tree
from linkwork.system.tree.joint_system import rows_of_cuts

if TYPE_CHECKING:
    from linkwork.base.arrays import Array
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_TREE = "linkwork.system.tree."
Motion = tuple[dict[Any, Any], dict[Any, Any], list[Any], dict[str, list[Any]], PathSums | None]


class JointWork(Work):
    """The tables of a mechanism with its tree, and its joint coordinates as recording numbers."""

    def __init__(self, bare: System, parameters: tuple[str, ...], q: Array, v: Array) -> None:
        from linkwork.system.tree.joint_motion_kernel import gather_at
        from linkwork.system.tree.joint_system import joint_space
        from linkwork.system.tree.tree import coordinate_names, with_tree

        whole = with_tree(bare, sparse=False)
        space = joint_space(whole)
        whole.world.put(whole, space, q, v)
        self.joint_names = coordinate_names(whole)
        self.n = len(self.joint_names)
        start: Array = np.zeros(2 * self.n)
        gather_at(whole.k, whole.p, space, start, True)
        super().__init__(whole, bare, space, parameters)
        for number in range(len(whole.plan.rods)):  # the scales of their lengths stand behind those of all equations
            self.p[int(whole.k[layout.ROW_SCALE]) + len(whole.equations) + number] = 1.0
        self.rows = int(whole.k[whole.k[layout.TREE] + tree.CUT_ROWS])
        self.balls = balls(whole)
        self.start = list[float]()
        self._state(start)
        self.begin |= dict(zip(self.rates, (float(x) for x in start[self.n :]), strict=True))
        units = self._at("vectors_at", "tree_kernel")
        listed = [*np.real(whole.row_scale), *[1.0 / whole.length] * len(whole.plan.rods)]
        self.column_units = [float(self.w[units + number]) for number in range(self.n)]
        self.row_units = [float(listed[row]) for row in rows_of_cuts(whole)]
        for number in range(self.n):
            self.w[units + number] = 1.0

    def kernels(self, name: str) -> Any:
        """A module of the tree as plain Python."""
        return plain_module(_TREE + name)

    def _at(self, function: str, module: str = "closure_place_kernel") -> int:
        return int(getattr(self.kernels(module), function)(self.k))

    def _state(self, start: Array) -> None:
        """Inputs for coordinates and rates; those of balls are the references of charts that are zero."""
        names, rates, turns = list[str](), list[str](), list[Turn]()
        values: list[Any] = []
        firsts = dict(self.balls)
        number = 0
        while number < self.n:
            name = self.joint_names[number]
            if number in firsts:
                block, owner = firsts[number], name.rpartition(".")[0]
                turns.append(Turn(len(names), number))
                for part in range(4):
                    names.append(f"{owner}.e{part}")
                    self.start.append(float(self.w[block + part]))
                    self.w[block + part] = self.tape.input(names[-1])
                rates += [f"{owner}.omega.{axis}" for axis in "xyz"]
                values += [0.0, 0.0, 0.0]
                number += 3
            else:
                names.append(name)
                rates.append(rate_name(name))
                self.start.append(float(start[number]))
                values.append(self.tape.input(name))
                number += 1
        self.coordinates, self.rates, self.turns = tuple(names), tuple(rates), tuple(turns)
        self.v = [self.tape.input(name) for name in rates]
        self.y = View([*values, *self.v])

    def run(self) -> None:
        """Poses, twists, rows of the cut elements, forces and inertias at the state."""
        with self.deciding():
            self.kernels("tree_kernel").spread(self.k, self.p, self.w, self.y, True)
            if self.rows:
                self.kernels("cut_kernel").evaluate_cuts(self.k, self.p, self.w, layout.MOTION, self.t)
            forces = plain_module("linkwork.system.dynamics.forces_kernel")
            forces.apply_forces(self.k, self.p, self.w, self.t)
            self.kernels("articulated_kernel").load_bodies(self.k, self.p, self.w, True)

    def swept(self) -> list[Any]:
        """Accelerations of a tree without loops: one sweep to the root and one back."""
        kept = list(self.w.table)
        out = View([0.0] * (2 * self.n))
        with self.deciding():
            self.kernels("articulated_kernel").sweep_to_root(self.k, self.p, self.w)
            self.kernels("articulated_kernel").sweep_from_root(self.k, self.p, self.w, out)
        self.w.table[:] = kept
        return out.table[self.n :]

    def cut_sides(self) -> dict[str, list[Any]]:
        """Phi, nu and gamma of the cut rows as their elements give them."""
        k, cut_sides = self.k, {name: [0.0] * self.rows for name in ("residual", "speeds", "gamma")}
        table = k[layout.TREE]
        cut = k[table + tree.CUT_AT]
        for _ in range(k[table + tree.CUTS]):
            record = k[cut + tree.CUT_ELEMENT]
            count, first = k[record + layout.ROWS], k[cut + tree.CUT_ROW]
            source = k[layout.OUT] + k[record + layout.OUT_AT]
            for which, values in enumerate(cut_sides.values()):
                for row in range(count):
                    values[first + row] = self.w[source + which * count + row]
            cut += tree.CUT
        return cut_sides

    def equations(self) -> Motion:
        """H, J, the forces of the joints, Phi, nu, gamma of the cut rows, and H by sums along its paths."""
        composite, cuts = self.kernels("composite_kernel"), self.kernels("cut_kernel")
        n = self.n
        with self.deciding():
            composite.bias_accelerations(self.k, self.w)
            self.kernels("articulated_kernel").take_accelerations(self.k, self.w)
            composite.compose(self.k, self.p, self.w, True)
            composite.load_forces(self.k, self.p, self.w)
            sums = path_sums(self)
            sides = self.cut_sides()
            given = self._at("given_at")
            for row, value in enumerate(sides["gamma"]):
                self.w[given + row] = value
            if self.rows:
                cuts.subtract_bias(self.k, self.p, self.w)
                sides["gamma"] = self.numbers(range(given, given + self.rows))
            composite.load_matrix(self.k, self.p, self.w)
            if self.rows:
                cuts.load_rows(self.k, self.p, self.w)
        h, j, side = self._at("matrix_at"), self._at("rows_at"), self._at("side_at")
        mass = {
            (i, c): self.w[h + n * max(i, c) + min(i, c)]
            for i in range(n)
            for c in range(n)
            if not _nothing(self.w[h + n * max(i, c) + min(i, c)])
        }
        rows = {
            (r, c): self.w[j + n * r + c]
            for r in range(self.rows)
            for c in range(n)
            if not _nothing(self.w[j + n * r + c])
        }
        return mass, rows, self.numbers(range(side, side + n)), sides, sums


def record_joints(mechanism: Mechanism, parameters: tuple[str, ...], q: Array, v: Array) -> tuple[Recorded, JointWork]:
    """The equations of motion in the coordinates of the joints of a spanning tree."""
    work = JointWork(mechanism.system(dynamics=True), parameters, q, v)
    return recorded_motion(work), work


def recorded_motion(work: JointWork) -> Recorded:
    """The equations of motion, from kernels run at the state of the work."""
    begun = list(work.w.table)
    work.run()
    listed = list[list[Any]]()
    if not work.rows and not work.bare.modal:
        listed.append(work.swept())
    if stands_on_a_pin(work):
        with TurnedWeight(work, begun):
            listed.append(work.swept())
            listed.append(_eliminated(work, *work.equations()[:3:2]))
    mass, rows, forces, sides, sums = _in_cheapest_axes(work, listed)
    recorded = Recorded(
        tape=work.tape,
        kind="joints",
        coordinates=work.coordinates,
        rates=work.rates,
        states=work.states,
        inputs=work.inputs,
        lawful=work.lawful,
        parameters=work.parameters,
        equations=tuple(_equation_names(work.system)),
        start=tuple(work.start),
        turns=work.turns,
        units=_units(work),
        begin=work.begin,
        sums=sums,
    )
    recorded.add_vector("rates", _rates(work))
    recorded.add("mass", (work.n, work.n), mass)
    recorded.add("jacobian", (work.rows, work.n), rows)
    recorded.add_vector("forces", forces)
    for name, values in sides.items():
        recorded.add_vector(name, values)
    recorded.add_vector("state_rates", work.state_rates())
    if listed:
        listed.append(_eliminated(work, recorded.value("mass"), recorded.vector("forces")))
        _take_cheapest(recorded, work, listed)
    return recorded


def _in_cheapest_axes(work: JointWork, listed: list[list[Any]]) -> Motion:
    """The equations along the axes of the world or of the body that carries all: those with the fewest operations.

    To the accelerations that are `listed` those of the body's axes are added.
    """
    motions: list[Motion] = []
    if hangs_on_one_body(work):
        with OwnAxes(work):
            if listed:
                listed.append(work.swept())
            motions.append(work.equations())
    motions.append(work.equations())
    return min(motions, key=lambda motion: _cost(work, motion))


def _cost(work: JointWork, motion: Motion) -> int:
    mass, rows, forces, sides, _ = motion
    values = [*mass.values(), *rows.values(), *forces, *sides["gamma"]]
    return sum(counted(work.tape, [work.tape.place(value) for value in values]).values())


def _eliminated(work: JointWork, mass: dict[Any, Any], forces: list[Any]) -> list[Any]:
    """Accelerations of a tree without loops by composite inertias and elimination.

    A tree whose masses do not suffice is one that cannot be simulated, in this way and by sweeps.
    """
    return Elimination(Equations(work.n, 0, mass, {})).solved(forces, [])[0]


def _take_cheapest(recorded: Recorded, work: JointWork, listed: list[list[Any]]) -> None:
    """Of the same accelerations in several ways those that take the fewest operations."""
    costs = [sum(counted(work.tape, [work.tape.place(value) for value in values]).values()) for values in listed]
    recorded.add_vector("accelerations", listed[costs.index(min(costs))])
    recorded.add_vector("multipliers", [])


def rate_name(coordinate: str) -> str:
    """The name of the rate of a coordinate."""
    owner, _, label = coordinate.rpartition(".")
    rates = {"angle": "omega", "x": "vx", "y": "vy", "z": "vz"}
    return f"{owner}.{rates.get(label, label + '_rate')}"


def _units(work: JointWork) -> dict[str, str]:
    """Units of coordinates and rates: a slide has metres, modes have none that is known, all others turn."""
    units, turns = dict[str, str](), {turn.rate + i for turn in work.turns for i in range(3)}
    names = list(work.joint_names)
    slides = {
        name
        for link in work.system.plan.links
        for name, kind in zip(link.names, _kinds(link), strict=True)
        if kind == tree.SLIDING
    }
    modes = {f"{body.name}.{label}" for body in work.bare.modal for label in body.labels}
    for number, (name, rate) in enumerate(zip(names, work.rates, strict=True)):
        if name in modes:
            continue
        unit = "m" if name in slides else "rad"
        if number not in turns:
            units[name] = unit
        units[rate] = f"{unit}/s"
    return units


def _kinds(link: Any) -> list[int]:
    """The kind of motion of each coordinate of a link."""
    if link.kind == tree.FLOATING:
        return [tree.SLIDING, tree.SLIDING, tree.TURNING]
    return [link.kind] * len(link.names)


def _nothing(value: Any) -> bool:
    return value.__class__ is not Number and value == 0.0


def _rates(work: JointWork) -> list[Any]:
    """Rates of the coordinates: their own, of quaternions e' = e (0, omega) / 2."""
    rates, turns = list[Any](), {turn.rate: turn for turn in work.turns}
    rate = 0
    while rate < work.n:
        if rate in turns:
            at = turns[rate].position
            rates += work.quaternion_rates(list(work.coordinates[at : at + 4]), work.v[rate : rate + 3])
            rate += 3
        else:
            rates.append(work.v[rate])
            rate += 1
    return rates


def balls(whole: System) -> list[tuple[int, int]]:
    """The first coordinate of every ball, and where its reference lies in the workspace."""
    if whole.world.dimensions == 2:
        return []
    places = plain_module(_TREE + "spatial.tree_layout_kernel")
    table, balls = int(whole.k[layout.TREE]), list[tuple[int, int]]()
    for place in range(int(whole.k[table + tree.JOINTS])):
        joint = table + tree.RECORDS + tree.JOINT * place
        if int(whole.k[joint + tree.KIND]) == tree.BALL:
            balls.append(
                (int(whole.k[joint + tree.FREEDOM]), int(places.block_of(whole.k, place)) + places.BALL_REFERENCE)
            )
    return balls


def _equation_names(whole: System) -> list[str]:
    named = [str(equation) for equation in whole.equations]
    named += [f"rod '{whole.bodies[rod.body - 1]}' (length)" for rod in whole.plan.rods]
    return [named[row] for row in rows_of_cuts(whole)]
