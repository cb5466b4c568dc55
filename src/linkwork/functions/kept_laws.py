"""Laws in Python beside a run in a file: the file keeps their names, arguments and texts, and never runs a text.

While a run is written, a law becomes an entry of the model that names it. While it is read, the entry becomes the
function that the reader gives under that name, or one that is missing: results can be read without it, nothing can be
computed.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from linkwork.base.errors import AnalysisError, MechanismError


class NotThoseLaws(AnalysisError):
    """The functions given for the laws of a run are not its laws."""


class Written:
    """The laws of a model that is being written, by the names under which the file keeps them."""

    def __init__(self) -> None:
        self.functions: dict[str, Callable[..., Any]] = {}
        self.words: dict[str, Any] = {}

    def name(self, law: Any) -> str:
        """The name of a law in the file: that of its function, numbered where another function has it."""
        plain, count = law.name.strip("<>"), 1
        name = plain
        while self.functions.get(name, law.function) is not law.function:
            count += 1
            name = f"{plain}-{count}"
        self.functions[name] = law.function
        self.words[name] = {"arguments": law.arguments(), "text": text_of(law.function)}
        return name


class Given:
    """The functions that a reader gives for the laws of a run."""

    def __init__(self, kept: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]) -> None:
        unknown = sorted(set(functions) - set(kept))
        if unknown:
            names = f"its laws in Python are: {', '.join(sorted(kept))}" if kept else "it has no law in Python"
            raise NotThoseLaws(f"laws: the run has no law '{unknown[0]}'; {names}")
        self.kept, self.functions = kept, functions

    @property
    def missing(self) -> list[str]:
        """Names of the laws that are not given."""
        return sorted(set(self.kept) - set(self.functions))

    def notes(self) -> list[str]:
        """What the user should know of the laws."""
        notes = [f"law '{name}' was not given: results can be read, and nothing can go on" for name in self.missing]
        for name, function in self.functions.items():
            if self.kept[name]["text"] not in ("", text_of(function)):
                notes.append(f"law '{name}' is given with another text than that with which the run was made")
        return notes

    def fields(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the law that an entry names."""
        name = str(entry["name"])
        arguments = list(self.kept[name]["arguments"])
        function: Any = self.functions.get(name)
        if function is None:
            function = _absent(name, arguments, 1 + len(entry["states"]))
        else:
            names = list(inspect.signature(getattr(function, "py_func", function)).parameters)
            if names != arguments:
                raise NotThoseLaws(
                    f"law '{name}' has the arguments {', '.join(arguments)}; the function given for it has "
                    f"{', '.join(names) or 'none'}"
                )
        return {"function": function, "inputs": entry["inputs"], "states": entry["states"]}


_writing: ContextVar[Written | None] = ContextVar("writing", default=None)
_reading: ContextVar[Given | None] = ContextVar("reading", default=None)


@contextmanager
def writing() -> Iterator[Written]:
    """Laws in Python that are written inside are named instead of refused."""
    written = Written()
    token = _writing.set(written)
    try:
        yield written
    finally:
        _writing.reset(token)


@contextmanager
def reading(given: Given) -> Iterator[Given]:
    """Entries that name a law in Python are read inside, and tables may be made of laws that are missing."""
    token = _reading.set(given)
    try:
        yield given
    finally:
        _reading.reset(token)


def entry_of(law: Any) -> dict[str, Any] | None:
    """What stands for a law in the model of a run; None outside of `writing`."""
    written = _writing.get()
    if written is None:
        return None
    states = {name: str(value) for name, value in law.states.items()}
    return {"type": "python", "name": written.name(law), "inputs": law.inputs, "states": states}


def fields_of(value: Any) -> dict[str, Any] | None:
    """The fields of the law that an entry of a run's model stands for; None for anything else."""
    given = _reading.get()
    if given is None or not isinstance(value, dict) or value.get("type") != "python" or "name" not in value:
        return None
    return given.fields({"inputs": {}, "states": {}} | value)


def require(law: Any) -> None:
    """Refuse to compute with a law that a run was read without."""
    if getattr(law.function, "absent", False) and _reading.get() is None:
        raise MechanismError(
            f"law '{law.name}' is a Python function that the file of the run does not hold; give it to read the run: "
            f'load_run(..., laws={{"{law.name}": ...}})'
        )


def require_all(parts: Iterable[Any]) -> None:
    """Refuse to compute with forces and signals whose laws a run was read without."""
    for part in parts:
        for field in type(part).model_fields:
            law = getattr(part, field)
            if hasattr(law, "function"):
                require(law)


def text_of(function: Callable[..., Any]) -> str:
    """The text of a function, where Python knows it."""
    try:
        return textwrap.dedent(inspect.getsource(getattr(function, "py_func", function)))
    except (OSError, TypeError):
        return ""


def _absent(name: str, arguments: list[str], results: int) -> Callable[..., Any]:
    """A function in place of one that is not given: it has its arguments, and gives no number."""
    nothing = (float("nan"),) * results

    if results == 1:

        def function(*given):
            return nothing[0]
    else:

        def function(*given):
            return nothing

    parameters = [inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in arguments]
    function.__name__ = name
    vars(function).update(__signature__=inspect.Signature(parameters), absent=True)
    return function
