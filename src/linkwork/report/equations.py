"""The equations of motion of a small mechanism, set as formulas: in the coordinates of its joints, with its parameters.

Matplotlib sets them as it sets the labels of plots, on the page as on paper. What is long, decides, or cannot be
recorded has no such section; nor has any mechanism where SymPy is missing.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import LinkworkError
from linkwork.report.parts import Part, Picture, Words

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.program.program import Program

MOST_BODIES = 4  # of which equations are tried
MOST = 100  # operations that are still read on a page
SIZE = 11.0  # points
WIDTH = 6.3  # inches
STEP = 0.42  # inches from line to line
MOST_LINES = 24
INDENT = r"\qquad "


def equation_parts(mechanism: Mechanism) -> list[Part]:
    """Words that tell the symbols, and the formulas; nothing where they would be long."""
    bodies = [name for name in mechanism.bodies_by_name if name != "ground"]
    if not 0 < len(bodies) <= MOST_BODIES or find_spec("sympy") is None:
        return []
    program = _small_program(mechanism)
    if program is None:
        return []
    lines = _fitting(program)
    if not lines or len(lines) > MOST_LINES:
        return []
    about = "In the coordinates q of the joints: M q'' + Φq' λ = Q, Φ = 0" if _closes(program) else "M q'' = Q"
    return [Words(f"{about}. Numbers are in SI units."), Picture(_figure(lines), "Entries that are zero are left out.")]


def short_latex(program: Program) -> str:
    """The equations in LaTeX for a notebook; nothing where they are long."""
    if find_spec("sympy") is None or not _is_short(program):
        return ""
    return "".join(
        f"<p>{line.replace(chr(92) + '[', '$$').replace(chr(92) + ']', '$$')}</p>" for line in _latex(program)
    )


def _latex(program: Program) -> list[str]:
    return program.source("latex").splitlines()


def _small_program(mechanism: Mechanism) -> Program | None:
    """With all parameters as symbols, or as numbers where they cannot stay."""
    from linkwork.program.program import program

    for parameters in (tuple(mechanism.parameters_by_name), ()):
        try:
            made = program(mechanism, parameters, "joints")
        except LinkworkError:
            continue
        return made if _is_short(made) else None
    return None


def _is_short(program: Program) -> bool:
    from linkwork.program.readable import operations

    r = program.recorded
    # a formula does not show the numbers of a table that it looks up
    return operations(r) <= MOST and not r.shapes["switches"][0] and not r.tape.tables


def _closes(program: Program) -> bool:
    return bool(program.recorded.shapes["jacobian"][0])


def _fitting(program: Program) -> list[str]:
    """Lines that fit on the page; none where a term of them does not."""
    from linkwork.program.readable import lines_of_terms

    lines = list[str]()
    for left, terms in lines_of_terms(program.recorded):
        line = f"{left} ="
        for number, term in enumerate(term.replace(r"\frac{", r"\dfrac{") for term in terms):
            sign = "" if term.startswith("-") else " +" if number else ""
            longer = f"{line}{sign} {term}"
            if number and not _fits(longer):
                lines.append(line)
                longer = f"{INDENT}{sign} {term}"
            if not _fits(longer):
                return []
            line = longer
        lines.append(line)
    return lines


def _fits(line: str) -> bool:
    """Whether matplotlib sets a line, in the width of the page."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    if not line.isascii():  # letters of names that the font of formulas lacks
        return False
    parser: Any = MathTextParser("path")
    try:
        width = parser.parse(f"${line}$", 72, FontProperties(size=SIZE, math_fontfamily="cm"))[0]
    except ValueError:
        return False
    return bool(width <= 72.0 * WIDTH)


def _figure(lines: list[str]) -> Any:
    from matplotlib.figure import Figure

    from linkwork.view.palette import INK

    height = STEP * (len(lines) + 0.5)
    figure: Any = Figure(figsize=(WIDTH + 0.2, height))
    figure.set_layout_engine("none")
    axes = figure.subplots()
    axes.axis("off")
    figure.subplots_adjust(left=0.0, right=1.0, bottom=0.0, top=1.0)
    for number, line in enumerate(lines):
        y = 1.0 - STEP * (number + 0.75) / height
        axes.text(
            0.01, y, f"${line}$", fontsize=SIZE, color=INK, math_fontfamily="cm", va="center", transform=axes.transAxes
        )
    return figure
