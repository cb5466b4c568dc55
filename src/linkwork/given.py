"""What a public call is given: every one is checked in the same way, by the types that its signature names.

`@public` stands on a function, or on a class for all its public methods. Numbers may be given as text (`"0.1 s"`,
`"2*l"`) wherever the signature says `float` or `int`; what does not fit is refused in one sentence that names the call,
the parameter, what was expected and what came. Signatures are read as text, when a call is first made: nothing is
imported for it, and a call costs a microsecond or two more.

What the parts of a description check themselves, with words of their own, is left to them (`_ELSEWHERE`).
"""

from __future__ import annotations

import ast
import functools
import inspect
import math
import operator
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeVar, cast

from linkwork.errors import AnalysisError, LinkworkError, MechanismError, shown

FilePath = str | os.PathLike[str]
"""The name of a file or a folder."""
Unbounded = float
"""A number, or infinity."""
Numbers = Any
"""A number, a text with a unit, or a list or array of them; the function gets numbers."""

Thing = TypeVar("Thing")

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
_UNFIT = object()
_NOTHING: frozenset[type] = frozenset()


class CallError(AnalysisError, MechanismError):
    """A call was given something that it does not take."""


class _Wrong(Exception):
    """A text that looks like a number but has no value; it says why."""


@dataclass(frozen=True)
class _Kind:
    """What a parameter may be: in words, the types that need no look, and how anything else is read."""

    words: str
    quick: frozenset[type]
    read: Callable[[Any, Any], Any]
    """Takes the value and the first argument of the call; gives the value to go on with, or `_UNFIT`."""


def public(thing: Thing) -> Thing:
    """Check what a function, or every public method of a class, is given."""
    if not isinstance(thing, type):
        return cast(Thing, _guarded(cast(Any, thing), cast(Any, thing).__name__))
    for name, member in list(vars(thing).items()):
        kind = type(member) if isinstance(member, staticmethod | classmethod) else None
        function = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if inspect.isfunction(function) and (not name.startswith("_") or _is_constructor(function)):
            guarded = _guarded(function, thing.__name__ if name == "__init__" else name)
            setattr(thing, name, kind(guarded) if kind else guarded)
    return cast(Thing, thing)


def publicly_made(kind: type[Thing]) -> type[Thing]:
    """Check what the constructor of a dataclass is given that users make themselves."""
    vars_of: Any = kind
    vars_of.__init__ = _guarded(vars_of.__init__, kind.__name__)
    return kind


def _is_constructor(function: Any) -> bool:
    """Whether it is a constructor that stands in the source; those of dataclasses are for analyses."""
    return function.__name__ == "__init__" and function.__code__.co_filename != "<string>"


def _guarded(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    made: list[_Signature] = []

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        if not made:
            made.append(_Signature(function, name))
        args, named = made[0].read(args, named)
        return function(*args, **named)

    return call


class _Signature:
    """The parameters of a function, ready to be held against what a call gives."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.call = name
        self.names: list[str] = []
        self.kinds: list[_Kind | None] = []
        self.by_name: dict[str, _Kind | None] = {}
        self.rest: _Kind | None = None
        self.many = self.open = False
        self.required: list[str] = []
        for parameter in inspect.signature(function).parameters.values():
            kind = _kind_of(parameter.annotation, getattr(function, "__globals__", {}))
            if kind is not None and parameter.default == math.inf:
                kind = _either(kind, _INFINITE)
            self._add(parameter, kind)

    def _add(self, parameter: inspect.Parameter, kind: _Kind | None) -> None:
        if parameter.kind is parameter.VAR_POSITIONAL:
            self.many, self.rest = True, kind
        elif parameter.kind is parameter.VAR_KEYWORD:
            self.open = True
        else:
            if parameter.kind is not parameter.KEYWORD_ONLY:
                self.names.append(parameter.name)
                self.kinds.append(kind)
            if parameter.kind is not parameter.POSITIONAL_ONLY:
                self.by_name[parameter.name] = kind
            if parameter.default is parameter.empty:
                self.required.append(parameter.name)

    def read(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments to go on with: the same, texts of numbers replaced by numbers."""
        count, places = len(args), len(self.names)
        if count > places:
            if not self.many:
                raise CallError(f"{self.call}: {self._most()}; {count - self._own} were given")
            if self.rest is not None:
                args = args[:places] + tuple(self._read(self.rest, "", value, args) for value in args[places:])
        for number, kind in enumerate(self.kinds[:count]):
            if kind is not None and type(args[number]) not in kind.quick:
                value = self._read(kind, self.names[number], args[number], args)
                if value is not args[number]:
                    args = (*args[:number], value, *args[number + 1 :])
        for name, value in named.items():
            kind = self.by_name.get(name, None)
            if name not in self.by_name:
                if not self.open:
                    raise CallError(f"{self.call}: {self._unknown(name)}")
            elif name in self.names[:count]:
                raise CallError(f"{self.call}: {name}: given twice, by its place and by its name")
            elif kind is not None and type(value) not in kind.quick:
                named[name] = self._read(kind, name, value, args)
        for name in self.required:
            if name not in named and name not in self.names[:count]:
                raise CallError(f"{self.call}: {name} is missing; the call is {self._shape()}")
        return args, named

    @property
    def _own(self) -> int:
        """How many of the parameters the user does not write: the object itself."""
        return int(self.names[:1] in (["self"], ["cls"]))

    def _most(self) -> str:
        count = len(self.names) - self._own
        return f"takes {count or 'no'} argument{'s' * (count != 1)} by place, {self._shape()}"

    def _shape(self) -> str:
        """The call as it is written."""
        own = [name for name in self.by_name if name not in self.names]
        listed = [*self.names[self._own :], *(["*"] if self.many else []), *(f"{name}=..." for name in own)]
        return f"{self.call}({', '.join([*listed, '...'] if self.open else listed)})"

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        known = [each for each in self.by_name if each not in ("self", "cls", "mechanism")]
        near = get_close_matches(name, known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known) or 'none'}"
        return f"there is no option '{name}'; {hint}"

    def _read(self, kind: _Kind, name: str, value: Any, args: tuple[Any, ...]) -> Any:
        if type(value) in kind.quick:
            return value
        why = ""
        try:
            found = kind.read(value, args[0] if args else None)
        except _Wrong as wrong:
            found, why = _UNFIT, f" ({wrong})"
        if found is _UNFIT:
            where = f"{self.call}: {name}: " if name else f"{self.call}: "
            raise CallError(f"{where}expected {kind.words}; found {shown(value)}{why}")
        return found


# ---------------------------------------------------------------------- types of the signature


def _kind_of(annotation: Any, known: Mapping[str, Any]) -> _Kind | None:
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


def _from_tree(tree: Any, known: Mapping[str, Any]) -> _Kind | None:
    if isinstance(tree, ast.BinOp):
        sides = _from_tree(tree.left, known), _from_tree(tree.right, known)
        return None if None in sides else _either(*cast(tuple[_Kind, _Kind], sides))
    if isinstance(tree, ast.Constant) and tree.value is None:
        return _Kind("None", frozenset({type(None)}), lambda value, _: _UNFIT)
    if isinstance(tree, ast.Subscript):
        inner = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        return _collection(_name(tree.value), inner, known)
    name = _name(tree)
    if name in _ELSEWHERE:
        return None
    if name == "Unbounded":
        return _either(cast(_Kind, _PLAIN["float"]), _INFINITE)
    if name in _PLAIN:
        return _PLAIN[name]
    if name in ("Sequence", "Iterable", "list", "tuple", "Mapping", "dict"):
        return _collection(name, [], known)
    meant = known.get(name)
    if meant is not None and (not isinstance(meant, type) or hasattr(meant, "__args__")):
        return _kind_of(str(meant), {})
    return _instance(name)


def _name(tree: Any) -> str:
    return tree.attr if isinstance(tree, ast.Attribute) else getattr(tree, "id", "Any")


def _either(first: _Kind, second: _Kind) -> _Kind:
    def read(value: Any, owner: Any) -> Any:
        found = first.read(value, owner)
        return second.read(value, owner) if found is _UNFIT else found

    words = dict.fromkeys(kind.words for kind in (first, second) if kind.words != "None")
    return _Kind(" or ".join(words) or "None", first.quick | second.quick, read)


def _instance(name: str) -> _Kind:
    """An object of a class, told by the class's name, so that the class need not be imported."""

    def read(value: Any, owner: Any) -> Any:
        return value if any(each.__name__ == name for each in type(value).__mro__) else _UNFIT

    words = _WORDS.get(name, f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}")
    return _Kind(words, _NOTHING, read)


def _collection(name: str, inner: list[Any], known: Mapping[str, Any]) -> _Kind | None:
    if name in ("Literal", "type", "Callable", "NDArray", "PathLike", "Annotated", "Iterator"):
        return _literal(inner) if name == "Literal" else _PLAIN.get(name)
    kinds = [_from_tree(each, known) for each in inner if not (isinstance(each, ast.Constant) and each.value is ...)]
    if name in ("Mapping", "dict"):
        return _mapping(kinds[1] if len(kinds) > 1 else None)
    if name in ("Sequence", "Iterable", "list", "tuple", "set", "frozenset", "Collection"):
        fixed = name == "tuple" and len(kinds) == len(inner) and bool(kinds)
        return _row(kinds) if fixed else _listed(kinds[0] if kinds else None, endless=name == "Iterable")
    return _instance(name)


def _literal(choices: list[Any]) -> _Kind:
    values = [choice.value for choice in choices if isinstance(choice, ast.Constant)]
    words = " or ".join(repr(value) for value in values)
    return _Kind(words, _NOTHING, lambda value, _: value if isinstance(value, str) and value in values else _UNFIT)


def _listed(kind: _Kind | None, *, endless: bool) -> _Kind:
    """A list of any length; texts, mappings and, unless they are asked for, things without a length are none."""

    def read(value: Any, owner: Any) -> Any:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return _UNFIT
        if not isinstance(value, Sized) and not endless:
            return _UNFIT
        if getattr(value, "ndim", 1) == 0:
            return _UNFIT
        if kind is None or not isinstance(value, Sized):
            return value
        return _all(value, [kind] * len(value), owner)

    return _Kind(f"a list of {_plural(kind)}" if kind is not None else "a list", _NOTHING, read)


def _row(kinds: Sequence[_Kind | None]) -> _Kind:
    """So many values, one after the other."""
    words = kinds[0].words if kinds[0] is not None else "value"

    def read(value: Any, owner: Any) -> Any:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Collection):
            return _UNFIT
        if getattr(value, "ndim", 1) == 0 or len(value) != len(kinds):
            return _UNFIT
        return _all(value, kinds, owner)

    return _Kind(f"{len(kinds)} values, each {words}", _NOTHING, read)


def _all(values: Any, kinds: Sequence[_Kind | None], owner: Any) -> Any:
    """The same values, or a list of them with what had to be read; unfit if one is."""
    found, changed = [], False
    for value, kind in zip(values, kinds, strict=True):
        new = value if kind is None or type(value) in kind.quick else kind.read(value, owner)
        if new is _UNFIT:
            return _UNFIT
        found.append(new)
        changed |= new is not value
    return (tuple(found) if isinstance(values, tuple) else found) if changed and not _is_array(values) else values


def _mapping(kind: _Kind | None) -> _Kind:
    """Names with values."""

    def read(value: Any, owner: Any) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            return _UNFIT
        if kind is None:
            return value
        found = _all(list(value.values()), [kind] * len(value), owner)
        return _UNFIT if found is _UNFIT else dict(zip(value, found, strict=True))

    return _Kind(f"a mapping of names to {_plural(kind) if kind is not None else 'values'}", _NOTHING, read)


def _plural(kind: _Kind) -> str:
    for article in ("a ", "an "):
        if kind.words.startswith(article) and " or " not in kind.words:
            return f"{kind.words.removeprefix(article)}s"
    return kind.words


# ---------------------------------------------------------------------- plain values


def _is_array(value: Any) -> bool:
    return type(value).__module__ == "numpy" and hasattr(value, "dtype")


def _number(value: Any, owner: Any) -> Any:
    if isinstance(value, str) or type(value).__name__ == "Expression":
        return _value_of(value, owner)
    if _is_array(value) and getattr(value, "shape", None) == () and value.dtype.kind in "fiu":
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        return _UNFIT
    try:
        finite = math.isfinite(value)
    except OverflowError:
        return _UNFIT
    large = isinstance(value, int) and abs(value) > _EXACT
    return _UNFIT if not finite else float(value) if large else value


def _numbers(value: Any, owner: Any) -> Any:
    if isinstance(value, list | tuple | range):
        found = [_numbers(each, owner) for each in value]
        even = len({len(each) if isinstance(each, list) else -1 for each in found}) < 2
        return _UNFIT if not even or any(each is _UNFIT for each in found) else found
    if _is_array(value) and getattr(value, "ndim", 0) > 0:
        import numpy as np

        return value if value.dtype.kind in "fiu" and np.all(np.isfinite(value)) else _UNFIT
    return _number(value, owner)


def _number_is(value: Any, wanted: float) -> bool:
    return isinstance(value, Real) and value == wanted


def _whole(value: Any, owner: Any) -> Any:
    if isinstance(value, str):
        found = _value_of(value, owner)
        return int(found) if found.is_integer() else _UNFIT
    if isinstance(value, bool):
        return _UNFIT
    try:
        return operator.index(value)
    except TypeError:
        return _UNFIT


def _value_of(text: Any, owner: Any) -> float:
    """The number that a text or an expression means, in the parameters of the mechanism that is asked."""
    from linkwork.mechanism.expression import as_expression, resolve_parameters

    try:
        expression = as_expression(text)
        mechanism = getattr(owner, "mechanism", owner) if expression.names else None
        defined = getattr(mechanism, "parameters_by_name", None) or {}
        value = float(expression.value(resolve_parameters(defined)).real)
    except LinkworkError as error:
        raise _Wrong(str(error)) from None
    if not math.isfinite(value):
        raise _Wrong("it is not finite")
    return value


def _flag(value: Any, owner: Any) -> Any:
    return bool(value) if _is_array(value) and value.dtype.kind == "b" and value.ndim == 0 else _UNFIT


def _text(value: Any, owner: Any) -> Any:
    return value if isinstance(value, str) else _UNFIT


def _file(value: Any, owner: Any) -> Any:
    return value if isinstance(value, str | os.PathLike) and "\0" not in str(value) and str(value) else _UNFIT


def _array(value: Any, owner: Any) -> Any:
    import numpy as np

    try:
        found = value if isinstance(value, np.ndarray) else np.asarray(value)
    except (ValueError, TypeError):
        return _UNFIT
    return value if found.dtype.kind in "fiuc" else _UNFIT


_INFINITE = _Kind("infinity", _NOTHING, lambda value, _: value if _number_is(value, math.inf) else _UNFIT)
_WHOLE_TYPES: frozenset[type] = frozenset({int})
_FILE = _Kind("the name of a file", _NOTHING, _file)
_ARRAY = _Kind("an array of numbers", _NOTHING, _array)
_PLAIN: dict[str, _Kind | None] = {
    "str": _Kind("a text", frozenset({str}), _text),
    "bool": _Kind("True or False", frozenset({bool}), _flag),
    "int": _Kind("a whole number", _WHOLE_TYPES, _whole),
    "float": _Kind("a number", _NOTHING, _number),
    "Numbers": _Kind("a number or a list of numbers", _NOTHING, _numbers),
    "None": _Kind("None", frozenset({type(None)}), lambda value, _: _UNFIT),
    "FilePath": _FILE,
    "File": _FILE,
    "Path": _FILE,
    "PathLike": _FILE,
    "Array": _ARRAY,
    "NDArray": _ARRAY,
    "ArrayLike": _ARRAY,
    "Callable": _Kind("a function", _NOTHING, lambda value, _: value if callable(value) else _UNFIT),
    "type": _Kind("a class", _NOTHING, lambda value, _: value if isinstance(value, type) else _UNFIT),
    "Annotated": None,
    "Iterator": None,
}
