"""What stands around the assignments in each language: functions, results, and the solution of the equations.

    [[M, J'], [J, 0]] (a, lambda) = (Q, gamma)

is solved by elimination with full pivoting; pivots that are zero up to rounding belong to rows that others imply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwork.program.languages import Language


class Text(str):
    """A text with names such as @n@ in it."""

    def translate_names(self, values: Mapping[str, object]) -> str:
        """The names replaced by values."""
        found = str(self)
        for name, value in values.items():
            found = found.replace(f"@{name}@", str(value))
        return found


@dataclass(frozen=True)
class Form:
    """The text of a file, in which head, body and numbers are put, and how far the body is set in."""

    text: Text
    indent: str


def place_of(language: Language, result: str, row: int, column: int, shape: tuple[int, ...]) -> str:
    """How a number of a result is written."""
    if language.ending == ".c":
        return f"r->{result}[{row * shape[1] + column if len(shape) == 2 else row}]"
    if language.ending == ".js":
        return f"r.{result}[{row * shape[1] + column if len(shape) == 2 else row}]"
    if language.ending == ".m":
        return f"r.{result}({row + 1}, {column + 1})" if len(shape) == 2 else f"r.{result}({row + 1})"
    return f"r['{result}'][{row}][{column}]" if len(shape) == 2 else f"r['{result}'][{row}]"


C = Text("""\
@HEAD@
#include <math.h>
#include <string.h>

enum { @name@_POSITIONS = @positions@, @name@_N = @n@, @name@_M = @m@, @name@_STATES = @states@ };
enum { @name@_ALL = @n@ + @m@ };

// results of one evaluation; numbers of matrices lie row by row
typedef struct {
    double rates[@positions@ + 1], mass[@n@ * @n@ + 1], jacobian[@m@ * @n@ + 1], forces[@n@ + 1];
    double residual[@m@ + 1], speeds[@m@ + 1], gamma[@m@ + 1], state_rates[@states@ + 1];
} @name@_results;

// room of a solution; give every thread its own
typedef struct {
    @name@_results r;
    double k[(@n@ + @m@) * (@n@ + @m@ + 1) + 1];
    int row[@n@ + @m@ + 1];
} @name@_work;

void @name@_equations(double t, const double *q, const double *v, const double *x, const double *u,
                      const double *par, @name@_results *r)
{
    (void)t; (void)q; (void)v; (void)x; (void)u; (void)par;
    memset(r, 0, sizeof *r);
@BODY@
}

// accelerations a and multipliers; returns how many equations count
int @name@_accelerations(double t, const double *q, const double *v, const double *x, const double *u,
                         const double *par, double *a, double *multipliers, @name@_work *w)
{
    const int n = @name@_N, m = @name@_M, all = @name@_ALL, width = @name@_ALL + 1;
    double *k = w->k, largest = 0.0;
    int count = 0;
    @name@_equations(t, q, v, x, u, par, &w->r);
    memset(k, 0, sizeof w->k);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) k[i * width + j] = w->r.mass[i * n + j];
        k[i * width + all] = w->r.forces[i];
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            k[(n + i) * width + j] = w->r.jacobian[i * n + j];
            k[j * width + n + i] = w->r.jacobian[i * n + j];
        }
        k[(n + i) * width + all] = w->r.gamma[i];
    }
    for (int i = 0; i < all; i++) w->row[i] = -1;
    for (int step = 0; step < all; step++) {
        double best = 0.0;
        int row = -1, column = -1;
        for (int i = 0; i < all; i++) {
            int used = 0;
            for (int j = 0; j < all; j++) used |= w->row[j] == i;
            if (used) continue;
            for (int j = 0; j < all; j++)
                if (w->row[j] < 0 && fabs(k[i * width + j]) > best) {
                    best = fabs(k[i * width + j]);
                    row = i;
                    column = j;
                }
        }
        if (step == 0) largest = best;
        if (!(best > 1e-12 * largest)) break;
        const double inverse = 1.0 / k[row * width + column];
        for (int j = 0; j < width; j++) k[row * width + j] *= inverse;
        for (int i = 0; i < all; i++) {
            const double factor = k[i * width + column];
            if (i != row && factor != 0.0)
                for (int j = 0; j < width; j++) k[i * width + j] -= factor * k[row * width + j];
        }
        w->row[column] = row;
        count++;
    }
    for (int i = 0; i < n; i++) a[i] = w->row[i] < 0 ? 0.0 : k[w->row[i] * width + all];
    for (int i = 0; i < m; i++) multipliers[i] = w->row[n + i] < 0 ? 0.0 : k[w->row[n + i] * width + all];
    return count;
}

// rates of y = (q, v, x)
void @name@_rate(double t, const double *y, const double *u, const double *par, double *dy, @name@_work *w)
{
    const double *q = y, *v = y + @name@_POSITIONS, *x = y + @name@_POSITIONS + @name@_N;
    double multipliers[@name@_M + 1];
    @name@_accelerations(t, q, v, x, u, par, dy + @name@_POSITIONS, multipliers, w);
    for (int i = 0; i < @name@_POSITIONS; i++) dy[i] = w->r.rates[i];
    for (int i = 0; i < @name@_STATES; i++) dy[@name@_POSITIONS + @name@_N + i] = w->r.state_rates[i];
}

#ifdef LINKWORK_TEST
// reads t, q, v, x, u and par from standard input, writes accelerations, multipliers and forces
#include <stdio.h>
int main(void)
{
    static @name@_work w;
    double t, q[@positions@ + 1], v[@n@ + 1], x[@states@ + 1], u[@inputs@ + 1], par[@parameters@ + 1], a[@n@ + 1];
    double multipliers[@m@ + 1];
    int fine = scanf("%lf", &t);
    for (int i = 0; i < @positions@; i++) fine &= scanf("%lf", q + i);
    for (int i = 0; i < @n@; i++) fine &= scanf("%lf", v + i);
    for (int i = 0; i < @states@; i++) fine &= scanf("%lf", x + i);
    for (int i = 0; i < @inputs@; i++) fine &= scanf("%lf", u + i);
    for (int i = 0; i < @parameters@; i++) fine &= scanf("%lf", par + i);
    if (fine != 1) return 2;
    @name@_accelerations(t, q, v, x, u, par, a, multipliers, &w);
    for (int i = 0; i < @n@; i++) printf("%.17g\\n", a[i]);
    for (int i = 0; i < @n@; i++) printf("%.17g\\n", w.r.forces[i]);
    for (int i = 0; i < @m@; i++) printf("%.17g\\n", w.r.residual[i]);
    for (int i = 0; i < @m@; i++) printf("%.17g\\n", w.r.gamma[i]);
    return 0;
}
#endif
""")

_PYTHON_RESULTS = """\
    r = {
        'rates': [0.0] * @positions@, 'mass': [[0.0] * @n@ for _ in range(@n@)],
        'jacobian': [[0.0] * @n@ for _ in range(@m@)], 'forces': [0.0] * @n@, 'residual': [0.0] * @m@,
        'speeds': [0.0] * @m@, 'gamma': [0.0] * @m@, 'state_rates': [0.0] * @states@,
    }
"""

_PYTHON_SOLUTION = '''

def accelerations(t, q, v, x=(), u=(), par=()):
    """Accelerations and multipliers."""
    r, n, m = equations(t, q, v, x, u, par), @n@, @m@
    total = n + m
    k = [[*r['mass'][i], *(r['jacobian'][j][i] for j in range(m)), r['forces'][i]] for i in range(n)]
    k += [[*r['jacobian'][j], *[0.0] * m, r['gamma'][j]] for j in range(m)]
    row_of, left, largest = [-1] * total, set(range(total)), 0.0
    for step in range(total):
        free = [j for j in range(total) if row_of[j] < 0]
        best, row, column = max(((abs(k[i][j]), i, j) for i in left for j in free), default=(0.0, -1, -1))
        largest = largest or best
        if not best > 1e-12 * largest:
            break
        inverse = 1.0 / k[row][column]
        k[row] = [value * inverse for value in k[row]]
        for i in range(total):
            factor = k[i][column]
            if i != row and factor != 0.0:
                k[i] = [one - factor * other for one, other in zip(k[i], k[row])]
        row_of[column] = row
        left.discard(row)
    found = [0.0 if row < 0 else k[row][total] for row in row_of]
    return found[:n], found[n:]


def rate(t, y, u=(), par=()):
    """Rates of y = (q, v, x)."""
    q, v, x = y[:@positions@], y[@positions@:@positions@ + @n@], y[@positions@ + @n@:]
    r = equations(t, q, v, x, u, par)
    return [*r['rates'], *accelerations(t, q, v, x, u, par)[0], *r['state_rates']]
'''

_DOC = '    """All results at one state: lists, matrices row by row."""\n'
PYTHON = Text(
    "@HEAD@\nimport math\n\n\ndef equations(t, q, v, x=(), u=(), par=()):\n"
    + _DOC
    + _PYTHON_RESULTS
    + "@BODY@\n    return r\n"
    + _PYTHON_SOLUTION
)
NUMPY = Text(
    "@HEAD@\nimport numpy as np\n\n\ndef equations(t, q, v, x=(), u=(), par=()):\n"
    '    """All results; every number may be an array, one value a state."""\n'
    + _PYTHON_RESULTS
    + "@BODY@\n    return r\n"
)


def _symbolic(module: str, letter: str, symbol: str) -> Text:
    """Expressions of a package of algebra: one symbol for every input."""
    counts = {"q": "@positions@", "v": "@n@", "x": "@states@", "u": "@inputs@", "par": "@parameters@"}
    arrays = "\n".join(f"{name} = [{symbol}(f'{name}{{i}}') for i in range({count})]" for name, count in counts.items())
    return Text(
        f"@HEAD@\nimport {module} as {letter}\n\nt = {symbol}('t')\n{arrays}\n\n\n"
        "def equations(t, q, v, x=(), u=(), par=()):\n"
        '    """All results as expressions."""\n' + _PYTHON_RESULTS + "@BODY@\n    return r\n"
    )


SYMPY = _symbolic("sympy", "sp", "sp.Symbol")
CASADI = _symbolic("casadi", "ca", "ca.SX.sym")

JAVASCRIPT = Text("""\
@HEAD@
"use strict";

// all results at one state; matrices row by row
function @name@_equations(t, q, v, x = [], u = [], par = []) {
  const zeros = (count) => new Array(count).fill(0);
  const r = {
    rates: zeros(@positions@), mass: zeros(@n@ * @n@), jacobian: zeros(@m@ * @n@), forces: zeros(@n@),
    residual: zeros(@m@), speeds: zeros(@m@), gamma: zeros(@m@), state_rates: zeros(@states@),
  };
@BODY@
  return r;
}

// accelerations and multipliers
function @name@_accelerations(t, q, v, x = [], u = [], par = []) {
  const r = @name@_equations(t, q, v, x, u, par), n = @n@, m = @m@, all = n + m, k = [];
  for (let i = 0; i < all; i++) {
    k.push(new Array(all + 1).fill(0));
    for (let j = 0; j < n; j++) k[i][j] = i < n ? r.mass[i * n + j] : r.jacobian[(i - n) * n + j];
    for (let j = 0; j < m && i < n; j++) k[i][n + j] = r.jacobian[j * n + i];
    k[i][all] = i < n ? r.forces[i] : r.gamma[i - n];
  }
  const rowOf = new Array(all).fill(-1), used = new Array(all).fill(false);
  let largest = 0;
  for (let step = 0; step < all; step++) {
    let best = 0, row = -1, column = -1;
    for (let i = 0; i < all; i++) for (let j = 0; j < all && !used[i]; j++)
      if (rowOf[j] < 0 && Math.abs(k[i][j]) > best) { best = Math.abs(k[i][j]); row = i; column = j; }
    if (step === 0) largest = best;
    if (!(best > 1e-12 * largest)) break;
    const inverse = 1 / k[row][column];
    for (let j = 0; j <= all; j++) k[row][j] *= inverse;
    for (let i = 0; i < all; i++) {
      const factor = k[i][column];
      if (i !== row && factor !== 0) for (let j = 0; j <= all; j++) k[i][j] -= factor * k[row][j];
    }
    rowOf[column] = row;
    used[row] = true;
  }
  const found = rowOf.map((row) => (row < 0 ? 0 : k[row][all]));
  return [found.slice(0, n), found.slice(n)];
}
if (typeof module !== "undefined")
  module.exports = { equations: @name@_equations, accelerations: @name@_accelerations };
""")

MATLAB = Text("""\
@HEAD@
function r = @name@(t, q, v, x, u, par)
  r.rates = zeros(@positions@, 1); r.mass = zeros(@n@, @n@); r.jacobian = zeros(@m@, @n@); r.forces = zeros(@n@, 1);
  r.residual = zeros(@m@, 1); r.speeds = zeros(@m@, 1); r.gamma = zeros(@m@, 1); r.state_rates = zeros(@states@, 1);
@BODY@
  found = pinv([r.mass, r.jacobian'; r.jacobian, zeros(@m@, @m@)]) * [r.forces; r.gamma];
  r.accelerations = found(1:@n@);
  r.multipliers = found(@n@ + 1:end);
end

function y = choose(condition, one, other)
  if condition
    y = one;
  else
    y = other;
  end
end
""")

FORMS: dict[str, Form] = {
    "c": Form(C, "    "),
    "python": Form(PYTHON, "    "),
    "numpy": Form(NUMPY, "    "),
    "sympy": Form(SYMPY, "    "),
    "casadi": Form(CASADI, "    "),
    "javascript": Form(JAVASCRIPT, "  "),
    "matlab": Form(MATLAB, "  "),
}
