"""Equations to be read: results of a program as matrices of SymPy and as LaTeX, from M, Q and Phi as they are.

Numbers of a model become fractions where they have few digits, so that what belongs together can be seen to.
"""

from __future__ import annotations

import bisect
import re
import zlib
from importlib import import_module
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError
from linkwork.program.evaluation import live
from linkwork.program.languages import IN_SYMPY
from linkwork.program.lookups import LOOKUPS
from linkwork.program.tape import COMPARISONS, CONSTANT, INPUT, SELECT, TABLE

if TYPE_CHECKING:
    from linkwork.program.work import Recorded

_TITLES = (("mass", "M"), ("forces", "Q"), ("residual", r"\Phi"), ("jacobian", r"\Phi_q"), ("gamma", r"\gamma"))
_DIGITS = 12
_NUMBERED = re.compile(r"([A-Za-z])(\d+)")
MOST = 3000  # operations of what is still read


def _sympy() -> Any:
    try:
        return import_module("sympy")
    except ImportError:
        raise AnalysisError("program: equations to be read need SymPy: pip install sympy") from None


def symbolic(recorded: Recorded, result: str) -> Any:
    """A result as a matrix of expressions, simplified."""
    sp = _sympy()

    entries, shape = recorded.results[result], recorded.shapes[result]
    values = _expressions(recorded, [entry.place for entry in entries])
    symbolic = sp.zeros(shape[0], shape[1] if len(shape) == 2 else 1)
    short = {place: sp.simplify(values[place]) for place in {entry.place for entry in entries}}
    for entry in entries:
        symbolic[entry.row, entry.column] = short[entry.place]
    return symbolic


def operations(recorded: Recorded) -> int:
    """How many numbers the equations of motion are made of."""
    return len(live(recorded.tape, [entry.place for name, _ in _TITLES for entry in recorded.results[name]]))


def lines_of_terms(recorded: Recorded) -> list[tuple[str, list[str]]]:
    """Every number of the equations that is not zero: its letter, and the terms of its sum, as LaTeX without matrices.

    What q are comes first; of the mass matrix, which is symmetric, only one half.
    """
    sp = _sympy()

    names = {symbol: _named(symbol.name) for symbol in map(sp.Symbol, _names(recorded))}
    lines_of_terms = [(f"q_{{{number}}}", [_named(name)]) for number, name in enumerate(recorded.coordinates, 1)]
    for result, title in _TITLES:
        if not recorded.results[result]:
            continue
        matrix = symbolic(recorded, result)
        wide = len(recorded.shapes[result]) == 2
        for row in range(matrix.rows):
            for column in range(row if result == "mass" else 0, matrix.cols):
                if matrix[row, column] == 0:
                    continue
                at = f"{row + 1}{column + 1}" if wide else f"{row + 1}"
                label = title.replace("_q", "") + (f"_{{q,{at}}}" if title == r"\Phi_q" else f"_{{{at}}}")
                terms = [
                    sp.latex(term, symbol_names=names, mul_symbol=r"\,")
                    for term in matrix[row, column].as_ordered_terms()
                ]
                lines_of_terms.append((label, terms))
    return lines_of_terms


def latex(recorded: Recorded) -> str:
    """The equations of motion as lines of LaTeX."""
    sp = _sympy()

    count = operations(recorded)
    if count > MOST:
        raise AnalysisError(
            f"program: {count} operations are no equations to be read (at most {MOST}): use coordinates 'joints'"
        )
    names = {symbol: _named(symbol.name) for symbol in map(sp.Symbol, _names(recorded))}
    lines = [r"M \ddot q + \Phi_q^T \lambda = Q, \qquad \Phi_q \ddot q = \gamma"]
    for vector, group in (("q", recorded.coordinates), (r"\dot q", recorded.rates)):
        lines.append(f"{vector} = " + sp.latex(sp.Matrix([sp.Symbol(name) for name in group]), symbol_names=names))
    for result, title in _TITLES:
        if recorded.results[result]:
            lines.append(f"{title} = {sp.latex(symbolic(recorded, result), symbol_names=names)}")
    return "\n".join(f"\\[ {line} \\]" for line in lines) + "\n"


def _names(recorded: Recorded) -> list[str]:
    groups = recorded.coordinates, recorded.rates, recorded.states, recorded.inputs, recorded.parameters
    return ["t", *(name for group in groups for name in group)]


def _named(name: str) -> str:
    """A name as LaTeX: what belongs to a part stands below."""
    owner, _, label = name.rpartition(".")
    letters = {"angle": r"\theta", "omega": r"\dot\theta", "vx": r"\dot x", "vy": r"\dot y", "position": "s"}
    letters |= {"position_rate": r"\dot s"}
    plain = label.replace("_", r"\_")
    numbered = _NUMBERED.fullmatch(label)
    usual = rf"{numbered[1]}_{{{numbered[2]}}}" if numbered else plain if len(plain) == 1 else rf"\mathrm{{{plain}}}"
    shown = letters.get(label, usual)
    return rf"{{{shown}}}_{{\mathrm{{{owner.replace(' ', '~')}}}}}" if owner else shown


def _constant(value: float) -> Any:
    sp = _sympy()

    text = repr(value)
    return sp.Rational(text) if len(text) <= _DIGITS and "inf" not in text and "nan" not in text else sp.Float(value)


def _expressions(recorded: Recorded, outputs: list[int]) -> dict[int, Any]:
    sp = _sympy()

    tape, values = recorded.tape, dict[int, Any]()
    named = {
        "abs": sp.Abs,
        "hypot": lambda x, y: sp.sqrt(x * x + y * y),
        "round": lambda x: sp.floor(x + sp.Rational(1, 2)),
    }
    named |= {"trunc": lambda x: sp.sign(x) * sp.floor(sp.Abs(x)), "pow": sp.Pow, "neg": lambda x: -x}
    named |= {
        "add": lambda x, y: x + y,
        "sub": lambda x, y: x - y,
        "mul": lambda x, y: x * y,
        "div": lambda x, y: x / y,
    }
    looked_up: dict[str, Any] = {"sp": sp, "bisect": bisect, "zlib": zlib}
    exec(IN_SYMPY, looked_up)  # as in what is written for SymPy
    named |= {code: looked_up[code] for code in LOOKUPS}
    compared = {"lt": sp.Lt, "le": sp.Le, "eq": sp.Eq}
    for place in live(tape, outputs):
        code, operands = tape.codes[place], [values[x] for x in tape.operands[place]]
        if code == CONSTANT:
            values[place] = _constant(tape.values[place])
        elif code == INPUT:
            values[place] = sp.Symbol(tape.names[place])
        elif code == TABLE:
            values[place] = tape.tables[place]
        elif code in COMPARISONS:
            values[place] = compared[code](*operands)
        elif code == SELECT:
            values[place] = sp.Piecewise((operands[1], operands[0]), (operands[2], True))
        else:
            values[place] = (named[code] if code in named else getattr(sp, code))(*operands)
    return values
