"""Which functions a written program has, and where each number of a result is put."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.program.work import Recorded

GROUPS = (("q", "coordinates"), ("v", "rates"), ("x", "states"), ("u", "inputs"), ("par", "parameters"))
MATRICES = ("mass", "jacobian", "forces", "residual", "speeds", "gamma")


@dataclass(frozen=True)
class Function:
    """A function of the state that fills vectors, each made of results one after the other."""

    name: str
    about: str
    vectors: tuple[tuple[str, tuple[str, ...]], ...]  # name of the vector, results in it


def functions_of(recorded: Recorded) -> list[Function]:
    """The functions that the results of a program allow."""
    functions = [
        Function(
            "accelerations",
            "accelerations a and multipliers lambda, M a + J' lambda = Q",
            (("a", ("accelerations",)), ("multipliers", ("multipliers",))),
        ),
        Function("rate", "rates of y = (q, v, x)", (("dy", ("rates", "accelerations", "state_rates")),)),
    ]
    if "outputs" in recorded.results:
        functions.append(Function("outputs", "outputs", (("out", ("outputs",)),)))
    if "A" in recorded.shapes:
        vectors = tuple((each, (each,)) for each in "ABCD")
        functions.append(Function("linear", "A, B, C, D of y' = A y + B u, out = C y + D u, row by row", vectors))
    if recorded.shapes["switches"][0]:
        functions.append(
            Function("switches", "what changes its sign where a law decides otherwise", (("out", ("switches",)),))
        )
    if "closure" in recorded.results:
        functions.append(
            Function(
                "closure",
                "a step d of the dependent coordinates onto the constraints, and what is left of these",
                (("d", ("closure",)), ("residual", ("residual",))),
            )
        )
        functions.append(
            Function("closure_speeds", "what brings the rates onto the constraints", (("d", ("closure_speeds",)),))
        )
    return functions


def entries_of(recorded: Recorded, results: tuple[str, ...]) -> tuple[dict[int, int], int]:
    """The node of every number of a vector that is not zero, by its place, and the vector's length."""
    nodes, first = dict[int, int](), 0
    for result in results:
        shape = recorded.shapes[result]
        width = shape[1] if len(shape) == 2 else 1
        entries = recorded.results.get(result, ())  # of matrices that are made column by column there are none
        nodes |= {first + entry.row * width + entry.column: entry.place for entry in entries}
        first += shape[0] * width
    return nodes, first


def nodes_of(recorded: Recorded) -> list[int]:
    """The nodes of all numbers of all results."""
    return [entry.place for entries in recorded.results.values() for entry in entries]


def sizes(recorded: Recorded) -> dict[str, int]:
    """The numbers that every text needs."""
    m, n = recorded.shapes["jacobian"]
    sizes = {"n": n, "m": m, "positions": len(recorded.coordinates), "states": len(recorded.states)}
    sizes |= {"inputs": len(recorded.inputs), "parameters": len(recorded.parameters)}
    sizes |= {"outs": recorded.shapes.get("outputs", (0,))[0]}
    return sizes
