"""What a public call is given: every one is checked in the same way, by the types that its signature names.

`@public` stands on a function, or on a class for all its public methods. Numbers may be given as text (`"0.1 s"`,
`"2*l"`) wherever the signature says `float` or `int`; what does not fit is refused in one sentence that names the call,
the parameter, what was expected and what came. Signatures are read as text, when a call is first made: nothing is
imported for it, and a call costs a microsecond or two more.

What the parts of a description check themselves, with words of their own, is left to them (`given_kinds`).
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.base.late_dataclass import finish, is_stand_in
from linkwork.base.progress import WithoutBars, shows_bars
from linkwork.expression.given_kinds import UNFIT, Kind, Wrong, kind_of, measured, timed
from linkwork.numerics.collecting import importing

FilePath = str | os.PathLike[str]
"""The name of a file or a folder."""
Unbounded = float
"""A number, or infinity."""
Metres = float
"""A number; a text has to have a unit of this kind, or none. So have these:"""
Kilograms = float
Newtons = float
Radians = float
Hertz = float
Numbers = Any
"""A number, a text with a unit, or a list or array of them; the function gets numbers."""

Thing = TypeVar("Thing")
_Looked = tuple[int, str, Kind]  # an argument that is looked at: its place or -1, its name, what it has to be
_TIMES = ("until", "start", "step", "seconds")  # what times are called, beside `until`
_DIMENSIONS = "_linkwork_dimensions"
_WAYS = 100  # ways to give arguments that are remembered of a call


class CallError(AnalysisError, MechanismError):
    """A call was given something that it does not take."""


def public(thing: Thing) -> Thing:
    """Check what a function, or every public method of a class, is given."""
    if isinstance(thing, staticmethod | classmethod):
        return cast(Thing, type(thing)(public(thing.__func__)))
    if not isinstance(thing, type):
        name = cast(Any, thing).__name__
        return cast(Thing, _guarded(cast(Any, thing), "square brackets" if name == "__getitem__" else name))
    for name, member in list(vars(thing).items()):
        kind = type(member) if isinstance(member, staticmethod | classmethod) else None
        function = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if inspect.isfunction(function) and (not name.startswith("_") or _is_constructor(function)):
            guarded = _guarded(function, thing.__name__ if name == "__init__" else name)
            setattr(thing, name, kind(guarded) if kind else guarded)
    return cast(Thing, thing)


def takes(**dimensions: str) -> Callable[[Thing], Thing]:
    """Say of which dimension numbers of a call, or of the fields of a class, are, named as in `expression.dimensions`;
    texts with another unit are refused. `COORDINATES` and `SPEEDS` are those of the skeleton that comes first. Stands
    below `@public` and `@publicly_made`."""

    def told(function: Thing) -> Thing:
        setattr(function, _DIMENSIONS, dimensions)
        return function

    return told


def unchecked(function: Thing) -> Thing:
    """A public function, or the constructor of a public kind, without checks, for a call that has made them already."""
    if not isinstance(function, type):
        return cast(Thing, getattr(function, "__wrapped__", function))
    kind: Any = function
    fill = getattr(kind.__init__, "__wrapped__", kind.__init__)

    def made(*args: Any, **named: Any) -> Any:
        one: Any = object.__new__(kind)
        fill(one, *args, **named)
        return one

    return cast(Thing, made)


def publicly_made(kind: type[Thing]) -> type[Thing]:
    """Check what the constructor of a dataclass is given that users make themselves."""
    finish(kind)
    vars_of: Any = kind
    if hasattr(kind, _DIMENSIONS):
        takes(**getattr(kind, _DIMENSIONS))(vars_of.__init__)
    vars_of.__init__ = _guarded(vars_of.__init__, kind.__name__)
    return kind


def _is_constructor(function: Any) -> bool:
    """Whether it is a constructor that stands in the source; those of dataclasses are for analyses."""
    return function.__name__ == "__init__" and function.__code__.co_filename != "<string>" and not is_stand_in(function)


def _guarded(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    made: list[_Signature] = []

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        if not made:
            made.append(_Signature(function, name))
            with importing():  # a first call imports what it needs
                return call(*args, **named)
        signature = made[0]
        if not named:
            if signature.ways.get(len(args)) != () or signature.rest is not None:  # else nothing is looked at
                args, named = signature.read(args, named)
            return function(*args, **named)
        args, named = signature.read(args, named)
        if named.get("progress") is False and shows_bars():
            with WithoutBars():
                return function(*args, **named)
        return function(*args, **named)

    return call


class _Signature:
    """The parameters of a function, ready to be held against what a call gives."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.call = name
        self.names: list[str] = []
        self.kinds: list[Kind | None] = []
        self.by_name: dict[str, Kind | None] = {}
        self.rest: Kind | None = None
        self.many = self.open = False
        self.required: list[str] = []
        parameters, dimensions = inspect.signature(function).parameters, getattr(function, _DIMENSIONS, {})
        for parameter in parameters.values():
            kind = kind_of(parameter.annotation, getattr(function, "__globals__", {}))
            if kind is not None and "until" in parameters and parameter.name in _TIMES:
                kind = timed(kind)
            if kind is not None and parameter.name in dimensions:
                kind = measured(kind, dimensions[parameter.name])
            self._add(parameter, kind)
        self.places = {name: number for number, name in enumerate(self.names)}
        self.ways: dict[Any, tuple[_Looked, ...]] = {}

    def _add(self, parameter: inspect.Parameter, kind: Kind | None) -> None:
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
        way = (len(args), *named) if named else len(args)
        looked = self.ways.get(way)
        if looked is None:
            looked = self._looked(len(args), named)
            if len(self.ways) < _WAYS:
                self.ways[way] = looked
        for where, name, kind in looked:
            value = args[where] if where >= 0 else named[name]
            if type(value) not in kind.quick:
                read = self._read(kind, name, value, args or (named.get(self.names[0]) if self.names else None,))
                if where < 0:
                    named[name] = read
                elif read is not value:
                    args = (*args[:where], read, *args[where + 1 :])
        if self.rest is not None and len(args) > len(self.names):
            places = len(self.names)
            args = args[:places] + tuple(self._read(self.rest, "", value, args) for value in args[places:])
        return args, named

    def _looked(self, count: int, named: dict[str, Any]) -> tuple[_Looked, ...]:
        """Which of the arguments of a call are looked at; calls are refused that give too many, unknown or too few."""
        if count > len(self.names) and not self.many:
            raise CallError(f"{self.call}: {self._most()}; {count - self._own} were given")
        looked = [(at, self.names[at], kind) for at, kind in enumerate(self.kinds[:count]) if kind is not None]
        for name in named:
            if name not in self.by_name:
                if not self.open:
                    raise CallError(f"{self.call}: {self._unknown(name)}")
                continue
            if self.places.get(name, count) < count:
                raise CallError(f"{self.call}: {name}: given twice, by its place and by its name")
            kind = self.by_name[name]
            if kind is not None:
                looked.append((-1, name, kind))
        for name in self.required:
            if name not in named and self.places.get(name, count) >= count:
                raise CallError(f"{self.call}: {name} is missing; the call is {self._shape()}")
        return tuple(looked)

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

    def _read(self, kind: Kind, name: str, value: Any, args: tuple[Any, ...]) -> Any:
        if type(value) in kind.quick:
            return value
        why = ""
        try:
            read = kind.read(value, args[0] if args else None)
        except Wrong as wrong:
            read, why = UNFIT, f" ({wrong})"
        if read is UNFIT:
            where = f"{self.call}: {name}: " if name else f"{self.call}: "
            raise CallError(f"{where}expected {kind.words}; found {shown(value)}{why}")
        return read
