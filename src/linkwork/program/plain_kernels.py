"""Kernels as plain Python: their sources run again with other numbers, other arrays and calls by address resolved.

Every module of kernels is executed once more from its source, with `numerics.jit` and `numerics.scalar` replaced:
nothing is compiled, a part of a table is a view of it, an address finds the function whose machine code lies
there, and elementary functions are those of the tape. The package itself is left as it is.
"""

from __future__ import annotations

import builtins
import importlib
import math
from functools import cache, wraps
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from linkwork.numerics.jit import kernel_at
from linkwork.program.tape import BINARY, UNARY, Number, Tape, Truth, UndecidedError

_JIT, _SCALAR, _TABLES = "linkwork.numerics.jit", "linkwork.numerics.scalar", "linkwork.functions.table_kernel"


MOST_PATHS = 256  # through one kernel, that its decisions make


class Journal:
    """What one run of a kernel writes and decides, so that it can be taken back and run again with other answers.

    Its `way` says what functions come to that the kernel calls: walked with it, or merged by themselves, so that their
    decisions do not multiply.
    """

    active: Journal | None = None

    def __init__(self, answers: list[bool], outer: Journal | None = None, way: str = "") -> None:
        self.answers, self.asked = answers, list[Truth]()
        self.outer, self.way = outer, way or ONE_PATH
        self.before: dict[tuple[int, int], tuple[list[Any], Any]] = {}

    def write(self, table: list[Any], place: int) -> None:
        """Keep the number that stands where another is about to be written."""
        self.before.setdefault((id(table), place), (table, table[place]))

    def answered(self, truth: Truth) -> bool | None:
        """The answer that was given to a comparison; none where it was not asked yet."""
        for number, asked in enumerate(self.asked):
            if asked.place == truth.place:
                return self.answers[number]
        return None if self.outer is None else self.outer.answered(truth)

    def answer(self, truth: Truth) -> bool:
        """The answer that this run gives to a comparison; the same one gets the same answer."""
        given = self.answered(truth)
        if given is not None:
            return given
        self.asked.append(truth)
        if len(self.asked) > len(self.answers):
            self.answers.append(True)
        return self.answers[len(self.asked) - 1]

    def undone(self) -> dict[tuple[int, int], Any]:
        """Take back what was written; returns it."""
        written = {}
        for (number, place), (table, old) in self.before.items():
            written[number, place] = table[place]
            table[place] = old
        return written


_COUNTED = ("add", "sub", "mul")  # what places in a table are made with


class View:
    """The numbers of a table from a place on, as a pointer into it."""

    __slots__ = ("first", "table")

    def __init__(self, table: list[Any], first: int = 0) -> None:
        self.table, self.first = table, first

    def __getitem__(self, place: Any) -> Any:
        if place.__class__ is Number:
            return _looked_up(place, self)
        return self.table[self.first + place]

    def __setitem__(self, place: int, value: Any) -> None:
        if Journal.active is not None:
            Journal.active.write(self.table, self.first + place)
        self.table[self.first + place] = value


def _looked_up(place: Number, view: View) -> Any:
    """The number at a place that follows from the interval of a table: looked up, or chosen among what is recorded."""
    tape = place.tape
    node = _interval_in(tape, place.place)
    if node is None:
        raise UndecidedError("a kernel wants the plain value of a number that depends on the state")
    count = len(tape.tables[tape.operands[node][1]]) - 1
    numbers = [view[int(_place_at(tape, place.place, node, float(number)))] for number in range(count)]
    which = Number(tape, node)
    if any(number.__class__ is Number for number in numbers):
        return _chosen_of(which, numbers, 0)
    return tape.binary("entry", which, tape.table(numbers))


def _interval_in(tape: Tape, node: int) -> int | None:
    """The one interval that a place is counted from; none where anything else is in it."""
    if tape.codes[node] == "interval":
        return node
    if tape.codes[node] not in _COUNTED:
        return None
    inside = {_interval_in(tape, operand) for operand in tape.operands[node] if tape.known(operand) is None}
    return inside.pop() if len(inside) == 1 else None


def _place_at(tape: Tape, node: int, interval: int, number: float) -> float:
    """A place for the number of its interval."""
    if node == interval:
        return number
    known = tape.known(node)
    if known is not None:
        return known
    return BINARY[tape.codes[node]](*(_place_at(tape, each, interval, number) for each in tape.operands[node]))


def _chosen_of(which: Number, numbers: list[Any], first: int) -> Any:
    """One of several numbers by which interval it is."""
    if len(numbers) == 1:
        return numbers[0]
    half = len(numbers) // 2
    parts = _chosen_of(which, numbers[:half], first), _chosen_of(which, numbers[half:], first + half)
    return which.tape.select(which < float(first + half), *parts)


def part(table: View, start: int) -> View:
    """A table from a place on."""
    return View(table.table, table.first + start)


def _by_address(place: int, *arguments: Any) -> Any:
    return merged(plain(kernel_at(int(place))[0]), arguments)


Answers = list[tuple[Truth, bool]]
ONE_PATH, EVERY_CALL, LARGE_CALLS = "one path", "every call", "large calls"  # what of a kernel is merged by itself
_WAYS = dict[str, str]()  # how kernels are merged that are not walked as a whole
_LARGE = set[str]()  # functions whose decisions are too many: what they call is merged by itself


class _ManyPathsError(UndecidedError):
    """Decisions make more paths than are walked."""


class _ApartError(Exception):
    """Paths give what no selection can choose between."""


def _name(function: Any) -> str:
    return f"{function.__module__}.{function.__name__}"


def merged(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Run a kernel along every path that its decisions leave open, and merge what it writes by true selections.

    Where that are too many, every function that it calls is merged by itself; where that leaves numbers open by which
    others are looked up, only those are taken apart that are too large.
    """
    outer = Journal.active
    if outer is not None:  # the kernel that called this one is run along every path already
        return _one_by_one(function, arguments)
    name = _name(function)
    ways = [ONE_PATH, EVERY_CALL, LARGE_CALLS]
    for way in ways[ways.index(_WAYS.get(name, ONE_PATH)) :]:
        _WAYS[name] = way
        try:
            if way == LARGE_CALLS:
                _by_size(function, arguments, None)
            else:
                _combined(function, arguments, None, way)
            return None
        except UndecidedError:
            if way == LARGE_CALLS:
                del _WAYS[name]
                raise
    return None


def _one_by_one(function: Any, arguments: tuple[Any, ...]) -> Any:
    """What a function comes to that a kernel calls: merged by itself where the kernel asks for it."""
    outer = Journal.active
    if outer is None or outer.way == ONE_PATH:
        return function(*arguments)
    try:
        if outer.way == LARGE_CALLS:
            return _by_size(function, arguments, outer)
        return _combined(function, arguments, outer, EVERY_CALL)
    except _ApartError:
        return function(*arguments)


def _by_size(function: Any, arguments: tuple[Any, ...], outer: Journal | None) -> Any:
    """A function as a whole, or, where its decisions are too many, with what it calls merged by itself."""
    name = _name(function)
    if name not in _LARGE:
        try:
            return _combined(function, arguments, outer, ONE_PATH)
        except _ManyPathsError:
            _LARGE.add(name)
    return _combined(function, arguments, outer, LARGE_CALLS)


def _combined(function: Any, arguments: tuple[Any, ...], outer: Journal | None, way: str) -> Any:
    """Walk all paths through a function; what they write and what they give, merged."""
    leaves, tables = _walked(function, arguments, outer, way)
    result = None if outer is None else _joined([(path, given) for path, _, given in leaves])
    for number, at in {key: None for _, written, _ in leaves for key in written}:
        table = tables[number]
        value = _merge([(path, written.get((number, at), table[at])) for path, written, _ in leaves], 0)
        if outer is not None:
            outer.write(table, at)
        table[at] = value
    return result


def _walked(
    function: Any, arguments: tuple[Any, ...], outer: Journal | None, way: str
) -> tuple[list[tuple[Answers, dict[Any, Any], Any]], dict[int, list[Any]]]:
    """Path, what was written and what was given, path by path; the tables that were written to."""
    answers, tables, leaves = list[bool](), dict[int, list[Any]](), list[tuple[Answers, dict[Any, Any], Any]]()
    while True:
        journal = Journal.active = Journal(answers, outer, way)
        try:
            given = function(*arguments)
        except _ManyPathsError as error:
            error.calls.append(arguments)
            raise
        except UndecidedError as error:
            told = f"program: kernel '{function.__name__}' cannot be recorded: {error.reason}"
            raise UndecidedError(told, error.reason, [*error.calls, arguments]) from None
        finally:
            Journal.active = outer
            tables |= {number: table for (number, _), (table, _) in journal.before.items()}
            written = journal.undone()
        leaves.append((list(zip(journal.asked, journal.answers, strict=False)), written, given))
        if len(leaves) > MOST_PATHS:
            told = f"decides in more than {MOST_PATHS} ways"
            raise _ManyPathsError(f"program: kernel '{function.__name__}' {told}", told, [arguments])
        answers = journal.answers[: len(journal.asked)]
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return leaves, tables
        answers[-1] = False


def _joined(leaves: list[tuple[Answers, Any]]) -> Any:
    """What a function gives, merged over its paths: numbers, answers, or tuples of them."""
    values = [value for _, value in leaves]
    if len(values) == 1:
        return values[0]
    if any(isinstance(value, tuple) for value in values):
        if {len(value) if isinstance(value, tuple) else None for value in values} != {len(values[0])}:
            raise _ApartError
        return tuple(_joined([(path, value[n]) for path, value in leaves]) for n in range(len(values[0])))
    if all(value is None for value in values):
        return None
    kinds = {type(value) for value in values}
    if kinds <= {bool, Truth}:
        tape = leaves[0][0][0][0].tape
        share = _merge([(path, tape.select(value, 1.0, 0.0)) for path, value in leaves], 0)
        return share > 0.5
    if kinds == {int}:
        if len(set(values)) > 1:
            raise _ApartError
        return values[0]
    if kinds <= {int, float, Number}:
        return _merge(leaves, 0)
    raise _ApartError


def _merge(leaves: list[tuple[Answers, Any]], depth: int) -> Any:
    """The number that the decisions from a depth on choose."""
    if len(leaves) == 1:
        return leaves[0][1]
    truth = leaves[0][0][depth][0]
    yes = [leaf for leaf in leaves if leaf[0][depth][1]]
    no = [leaf for leaf in leaves if not leaf[0][depth][1]]
    return truth.tape.select(truth, _merge(yes, depth + 1), _merge(no, depth + 1))


def _function(function: Any) -> Any:
    """A function that kernels call."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return _one_by_one(function, arguments)

    return call


def _unary(name: str) -> Any:
    def apply(x: Any) -> Any:
        return x.tape.unary(name, x) if x.__class__ is Number else UNARY[name](x)

    return apply


def _binary(name: str) -> Any:
    def apply(x: Any, y: Any) -> Any:
        for operand in (x, y):
            if operand.__class__ is Number:
                return operand.tape.binary(name, x, y)
        return BINARY[name](x, y)

    return apply


def _interval(searched: Any) -> Any:
    """In which interval a number lies: an operation of the tape where the knots are known, else found by decisions."""

    def interval(x: Any, p: View, a: int, knots: int) -> Any:
        numbers = [p[a + number] for number in range(knots)]
        if x.__class__ is not Number or any(number.__class__ is Number for number in numbers):
            return searched(x, p, a, knots)
        return x.tape.binary("interval", x, x.tape.table(numbers))

    return interval


def _jit_module() -> SimpleNamespace:
    kinds = ("function", "constraint", "rate", "world", "method", "dense", "factor", "solve")
    calls = {f"call_{kind}": _by_address for kind in kinds}
    return SimpleNamespace(njit=_function, part=part, **calls)


def _scalar_module() -> SimpleNamespace:
    functions: dict[str, Any] = {name: _unary(name) for name in UNARY}
    functions |= {name: _binary(name) for name in ("atan2", "hypot")}
    functions["power"] = _binary("pow")
    return SimpleNamespace(**functions)


def _math_module() -> SimpleNamespace:
    """The module `math` for recording numbers, too."""
    return SimpleNamespace(**{**vars(math), **vars(_scalar_module()), "pow": _binary("pow")})


_REPLACED = {_JIT: _jit_module(), _SCALAR: _scalar_module(), "math": _math_module()}


def _smallest(*numbers: Any) -> Any:
    values = numbers[0] if len(numbers) == 1 else numbers
    smallest = values[0]
    for value in values[1:]:
        smallest = _chosen(value < smallest, value, smallest)
    return smallest


def _largest(*numbers: Any) -> Any:
    values = numbers[0] if len(numbers) == 1 else numbers
    largest = values[0]
    for value in values[1:]:
        largest = _chosen(value > largest, value, largest)
    return largest


def _whole(number: Any) -> Any:
    return number.tape.unary("trunc", number) if number.__class__ is Number else int(number)


def _chosen(truth: Any, one: Any, other: Any) -> Any:
    tape = getattr(truth, "tape", None)
    return (one if truth else other) if tape is None else tape.select(truth, one, other)


def _import(name: str, given: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
    """Modules of kernels come as plain Python, all others as they are."""
    if name in _REPLACED:
        return _REPLACED[name]
    if not name.startswith("linkwork."):
        return builtins.__import__(name, given, local, wanted, level)
    module = importlib.import_module(name)
    replaced = {}
    for each in wanted or ():
        inner = f"{name}.{each}"
        if inner in _REPLACED:
            replaced[each] = _REPLACED[inner]
        elif isinstance(getattr(module, each, None), ModuleType):
            replaced[each] = plain_module(inner) if _has_kernels(inner) else getattr(module, each)
    if replaced:
        return SimpleNamespace(**{each: replaced.get(each, getattr(module, each, None)) for each in wanted})
    return plain_module(name) if _has_kernels(name) else module


def _has_kernels(name: str) -> bool:
    return name.endswith("_kernel") or name.rpartition(".")[2] in ("small_step", "real_view")


@cache
def plain_module(name: str) -> Any:
    """A module of kernels, executed as plain Python."""
    source = Path(str(importlib.import_module(name).__file__))
    names = {**vars(builtins), "__import__": _import, "min": _smallest, "max": _largest, "int": _whole}
    space: dict[str, Any] = {"__builtins__": names, "__name__": f"{name} as plain Python", "__file__": str(source)}
    exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), space)
    if name == _TABLES:
        space["interval"] = _interval(space["interval"])
    return SimpleNamespace(**space)


def plain(body: Any) -> Any:
    """A kernel as plain Python."""
    function = getattr(body, "py_func", body)
    return getattr(plain_module(function.__module__), function.__name__)
