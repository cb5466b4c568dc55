"""Kinds of arguments: what the types of a signature let a call be given, in words, and how it is read.

Signatures are read as text: no class need be imported to be named in one.
"""

from __future__ import annotations

import ast
import inspect
import math
import operator
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from numbers import Real
from typing import Any, cast

from linkwork.base.errors import LinkworkError
from linkwork.base.late_dataclass import dataclass
from linkwork.expression.quantities import is_quantity, items_of

_ELSEWHERE = frozenset(
    ["Any", "object", "Self", "Num", "Pair", "Triple", "Drawn", "Where", "Sliding", "Line", "Time", "Around", "Names"],
)
_WORDS = {
    "BodyHandle": "a body",
    "SpatialBodyHandle": "a body",
    "Handle": "a body",
    "Expression": "an expression",
    "Assembly": "a position such as m.assemble() gives",
    "Plan": "a plan such as lw.plans.sobol(64, l=(2, 3))",
    "Verification": "what m.verify() found",
}
_EXACT = 2**53  # whole numbers beyond this are taken as floating point
UNFIT = object()
_NOTHING: frozenset[type] = frozenset()


class Wrong(Exception):
    """A text that looks like a number but has no value; it says why."""


@dataclass(frozen=True)
class Kind:
    """What a parameter may be: in words, the types that need no look, and how anything else is read."""

    words: str
    quick: frozenset[type]
    read: Callable[[Any, Any], Any]
    """Takes the value and the first argument of the call; gives the value to go on with, or `UNFIT`."""


# ---------------------------------------------------------------------- types of the signature


def kind_of(annotation: Any, known: Mapping[str, Any]) -> Kind | None:
    """What a parameter with this annotation may be; none where anything is taken."""
    if annotation is inspect.Parameter.empty:
        return None
    text = annotation if isinstance(annotation, str) else _written(annotation)
    try:
        return _from_tree(ast.parse(text.strip(), mode="eval").body, known)
    except SyntaxError:
        return None


def _written(annotation: Any) -> str:
    return (
        annotation.__name__ if isinstance(annotation, type) and not hasattr(annotation, "__args__") else str(annotation)
    )


def _from_tree(tree: Any, known: Mapping[str, Any]) -> Kind | None:
    if isinstance(tree, ast.BinOp):
        sides = _from_tree(tree.left, known), _from_tree(tree.right, known)
        return None if None in sides else _either(*cast(tuple[Kind, Kind], sides))
    if isinstance(tree, ast.Constant) and tree.value is None:
        return Kind("None", frozenset({type(None)}), lambda value, _: UNFIT)
    if isinstance(tree, ast.Subscript):
        inner = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        return _collection(_name(tree.value), inner, known)
    name = _name(tree)
    if name in _ELSEWHERE:
        return None
    if name == "Unbounded":
        return _either(cast(Kind, _PLAIN["float"]), _INFINITE)
    if name in _PLAIN:
        return _PLAIN[name]
    if name in ("Sequence", "Iterable", "list", "tuple", "Mapping", "dict"):
        return _collection(name, [], known)
    meant = known.get(name)
    if meant is not None and (not isinstance(meant, type) or hasattr(meant, "__args__")):
        return kind_of(str(meant), {})
    return _instance(name)


def _name(tree: Any) -> str:
    return tree.attr if isinstance(tree, ast.Attribute) else getattr(tree, "id", "Any")


def _either(first: Kind, second: Kind) -> Kind:
    def read(value: Any, owner: Any) -> Any:
        read = first.read(value, owner)
        return second.read(value, owner) if read is UNFIT else read

    words = dict.fromkeys(word for kind in (first, second) if kind.words != "None" for word in kind.words.split(" or "))
    return Kind(" or ".join(words) or "None", first.quick | second.quick, read)


def _instance(name: str) -> Kind:
    """An object of a class, told by the class's name, so that the class need not be imported."""

    known: set[type] = set()

    def read(value: Any, owner: Any) -> Any:
        kind = type(value)
        if kind not in known:
            if not any(each.__name__ == name for each in kind.__mro__):
                return UNFIT
            known.add(kind)
        return value

    words = _WORDS.get(name, f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}")
    return Kind(words, _array_types() if name == "ndarray" else _NOTHING, read)


def _array_types() -> frozenset[type]:
    """Arrays, which need no look where any of them is taken: functions of a state take them by the thousand."""
    import numpy as np

    return frozenset({np.ndarray})


def _collection(name: str, inner: list[Any], known: Mapping[str, Any]) -> Kind | None:
    if name in ("Literal", "type", "Callable", "NDArray", "PathLike", "Annotated", "Iterator"):
        return _literal(inner) if name == "Literal" else _PLAIN.get(name)
    kinds = [_from_tree(each, known) for each in inner if not (isinstance(each, ast.Constant) and each.value is ...)]
    if name in ("Mapping", "dict"):
        return _mapping(kinds[1] if len(kinds) > 1 else None)
    if name in ("Sequence", "Iterable", "list", "tuple", "set", "frozenset", "Collection"):
        fixed = name == "tuple" and len(kinds) == len(inner) and bool(kinds)
        return _row(kinds) if fixed else _listed(kinds[0] if kinds else None, endless=name == "Iterable")
    return _instance(name)


def _literal(choices: list[Any]) -> Kind:
    values = [choice.value for choice in choices if isinstance(choice, ast.Constant)]
    words = " or ".join(repr(value) for value in values)
    return Kind(words, _NOTHING, lambda value, _: value if isinstance(value, str) and value in values else UNFIT)


def _listed(kind: Kind | None, *, endless: bool) -> Kind:
    """A list of any length; texts, mappings and, unless they are asked for, things without a length are none."""

    def read(value: Any, owner: Any) -> Any:
        value = _split(value)
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return UNFIT
        if not isinstance(value, Sized) and not endless:
            return UNFIT
        if getattr(value, "ndim", 1) == 0:
            return UNFIT
        if kind is None or not isinstance(value, Sized):
            return value
        return _all(value, [kind] * len(value), owner)

    return Kind(f"a list of {_plural(kind)}" if kind is not None else "a list", _NOTHING, read)


def _row(kinds: Sequence[Kind | None]) -> Kind:
    """So many values, one after the other."""
    alike = {kind.words for kind in kinds if kind is not None}
    first = kinds[0] if len(alike) == 1 and None not in kinds else None
    words = _plural(first) if first is not None and " or " not in first.words else "values"

    def read(value: Any, owner: Any) -> Any:
        if type(value) is tuple:
            return _all(value, kinds, owner) if len(value) == len(kinds) else UNFIT
        value = _split(value)
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Collection):
            return UNFIT
        if getattr(value, "ndim", 1) == 0 or len(value) != len(kinds):
            return UNFIT
        return _all(value, kinds, owner)

    return Kind(f"a pair of {words}" if len(kinds) == 2 else f"a row of {len(kinds)} {words}", _NOTHING, read)


def _split(value: Any) -> Any:
    """A quantity that is an array as its items; everything else as it is."""
    return items_of(value) if is_quantity(value) and getattr(value.magnitude, "ndim", 0) > 0 else value


def _all(values: Any, kinds: Sequence[Kind | None], owner: Any) -> Any:
    """The same values, or a list of them with what had to be read; unfit if one is."""
    items, changed = [], False
    for value, kind in zip(values, kinds, strict=True):
        new = value if kind is None or type(value) in kind.quick else kind.read(value, owner)
        if new is UNFIT:
            return UNFIT
        items.append(new)
        changed |= new is not value
    return (tuple(items) if isinstance(values, tuple) else items) if changed and not _is_array(values) else values


def _mapping(kind: Kind | None) -> Kind:
    """Names with values."""

    def read(value: Any, owner: Any) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            return UNFIT
        if kind is None:
            return value
        items = _all(list(value.values()), [kind] * len(value), owner)
        return UNFIT if items is UNFIT else dict(zip(value, items, strict=True))

    return Kind(f"a mapping of names to {_plural(kind) if kind is not None else 'values'}", _NOTHING, read)


def _plural(kind: Kind) -> str:
    for article in ("a ", "an "):
        if kind.words.startswith(article) and " or " not in kind.words:
            noun, of, rest = kind.words.removeprefix(article).partition(" of ")
            return f"{noun}s{of}{rest}"
    return kind.words


# ---------------------------------------------------------------------- plain values


def _is_array(value: Any) -> bool:
    return type(value).__module__ == "numpy" and hasattr(value, "dtype")


def _number(value: Any, owner: Any) -> Any:
    if type(value) is float:
        return value if math.isfinite(value) else UNFIT
    if isinstance(value, str) or type(value).__name__ == "Expression" or is_quantity(value):
        return _value_of(value, owner)
    if _is_array(value) and getattr(value, "shape", None) == () and value.dtype.kind in "fiu":
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        return UNFIT
    try:
        finite = math.isfinite(value)
    except OverflowError:
        return UNFIT
    exact = isinstance(value, int) and abs(value) <= _EXACT
    return UNFIT if not finite else value if exact else float(value)


def _numbers(value: Any, owner: Any) -> Any:
    if isinstance(value, list | tuple | range):
        numbers = [_numbers(each, owner) for each in value]
        even = len({len(each) if isinstance(each, list) else -1 for each in numbers}) < 2
        return UNFIT if not even or any(each is UNFIT for each in numbers) else numbers
    if _is_array(value) and getattr(value, "ndim", 0) > 0:
        import numpy as np

        return value if value.dtype.kind in "fiu" and np.all(np.isfinite(value)) else UNFIT
    return _number(value, owner)


def _number_is(value: Any, wanted: float) -> bool:
    return isinstance(value, Real) and value == wanted


def _whole(value: Any, owner: Any) -> Any:
    if isinstance(value, str):
        from linkwork.expression.dimensions import PLAIN

        number = _value_of(value, owner, PLAIN)
        return int(number) if number.is_integer() else UNFIT
    if isinstance(value, bool):
        return UNFIT
    try:
        return operator.index(value)
    except TypeError:
        return UNFIT


def timed(kind: Kind) -> Kind:
    """The same for a time: texts with another unit are refused."""
    return measured(kind, "TIME")


def measured(kind: Kind, dimension: str) -> Kind:
    """The same for a quantity of a dimension, by its name in `dimensions`: texts with another unit are refused.

    `COORDINATES` are those of the skeleton that is asked, angles or lengths in their order; `SPEEDS` are theirs.
    """

    def read(value: Any, owner: Any) -> Any:
        number = kind.read(value, owner)
        if isinstance(number, float | list | tuple) and not isinstance(value, Real):
            from linkwork.expression import dimensions

            if dimension in _BY_COORDINATE:
                turning, along = (getattr(dimensions, name) for name in _BY_COORDINATE[dimension])
                wanted = [turning if one.turns else along for one in _coordinates_of(owner)]
            else:
                wanted = [getattr(dimensions, dimension)]
            _hold(value, number, owner, wanted)
        return number

    return Kind(kind.words, kind.quick, read)


_BY_COORDINATE = {"COORDINATES": ("PLAIN", "LENGTH"), "SPEEDS": ("RATE", "SPEED")}


def _coordinates_of(owner: Any) -> Any:
    """The coordinates of a skeleton, or of that of what is asked."""
    return getattr(getattr(owner, "skeleton", owner), "coordinates", ())


def _hold(value: Any, number: Any, owner: Any, wanted: Sequence[Any], place: int = 0) -> None:
    """Refuse texts of another dimension than is wanted at their place in a row; of one dimension all are."""
    if isinstance(value, list | tuple) and isinstance(number, list | tuple):
        for at, (each, read) in enumerate(zip(value, number, strict=False)):
            _hold(each, read, owner, wanted, at)
    elif isinstance(number, float) and not isinstance(value, Real) and (len(wanted) == 1 or place < len(wanted)):
        _value_of(value, owner, wanted[place if len(wanted) > 1 else 0])


def _value_of(text: Any, owner: Any, wanted: Any = None) -> float:
    """The number that a text or an expression means, in the parameters of the mechanism that is asked.

    One that is not of the dimension `wanted` is refused.
    """
    from linkwork.expression import as_expression, resolve_parameters
    from linkwork.expression.dimension_of import misfit

    try:
        expression = as_expression(text)
        mechanism = getattr(owner, "mechanism", owner) if expression.names else None
        defined = getattr(mechanism, "parameters_by_name", None) or {}
        value = float(expression.value(resolve_parameters(defined)).real)
        if wanted is not None and (problem := misfit(expression, wanted, defined)):
            raise Wrong(problem)
    except LinkworkError as error:
        raise Wrong(str(error)) from None
    if not math.isfinite(value):
        raise Wrong("it is not finite")
    return value


def _flag(value: Any, owner: Any) -> Any:
    return bool(value) if _is_array(value) and value.dtype.kind == "b" and value.ndim == 0 else UNFIT


def _text(value: Any, owner: Any) -> Any:
    return value if isinstance(value, str) else UNFIT


def _file(value: Any, owner: Any) -> Any:
    return value if isinstance(value, str | os.PathLike) and "\0" not in str(value) and str(value) else UNFIT


def _array(value: Any, owner: Any) -> Any:
    import numpy as np

    try:
        array = value if isinstance(value, np.ndarray) else np.asarray(value)
    except (ValueError, TypeError):
        return UNFIT
    return value if array.dtype.kind in "fiuc" else UNFIT


_INFINITE = Kind("infinity", _NOTHING, lambda value, _: value if _number_is(value, math.inf) else UNFIT)
_WHOLE_TYPES: frozenset[type] = frozenset({int})
_FILE = Kind("the name of a file", _NOTHING, _file)
_ARRAY = Kind("an array of numbers", _NOTHING, _array)
_PLAIN: dict[str, Kind | None] = {
    "str": Kind("a text", frozenset({str}), _text),
    "bool": Kind("True or False", frozenset({bool}), _flag),
    "int": Kind("a whole number", _WHOLE_TYPES, _whole),
    "float": Kind("a number", _NOTHING, _number),
    "Numbers": Kind("a number or a list of numbers", _NOTHING, _numbers),
    "None": Kind("None", frozenset({type(None)}), lambda value, _: UNFIT),
    "FilePath": _FILE,
    "File": _FILE,
    "Path": _FILE,
    "PathLike": _FILE,
    "Array": _ARRAY,
    "NDArray": _ARRAY,
    "ArrayLike": _ARRAY,
    "Callable": Kind("a function", _NOTHING, lambda value, _: value if callable(value) else UNFIT),
    "type": Kind("a class", _NOTHING, lambda value, _: value if isinstance(value, type) else UNFIT),
    "Annotated": None,
    "Iterator": None,
}
_PLAIN |= {
    name: measured(cast(Kind, _PLAIN["float"]), dimension)
    for name, dimension in {
        "Metres": "LENGTH", "Kilograms": "MASS", "Newtons": "FORCE", "Radians": "PLAIN", "Hertz": "RATE",
    }.items()
}  # fmt: skip
