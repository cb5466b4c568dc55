"""What a page may say to the server: every message is one of these, finite and of bounded size, or it is refused.

Numbers of parameters are in the unit of the parameter, as `parameters` of a model message gives them.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from linkwork.base.errors import LinkworkError
from linkwork.expression.explain_fields import explain

LARGEST = 64 * 1024
"""Characters that a message of a page may have."""
MOST = 200
"""Entries that a list or mapping of a message may have."""

Finite = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e100, le=1e100)]
Name = Annotated[str, Field(min_length=1, max_length=300)]
Number = Annotated[int, Field(strict=True, ge=0, le=2**53)]
Place = Annotated[list[Finite], Field(min_length=2, max_length=3)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Set(_Message):
    """Parameters moved to other numbers; `final` ends the movement."""

    type: Literal["set"]
    seq: Number = 0
    values: Annotated[dict[Name, Finite], Field(min_length=1, max_length=MOST)]
    final: Annotated[bool, Field(strict=True)] = True


class Undo(_Message):
    """Take the last step back."""

    type: Literal["undo"]


class Redo(_Message):
    """Make the step again."""

    type: Literal["redo"]


class Save(_Message):
    """Write the values into the file."""

    type: Literal["save"]


class Watch(_Message):
    """The channels that this page plots."""

    type: Literal["watch"]
    channels: Annotated[list[Name], Field(max_length=MOST)]


class Drag(_Message):
    """A point of a body, in its own axes, pulled to a target in the world.

    `time` is that of the position shown; left out, the pull goes on from where the last one ended.
    """

    type: Literal["drag"]
    seq: Number = 0
    body: Name
    point: Place
    target: Place
    phase: Literal["start", "move", "end"]
    time: Finite | None = None


class StartHere(_Message):
    """The dragged position becomes the start of the analysis."""

    type: Literal["start"]


class Options(_Message):
    """The grid of an analysis over time; what is left out is as the file has it."""

    start: Finite | None = None
    until: Finite | None = None
    points: Annotated[int, Field(strict=True, ge=2, le=20_000)] | None = None


class Analysis(_Message):
    """Another analysis to be shown."""

    type: Literal["analysis"]
    kind: Literal["kinematics", "inverse_dynamics", "simulate", "equilibrium", "position"]
    options: Options = Options()


class Again(_Message):
    """Solve once more, from the start that was chosen, else from the estimates of the file."""

    type: Literal["run"]


class Cancel(_Message):
    """Stop what is being solved; what was shown before stays."""

    type: Literal["cancel"]


class Freeze(_Message):
    """Keep the run that is shown, to be compared with those that come; or keep none."""

    type: Literal["freeze"]
    on: Annotated[bool, Field(strict=True)] = True


class Export(_Message):
    """A film, a report, numbers, or lines of Python of what is shown.

    `plots` are the channels of each plot over time, `over` those of one channel over another, as x and y.
    """

    type: Literal["export"]
    what: Literal["mp4", "gif", "html", "pdf", "csv", "python"]
    plots: Annotated[list[Annotated[list[Name], Field(max_length=MOST)]], Field(max_length=MOST)] = Field(
        default_factory=list
    )
    over: Annotated[list[tuple[Name, Name]], Field(max_length=MOST)] = Field(default_factory=list)


class Keep(_Message):
    """How the page looks, to be kept in the file: plots, ranges of sliders, the view."""

    type: Literal["keep"]
    plots: Annotated[list[Annotated[list[Name], Field(max_length=MOST)]], Field(max_length=MOST)]
    sliders: Annotated[dict[Name, tuple[Finite, Finite]], Field(max_length=MOST)] = Field(default_factory=dict)
    view: tuple[Finite, Finite] | None = None


Message = Set | Undo | Redo | Save | Watch | Drag | StartHere | Analysis | Again | Cancel | Freeze | Export | Keep
_ADAPTER: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


class BadMessage(LinkworkError):
    """A message that is not understood."""


def read_message(text: str | None) -> Message:
    """The message in a text; a BadMessage says in one line what is wrong with it."""
    if text is None:
        raise BadMessage("messages are texts, not bytes")
    if len(text) > LARGEST:
        raise BadMessage(f"a message of {len(text)} characters is too long; at most {LARGEST}")
    try:
        data: Any = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is not JSON: {str(error)[:100]}") from None
    if not isinstance(data, dict):
        raise BadMessage("a message is a JSON object with a 'type'")
    try:
        return _ADAPTER.validate_python(data)
    except ValidationError as error:
        kind = str(data.get("type", "without a type"))[:40]
        raise BadMessage(f"message {kind!r}: {explain(error)[:300]}") from None


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is no number")


def said(text: str, level: str = "warning") -> dict[str, Any]:
    """Something for the reader of a page."""
    return {"type": "said", "level": level, "text": text}
