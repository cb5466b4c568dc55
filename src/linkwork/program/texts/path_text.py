"""The loop that sums a mass matrix along the paths of a tree, in the languages that have loops."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.program.languages import LANGUAGES, Language
from linkwork.program.work import Recorded

NUMBERS = "paths"  # the array of what every coordinate is and needs
_A_LINE = 20  # carriers
_REST = ("jacobian", "forces", "residual", "speeds", "gamma")

_TURNED = "f[2] += m[6] * f[1] - m[7] * f[0]"
_CROSSED = (
    "f[3] += m[13] * f[2] - m[14] * f[1]",
    "f[4] += m[14] * f[0] - m[12] * f[2]",
    "f[5] += m[12] * f[1] - m[13] * f[0]",
)
_IN_C = """\
static const int carriers[] = {{{carriers}}}; // the next coordinate on the way to the root
for (int c = 0; c < {n}; c++) {{
    double f[{half}]; // what its acceleration needs
    for (int part = 0; part < {half}; part++) f[part] = paths[{size} * c + {half} + part];
    for (int i = c; i >= 0; i = carriers[i]) {{
        const double *m = paths + {size} * i;
        r->mass[{n} * i + c] = r->mass[{n} * c + i] = {product};
        {moved};
    }}
}}"""
_IN_PYTHON = """\
carriers = ({carriers},)  # the next coordinate on the way to the root
for c in range({n}):
    i, f = c, paths[{size} * c + {half}:{size} * c + 2 * {half}]  # what its acceleration needs
    while i >= 0:
        m = paths[{size} * i:{size} * i + {size}]
        r['mass'][i][c] = r['mass'][c][i] = {product}
        {moved}
        i = carriers[i]"""
_IN_JAVASCRIPT = """\
const carriers = [{carriers}]; // the next coordinate on the way to the root
for (let c = 0; c < {n}; c++) {{
  const f = paths.slice({size} * c + {half}, {size} * c + 2 * {half}); // what its acceleration needs
  for (let i = c; i >= 0; i = carriers[i]) {{
    const m = paths.slice({size} * i, {size} * i + {size});
    r.mass[{n} * i + c] = r.mass[{n} * c + i] = {product};
    {moved};
  }}
}}"""
_IN_MATLAB = """\
carriers = [{carriers}]; % the next coordinate on the way to the root
for c = 1:{n}
  i = c; f = paths({size} * (c - 1) + {half} + (1:{half})); % what its acceleration needs
  while i > 0
    m = paths({size} * (i - 1) + (1:{size}));
    r.mass(i, c) = sum(m(1:{half}) .* f);
    r.mass(c, i) = r.mass(i, c);
    {moved};
    i = carriers(i);
  end
end"""
_FORMS = {"c": _IN_C, "javascript": _IN_JAVASCRIPT, "matlab": _IN_MATLAB}
_MOVED_IN_MATLAB = {
    8: "f(3) = f(3) + m(7) * f(2) - m(8) * f(1)",
    15: "f(4:6) = f(4:6) + cross(m(13:15), f(1:3))",
}


@dataclass(frozen=True)
class PathText:
    """What a text has in place of the entries of a mass matrix: numbers that are stored, and the loop over them."""

    stores: list[tuple[int, str]]  # node and place
    length: int  # of the array of numbers
    lines: list[str]


def path_text(recorded: Recorded, kind: str) -> PathText | None:
    """The sums of a mass matrix in a language, where they are shorter than all its entries."""
    sums = recorded.sums
    if sums is None:
        return None
    entries = [entry.place for entry in recorded.results["mass"]]
    others = [entry.place for each in _REST for entry in recorded.results[each]]
    if not sums.is_shorter(recorded.tape, entries, others):
        return None
    language: Language = LANGUAGES[kind]
    stores = [(node, language.index.format(NUMBERS, at + language.first)) for at, node in sums.numbers.items()]
    n, half = len(sums.carriers), 3 if sums.size == 8 else 6
    product = " + ".join(f"m[{part}] * f[{part}]" for part in range(half))
    steps: tuple[str, ...] = (_TURNED,) if half == 3 else _CROSSED
    if kind == "matlab":
        steps = (_MOVED_IN_MATLAB[sums.size],)
    elif kind not in _FORMS:  # numbers may be arrays, which no operation may change
        steps = tuple(step.replace("+=", f"= {step.partition(' ')[0]} +") for step in steps)
    named = {"n": n, "half": half, "size": sums.size, "product": product}
    form = _FORMS.get(kind, _IN_PYTHON)
    indent = next(line for line in form.splitlines() if "{moved}" in line).partition("{")[0]
    named["moved"] = f"{'' if form is _IN_PYTHON else ';'}\n{indent}".join(steps)
    numbers = [str(carrier + language.first if carrier >= 0 else language.first - 1) for carrier in sums.carriers]
    rows = [", ".join(numbers[first : first + _A_LINE]) for first in range(0, n, _A_LINE)]
    named["carriers"] = f",{language.goes_on}\n    ".join(rows)
    return PathText(stores, n * sums.size, form.format(**named).splitlines())
