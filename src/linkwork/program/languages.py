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
    table: str = "{} = ({},)"  # how numbers that are looked up are declared
    goes_on: str = ""  # at the end of a line whose numbers go on in the next
    lookup: str = ""  # the functions that look them up
    guarded: Mapping[str, str] = field(default_factory=dict)
    """Forms of operations that stop the program where they have no value, for numbers that a selection may leave."""


_IN_C = """\
#ifndef LINKWORK_INTERVAL
#define LINKWORK_INTERVAL
/* the number of the interval between knots that holds x, the first and the last reaching to infinity */
static double linkwork_interval(double x, const double *knots, int count)
{
    int low = 0, high = count - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (x < knots[middle]) high = middle; else low = middle;
    }
    return low;
}
#endif
"""
_IN_PYTHON = """\

def interval(x, knots):
    low, high = 0, len(knots) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x < knots[middle]:
            high = middle
        else:
            low = middle
    return low
"""
_IN_JAVASCRIPT = """\
function linkwork_interval(x, knots) {
  let low = 0, high = knots.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x < knots[middle]) high = middle; else low = middle;
  }
  return low;
}
"""
_IN_MATLAB = """\
function low = interval(x, knots)
  low = 0; high = numel(knots) - 1;
  while high - low > 1
    middle = floor((low + high) / 2);
    if x < knots(middle + 1)
      high = middle;
    else
      low = middle;
    end
  end
end
"""
_IN_CASADI = """\

def interval(x, knots):
    return sum(ca.if_else(x < knot, 0.0, 1.0) for knot in knots[1:-1]) if len(knots) > 2 else 0.0


def entry(number, numbers, first=0):
    if len(numbers) == 1:
        return numbers[0]
    half = len(numbers) // 2
    parts = entry(number, numbers[:half], first), entry(number, numbers[half:], first + half)
    return ca.if_else(number < first + half, *parts)
"""
IN_SYMPY = """\

def looked_up(kind, numbers, value):
    # a function of SymPy with a value at every number; beside it, it does not change
    def at(cls, x):
        return sp.sympify(value(x)) if x.is_number and x.is_comparable else None

    name = kind + '_' + '%08x' % zlib.crc32(repr(numbers).encode())
    own = {'eval': classmethod(at), 'fdiff': lambda self, which=1: sp.Integer(0), '_imp_': staticmethod(value)}
    return type(name, (sp.Function,), own)


def interval(x, knots):
    def value(x):
        return min(max(bisect.bisect_right(knots, x) - 1, 0), len(knots) - 2)

    return looked_up('interval', knots, value)(x)


def entry(number, numbers):
    return looked_up('entry', numbers, lambda number: numbers[int(number)])(number)
"""


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
        _forms(select="({0} ? {1} : {2})", abs="fabs", round="rint")
        | {"interval": "linkwork_interval({0}, {1}, (int)(sizeof {1} / sizeof *{1}))", "entry": "{1}[(int){0}]"},
        comment="// ",
        # guarded: all programs of a file share it
        table="#ifndef {0}\n#define {0} {0}\nstatic const double {0}[] = {{{1}}};\n#endif",
        lookup=_IN_C,
    ),
    "python": Language(
        "{} = {}",
        "{} = {}",
        _forms("math.", abs="abs", round="round", pow="math.pow")
        | {"interval": "interval({}, {})", "entry": "{1}[{0}]"},
        lookup=_IN_PYTHON,
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
        )
        | {
            "interval": "np.clip(np.searchsorted({1}, {0}, side='right') - 1, 0, len({1}) - 2)",
            "entry": "{1}[{0}]",
        },
        table="{} = np.array(({},))",
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
        | {"trunc": "sp.sign({0})*sp.floor(sp.Abs({0}))", "interval": "interval({}, {})", "entry": "entry({}, {})"},
        lookup=IN_SYMPY,
        nowhere=("sp.nan", "sp.oo"),
    ),
    "casadi": Language(
        "{} = {}",
        "{} = {}",
        _forms("ca.", "ca.if_else({0}, {1}, {2})", abs="ca.fabs", pow="ca.power")
        | {"hypot": "ca.sqrt({0}*{0} + {1}*{1})", "round": "ca.floor({} + 0.5)"}
        | {"trunc": "ca.sign({0})*ca.floor(ca.fabs({0}))", "interval": "interval({}, {})", "entry": "entry({}, {})"},
        lookup=_IN_CASADI,
        nowhere=("ca.nan", "ca.inf"),
    ),
    "javascript": Language(
        "const {} = {};",
        "{} = {};",
        _forms("Math.", "({0} ? {1} : {2})") | {"interval": "linkwork_interval({}, {})", "entry": "{1}[{0}]"},
        table="var {} = [{}];",
        lookup=_IN_JAVASCRIPT,
        comment="// ",
        nowhere=("NaN", "Infinity"),
    ),
    "matlab": Language(
        "{} = {};",
        "{} = {};",
        _forms(round="round", trunc="fix", pow="power")
        | {SELECT: "choose({0}, {1}, {2})", "interval": "interval({}, {})", "entry": "{1}({0} + 1)"},
        table="{} = [{}];",
        goes_on=" ...",
        lookup=_IN_MATLAB,
        first=1,
        index="{}({})",
        comment="% ",
        nowhere=("NaN", "Inf"),
    ),
}
