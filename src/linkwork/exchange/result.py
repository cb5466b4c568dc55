"""What a coupled run leaves: numbers by name over time."""

from __future__ import annotations

import csv
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.base.names import suggestion
from linkwork.exchange.connections import Connection
from linkwork.exchange.coordinator import Coordinator
from linkwork.expression.given import FilePath, public, publicly_made

if TYPE_CHECKING:
    from linkwork.exchange.coupled import Coupled


@dataclass(frozen=True)
class Checkpoint:
    """A moment to go on from: a token of all parts, whose states lie where they are, and the rows until then."""

    t: float
    number: int
    step: float
    token: Any
    rows: int


@public
@publicly_made
@dataclass
class CoupledRun:
    """Outputs of all parts, forces and gaps of all connections, and how the iteration went, over time.

    `run["left.tip.x0"]` is an output of a part, `run["middle.f0"]` a force of a connection, `run["middle.gap"]` and
    `run["middle.gap_speed"]` how far and how fast it is open; `iterations`, `step` and `condition` (of the gluing
    matrix) belong to the whole.
    """

    name: str
    t: Array
    names: tuple[str, ...]
    table: Array
    notes: list[str] = field(default_factory=list)
    completed: bool = True
    statistics: dict[str, int] = field(default_factory=dict)
    failure: Exception | None = None
    checkpoint: Checkpoint | None = None
    """From where `Coupled.run(..., resume=run)` goes on; none where a part could not save its state."""
    parts: tuple[str, ...] = ()
    links: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Connections by name, with the parts that they join."""

    @public
    def __getitem__(self, name: str) -> Array:
        if name == "t":
            return self.t
        if name not in self.names:
            raise AnalysisError(f"there is no channel '{name}'{suggestion(name, self.names, 'channels')}")
        return self.table[:, self.names.index(name)]

    @property
    def channels(self) -> tuple[str, ...]:
        """Names of all channels."""
        return self.names

    def plot(self, *channels: str, path: FilePath | None = None) -> Any:
        """Channels over time, one below the other."""
        from linkwork.view.figures.coupled_figure import coupled_figure

        return coupled_figure(self, channels or self.names[:4], path)

    def page(self, path: FilePath, *channels: str) -> Path:
        """A page (.html) with the parts, all channels to choose from and how the gluing went, in one file."""
        from linkwork.view.figures.coupled_page import write_coupled_page

        write_coupled_page(self, Path(path), channels)
        return Path(path)

    def to_csv(self, path: FilePath) -> Path:
        """All channels as a table."""
        target = Path(path)
        with written_aside(target) as aside, open(aside, "w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(("t", *self.names))
            for t, row in zip(self.t, self.table, strict=True):
                rows.writerow([repr(float(t)), *(repr(float(x)) for x in row)])
        return target

    def __str__(self) -> str:
        made = self.statistics
        how = "" if self.completed else ", ended early"
        return (
            f"{self.name}: {len(self.t)} points from t = {self.t[0]:g} to {self.t[-1]:g} s{how}; {made['steps']} "
            f"steps, at most {made['iterations at most']} iterations, {made['gluing matrices']} gluing matrices made"
        )


class Recorder:
    """Collects rows while a coupled model runs."""

    def __init__(self, model: Coupled, made: Coordinator, before: CoupledRun | None = None) -> None:
        from linkwork.exchange.coupled import outputs_of

        self.model, self.made = model, made
        self.failure: Exception | None = None
        self.labels = [label for each in made.connections for label in each.labels]
        self.watched = list(made.watched())
        self.names = (*outputs_of(model.parts), *self.labels, *self.watched, "step")
        self.times: list[float] = []
        self.rows: list[Array] = []
        self.steps, self.most = 0, 0
        self.checkpoint: Checkpoint | None = None
        if before is not None and before.checkpoint is not None:
            count = before.checkpoint.rows
            self.times, self.rows = list(before.t[:count]), list(before.table[:count])
            self.steps, self.most = count - 1, before.statistics["iterations at most"]

    def mark(self, number: int, h: float) -> None:
        """Keep the present moment as one to go on from, where all parts can save theirs."""
        made = self.made
        with suppress(LinkworkError):
            self.checkpoint = Checkpoint(made.t, number, h, made.save(), len(self.rows))

    def row(self, h: float) -> None:
        """The present moment."""
        made = self.made
        exchanged = [each.past.values[0] for each in made.connections]
        watched = list(made.watched().values())
        self.times.append(made.t)
        self.rows.append(np.concatenate([made.outputs, *exchanged, watched, [h]]))
        self.steps += h > 0.0
        self.most = max(self.most, made.iterations)

    def redundant(self) -> list[str]:
        """Components of connections that others hold already."""
        made = self.made
        names = []
        for each, at in zip(made.connections, made.slices, strict=True):
            names += [each.labels[(k - at.start) % each.size] for k in made.matrix.redundant if at.start <= k < at.stop]
        if not names:
            return []
        told = ", ".join(dict.fromkeys(names))
        return [f"redundant: {told} are not determined by the motion; the smallest forces were taken"]

    def run(self, notes: list[str], completed: bool) -> CoupledRun:
        """The result."""
        numbers = {
            "steps": self.steps,
            "iterations at most": self.most,
            "gluing matrices": self.made.matrix.made,
        }
        table = np.array(self.rows)
        return CoupledRun(
            self.model.name,
            np.array(self.times),
            self.names,
            table,
            notes,
            completed,
            numbers,
            self.failure,
            self.checkpoint,
            tuple(self.model.parts),
            {each.name: self._joined(each) for each in self.made.connections},
        )

    def _joined(self, connection: Connection) -> tuple[str, ...]:
        """The parts that a connection joins: those that it reads and those that it acts on."""
        sources = getattr(connection, "sources", set[int]())
        return tuple(
            name
            for number, (name, part) in enumerate(self.model.parts.items())
            if number in sources or any(part.inputs.start <= at < part.inputs.stop for at in connection.into)
        )
