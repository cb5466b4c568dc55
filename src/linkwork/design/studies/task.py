"""Task: what a study does with each design, as plain data that goes to other processes and into files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, LinkworkError, MechanismError, shown
from linkwork.base.version import __version__
from linkwork.design.studies.variants import Variants, prepare

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Outcome = tuple[list[float] | None, str]
"""The responses of a design, or None and the reason why there are none."""


@dataclass
class Task:
    """A model as the text of its file, the names that vary, the analysis and the responses."""

    model: str
    names: list[str]
    analysis: str
    until: Any
    points: int
    responses: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    folder: str | None = None
    """Where files that the model names are looked for."""
    linkwork: str = __version__

    def data(self) -> dict[str, Any]:
        """As a file holds it."""
        return asdict(self)

    def text(self) -> str:
        """As another process is told it."""
        return json.dumps(self.data(), sort_keys=True)

    def variants(self) -> Variants:
        """Ready to evaluate."""
        from linkwork.formats.model_file import loads

        mechanism = loads(self.model, "the model of the study", self.folder)
        return prepare(
            mechanism, self.names, self.analysis, self.until, self.points, self.responses, dict(self.options)
        )


def task_of(
    mechanism: Mechanism,
    names: Any,
    analysis: str,
    until: Any,
    points: int,
    responses: Any,
    options: Mapping[str, Any],
) -> Task | str:
    """The task, or the reason why it cannot be told to another process or kept in a file."""
    from linkwork.analysis.responses import read_responses
    from linkwork.formats.model_file import dumps

    asked = read_responses(responses)
    for response in asked:
        if response.function is not None:
            return f"the response '{response.text}' is a Python function; write it as a text such as 'max(A.force)'"
    try:
        model = dumps(mechanism)
    except MechanismError as error:
        return str(error)
    plain: dict[str, Any] = {}
    for name, value in {**options, "until": until}.items():
        try:
            plain[name] = json.loads(json.dumps(value, default=_plain, allow_nan=False))
        except (TypeError, ValueError):
            return f"'{name}' is not made of numbers and texts only; found {shown(value)}"
    end = plain.pop("until")
    texts = [response.text for response in asked]
    folder = None if mechanism.folder is None else os.path.abspath(mechanism.folder)
    return Task(model, list(names), analysis, end, points, texts, plain, folder)


def _plain(value: Any) -> Any:
    """Expressions as texts, arrays and numbers of numpy as those of Python."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "text"):
        return value.text
    raise TypeError


def outcome(variants: Variants, values: Any) -> Outcome:
    """Evaluate one design; what the user could mend is a reason, and so is what the program cannot compute."""
    try:
        return variants.evaluate_one([float(value) for value in values]), ""
    except LinkworkError as error:
        return None, str(error)
    except (ArithmeticError, ValueError, IndexError, MemoryError) as error:
        return None, f"{type(error).__name__}: {error}"


def outcomes(variants: Variants, designs: Sequence[Any]) -> Iterator[tuple[int, Outcome]]:
    """Evaluate designs, each with its place among them: those that a compiled call answers first, then one by one."""
    left = []
    for place, response in enumerate(variants.evaluate_together(designs)):
        if response is None:
            left.append(place)
        else:
            yield place, (response, "")
    for place in left:
        yield place, outcome(variants, designs[place])


@cache
def known_variants(text: str) -> Variants:
    """The variants of a task in words, prepared once in a process."""
    task = Task(**json.loads(text))
    if task.linkwork != __version__:
        raise AnalysisError(f"the study is of linkwork {task.linkwork}, and here is {__version__}; install the same")
    return task.variants()
