"""A program in languages without a compiler: Python, NumPy, SymPy, CasADi, JavaScript, Matlab."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from linkwork.program.functions import GROUPS, MATRICES, Function, entries_of, functions_of, nodes_of, sizes
from linkwork.program.head import head
from linkwork.program.languages import LANGUAGES, Language
from linkwork.program.linearisation import ALONG, late_of, seeds_of, states_of
from linkwork.program.linearisation import MATRICES as MATRICES_OF_LINEAR
from linkwork.program.lines import Written, looked_up, tables_of
from linkwork.program.texts.path_text import NUMBERS, path_text

if TYPE_CHECKING:
    from linkwork.program.program import Program

_ARGUMENTS = "t, q, v, x=(), u=(), par=()"


def _inputs(program: Program, language: Language) -> dict[str, str]:
    inputs = {"t": "t"}
    for letter, group in GROUPS:
        for number, name in enumerate(getattr(program.recorded, group)):
            inputs[name] = language.index.format(letter, number + language.first)
    return inputs


def _lines(program: Program, language: Language, stores: list[tuple[int, str]], indent: str) -> list[str]:
    written = Written(program.recorded.tape, stores, _inputs(program, language), language)
    return [indent + line for line in written.pieces[0].lines]


def _column_lines(
    program: Program, language: Language, form: tuple[str, ...], indent: str, others: list[tuple[int, str]]
) -> list[str]:
    """A, B, C, D, which hold zeros already, column by column; others are stored once.

    `form` is the loop's begin, what stands in it before and behind the lines of a column, and its end.
    """
    r, place = program.recorded, language.index
    seeds = {seed: place.format("d", at + language.first) for at, seed in enumerate(seeds_of(r).values())}
    stores = others + [(entry.place, place.format("s", entry.row + language.first)) for entry in r.results[ALONG]]
    written = Written(r.tape, stores, _inputs(program, language) | seeds, language, late=late_of(r))
    sizes_of = {"n": len(states_of(r)), "m": len(r.inputs), "rows": r.shapes["A"][0], "outs": r.shapes["C"][0]}
    sizes_of |= {"all": sizes_of["n"] + sizes_of["m"], "long": sizes_of["rows"] + sizes_of["outs"]}
    begin, before, behind, end = ([line for line in part.format(**sizes_of).splitlines() if line] for part in form)
    early, late = (
        [line for piece in some for line in piece.lines]
        for some in (written.pieces[: written.early], written.pieces[written.early :])
    )
    inside = [indent + line for line in (*before, *late, *behind)]
    return [indent + line for line in (*early, *begin, *inside, *end)]


_PYTHON_COLUMNS = (
    "for column in range({all}):",
    "d, s = [0.0] * {all}, [0.0] * {long}\nd[column] = 1.0",
    """\
one, two, at, width = (A, C, column, {n}) if column < {n} else (B, D, column - {n}, {m})
for row in range({rows}):
    one[row * width + at] = s[row]
for row in range({outs}):
    two[row * width + at] = s[{rows} + row]""",
    "",
)
_JAVASCRIPT_COLUMNS = (
    "for (let column = 0; column < {all}; column++) {{",
    "const d = new Array({all}).fill(0), s = new Array({long}).fill(0);\nd[column] = 1;",
    """\
const [one, two, at, width] = column < {n} ? [A, C, column, {n}] : [B, D, column - {n}, {m}];
for (let row = 0; row < {rows}; row++) one[row * width + at] = s[row];
for (let row = 0; row < {outs}; row++) two[row * width + at] = s[{rows} + row];""",
    "}}",
)
_MATLAB_COLUMNS = (
    "for column = 1:{all}",
    "d = zeros({all}, 1); s = zeros({long}, 1);\nd(column) = 1;",
    """\
if column <= {n}
  r.A(:, column) = s(1:{rows}); r.C(:, column) = s({rows} + 1:{long});
else
  r.B(:, column - {n}) = s(1:{rows}); r.D(:, column - {n}) = s({rows} + 1:{long});
end""",
    "end",
)


def _vector_lines(program: Program, language: Language, function: Function, indent: str) -> list[str]:
    """The numbers of a function's vectors, which hold zeros already."""
    if function.name == "linear" and ALONG in program.recorded.results:
        form = _JAVASCRIPT_COLUMNS if language is LANGUAGES["javascript"] else _PYTHON_COLUMNS
        return _column_lines(program, language, form, indent, [])
    stores = list[tuple[int, str]]()
    for vector, results in function.vectors:
        nodes, _ = entries_of(program.recorded, results)
        stores += [(node, language.index.format(vector, at + language.first)) for at, node in nodes.items()]
    return _lines(program, language, stores, indent)


def _matrix_lines(
    program: Program, language: Language, place: Callable[[str, int, int, tuple[int, ...]], str], indent: str
) -> list[str]:
    r, stores = program.recorded, list[tuple[int, str]]()
    javascript = language is LANGUAGES["javascript"]
    sums = path_text(r, "javascript" if javascript else "python")
    for result in MATRICES if sums is None else MATRICES[1:]:
        stores += [
            (entry.place, place(result, entry.row, entry.column, r.shapes[result])) for entry in r.results[result]
        ]
    if sums is None:
        return _lines(program, language, stores, indent)
    form = f"const {NUMBERS} = new Array({{}}).fill(0);" if javascript else f"{NUMBERS} = [0.0] * {{}}"
    lines = _lines(program, language, [*sums.stores, *stores], indent)
    return [indent + form.format(sums.length), *lines, *(indent + line for line in sums.lines)]


_GUARDS = """

def over(x, y):
    return x / y if y else math.nan


def tried(function, *x):
    try:
        return function(*x)
    except (ValueError, OverflowError):
        return math.nan
"""


def python_source(program: Program, name: str, kind: str) -> str:
    """Python with `math`, NumPy for arrays of states, or expressions of SymPy or CasADi."""
    language, r, s = LANGUAGES[kind], program.recorded, sizes(program.recorded)
    imported = {"python": "import math", "numpy": "import numpy as np"}
    imported |= {"sympy": "import sympy as sp", "casadi": "import casadi as ca"}
    tables = looked_up(r.tape, nodes_of(r), language)
    before = ["import bisect", "import zlib", ""] if tables and kind == "sympy" else []
    lines = [*head(program, language, name), *before, imported[kind], *(["", *tables] if tables else [""])]
    if kind in ("sympy", "casadi"):
        symbol = "sp.Symbol" if kind == "sympy" else "ca.SX.sym"
        counts = {"q": s["positions"], "v": s["n"], "x": s["states"], "u": s["inputs"], "par": s["parameters"]}
        lines.append(f"t = {symbol}('t')")
        lines += [f"{each} = [{symbol}(f'{each}{{i}}') for i in range({n})]" for each, n in counts.items()] + [""]
    lines += [
        "",
        f"def equations({_ARGUMENTS}):",
        '    """Matrices and vectors of the equations by name, row by row."""',
    ]
    lines += ["    r = {"]
    for each in MATRICES:
        shape = r.shapes[each]
        rows = f"[[0.0] * {shape[1]} for _ in range({shape[0]})]" if len(shape) == 2 else f"[0.0] * {shape[0]}"
        lines.append(f"        '{each}': {rows},")
    lines.append("    }")
    lines += [*_matrix_lines(program, language, _python_place, "    "), "    return r", ""]
    lines += [
        "",
        "def inverse(t, q, v, a, x=(), u=(), par=()):",
        '    """Forces that a motion with accelerations a needs: M a - Q, what the constraints give included."""',
        "    r = equations(t, q, v, x, u, par)",
        "    rows = zip(r['mass'], r['forces'])",
        "    return [sum(one * other for one, other in zip(row, a)) - force for row, force in rows]",
        "",
    ]
    for function in functions_of(r):
        given = "t, y, u=(), par=()" if function.name == "rate" else _ARGUMENTS
        lines += ["", f"def {function.name}({given}):", f'    """Returns {function.about}."""']
        if function.name == "rate":
            p, n = s["positions"], s["n"]
            lines.append(f"    q, v, x = y[:{p}], y[{p}:{p + n}], y[{p + n}:]")
        for vector, results in function.vectors:
            lines.append(f"    {vector} = [0.0] * {entries_of(r, results)[1]}")
        lines += _vector_lines(program, language, function, "    ")
        lines += [f"    return {', '.join(vector for vector, _ in function.vectors)}", ""]
    if kind in ("python", "numpy"):
        lines += _python_closing(program, kind)
    text = "\n".join(lines)
    return text if "over(" not in text and "tried(" not in text else f"{text}{_GUARDS}"


def _python_place(result: str, row: int, column: int, shape: tuple[int, ...]) -> str:
    return f"r['{result}'][{row}][{column}]" if len(shape) == 2 else f"r['{result}'][{row}]"


def _python_closing(program: Program, kind: str) -> list[str]:
    """`move` and `close`."""
    r = program.recorded
    root, largest = (
        ("math.sqrt", "max(map(abs, {}))")
        if kind == "python"
        else ("np.sqrt", "max(float(np.max(np.abs(each))) for each in {})")
    )
    lines = [
        "",
        "def move(q, d):",
        '    """Positions moved by steps of the rates\' coordinates, unit quaternions kept."""',
    ]
    lines.append("    q = list(q)")
    lines += [f"    q[{at}] = q[{at}] + d[{rate}]" for rate, at in r.positions_of_rates.items()]
    if r.turns:
        pairs = ", ".join(f"({turn.position}, {turn.rate})" for turn in r.turns)
        lines += [
            f"    for at, rate in ({pairs},):",
            "        (a, b, c, f), (x, y, z) = q[at:at + 4], (0.5 * each for each in d[rate:rate + 3])",
            "        e = [a - b * x - c * y - f * z, b + a * x + c * z - f * y]",
            "        e += [c + a * y + f * x - b * z, f + a * z + b * y - c * x]",
            f"        length = {root}(sum(each * each for each in e))",
            "        q[at:at + 4] = [each / length for each in e]",
        ]
    lines += ["    return q", ""]
    if "closure" not in r.results:
        return lines
    return [
        *lines,
        "",
        f"def close({_ARGUMENTS}):",
        '    """Positions and rates on the constraints, the independent ones kept."""',
        "    before = 1e300",
        "    for _ in range(40):",
        "        d, residual = closure(t, q, v, x, u, par)",
        f"        size = {largest.format('d')}",
        "        q = move(q, d)",
        "        if size < 1e-13 or before <= size < 1e-9:",
        "            break",
        "        before = size",
        f"    if {largest.format('residual')} < 1e-8:",
        "        d = closure_speeds(t, q, v, x, u, par)",
        "        return q, [one + other for one, other in zip(v, d)]",
        "    raise ValueError('no position on the constraints was found')",
        "",
    ]


def javascript_source(program: Program, name: str) -> str:
    """JavaScript for pages and node."""
    language, r, s = LANGUAGES["javascript"], program.recorded, sizes(program.recorded)
    lines = [*head(program, language, name), '"use strict";', "", *looked_up(r.tape, nodes_of(r), language)]
    lines += ["// matrices and vectors of the equations, matrices row by row"]
    lines += [f"function {name}_equations(t, q, v, x = [], u = [], par = []) {{", "  const r = {"]
    for each in MATRICES:
        shape = r.shapes[each]
        lines.append(f"    {each}: new Array({shape[0] * (shape[1] if len(shape) > 1 else 1)}).fill(0),")
    lines.append("  };")
    lines += [*_matrix_lines(program, language, _flat_place, "  "), "  return r;", "}", ""]
    lines += ["// forces that a motion with accelerations a needs: M a - Q, what the constraints give included"]
    lines += [
        f"function {name}_inverse(t, q, v, a, x = [], u = [], par = []) {{",
        f"  const r = {name}_equations(t, q, v, x, u, par), n = r.forces.length;",
        "  return r.forces.map((force, i) => a.reduce((sum, each, j) => sum + r.mass[i * n + j] * each, -force));",
        "}",
        "",
    ]
    names = ["equations", "inverse"]
    for function in functions_of(r):
        names.append(function.name)
        given = "t, y, u = [], par = []" if function.name == "rate" else "t, q, v, x = [], u = [], par = []"
        lines += [f"// {function.about}", f"function {name}_{function.name}({given}) {{"]
        if function.name == "rate":
            p, n = s["positions"], s["n"]
            lines.append(f"  const q = y.slice(0, {p}), v = y.slice({p}, {p + n}), x = y.slice({p + n});")
        for vector, results in function.vectors:
            lines.append(f"  const {vector} = new Array({entries_of(r, results)[1]}).fill(0);")
        lines += _vector_lines(program, language, function, "  ")
        vectors = ", ".join(vector for vector, _ in function.vectors)
        lines += [f"  return {f'[{vectors}]' if len(function.vectors) > 1 else vectors};", "}", ""]
    listed = ", ".join(f"{each}: {name}_{each}" for each in names)
    return "\n".join([*lines, f'if (typeof module !== "undefined") module.exports = {{ {listed} }};', ""])


def _flat_place(result: str, row: int, column: int, shape: tuple[int, ...]) -> str:
    return f"r.{result}[{row * shape[1] + column if len(shape) == 2 else row}]"


def matlab_source(program: Program, name: str) -> str:
    """Matlab and Octave: one function that gives all results by name."""
    language, r = LANGUAGES["matlab"], program.recorded
    matlab_source = [f"function r = {name}(t, q, v, x, u, par)", *head(program, language, name)]
    tables, stores = tables_of(r.tape, nodes_of(r), language, "  "), list[tuple[int, str]]()
    matlab_source += tables
    sums = path_text(r, "matlab")
    if sums is not None:
        matlab_source.append(f"  {NUMBERS} = zeros({sums.length}, 1);")
        stores += sums.stores
    listed = [*(each for each in r.results if each != ALONG), *(MATRICES_OF_LINEAR if ALONG in r.results else ())]
    for result in listed:
        shape = r.shapes[result]
        matlab_source.append(f"  r.{result} = zeros({shape[0]}, {shape[1] if len(shape) == 2 else 1});")
        for entry in r.results.get(result, ()) if result != "mass" or sums is None else ():
            at = f"{entry.row + 1}, {entry.column + 1}" if len(shape) == 2 else f"{entry.row + 1}"
            stores.append((entry.place, f"r.{result}({at})"))
    if ALONG in r.results:
        matlab_source += _column_lines(program, language, _MATLAB_COLUMNS, "  ", stores)
    else:
        matlab_source += _lines(program, language, stores, "  ")
    matlab_source += [*(f"  {line}" for line in ([] if sums is None else sums.lines)), "end", ""]
    matlab_source += language.lookup.splitlines() if tables else []
    matlab_source += ["function y = choose(condition, one, other)", "  if condition", "    y = one;", "  else"]
    return "\n".join([*matlab_source, "    y = other;", "  end", "end", ""])
