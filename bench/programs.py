"""Right-hand sides of generated C beside the compiled tables: time of one evaluation and operations of it."""

from __future__ import annotations

import ctypes as c
import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from bench.functions import six_axis_arm
from bench.timing import seconds

Row = dict[str, Any]
EXAMPLES = Path(__file__).parents[1] / "examples"
TIMES = 200_000
_LOOP = """
#include <stddef.h>
double many(long count, const double *y, const double *u, double *dy)
{
    double z[512], sum = 0.0;
    for (int i = 0; i < %d; i++) z[i] = y[i];
    for (long n = 0; n < count; n++) {
        model_rate(0.3, z, u, NULL, dy);
        z[0] += 1e-12 * dy[0];
        sum += dy[%d - 1];
    }
    return sum;
}
"""


def problems() -> dict[str, Any]:
    """Slider-crank, the seven bodies of the squeezer, an arm with six links."""
    crank: Any = lw.load(EXAMPLES / "slider-crank.yaml")
    squeezer: Any = lw.load(EXAMPLES / "gallery/squeezer.yaml")
    return {"slider-crank": crank, "squeezer": squeezer, "six-axis arm": six_axis_arm()}


def of_c(program: Any, folder: Path) -> float:
    """Seconds of one right-hand side in generated C."""
    size = len(program.coordinates) + len(program.rates) + len(program.states)
    source = folder / "model.c"
    source.write_text(program.source("c", "model") + _LOOP % (size, size), encoding="utf-8")
    library = folder / "model.so"
    compiler = shutil.which("cc") or "gcc"
    subprocess.run([compiler, "-std=c99", "-O2", "-fPIC", "-shared", source, "-o", library, "-lm"], check=True)
    many = c.CDLL(str(library)).many
    many.restype = c.c_double
    r = program.recorded
    y = np.array([*r.start, *(r.begin[name] for name in (*r.rates, *r.states))])
    u, dy = np.array([r.begin[name] for name in r.inputs] or [0.0]), np.zeros(size)
    pointers = [x.ctypes.data_as(c.POINTER(c.c_double)) for x in (y, u, dy)]
    return seconds(lambda: many(c.c_long(TIMES), *pointers), 3) / TIMES


def of_tables(mechanism: Any) -> float:
    """Seconds of one right-hand side of the compiled tables in joint coordinates, from C's side."""
    f = mechanism.c_functions(step=1e-3, formulation="joint")
    kind = c.CFUNCTYPE(None, *[c.c_void_p] * 3, c.c_double, *[c.c_void_p] * 2)
    rate, dy = kind(f.addresses["rate"]), np.zeros(4 * len(f.y) + 64)
    given = [x.ctypes.data for x in (f.k, f.p, f.w)]
    y, out = f.y.ctypes.data, dy.ctypes.data
    count = 2000
    empty = seconds(lambda: [None for _ in range(count)], 3)

    def calls() -> None:
        for _ in range(count):
            rate(*given, 0.3, y, out)

    return (seconds(calls, 3) - empty) / count


def of_casadi(program: Any, folder: Path) -> float | None:
    """Seconds of one right-hand side that CasADi makes of the same equations and writes as C."""
    if importlib.util.find_spec("casadi") is None:
        return None
    import casadi as ca

    space: dict[str, Any] = {}
    exec(program.source("casadi"), space)
    size = len(program.coordinates) + len(program.rates) + len(program.states)
    y = ca.SX.sym("y", size)
    dy = space["rate"](0.3, [y[i] for i in range(size)], [program.recorded.begin[name] for name in program.inputs])
    f = ca.Function("model", [y], [ca.vertcat(*dy)])
    f.generate("casadi_model.c", {"with_header": False})
    source = folder / "casadi_model.c"
    shutil.move("casadi_model.c", source)
    library = folder / "casadi_model.so"
    subprocess.run([shutil.which("cc") or "gcc", "-O2", "-fPIC", "-shared", source, "-o", library, "-lm"], check=True)
    call = c.CDLL(str(library)).model
    r = program.recorded
    given = np.array([*r.start, *(r.begin[name] for name in (*r.rates, *r.states))])
    out, room = np.zeros(size), np.zeros(100_000)
    arg, res = (c.c_void_p * 8)(given.ctypes.data), (c.c_void_p * 8)(out.ctypes.data)
    count = 2000

    def calls() -> None:
        for _ in range(count):
            call(arg, res, None, c.c_void_p(room.ctypes.data), 0)

    empty = seconds(lambda: [None for _ in range(count)], 3)
    return (seconds(calls, 3) - empty) / count


def rows() -> Iterator[Row]:
    """One row a mechanism and kind of coordinates."""
    for name, mechanism in problems().items():
        tables = of_tables(mechanism)
        for coordinates in ("joints", "bodies"):
            program = mechanism.program(coordinates=coordinates)
            count = program.count("rates", "accelerations", "state_rates")
            with tempfile.TemporaryDirectory() as folder:
                own, peer = of_c(program, Path(folder)), of_casadi(program, Path(folder))
            yield {
                "mechanism": name,
                "coordinates": coordinates,
                "mul + add + functions": f"{count['multiplications']} + {count['additions']} + {count['functions']}",
                "C, us": round(1e6 * own, 3),
                "tables (joint), us, called by ctypes": round(1e6 * tables, 2),
                "CasADi's C, us, called by ctypes": None if peer is None else round(1e6 * peer, 2),
            }
