"""Right-hand sides of generated C beside the tables, CasADi's and Pinocchio's C and one by hand, all called from C.

Pinocchio's generator has to be compiled first (`peers/pinocchio_code.cpp` says how); LINKWORK_PINOCCHIO is its path.
"""

from __future__ import annotations

import ctypes as c
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from bench.dynamic_problems import slider_crank
from bench.functions import AXES, six_axis_arm
from bench.peers.references import SC, G
from bench.timing import seconds

Row = dict[str, Any]
EXAMPLES = Path(__file__).parents[1] / "examples"
TIMES = 20_000
TURNS = 3  # what is compared is timed by turns: other work on the machine then meets all
Timer = Callable[[], float]  # seconds of one right-hand side
# for the processor that is there, as the tables are compiled
_OPTIONS = ("-std=c99", "-O2", "-march=native", "-ffp-contract=fast", "-fPIC", "-shared")
_LOOPS = """
#include <stdint.h>
#include <stddef.h>
void model_rate(double t, const double *y, const double *u, const double *par, double *dy);
void of_program(long count, double *y, const double *u, double *dy)
{
    for (long n = 0; n < count; n++) { y[0] += 1e-14; model_rate(0.3, y, u, NULL, dy); }
}
typedef void (*part)(const int64_t *, const double *, double *, double, const double *, double *);
void of_tables(long count, part rate, const int64_t *k, const double *p, double *w, double *y, double *dy)
{
    for (long n = 0; n < count; n++) { y[0] += 1e-14; rate(k, p, w, 0.3, y, dy); }
}
typedef int (*called)(const double **, double **, long long *, double *, int);
void of_casadi(long count, called f, double *y, double *dy, double *room)
{
    const double *arg[8] = {y};
    double *res[8] = {dy};
    long long whole[8];
    for (long n = 0; n < count; n++) { y[0] += 1e-14; f(arg, res, whole, room, 0); }
}
typedef void (*plain)(const double *, double *);
void of_plain(long count, plain f, double *y, double *dy)
{
    for (long n = 0; n < count; n++) { y[0] += 1e-14; f(y, dy); }
}
"""


def problems() -> dict[str, Any]:
    """Slider-cranks driven and with a motor, the seven bodies of the squeezer, an arm with six links."""
    driven: Any = lw.load(EXAMPLES / "slider-crank.yaml")
    squeezer: Any = lw.load(EXAMPLES / "gallery/squeezer.yaml")
    cranks = {"driven slider-crank": driven, "slider-crank": slider_crank()}
    return cranks | {"squeezer": squeezer, "six-axis arm": six_axis_arm()}


class Timed:
    """One program, compiled, with the loops around it."""

    def __init__(self, program: Any, folder: Path) -> None:
        self.program, self.folder, r = program, folder, program.recorded
        self.compiling = 0.0
        self.size = len(r.coordinates) + len(r.rates) + len(r.states)
        (folder / "model.c").write_text(program.source("c", "model"), encoding="utf-8")
        (folder / "loops.c").write_text(_LOOPS, encoding="utf-8")
        self.library = self._compiled("model.so", "model.c", "loops.c")
        self.y = np.array([*r.start, *(r.begin[name] for name in (*r.rates, *r.states))])
        self.start = self.y.copy()
        self.u, self.dy = np.array([*(r.begin[name] for name in r.inputs), 0.0]), np.zeros(self.size)

    def _beside(self, name: str, *options: str) -> c.CDLL:
        """The library of one more file, whose compilation is not counted."""
        kept = self.compiling
        library = self._compiled(f"{name}.so", *options, f"{name}.c")
        self.compiling = kept
        return library

    def _timer(self, loop: str, *given: Any) -> Timer:
        """The timer of a loop; arrays that it is given are kept."""
        pointers = [c.c_void_p(x.ctypes.data) if isinstance(x, np.ndarray) else x for x in given]

        def timed(kept: Any = given) -> float:
            return seconds(lambda: getattr(self.library, loop)(c.c_long(TIMES), *pointers), 5) / TIMES

        return timed

    def _plain(self, function: Any, y: Any, dy: Any) -> Timer:
        """The timer of a function of y alone."""
        return self._timer("of_plain", c.cast(function, c.c_void_p), y, dy)

    def by_hand(self) -> Timer:
        """The timer of the slider-crank written by hand, after a look that it is the same."""
        (self.folder / "by_hand.c").write_text(
            (Path(__file__).parent / "crank_by_hand.c").read_text(), encoding="utf-8"
        )
        numbers = {name.upper(): value for name, value in SC.items() if name != "phi0"} | {"G": G}
        function = self._beside("by_hand", *(f"-D{name}={value!r}" for name, value in numbers.items())).by_hand_rate
        angle, speed = self.program.rates.index("A.omega"), len(self.program.coordinates)
        y, dy = np.array([SC["phi0"], 0.0]), np.zeros(2)
        function(*(c.c_void_p(x.ctypes.data) for x in (y, dy)))
        begun = self.start.copy()
        given = [c.c_void_p(x.ctypes.data) for x in (begun, self.u, self.dy)]
        self.library.of_program(c.c_long(1), *given)
        assert abs(dy[1] / self.dy[speed + angle] - 1.0) < 1e-9
        return self._plain(function, y, dy)

    def pinocchio(self) -> Timer:
        """The timer of the arm by Pinocchio and CppADCodeGen, the faster of two ways, after a look at its numbers."""
        generator = os.environ.get("LINKWORK_PINOCCHIO")
        if not generator:
            return nothing
        timers = list[Timer]()
        axes = "".join("xyz"[axis.index(1)] for axis in AXES)
        for frames in ("local", "world"):
            told = subprocess.run([generator, axes, frames], check=True, capture_output=True, text=True).stdout
            (self.folder / f"pinocchio_{frames}.c").write_text(told, encoding="utf-8")
            function = self._beside(f"pinocchio_{frames}").peer_rate
            links = [self.program.coordinates.index(f"J{number}.angle") for number in range(len(AXES))]
            order = [*links, *(len(AXES) + link for link in links)]  # theirs goes from the base to the tip
            own = self.start + 0.1 * np.arange(1, len(self.y) + 1)
            given = [c.c_void_p(x.ctypes.data) for x in (own, self.u, self.dy)]
            self.library.of_program(c.c_long(1), *given)
            y, dy = np.ascontiguousarray(own[order]), np.zeros(self.size)
            function(*(c.c_void_p(x.ctypes.data) for x in (y, dy)))
            assert np.abs(dy - self.dy[order]).max() < 1e-9 * np.abs(dy).max()
            timers.append(self._plain(function, y, dy))
        return lambda: min(timer() for timer in timers)

    def _compiled(self, target: str, *sources: str) -> c.CDLL:
        compiler, options = shutil.which("cc") or "gcc", (*_OPTIONS, "-o", target)
        begin = os.times()
        subprocess.run([compiler, *options, *sources, "-lm"], check=True, cwd=self.folder)
        self.compiling = os.times().children_user - begin.children_user
        return c.CDLL(str(self.folder / target))

    def own(self) -> Timer:
        """The timer of the program."""
        return self._timer("of_program", self.y, self.u, self.dy)

    def tables(self, mechanism: Any) -> Timer:
        """The timer of the compiled tables in joint coordinates."""
        f = mechanism.c_functions(step=1e-3, formulation="joint")
        dy = np.zeros(4 * len(f.y) + 64)
        return self._timer("of_tables", c.c_void_p(f.rate), f.k, f.p, f.w, f.y, dy)

    def casadi(self) -> Timer:
        """The timer of what CasADi makes of the same equations; none where it is not installed."""
        if importlib.util.find_spec("casadi") is None:
            return nothing
        import casadi as ca

        space: dict[str, Any] = {}
        exec(self.program.source("casadi"), space)
        y = ca.SX.sym("y", self.size)
        dy = space["rate"](0.3, [y[i] for i in range(self.size)], list(self.u))
        generator = ca.CodeGenerator("casadi_model.c", {"casadi_int": "long long"})
        generator.add(ca.Function("model", [y], [ca.vertcat(*dy)]))
        generator.generate(f"{self.folder}{os.sep}")
        function = self._beside("casadi_model").model
        return self._timer("of_casadi", c.cast(function, c.c_void_p), self.y, self.dy, np.zeros(200_000))


def nothing() -> float:
    """What is not there has no time."""
    return float("nan")


def rows() -> Iterator[Row]:
    """One row a mechanism and kind of coordinates; times in microseconds of processor time."""
    for name, mechanism in problems().items():
        for coordinates in ("joints", "bodies"):
            program = mechanism.program(coordinates=coordinates)
            count = program.count("rates", "accelerations", "state_rates")
            with tempfile.TemporaryDirectory() as folder:
                timed = Timed(program, Path(folder))
                timers = [timed.own(), timed.tables(mechanism), timed.casadi()]
                timers.append(timed.by_hand() if (name, coordinates) == ("slider-crank", "joints") else nothing)
                timers.append(timed.pinocchio() if (name, coordinates) == ("six-axis arm", "joints") else nothing)
                turns = [[timer() for timer in timers] for _ in range(TURNS)]
                own, tables, peer, hand, pinocchio = map(min, zip(*turns, strict=True))
            yield {
                "problem": f"{name}, {coordinates}",
                "mul": count["multiplications"],
                "add": count["additions"],
                "functions": count["functions"],
                "C": 1e6 * own,
                "tables": 1e6 * tables,
                "times": tables / own,
                "CasADi": 1e6 * peer,
                "Pinocchio": 1e6 * pinocchio,
                "by hand": 1e6 * hand,
                "compiler, s": timed.compiling,
            }
