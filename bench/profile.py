"""Where the time of a simulation goes, beside the floor: counted operations at the machine's own rate.

Times are processor times of compiled loops around the parts: the right-hand side and its functions, the correction of a
step, the integrator's own arithmetic (steps with a right-hand side that does nothing), and what an output costs. A
function that changes what it reads gets its numbers back before every call, and the copying is subtracted. Operations
are counted by running the kernels' Python source with numbers that count (`bench.counting`). The floor is the time that
as many multiplications and additions take in a compiled loop of eight independent chains, scalar and not fused, with
divisions, roots, sines and cosines at their own measured rates: no memory, no index arithmetic, no waiting.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.counting import ADD, DIVIDE, MULTIPLY, POWER, ROOT, WAVE, Node, Numbers, Twins, numbers, value_of
from bench.dynamic_problems import Problem, problems
from bench.dynamics import measure
from bench.loops import call_often, moment_of, seconds
from bench.machine import floor, rates
from linkwork.numerics.ahead.entry import Entry
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.numerics.integrators.integrator_kernel import step
from linkwork.numerics.jit import address, njit, part
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.loop.moment import Loop

Row = dict[str, Any]
PROBLEMS = ("chain10", "squeezer", "slidercrank", "windows40")
TOLERANCE = 1e-6
FORMULATIONS = ("joint", "projection")
WORDS = {"projection": "Cartesian"}
OPENED = 0.2  # a function that does less than this share of its operations itself is shown by what it calls
LEAST = 0.005  # share of the operations from which a function is shown


def nothing(k, p, w, t, y, dy):
    """A right-hand side that does nothing: the slopes stay what they are."""


@njit
def steps(rate, k_table, p_table, w_table, z, s, count):
    """Accepted steps of the integrator."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for _ in range(count):
        step(rate, k, p, w, part(z, 0), part(s, 0))


@njit
def often(function, k_table, p_table, w_table, rest, saved, restore, count):
    """Call a function of (k, p, w, ...), with the workspace restored before each call when that is asked for."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for _ in range(count):
        if restore:
            for i in range(saved.shape[0]):
                w[i] = saved[i]
        function(k, p, w, *rest)


@njit
def often_without_numbers(function, k_table, w_table, rest, saved, restore, count):
    """The same for a function of (k, w, ...)."""
    k, w = part(k_table, 0), part(w_table, 0)
    for _ in range(count):
        if restore:
            for i in range(saved.shape[0]):
                w[i] = saved[i]
        function(k, w, *rest)


@njit
def idle(k, w):
    """Nothing."""
    return


def counts(node: Node, whole: int) -> bool:
    """Whether a function does enough to be shown."""
    return node.total().total() >= LEAST * whole


def opened(node: Node, whole: int) -> bool:
    """Whether a function hardly does more than call others, all of which can be measured."""
    inner = [child for child in node.children.values() if counts(child, whole)]
    mostly = node.own.total() < OPENED * node.total().total()
    return len(inner) > 1 and mostly and all(isinstance(child.function, Entry) for child in inner)


def shown(node: Node, whole: int) -> Iterator[Node]:
    """The functions of a tree that are shown: those that only call others are replaced by these."""
    for child in node.children.values():
        if opened(child, whole):
            yield from shown(child, whole)
        elif counts(child, whole):
            yield child


def plain(arg: Any, tables: dict[int, Any]) -> Any:
    """An argument of a twin as one of the compiled function."""
    if isinstance(arg, Numbers):
        array = tables.get(id(arg.items))
        return arg.plain() if array is None else array[arg.start :]
    return float(value_of(arg)) if not isinstance(arg, bool | int) else arg


def function_seconds(node: Node, moment: Loop, w_items: list[Any]) -> float:
    """Processor time of one call of a function, in a compiled loop; the workspace is what it was in the counting."""
    system = moment.system
    k, p = system.k, system.p
    saved = next((values for items, values in node.before if items is w_items), moment.w.copy())
    w = saved.copy()
    tables = {id(w_items): w}
    leading = [id(arg.items) if isinstance(arg, Numbers) else None for arg in node.args[:3]]
    if leading[1] == id(w_items):
        rest = tuple(plain(arg, tables) for arg in node.args[2:])

        def call(restore: bool, count: int) -> None:
            often_without_numbers(node.function, k, w, rest, saved, restore, count)

    elif len(leading) == 3 and leading[2] == id(w_items):
        rest = tuple(plain(arg, tables) for arg in node.args[3:])

        def call(restore: bool, count: int) -> None:
            often(node.function, k, p, w, rest, saved, restore, count)

    else:
        return math.nan
    call(True, 1)
    once = w.copy()
    call(False, 1)
    if np.array_equal(once, w, equal_nan=True):
        return seconds(lambda count: call(False, count))
    copying = seconds(lambda count: often_without_numbers(idle, k, w, (), saved, True, count))
    return max(seconds(lambda count: call(True, count)) - copying, 0.0)


def described(node: Node) -> str:
    """Name and first words of the docstring of a function."""
    body = getattr(node.function, "py_func", node.function)
    text = (body.__doc__ or "").strip().split("\n")[0].split(";")[0].split(":")[0].split(",")[0].rstrip(".")
    return textwrap.shorten(f"{node.name}: {text[0].lower() + text[1:]}", 62, placeholder="") if text else node.name


def profile(problem: Problem, formulation: str, rate: dict[str, float]) -> Iterator[Row]:
    """The rows of one problem and formulation: a run, its parts, the functions of the right-hand side."""
    mechanism = problem.build()
    options: dict[str, Any] = {"method": "dop853", "rtol": TOLERANCE, "atol": TOLERANCE / 100}
    measure(problem, mechanism, "dop853", TOLERANCE, formulation, 1)  # compiles
    run = measure(problem, mechanism, "dop853", TOLERANCE, formulation)
    moment, y = moment_of(mechanism, 0.4 * problem.end, formulation=formulation, **options)
    system, t = moment.system, float(moment.z[0])
    k, p, w, z, s = system.k, system.p, moment.w.copy(), moment.z.copy(), moment.s.copy()
    steps(int(moment.state[loop.RATE]), k, p, w, z, s, 1)
    moved = z[s[place.Y] : s[place.Y] + s[place.SIZE]].copy()  # a step that is not yet corrected
    out = np.zeros(len(y) + 2 * len(system.coordinates))
    twins = Twins()
    tables = [numbers(array) for array in (k, p, w)]

    def one(which: int, state: np.ndarray) -> tuple[float, Node]:
        where = int(moment.state[which])
        spent = seconds(lambda count: call_often(where, k, p, w, t, state, out, count))
        node = twins.count(twins.bodies[where], *tables, tables[2][0] * 0.0 + t, numbers(state), numbers(out))
        return spent, node

    observed = np.zeros(len(out))
    call_often(int(moment.state[loop.OBSERVE]), k, p, w, t, y, observed, 1)
    rate_s, rate_node = one(loop.RATE, y)
    correct_s, correct_node = one(loop.CORRECT, moved)
    observe_s, observe_node = one(loop.OBSERVE, moved)
    solve_s, solve_node = one(loop.SOLVE, observed)
    own_s, own_node = integrator_part(moment, twins, tables)
    outputs = len(problem.times) + 1
    parts = {
        "right-hand side": (run["evaluations"], rate_s, rate_node.total()),
        "correction of a step": (run["steps"], correct_s, correct_node.total()),
        "integrator's own arithmetic": (run["steps"], own_s, own_node.total()),
        "output: state": (outputs, observe_s, observe_node.total()),
        "output: accelerations, reactions": (outputs, solve_s, solve_node.total()),
    }
    head: Row = {"problem": problem.name, "formulation": WORDS.get(formulation, formulation)}
    left, whole = run["cpu_s"], 0.0
    for name, (calls, spent, counted) in parts.items():
        left, whole = left - calls * spent, whole + calls * floor(counted, rate)
        yield head | _row("part", name, calls, spent, counted, rate)
    yield head | {
        "kind": "rest",
        "name": "the rest: interpolation, rejected steps, events, storing",
        "run_us": 1e6 * left,
    }
    yield head | {"kind": "run", "name": "the run", "run_us": 1e6 * run["cpu_s"], "floor_us": 1e6 * whole}
    for node in shown(rate_node, rate_node.total().total()):
        spent = function_seconds(node, moment, tables[2].items) * node.calls
        yield head | _row("function", described(node), 1, spent, node.total(), rate)


def integrator_part(moment: Loop, twins: Twins, tables: list[Numbers]) -> tuple[float, Node]:
    """A step of the integrator whose right-hand side does nothing: all slopes zero, all steps accepted."""
    system, empty = moment.system, address(nothing, "rate", "real")
    twins.bodies[empty] = nothing
    z, s = moment.z.copy(), moment.s.copy()
    y = z[s[place.Y] : s[place.Y] + s[place.SIZE]].copy()
    z[place.VECTORS + 4 * len(y) :] = 0.0
    z[s[place.F] : s[place.F] + len(y)] = 0.0
    z[place.STOP], z[place.H_MAX] = math.inf, z[place.H]
    spent = seconds(lambda count: steps(empty, system.k, system.p, moment.w, z, s, count))
    return spent, twins.count(step, empty, *tables, numbers(z), numbers(s))


def _row(kind: str, name: str, calls: int, spent: float, counted: Counter[str], rate: dict[str, float]) -> Row:
    return {
        "kind": kind,
        "name": name,
        "calls": calls,
        "us": 1e6 * spent,
        "multiply_add": counted[ADD] + counted[MULTIPLY],
        "divide": counted[DIVIDE] + counted[ROOT] + counted[POWER],
        "sine": counted[WAVE],
        "floor_us": 1e6 * floor(counted, rate),
        "run_us": 1e6 * spent * calls,
    }


def rows() -> Iterator[Row]:
    """The machine's rates, then all problems."""
    rate = rates()
    yield {"problem": "machine", "kind": "rates"} | {f"ns {kind}": round(1e9 * each, 4) for kind, each in rate.items()}
    for name in PROBLEMS:
        for formulation in FORMULATIONS:
            yield from profile(problems()[name], formulation, rate)


def table(found: Iterator[Row]) -> Iterator[str]:
    """The profiles, one after the other."""
    for row in found:
        if row["kind"] == "rates":
            yield "one operation, ns: " + ", ".join(f"{key[3:]} {row[key]:.3g}" for key in row if key.startswith("ns "))
        elif row["kind"] == "part":
            if row["name"] == "right-hand side":
                yield f"\n{row['problem']}, {row['formulation']}, dop853 at {TOLERANCE:g}"
                yield HEAD
            yield _shown(row) + f"{row['run_us']:>11.1f}"
        elif row["kind"] in ("rest", "run"):
            least = f", floor {row['floor_us']:.1f} us" if "floor_us" in row else ""
            yield f"  {row['name']:<66}{'':>51}{row['run_us']:>11.1f}{least}"
        else:
            yield "    " + _shown(row)[2:]


HEAD = f"  {'':<66}{'calls':>7}{'us each':>10}{'floor us':>10}{'+ and *':>9}{'/, root':>9}{'sine':>6}{'us in run':>11}"


def _shown(row: Row) -> str:
    wide = f"  {row['name']:<66}" if row["kind"] == "part" else f"  {row['name']:<64}"
    return (
        f"{wide}{row['calls'] if row['kind'] == 'part' else '':>7}{row['us']:>10.3f}{row['floor_us']:>10.3f}"
        f"{row['multiply_add']:>9}{row['divide']:>9}{row['sine']:>6}"
    )
