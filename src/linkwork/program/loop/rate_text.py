"""A recorded right-hand side as text: in C, or as a kernel in Python that numba compiles."""

from __future__ import annotations

from linkwork.program.languages import LANGUAGES
from linkwork.program.lines import Written, looked_up
from linkwork.program.loop.rate_recorder import RecordedRate
from linkwork.system.formulations.formulation_kernel import GRIP, TOLD, TOLD_AT, TOLD_BEFORE, TOLD_ROOM

LONGEST = 1200  # operations of a function of C: the compiler's time grows faster than the length of one
_TABLES = "const int64_t *, const double *, double *, double, const double *, double *"


def c_of_rate(rate: RecordedRate) -> str:
    """The whole file: `rate`, and `set_tables` for what it asks where a singular position is near."""
    stores = [*rate.stores, *([] if rate.grip is None else [(rate.grip, "grip[0]")])]
    written = Written(rate.tape, stores, rate.inputs, LANGUAGES["c"], LONGEST)
    state = "const double *restrict p, double *restrict w, double t, const double *restrict y, double *restrict dy"
    lines = ["#include <math.h>", "#include <stdint.h>", "", f"typedef void (*Rate)({_TABLES});"]
    lines += ["static Rate tables;", "void set_tables(Rate given) { tables = given; }", ""]
    lines += looked_up(rate.tape, [node for node, _ in stores], LANGUAGES["c"])
    for number, piece in enumerate(written.pieces):
        lines += [f"static void part_{number}({state}, double *restrict grip, double *restrict z)", "{"]
        lines += ["    (void)p; (void)w; (void)t; (void)y; (void)dy; (void)grip; (void)z;"]
        lines += ["    " + line for line in piece.lines] + ["}", ""]
    asked = " || ".join([f"w[{rate.near}] > 0.0", *(f"w[{place}] == 0.0" for place in rate.frozen)])
    lines += ["void rate(const int64_t *k, const double *p, double *w, double t, const double *y, double *dy)", "{"]
    lines += [f"    double grip[1] = {{0.0}}, z[{written.size + 1}];"]
    lines += [f"    if ({asked}) {{ tables(k, p, w, t, y, dy); return; }}"]
    lines += [f"    part_{number}(p, w, t, y, dy, grip, z);" for number in range(len(written.pieces))]
    lines += [f"    {line}" for line in rate.zeros]
    lines += ["    (void)z; (void)grip;"]
    if rate.grip is not None:
        lines.append(_told(rate))
    return "\n".join([*lines, "}", ""])


def _told(rate: RecordedRate) -> str:
    """The grip of the closures, told as the tables tell it."""
    own, turn = rate.own, TOLD_ROOM - TOLD_BEFORE
    return f"""\
    if (grip[0] > 0.0) {{
        const int told = (int)w[{own + TOLD}];
        const int place = told < {TOLD_ROOM} ? told : {TOLD_BEFORE} + (told - {TOLD_BEFORE}) % {turn};
        w[{own + GRIP}] = grip[0];
        w[{own + TOLD_AT} + 2 * place] = t;
        w[{own + TOLD_AT} + 2 * place + 1] = grip[0];
        w[{own + TOLD}] += 1.0;
    }}"""
