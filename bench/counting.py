"""Floating-point operations of the kernels, counted: their Python source is run with numbers that count.

`twin` makes of a compiled function the same in plain Python, with all that it calls; calls by address find the source
of what lies there. Every function entered is a node of a tree, with the operations done in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from linkwork.numerics import jit, scalar
from linkwork.numerics.ahead.entry import Entry

ADD, MULTIPLY, DIVIDE, ROOT, WAVE, POWER = "add", "multiply", "divide", "root", "sine or cosine", "power"
_ROOTS, _WAVES = ("sqrt", "hypot"), ("sin", "cos", "tan")
_CALLS = (
    "call_rate",
    "call_constraint",
    "call_function",
    "call_method",
    "call_dense",
    "call_factor",
    "call_solve",
    "call_world",
)


class Node:
    """A function that was entered: operations in it alone, functions it called, its first arguments and workspace."""

    def __init__(self, name: str, function: Any = None) -> None:
        self.name, self.function, self.calls = name, function, 0
        self.own: Counter[str] = Counter()
        self.children: dict[str, Node] = {}
        self.args: tuple[Any, ...] = ()
        self.before: list[tuple[Any, np.ndarray]] = []

    def total(self) -> Counter[str]:
        """Operations in it and in all that it called."""
        found = Counter(self.own)
        for child in self.children.values():
            found += child.total()
        return found


class Number:
    """A real number that counts what is done with it, at the node entered last."""

    __slots__ = ("value",)
    at: Node = Node("nothing")

    def __init__(self, value: float) -> None:
        self.value = value

    @property
    def real(self) -> Number:
        """Itself."""
        return self

    @property
    def imag(self) -> float:
        """None."""
        return 0.0

    def __abs__(self) -> Number:
        return Number(abs(self.value))

    def __neg__(self) -> Number:
        return Number(-self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __round__(self) -> int:
        return round(self.value)

    def __pow__(self, other: Any) -> Number:
        Number.at.own[MULTIPLY if value_of(other) == 2 else ROOT if value_of(other) == 0.5 else POWER] += 1
        return Number(self.value ** value_of(other))


def value_of(x: Any) -> Any:
    """The plain number."""
    return x.value if isinstance(x, Number) else x


def _divided(a: float, b: float) -> float:
    return a / b if b else math.nan if a == 0.0 or a != a else math.copysign(math.inf, a)


def _operation(kind: str, result: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    def forward(self: Number, other: Any) -> Number:
        Number.at.own[kind] += 1
        return Number(result(self.value, value_of(other)))

    def backward(self: Number, other: Any) -> Number:
        Number.at.own[kind] += 1
        return Number(result(value_of(other), self.value))

    return forward, backward


def _comparison(name: str) -> Any:
    return lambda self, other: bool(getattr(float, name)(float(self.value), float(value_of(other))))


for _name, _kind, _result in (
    ("add", ADD, lambda a, b: a + b),
    ("sub", ADD, lambda a, b: a - b),
    ("mul", MULTIPLY, lambda a, b: a * b),
    ("truediv", DIVIDE, _divided),
):
    _forward, _backward = _operation(_kind, _result)
    setattr(Number, f"__{_name}__", _forward)
    setattr(Number, f"__r{_name}__", _backward)
for _name in ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"):
    setattr(Number, _name, _comparison(_name))


class Numbers:
    """A part of an array from a place on, as a pointer is: what is stored in a real one becomes a `Number`."""

    def __init__(self, items: list[Any], start: int = 0, real: bool = True) -> None:
        self.items, self.start, self.is_real = items, start, real

    def __getitem__(self, place: int) -> Any:
        return self.items[self.start + place]

    def __setitem__(self, place: int, value: Any) -> None:
        if self.is_real and not isinstance(value, Number):
            value = Number(value)
        self.items[self.start + place] = value

    def plain(self) -> np.ndarray:
        """All numbers of the array from the place on."""
        return np.array([value_of(item) for item in self.items[self.start :]])


def numbers(array: np.ndarray) -> Numbers:
    """An array for the twins."""
    real = array.dtype.kind == "f"
    return Numbers([Number(value) if real else value for value in array.tolist()], 0, real)


def _part(array: Numbers, start: int) -> Numbers:
    return Numbers(array.items, array.start + start, array.is_real)


def _elementary(name: str) -> Callable[..., Number]:
    function = math.pow if name == "power" else getattr(math, name)
    kind = ROOT if name in _ROOTS else WAVE if name in _WAVES else POWER

    def counted(*args: Any) -> Number:
        Number.at.own[kind] += 1
        return Number(function(*(value_of(arg) for arg in args)))

    return counted


class Twins:
    """The plain twins of compiled functions, with the tree of what was entered."""

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}
        self.bodies = {where: body for (body, _, _), where in jit._addresses.items()}
        self.bodies |= {where: jit._body(path) for (path, _, _), where in jit._named.items()}
        self.instead: dict[int, Any] = {id(jit.part): _part}
        for name in _CALLS:
            self.instead[id(getattr(jit, name))] = self._called
        for name in vars(scalar):
            if hasattr(math, name) or name == "power":
                self.instead[id(getattr(scalar, name))] = _elementary(name)

    def _called(self, where: int, *args: Any) -> Any:
        return self.twin(self.bodies[where])(*args)

    def twin(self, function: Any) -> Any:
        """The same function in plain Python, entering its node."""
        body = function.py_func if isinstance(function, Entry) else function
        if id(body) not in self.made:
            names: dict[str, Any] = dict(body.__globals__)
            plain = FunctionType(body.__code__, names, body.__name__, body.__defaults__)
            self.made[id(body)] = self._traced(plain, function)
            for name in body.__code__.co_names:
                found = names.get(name)
                if id(found) in self.instead:
                    names[name] = self.instead[id(found)]
                elif isinstance(found, Entry):
                    names[name] = self.twin(found)
        return self.made[id(body)]

    def _traced(self, plain: Any, function: Any) -> Any:
        def entered(*args: Any) -> Any:
            above = Number.at
            node = above.children.setdefault(plain.__name__, Node(plain.__name__, function))
            if not node.calls:
                node.args = args
                arrays = {id(arg.items): arg for arg in args if isinstance(arg, Numbers) and arg.is_real}
                node.before = [(arg.items, Numbers(arg.items).plain()) for arg in arrays.values()]
            node.calls += 1
            Number.at = node
            try:
                return plain(*args)
            finally:
                Number.at = above

        return entered

    def count(self, function: Any, *args: Any) -> Node:
        """Run the twin of a function; the node of it."""
        Number.at = root = Node("root")
        self.twin(function)(*args)
        Number.at = Node("nothing")
        return next(iter(root.children.values()))
