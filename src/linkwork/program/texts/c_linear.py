"""The matrices of a large program in C, one column after the other: what a direction does is a loop's inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.program.languages import LANGUAGES
from linkwork.program.linearisation import ALONG, late_of, seeds_of, states_of
from linkwork.program.lines import Written

if TYPE_CHECKING:
    from linkwork.program.program import Program


def c_columns(program: Program, name: str, inputs: dict[str, str], heads: tuple[str, str, str], longest: int) -> str:
    """The function `linear`; `heads` are arguments as declared, as given, and the line that uses them all."""
    state, given, unused = heads
    r = program.recorded
    seeds = {seed: f"d[{number}]" for number, seed in enumerate(seeds_of(r).values())}
    stores = [(entry.place, f"s[{entry.row}]") for entry in r.results[ALONG]]
    written = Written(r.tape, stores, inputs | seeds, LANGUAGES["c"], longest, late=late_of(r))
    call, lines = f"{name}_linear", list[str]()
    for number, piece in enumerate(written.pieces):
        lines += [f"static void {call}_{number}({state}, const double *restrict d, double *restrict s,"]
        lines += ["    double *restrict z)", "{", unused, "    (void)d; (void)s; (void)z;"]
        lines += ["    " + line for line in piece.lines] + ["}", ""]
    calls = [f"{call}_{number}({given}, d, s, z);" for number in range(len(written.pieces))]
    parts = (4, calls[: written.early]), (8, calls[written.early :])
    early, late = ("\n".join(" " * indent + each for each in some) for indent, some in parts)
    states, rates, count = len(states_of(r)), r.shapes["A"][0], len(seeds)
    text = f"""\
// A, B, C, D of y' = A y + B u, out = C y + D u, row by row; made column by column
void {call}({state}, double *restrict A, double *restrict B, double *restrict C, double *restrict D)
{{
    double d[{count + 1}] = {{0.0}}, s[{r.shapes[ALONG][0] + 1}] = {{0.0}}, z[{written.size + 1}];
{unused}
{early}
    for (int column = 0; column < {count}; column++) {{
        const int of_state = column < {states}, width = of_state ? {states} : {count - states};
        double *rates = of_state ? A + column : B + column - {states};
        double *outs = of_state ? C + column : D + column - {states};
        memset(d, 0, sizeof d);
        d[column] = 1.0;
{late}
        for (int row = 0; row < {rates}; row++) rates[row * width] = s[row];
        for (int row = 0; row < {r.shapes["C"][0]}; row++) outs[row * width] = s[{rates} + row];
    }}
}}
"""
    return "\n".join([*lines, text])
