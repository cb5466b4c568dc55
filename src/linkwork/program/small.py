"""Variables declared small: what the equations are made of is linearised in them before it is solved.

With s the small coordinates and their rates, every number f of the mass matrix, the forces and the constraints becomes

    f(0) + Df(0) s

so that products of small variables and the functions of small angles go. The solution itself is not linearised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.program.evaluation import live
from linkwork.program.tangent import directional
from linkwork.program.tape import COMPARISONS, CONSTANT, INPUT, SELECT, Tape, Truth
from linkwork.program.work import Recorded

LINEARISED = ("mass", "forces", "jacobian", "residual", "speeds", "gamma", "state_rates")


def linearise_small(recorded: Recorded, names: Sequence[str]) -> None:
    """Linearise what the equations are made of in some coordinates and their rates."""
    rates = {recorded.coordinates[at]: recorded.rates[rate] for rate, at in recorded.positions_of_rates.items()}
    for name in names:
        if name not in rates:
            raise AnalysisError(
                f"program: small: there is no coordinate '{name}'{suggestion(name, rates, 'coordinates')}"
            )
    tape, small = recorded.tape, [*names, *(rates[name] for name in names)]
    results = [entry.place for result in LINEARISED for entry in recorded.results[result]]
    # a slope holds the seeds, which stay, beside functions of the variables, which become zero: seeds get other names
    seeds = {name: tape.input(f"small {name}") for name in small}
    slopes = directional(tape, results, seeds)
    zero = dict.fromkeys(small, 0.0)
    at_zero = replayed(tape, results, zero)
    listed = [tape.place(slopes[place]) for place in results]
    back: dict[str, Any] = {f"small {name}": tape.input(name) for name in small}
    turned = replayed(tape, listed, zero | back)
    values = {place: at_zero[place] + turned[slope] for place, slope in zip(results, listed, strict=True)}
    for result in LINEARISED:
        entries = {(entry.row, entry.column): values[entry.place] for entry in recorded.results[result]}
        recorded.add(result, recorded.shapes[result], entries)
    for result in ("accelerations", "multipliers"):
        recorded.results.pop(result, None)


def replayed(tape: Tape, outputs: Iterable[int], given: Mapping[str, Any]) -> dict[int, Any]:
    """The same operations once more with other numbers for some inputs."""
    values = dict[int, Any]()
    for place in live(tape, outputs):
        code = tape.codes[place]
        operands = [values[x] for x in tape.operands[place]]
        if code == CONSTANT:
            values[place] = tape.values[place]
        elif code == INPUT:
            values[place] = given.get(tape.names[place], tape.number(place))
        elif code == SELECT:
            truth = operands[0]
            values[place] = (
                tape.select(truth, *operands[1:]) if truth.__class__ is Truth else operands[1 if truth else 2]
            )
        elif code in COMPARISONS:
            values[place] = tape.compare(code, *operands)
        elif len(operands) == 2:
            values[place] = tape.binary(code, *operands)
        else:
            values[place] = tape.unary(code, operands[0])
    return values
