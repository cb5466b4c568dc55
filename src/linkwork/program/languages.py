"""Languages: how the operations of a tape are written in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from linkwork.program.tape import BINARY, COMPARISONS, SELECT, UNARY

_INFIX = {"add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "div": "{} / {}", "neg": "-{}"}
_COMPARED = {"lt": "{} < {}", "le": "{} <= {}", "eq": "{} == {}"}
_CALLED = [name for name in (*UNARY, *BINARY) if name not in _INFIX]


@dataclass(frozen=True)
class Language:
    """Names of functions, and the form of an assignment."""

    assign: str
    store: str
    forms: Mapping[str, str]
    first: int = 0  # index of the first number of an array
    index: str = "{}[{}]"
    comment: str = "# "
    nowhere: tuple[str, str] = ("NAN", "INFINITY")  # what is no number, and more than any: where a decision leaves them
    guarded: Mapping[str, str] = field(default_factory=dict)
    """Forms of operations that stop the program where they have no value, for numbers that a selection may leave."""


def _forms(prefix: str = "", select: str = "({1} if {0} else {2})", **named: str) -> dict[str, str]:
    forms = {**_INFIX, **_COMPARED, SELECT: select}
    for name in _CALLED:
        inside = "{}, {}" if name in BINARY else "{}"
        forms[name] = f"{named.get(name, prefix + name)}({inside})"
    assert set(forms) == {*BINARY, *UNARY, *COMPARISONS, SELECT}
    return forms


LANGUAGES: dict[str, Language] = {
    "c": Language(
        "const double {} = {};",
        "{} = {};",
        _forms(select="({0} ? {1} : {2})", abs="fabs", round="rint"),
        comment="// ",
    ),
    "python": Language(
        "{} = {}",
        "{} = {}",
        _forms("math.", abs="abs", round="round", pow="math.pow"),
        guarded={"div": "over({}, {})", "pow": "tried(math.pow, {}, {})"}
        | {name: f"tried(math.{name}, {{}})" for name in ("sqrt", "log", "exp", "asin", "acos", "sinh", "cosh", "tan")},
        nowhere=("math.nan", "math.inf"),
    ),
    "numpy": Language(
        "{} = {}",
        "{} = {}",
        _forms(
            "np.",
            "np.where({0}, {1}, {2})",
            abs="np.abs",
            asin="np.arcsin",
            acos="np.arccos",
            atan="np.arctan",
            atan2="np.arctan2",
            pow="np.power",
        ),
        nowhere=("np.nan", "np.inf"),
    ),
    "sympy": Language(
        "{} = {}",
        "{} = {}",
        _forms(
            "sp.",
            "sp.Piecewise(({1}, {0}), ({2}, True))",
            abs="sp.Abs",
            pow="sp.Pow",
        )
        | {"hypot": "sp.sqrt({0}**2 + {1}**2)", "round": "sp.floor({} + 0.5)"}
        | {"trunc": "sp.sign({0})*sp.floor(sp.Abs({0}))"},
        nowhere=("sp.nan", "sp.oo"),
    ),
    "casadi": Language(
        "{} = {}",
        "{} = {}",
        _forms("ca.", "ca.if_else({0}, {1}, {2})", abs="ca.fabs", pow="ca.power")
        | {"hypot": "ca.sqrt({0}*{0} + {1}*{1})", "round": "ca.floor({} + 0.5)"}
        | {"trunc": "ca.sign({0})*ca.floor(ca.fabs({0}))"},
        nowhere=("ca.nan", "ca.inf"),
    ),
    "javascript": Language(
        "const {} = {};",
        "{} = {};",
        _forms("Math.", "({0} ? {1} : {2})"),
        comment="// ",
        nowhere=("NaN", "Infinity"),
    ),
    "matlab": Language(
        "{} = {};",
        "{} = {};",
        _forms(round="round", trunc="fix", pow="power") | {SELECT: "choose({0}, {1}, {2})"},
        first=1,
        index="{}({})",
        comment="% ",
        nowhere=("NaN", "Inf"),
    ),
}
