"""Directional derivatives of a program in C: forward mode over the tape, with a seed beside every number that is given.

`tangent` is what the rates, outputs and switches do along the seeds, `tangent_closure` and `tangent_closure_speeds` the
same of the steps onto the constraints, `tangent_move` of positions that are moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.program.functions import GROUPS, entries_of
from linkwork.program.tangent import directional
from linkwork.program.texts.c_text import STATE, UNUSED, body

if TYPE_CHECKING:
    from linkwork.program.program import Program

_SEEDS = ", ".join(f"const double *restrict d{letter}" for letter, _ in GROUPS)
_GIVEN = ", ".join(f"d{letter}" for letter, _ in GROUPS)
_UNUSED = "    " + " ".join(f"(void)d{letter};" for letter, _ in GROUPS)


def c_of_tangents(program: Program, name: str) -> str:
    """The functions."""
    r = program.recorded
    outs = ("outputs",) if "outputs" in r.results else ()
    function = _function(
        program,
        f"{name}_tangent",
        (("ddy", ("rates", "accelerations", "state_rates")), ("dout", outs), ("dz", ("switches",))),
    )
    if "closure" in r.results:
        for result in ("closure", "closure_speeds"):
            function += _function(program, f"{name}_tangent_{result}", (("dd", (result,)),))
    return "\n".join([*function, _moved(program, name)])


def _function(program: Program, call: str, vectors: tuple[tuple[str, tuple[str, ...]], ...]) -> list[str]:
    r, tape = program.recorded, program.recorded.tape
    names = {each: f"d({each})" for _, group in GROUPS for each in getattr(r, group)}
    nodes: list[tuple[int, str]] = []
    zeros = list[str]()
    for vector, results in vectors:
        entries, length = entries_of(r, results)
        nodes += [(node, f"{vector}[{at}]") for at, node in entries.items()]
        zeros += [f"    {vector}[{at}] = 0.0;" for at in range(length) if at not in entries]
    seeds: dict[str, Any] = {each: tape.input(seed) for each, seed in names.items()}
    slopes = directional(tape, [node for node, _ in nodes], seeds)
    stores = [(tape.place(slopes[node]), place) for node, place in nodes]
    inputs = {
        names[each]: f"d{letter}[{number}]" for letter, group in GROUPS for number, each in enumerate(getattr(r, group))
    }
    outs = {vector: "double" for vector, _ in vectors}
    before, lines = body(program, call, outs, stores, (_SEEDS, _GIVEN, inputs))
    arguments = ", ".join([STATE, _SEEDS, *(f"double *restrict {vector}" for vector in outs)])
    own = ["    " + " ".join(f"(void){vector};" for vector in outs)]
    return [*before, f"static void {call}({arguments})", "{", UNUSED, _UNUSED, *own, *lines, *zeros, "}", ""]


def _moved(program: Program, name: str) -> str:
    """How positions that are moved by d go along dq and dd."""
    r = program.recorded
    lines = [f"    dq[{at}] += dd[{rate}];" for rate, at in r.positions_of_rates.items()]
    lines += [
        f"    tangent_turn(q + {turn.position}, d + {turn.rate}, dq + {turn.position}, dd + {turn.rate});"
        for turn in r.turns
    ]
    text = "\n".join(lines)
    return f"""\
/* a quaternion and what it does along a direction, both brought to length one */
static void tangent_normalise(double *e, double *de)
{{
    const double length = 1.0 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    double along = 0.0;
    for (int i = 0; i < 4; i++) {{ e[i] *= length; de[i] *= length; along += e[i] * de[i]; }}
    for (int i = 0; i < 4; i++) de[i] -= along * e[i];
}}

static void product(const double *e, const double *d, double whole, double *out)
{{
    out[0] = whole * e[0] - 0.5 * (e[1] * d[0] + e[2] * d[1] + e[3] * d[2]);
    out[1] = whole * e[1] + 0.5 * (e[0] * d[0] + e[2] * d[2] - e[3] * d[1]);
    out[2] = whole * e[2] + 0.5 * (e[0] * d[1] + e[3] * d[0] - e[1] * d[2]);
    out[3] = whole * e[3] + 0.5 * (e[0] * d[2] + e[1] * d[1] - e[2] * d[0]);
}}

static void tangent_turn(const double *e, const double *d, double *de, const double *dd)
{{
    double turned[4], one[4], other[4];
    product(e, d, 1.0, turned);
    product(de, d, 1.0, one);
    product(e, dd, 0.0, other);
    for (int i = 0; i < 4; i++) de[i] = one[i] + other[i];
    tangent_normalise(turned, de);
}}

/* what positions do that are moved by d, which changes by dd; the positions themselves are moved after it */
static void {name}_tangent_move(const double *q, const double *d, double *dq, const double *dd)
{{
    (void)q; (void)d; (void)dq; (void)dd; (void)tangent_turn;
{text}
}}
"""
