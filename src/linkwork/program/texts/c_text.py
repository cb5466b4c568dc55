"""A program in C99: one file without dependencies, allocation or global state, in functions of a few hundred lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.program.functions import GROUPS, MATRICES, Function, entries_of, functions_of, nodes_of, sizes
from linkwork.program.head import head
from linkwork.program.languages import LANGUAGES
from linkwork.program.linearisation import ALONG
from linkwork.program.lines import Written, looked_up
from linkwork.program.texts.c_linear import c_columns
from linkwork.program.texts.path_text import NUMBERS, path_text

if TYPE_CHECKING:
    from linkwork.program.program import Program

LONGEST = 1200  # operations of a function: the compiler's time grows faster than the length of one
STATE = (
    "double t, const double *restrict q, const double *restrict v, const double *restrict x, "
    "const double *restrict u, const double *restrict par"
)
GIVEN = "t, q, v, x, u, par"
UNUSED = "    (void)t; (void)q; (void)v; (void)x; (void)u; (void)par;"


def c_inputs(program: Program) -> dict[str, str]:
    """How every input is written."""
    c_inputs = {"t": "t"}
    for letter, group in GROUPS:
        c_inputs |= {name: f"{letter}[{number}]" for number, name in enumerate(getattr(program.recorded, group))}
    return c_inputs


def c_source(program: Program, name: str) -> str:
    """The whole file."""
    r, size = program.recorded, sizes(program.recorded)
    c_source = [*head(program, LANGUAGES["c"], name), "#include <math.h>", "#include <string.h>", ""]
    c_source.append(
        f"enum {{ {name}_POSITIONS = {size['positions']}, {name}_N = {size['n']}, {name}_M = {size['m']}, "
        f"{name}_STATES = {size['states']}, {name}_INPUTS = {size['inputs']}, "
        f"{name}_PARAMETERS = {size['parameters']}, {name}_OUTPUTS = {size['outs']} }};"
    )
    c_source += [
        "",
        *looked_up(r.tape, nodes_of(r), LANGUAGES["c"]),
        _struct(program, name),
        *_equations(program, name),
    ]
    for function in functions_of(r):
        if function.name == "linear" and ALONG in r.results:
            c_source.append(c_columns(program, name, c_inputs(program), (STATE, GIVEN, UNUSED), LONGEST))
        else:
            c_source += _function(program, name, function)
    c_source += [_inverse(name), _move(program, name), _close(program, name), _test(program, name)]
    return "\n".join(c_source)


def _struct(program: Program, name: str) -> str:
    """Matrices and vectors of the equations."""
    r = program.recorded
    shapes = [(each, r.shapes[each]) for each in MATRICES]
    members = ", ".join(f"{each}[{shape[0] * (shape[1] if len(shape) > 1 else 1) + 1}]" for each, shape in shapes)
    text = "// the equations at a state; numbers of matrices lie row by row\ntypedef struct {\n"
    return f"{text}    double {members};\n}} {name}_results;\n"


def body(
    program: Program,
    call: str,
    outs: dict[str, str],
    stores: list[tuple[int, str]],
    seeds: tuple[str, str, dict[str, str]] = ("", "", {}),
) -> tuple[list[str], list[str]]:
    """Pieces as static functions, and the lines that call them or, of one piece, its own lines.

    `seeds` are further arguments, as they are declared and as they are given, and the inputs that they hold.
    """
    declared, given_too, more = seeds
    written = Written(program.recorded.tape, stores, c_inputs(program) | more, LANGUAGES["c"], LONGEST)
    if len(written.pieces) == 1:
        return [], ["    " + line for line in written.pieces[0].lines]
    before = list[str]()
    extra, given_extra = [declared] if declared else [], [given_too] if given_too else []
    arguments = ", ".join([STATE, *extra, *(f"{kind} *restrict {name}" for name, kind in outs.items())])
    given, unused = ", ".join([GIVEN, *given_extra, *outs]), " ".join(f"(void){name};" for name in (*outs, "z"))
    for number, piece in enumerate(written.pieces):
        before += [f"static void {call}_{number}({arguments}, double *restrict z)", "{", UNUSED, f"    {unused}"]
        before += ["    " + line for line in piece.lines] + ["}", ""]
    calls = [f"    {call}_{number}({given}, z);" for number in range(len(written.pieces))]
    return before, [f"    double z[{written.size + 1}];", *calls]


def _equations(program: Program, name: str) -> list[str]:
    r, stores = program.recorded, list[tuple[int, str]]()
    paths, sums = {"r": f"{name}_results"}, path_text(r, "c")
    if sums is not None:
        paths, stores = paths | {NUMBERS: "double"}, [*sums.stores]
    for result in MATRICES if sums is None else MATRICES[1:]:
        shape = r.shapes[result]
        for entry in r.results[result]:
            at = entry.row * shape[1] + entry.column if len(shape) == 2 else entry.row
            stores.append((entry.place, f"r->{result}[{at}]"))
    arguments = f"{STATE}, {name}_results *restrict r"
    before, lines = body(program, f"{name}_equations", paths, stores)
    if sums is not None:
        lines = [f"    double {NUMBERS}[{sums.length}] = {{0.0}};", *lines, *(f"    {line}" for line in sums.lines)]
    return [
        *before,
        f"void {name}_equations({arguments})",
        "{",
        UNUSED,
        "    memset(r, 0, sizeof *r);",
        *lines,
        "}",
        "",
    ]


def _function(program: Program, name: str, function: Function) -> list[str]:
    """A function of the state; `rate` takes the whole state y, and calls `accelerations` where that is shorter."""
    split = function.name == "rate" and _calls_accelerations(program)
    stores, zeros = list[tuple[int, str]](), list[str]()
    for vector, results in function.vectors:
        nodes, length = entries_of(program.recorded, results)
        first = len(program.coordinates)
        called = range(first, first + len(program.rates)) if split else range(0)  # what `accelerations` fills
        stores += [(node, f"{vector}[{at}]") for at, node in nodes.items() if at not in called]
        zeros += [f"    {vector}[{at}] = 0.0;" for at in range(length) if at not in nodes and at not in called]
    outs = ", ".join(f"double *restrict {vector}" for vector, _ in function.vectors)
    call, own = f"{name}_{function.name}", [f"    (void){vector};" for vector, _ in function.vectors]
    before, lines = body(program, call, {vector: "double" for vector, _ in function.vectors}, stores)
    lines_of = [*before, f"// {function.about}"]
    if function.name == "rate":
        lines_of += [f"void {call}(double t, const double *y, const double *u, const double *par, double *dy)", "{"]
        lines_of += [f"    const double *q = y, *v = y + {name}_POSITIONS, *x = y + {name}_POSITIONS + {name}_N;"]
    else:
        lines_of += [f"void {call}({STATE}, {outs})", "{"]
    if split:
        own += [f"    double multipliers[{name}_M + 1];"]
        lines += [f"    {name}_accelerations({GIVEN}, dy + {name}_POSITIONS, multipliers);"]
    return [*lines_of, UNUSED, *own, *lines, *zeros, "}", ""]


def _calls_accelerations(program: Program) -> bool:
    """Whether `rate` would be a long function once more; a short one needs no multipliers and no call."""
    return sum(program.count("accelerations").values()) > LONGEST


def _inverse(name: str) -> str:
    """Inverse dynamics."""
    return f"""\
// forces that a motion with accelerations a needs beside those that act: M a - Q, what the constraints give included
void {name}_inverse({STATE}, const double *restrict a, double *restrict tau)
{{
    {name}_results r;
    {name}_equations({GIVEN}, &r);
    for (int i = 0; i < {name}_N; i++) {{
        tau[i] = -r.forces[i];
        for (int j = 0; j < {name}_N; j++) tau[i] += r.mass[i * {name}_N + j] * a[j];
    }}
}}
"""


def _move(program: Program, name: str) -> str:
    """Positions moved by a step of the rates' coordinates."""
    r = program.recorded
    lines = [f"    q[{at}] += d[{rate}];" for rate, at in r.positions_of_rates.items()]
    lines += [f"    {name}_turn(q + {turn.position}, d + {turn.rate});" for turn in r.turns]
    turn = f"""\
// a unit quaternion turned about its own axes by a small rotation vector
static void {name}_turn(double *e, const double *d)
{{
    const double a = e[0], b = e[1], c = e[2], f = e[3], x = 0.5 * d[0], y = 0.5 * d[1], z = 0.5 * d[2];
    double length;
    e[0] = a - b * x - c * y - f * z;
    e[1] = b + a * x + c * z - f * y;
    e[2] = c + a * y + f * x - b * z;
    e[3] = f + a * z + b * y - c * x;
    length = 1.0 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    e[0] *= length; e[1] *= length; e[2] *= length; e[3] *= length;
}}

"""
    text = "\n".join(lines)
    return f"""{turn if r.turns else ""}// positions moved by steps of the rates' coordinates, unit quaternions kept
void {name}_move(double *q, const double *d)
{{
    (void)q; (void)d;
{text}
}}
"""


def _close(program: Program, name: str) -> str:
    """Newton's iteration onto the constraints."""
    if "closure" not in program.recorded.results:
        return f"""\
// nothing closes loops: every state is one
int {name}_close(double t, double *q, double *v, const double *x, const double *u, const double *par)
{{
{UNUSED}
    return 0;
}}
"""
    return f"""\
// brings positions and rates onto the constraints, the independent ones kept; how many steps, or -1: none found
int {name}_close(double t, double *q, double *v, const double *x, const double *u, const double *par)
{{
    double d[{name}_N + 1], residual[{name}_M + 1], before = 1e300;
    int count = 0, done = 0;
    while (!done) {{
        double size = 0.0;
        if (count++ == 40) break;
        {name}_closure(t, q, v, x, u, par, d, residual);
        for (int i = 0; i < {name}_N; i++) if (!(fabs(d[i]) <= size)) size = fabs(d[i]);
        if (!(size < 1e3)) return -1;
        done = size < 1e-13 || (size < 1e-9 && size >= before);
        before = size;
        {name}_move(q, d);
    }}
    for (int i = 0; i < {name}_M; i++) if (!(fabs(residual[i]) < 1e-8)) return -1;
    {name}_closure_speeds(t, q, v, x, u, par, d);
    for (int i = 0; i < {name}_N; i++) v[i] += d[i];
    return count;
}}
"""


def _test(program: Program, name: str) -> str:
    """A program that reads states and prints what follows from them."""
    s = sizes(program.recorded)
    outputs = program.recorded.results.get("outputs") is not None
    more = (
        f"""
        {name}_outputs(t, q, v, x, u, par, out);
        for (int i = 0; i < {s["outs"]}; i++) printf("%.17g\\n", out[i]);"""
        if outputs
        else ""
    )
    room = f", out[{s['outs']} + 1]" if outputs else ""
    return f"""\
#ifdef LINKWORK_TEST
// reads states (t, q, v, x, u, par) from standard input, writes accelerations, forces, residual, gamma and outputs
#include <stdio.h>
int main(void)
{{
    static {name}_results r;
    double t, q[{s["positions"]} + 1], v[{s["n"]} + 1], x[{s["states"]} + 1], u[{s["inputs"]} + 1];
    double par[{s["parameters"]} + 1], a[{s["n"]} + 1], multipliers[{s["m"]} + 1]{room};
    while (scanf("%lf", &t) == 1) {{
        int fine = 1;
        for (int i = 0; i < {s["positions"]}; i++) fine &= scanf("%lf", q + i);
        for (int i = 0; i < {s["n"]}; i++) fine &= scanf("%lf", v + i);
        for (int i = 0; i < {s["states"]}; i++) fine &= scanf("%lf", x + i);
        for (int i = 0; i < {s["inputs"]}; i++) fine &= scanf("%lf", u + i);
        for (int i = 0; i < {s["parameters"]}; i++) fine &= scanf("%lf", par + i);
        if (fine != 1) return 2;
        {name}_accelerations(t, q, v, x, u, par, a, multipliers);
        {name}_equations(t, q, v, x, u, par, &r);
        for (int i = 0; i < {s["n"]}; i++) printf("%.17g\\n", a[i]);
        for (int i = 0; i < {s["n"]}; i++) printf("%.17g\\n", r.forces[i]);
        for (int i = 0; i < {s["m"]}; i++) printf("%.17g\\n", r.residual[i]);
        for (int i = 0; i < {s["m"]}; i++) printf("%.17g\\n", r.gamma[i]);{more}
    }}
    return 0;
}}
#endif
"""
