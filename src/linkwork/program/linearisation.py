"""A, B, C, D of y' = A y + B u, out = C y + D u about a state, y = (q, v, x): exact derivatives on the tape.

Of a small system every number of the matrices is a formula of its own. Of a large one these would be more than a
compiler takes: what all rates and outputs do along one direction d of (y, u) is recorded instead, to be called for one
column after the other. Accelerations and multipliers of

    M a + J' lambda = Q,   J a = gamma

go along it by the factor that has solved them: only M, J, Q and gamma are differentiated.

    M da + J' dlambda = dQ - dM a - dJ' lambda,   J da = dgamma - dJ a
"""

from __future__ import annotations

from typing import Any

from linkwork.program.elimination import Elimination
from linkwork.program.evaluation import live
from linkwork.program.tangent import TooManyError, columns, directional
from linkwork.program.tape import Number
from linkwork.program.work import Recorded

ALONG = "along"
"""The result that holds rates of y and outputs along a direction."""
MATRICES = ("A", "B", "C", "D")
MOST = 100_000  # operations of matrices that are written number by number


def add_linear(recorded: Recorded) -> None:
    """Add the matrices number by number, or what gives their columns."""
    states, outs = states_of(recorded), _outs(recorded)
    most, made = len(recorded.tape.codes) + MOST, dict[str, tuple[tuple[int, int], dict[tuple[int, int], Any]]]()
    try:
        for values, by_state, by_input in ((_rates(recorded), "A", "B"), (outs, "C", "D")):
            places = [recorded.tape.place(value) for value in values]
            for result, names in ((by_state, states), (by_input, recorded.inputs)):
                listed = columns(recorded.tape, places, names, most)
                entries = {(row, at): value for at, slopes in enumerate(listed) for row, value in enumerate(slopes)}
                made[result] = (len(values), len(names)), entries
    except TooManyError:
        _add_along(recorded)
        return
    for result, (shape, entries) in made.items():
        recorded.add(result, shape, entries)


def states_of(recorded: Recorded) -> tuple[str, ...]:
    """Names of y."""
    return (*recorded.coordinates, *recorded.rates, *recorded.states)


def seeds_of(recorded: Recorded) -> dict[str, str]:
    """For every number of y and u the name of the input that holds its part of a direction, in their order."""
    return {name: f"d({name})" for name in (*states_of(recorded), *recorded.inputs)}


def late_of(recorded: Recorded) -> set[int]:
    """The nodes that depend on the direction: all others are the same for every column."""
    tape, names, late = recorded.tape, set(seeds_of(recorded).values()), set[int]()
    for place in live(tape, [entry.place for entry in recorded.results[ALONG]]):
        if tape.names.get(place) in names or any(operand in late for operand in tape.operands[place]):
            late.add(place)
    return late


def _rates(recorded: Recorded) -> list[Any]:
    return [value for name in ("rates", "accelerations", "state_rates") for value in recorded.vector(name)]


def _outs(recorded: Recorded) -> list[Any]:
    return recorded.vector("outputs") if recorded.outputs else []


def _add_along(recorded: Recorded) -> None:
    """Add what rates and outputs do along a direction, and the shapes of the matrices."""
    tape, rates, outs = recorded.tape, _rates(recorded), _outs(recorded)
    seeds = {name: tape.input(seed) for name, seed in seeds_of(recorded).items()}
    known = {} if recorded.factor is None else _solved_slopes(recorded, recorded.factor, seeds)
    places = [tape.place(value) for value in (*rates, *outs)]
    slopes = directional(tape, places, seeds, known=known)
    recorded.add_vector(ALONG, [slopes[place] for place in places])
    for result, values in (("A", rates), ("B", rates), ("C", outs), ("D", outs)):
        recorded.shapes[result] = len(values), len(states_of(recorded) if result in "AC" else recorded.inputs)


def _solved_slopes(recorded: Recorded, factor: Elimination, seeds: dict[str, Any]) -> dict[int, Any]:
    """How accelerations and multipliers change, by the factor of their equations."""
    a, multipliers = recorded.vector("accelerations"), recorded.vector("multipliers")
    parts = ("mass", "jacobian", "forces", "gamma")
    slopes = directional(recorded.tape, [entry.place for part in parts for entry in recorded.results[part]], seeds)
    sides = {part: [0.0] * recorded.shapes[part][0] for part in ("forces", "gamma")}
    for part, side in sides.items():
        for entry in recorded.results[part]:
            side[entry.row] = slopes[entry.place]
    forces, gamma = sides.values()
    for entry in recorded.results["mass"]:
        forces[entry.row] = forces[entry.row] - slopes[entry.place] * a[entry.column]
    for entry in recorded.results["jacobian"]:
        slope = slopes[entry.place]
        forces[entry.column] = forces[entry.column] - slope * multipliers[entry.row]
        gamma[entry.row] = gamma[entry.row] - slope * a[entry.column]
    solved = [value for values in factor.solved(forces, gamma) for value in values]
    pairs = zip((*a, *multipliers), solved, strict=True)
    return {value.place: slope for value, slope in pairs if value.__class__ is Number}
