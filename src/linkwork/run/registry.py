"""One registry of channels: whoever knows numbers of a run adds a source of them.

A source says which names it has, finds a channel by its name, and says in words what it is. Names are listed in the
order in which the sources were added; the last one added is asked first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion, unquoted

if TYPE_CHECKING:
    from linkwork.run.run import Run

_LONGEST_HINT = 200


@dataclass(frozen=True)
class Channel:
    """A number of a run over its points."""

    values: Array
    unit: str
    description: str


class Source(Protocol):
    """Channels of one kind."""

    def names(self, run: Run) -> list[str]:
        """Those that a run lists; a source may find more, such as `distance(a, b)`."""

    def find(self, run: Run, name: str) -> tuple[Array, str] | None:
        """Values and unit; none where the name is not one of its own."""

    def describe(self, run: Run, name: str) -> str:
        """What the channel is, in a few words."""


_SOURCES: list[Source] = []


def add_source(source: Source) -> None:
    """Let every run have its channels."""
    _SOURCES.append(source)


def names_of(run: Run) -> list[str]:
    """All channels that a run lists."""
    return [name for source in _SOURCES for name in source.names(run)]


def find(run: Run, name: str) -> tuple[Array, str]:
    """Values and unit of a channel."""
    return _source_and_channel(run, name)[1]


def channel_of(run: Run, name: str) -> Channel:
    """A channel with its unit and what it is."""
    source, channel = _source_and_channel(run, name)
    return Channel(*channel, source.describe(run, name))


def find_or_none(run: Run, name: str) -> tuple[Array, str] | None:
    """The same; none where there is no such channel, for which no nearest name is sought: that takes a while."""
    known = _known(run, unquoted(name))
    return None if known is None else known[1]


def _source_and_channel(run: Run, name: str) -> tuple[Source, tuple[Array, str]]:
    """A channel and the source that knows it; names may stand in quotes, as formulas have them."""
    name = unquoted(name)
    known = _known(run, name)
    if known is None:
        raise no_channel(name, names_of(run))
    return known


def _known(run: Run, name: str) -> tuple[Source, tuple[Array, str]] | None:
    for source in reversed(_SOURCES):
        channel = source.find(run, name)
        if channel is not None:
            return source, channel
    return None


def no_channel(name: str, known: list[str]) -> AnalysisError:
    """What is said of a name that is none, with the nearest one that is."""
    close = suggestion(name, known, "channels")
    return AnalysisError(f"there is no channel '{name}'{close if len(close) < _LONGEST_HINT else ''}")
