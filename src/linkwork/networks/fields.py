"""Stores with several ends by their energy or co-energy: the program differentiates it.

Of a co-energy W'(z, x), z the through variables of inertances and the across variables of capacities, x positions:
d/dt(dW'/dz) is what stands across an inertance or goes through a capacity, and dW'/dx the force along x. So the rates
of z follow from H dz/dt = u - (dH_z/dx) dx/dt, H the matrix of second derivatives, which is solved step by step.
Of an energy E(c, x), c the contents (flux, charge, volume): dE/dc is the variable itself, -dE/dx the force.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from linkwork.expression import Expression, as_expression, named
from linkwork.expression.derivative import derivative, minus, over, plus, times
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.networks.branches import Branch, Lowered
from linkwork.networks.domains import Domain
from linkwork.signals.parts import Signal, SignalPart, State

Store = Literal["inertance", "capacity"]
_ZERO = as_expression(0)
_CONTENTS = {
    ("electrical", "inertance"): "Wb",
    ("electrical", "capacity"): "A s",
    ("hydraulic", "capacity"): "m^3",
}


@dataclass(frozen=True)
class Port:
    """An end of a store: where it is, and what it stores there."""

    name: str
    """Its name in the formula."""
    domain: Domain
    nodes: tuple[str, str]
    store: Store
    start: Expression = _ZERO


@dataclass(frozen=True)
class Move:
    """A position of the mechanism on which an energy depends."""

    name: str
    """Its name in the formula."""
    position: Expression
    rate: Expression


@dataclass
class Field:
    """The branches and signals of a store, and the forces that it exerts along its positions."""

    lowered: Lowered
    forces: dict[str, Expression]


def from_coenergy(name: str, ports: Sequence[Port], moves: Sequence[Move], coenergy: Expression) -> Field:
    """A store by its co-energy, whose variables at the ports are its states."""
    lowered = Lowered()
    branches = [_branch(name, port, len(ports)) for port in ports]
    values = [named(_own(branch, port)) for branch, port in zip(branches, ports, strict=True)]
    known = dict(zip((port.name for port in ports), values, strict=True)) | {one.name: one.position for one in moves}

    def put(label: str, formula: Expression, unit: str = "") -> Expression:
        lowered.signals[f"{name}.{label}"] = Signal(value=Formula(value=substituted(formula, known)), unit=unit)
        return named(f"{name}.{label}")

    contents = [derivative(coenergy, port.name) for port in ports]
    sides = []
    for branch, port, content in zip(branches, ports, contents, strict=True):
        moved = _ZERO
        for move in moves:
            moved = plus(moved, times(derivative(content, move.name), move.rate))
        feeds = named(branch.across if port.store == "inertance" else branch.through)
        sides.append(substituted(plus(feeds, minus(moved)), known))
        put(f"{port.name}.content", content, _CONTENTS.get((port.domain.name, port.store), ""))
    matrix = [[derivative(content, port.name) for port in ports] for content in contents]
    rates = _solved(lowered.signals, name, [[substituted(one, known) for one in row] for row in matrix], sides)
    for branch, port, rate in zip(branches, ports, rates, strict=True):
        unit = port.domain.through_unit if port.store == "inertance" else port.domain.across_unit
        own = _own(branch, port)
        lowered.signals[own] = State(rate=Formula(value=rate), start=port.start, unit=unit)
    lowered.branches += branches
    forces = {move.name: substituted(derivative(coenergy, move.name), known) for move in moves}
    stored = _ZERO
    for n, value in enumerate(values):
        change = _ZERO
        for row, rate in zip(matrix[n], rates, strict=True):
            change = plus(change, times(substituted(row, known), rate))
        for move in moves:
            change = plus(change, times(substituted(derivative(contents[n], move.name), known), move.rate))
        stored = plus(stored, times(value, change))
    for move in moves:
        stored = plus(stored, minus(times(forces[move.name], move.rate)))
    return _booked(name, lowered, forces, moves, stored)


def from_energy(name: str, ports: Sequence[Port], moves: Sequence[Move], energy: Expression) -> Field:
    """A store by its energy; the contents of its ports are its states."""
    lowered = Lowered()
    known = {port.name: named(f"{name}.{port.name}.content") for port in ports}
    known |= {one.name: one.position for one in moves}
    stored = _ZERO
    for port in ports:
        value = substituted(derivative(energy, port.name), known)
        branch = _branch(name, port, len(ports), Formula(value=value))
        feeds = named(branch.across if port.store == "inertance" else branch.through)
        unit = _CONTENTS.get((port.domain.name, port.store), "")
        content = State(rate=Formula(value=feeds), start=port.start, unit=unit)
        lowered.signals[f"{name}.{port.name}.content"] = content
        lowered.branches.append(branch)
        stored = plus(stored, times(value, feeds))
    slopes = {move.name: substituted(derivative(energy, move.name), known) for move in moves}
    for move in moves:
        stored = plus(stored, times(slopes[move.name], move.rate))
    forces = {label: minus(slope) for label, slope in slopes.items()}
    return _booked(name, lowered, forces, moves, stored)


def _branch(name: str, port: Port, count: int, law: Formula | None = None) -> Branch:
    label = name if count == 1 else f"{name}.{port.name}"
    kind: Literal["across", "through"] = "through" if port.store == "inertance" else "across"
    word = port.domain.through if port.store == "inertance" else port.domain.across
    own = Formula(value=named(f"{label}.{word}")) if law is None else law
    return Branch(label, port.domain, port.nodes, kind, own, acts="port")


def _own(branch: Branch, port: Port) -> str:
    return branch.through if port.store == "inertance" else branch.across


def _booked(
    name: str, lowered: Lowered, forces: dict[str, Expression], moves: Sequence[Move], stored: Expression
) -> Field:
    """With what it stores and what it does to the positions, as powers."""
    done = _ZERO
    for move in moves:
        done = plus(done, times(forces[move.name], move.rate))
    for label, formula in (("stored_power", stored), ("delivered_power", done)):
        lowered.signals[f"{name}.{label}"] = Signal(value=Formula(value=formula), unit="W")
    lowered.flows = {f"{name}.stored_power": "store", f"{name}.delivered_power": "delivered"}
    return Field(lowered, forces)


def _solved(
    signals: dict[str, SignalPart], name: str, matrix: list[list[Expression]], sides: list[Expression]
) -> list[Expression]:
    """Solve H x = u by elimination without exchanges (H is positive), each step a signal where it is a formula."""
    count = len(sides)
    rows, right = [list(row) for row in matrix], list(sides)

    def kept(label: str, formula: Expression) -> Expression:
        if not formula.names or len(formula.text) < 40:
            return formula
        signals[f"{name}.step.{label}"] = Signal(value=Formula(value=formula))
        return named(f"{name}.step.{label}")

    for n in range(count):
        rows[n] = [kept(f"h{n + 1}{m + 1}", entry) if m >= n else entry for m, entry in enumerate(rows[n])]
        right[n] = kept(f"u{n + 1}", right[n]) if count > 1 else right[n]
        for later in range(n + 1, count):
            factor = over(rows[n][later], rows[n][n])
            for m in range(later, count):
                rows[later][m] = plus(rows[later][m], minus(times(factor, rows[n][m])))
            right[later] = plus(right[later], minus(times(factor, right[n])))
    solved: list[Expression] = [_ZERO] * count
    for n in reversed(range(count)):
        total = right[n]
        for m in range(n + 1, count):
            total = plus(total, minus(times(rows[n][m], solved[m])))
        solved[n] = kept(f"x{n + 1}", over(total, rows[n][n]))
    return solved
