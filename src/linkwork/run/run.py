"""Run: the result of an analysis: arrays with names, events, diagnosis, statistics."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.errors import shown as in_words
from linkwork.base.late_dataclass import dataclass
from linkwork.base.late_text import with_late_text
from linkwork.expression.given import FilePath, public
from linkwork.run import registry
from linkwork.run.channels import channels_of
from linkwork.run.loads import Loads
from linkwork.run.shown_run import ShownRun
from linkwork.run.sources import EVERY_RUN
from linkwork.run.worlds import reactions_of

if TYPE_CHECKING:
    from linkwork.audit.findings import Audit
    from linkwork.elements.spatial.trail import Trail
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.contact.contact_log import ContactEvent, ContactLog
    from linkwork.run.contact.contact_states import ContactState
    from linkwork.run.contact.contact_table import ContactTable
    from linkwork.run.contact.orbits import Orbit
    from linkwork.run.features import Dwell, Extreme
    from linkwork.run.flexible.deformed import Deformed
    from linkwork.run.flexible.rainflow import Cycles
    from linkwork.run.flexible.solid_stress import DeformedSolid
    from linkwork.run.impulses import Impulse
    from linkwork.run.spectrum import Spectrum
    from linkwork.run.step_response import StepResponse
    from linkwork.system.system import System


for _source in EVERY_RUN:
    registry.add_source(_source)


@dataclass(frozen=True)
class Event:
    """Something that happened during a run: when, what kind, in words, and the joints and bodies that these name."""

    t: float
    kind: str
    text: str
    name: str = ""
    names: tuple[str, ...] = ()


ENDED_BY_EVENT = "ended"
"""The kind of the last event of a run that an event stopped."""


@public
@with_late_text("branch")
@dataclass
class Run(ShownRun):
    """Positions, velocities and accelerations over time, with names.

    `run["slider.x"]` is a channel as an array; `run.channels()` lists what there is.
    """

    system: System
    t: NDArray[np.float64]
    q: Array
    v: Array
    a: Array
    sigma: NDArray[np.float64]
    memory: Array
    branch: str
    loads: Loads | None = None
    notes: list[str] = field(default_factory=list)
    statistics: dict[str, float] = field(default_factory=dict)
    completed: bool = True
    moment: Any = None  # from where a simulation can go on
    impulses: list[Impulse] = field(default_factory=list)  # known ones, of events
    followed: dict[str, Array] = field(default_factory=dict)  # channels of contacts in a kinematic run; modes kept
    audit: Audit | None = None  # what the audit of contacts and energy found
    finer: Run | None = None  # the same with tolerances ten times smaller
    detail: Run | None = None  # the same with points between all events, once that was asked for
    lent: dict[str, str] = field(default_factory=dict)  # formulas of channels of the run that it is laid beside
    trail: Trail | None = None  # in space: how the bodies were turned between the points, for counting turns

    def __post_init__(self) -> None:
        self._told: list[Event] = []
        self._untold = False

    @cached_property
    def touches(self) -> ContactLog:
        """What happened to contacts and rubbing joints; whoever found it has put it here."""
        from linkwork.run.contact.contact_log import ContactLog, contact_log_names

        return ContactLog(contact_log_names(self.system))

    @cached_property
    def moving(self) -> Any:
        """The channels of its motion."""
        return channels_of(self.system, self.q, self.v, self.a, self.t, self.trail)

    def __reduce__(self) -> Any:
        """The mechanism, numbers and words: another process compiles the tables again."""
        from linkwork.run.store import parts_of, run_of

        return run_of, (self.mechanism, *parts_of(self))

    @property
    def events(self) -> list[Event]:
        """All that happened; contacts are put into words when they are first asked for."""
        if self._untold:
            from linkwork.run.contact.contact_text import events_of

            self.events = sorted([*self._told, *events_of(self.touches)], key=lambda event: event.t.real)
        return self._told

    @events.setter
    def events(self, events: list[Event]) -> None:
        self._told, self._untold = events, False

    def tell_contacts(self) -> None:
        """Let what happened to contacts and rubbing joints be among the events."""
        self._untold = True

    def __repr__(self) -> str:
        end = "" if self.completed else f", ended early: {self.events[-1].text if self.events else ''}"
        return f"<Run of {self.mechanism.name!r}: {len(self.t)} points to t = {self.t[-1]:.6g} s{end}>"

    def __getitem__(self, name: str | Sequence[str]) -> Array:
        """A channel such as `slider.x`, `rod.tip.vx`, `O.angle` or `distance(rod.tip, ground)`.

        Of a list of names the channels are columns of one array.
        """
        if isinstance(name, list | tuple) and name:
            return np.stack([self[each] for each in name], axis=1)
        if not isinstance(name, str):
            raise AnalysisError(f"a run is asked for channels by name, as in run['slider.x']; found {in_words(name)}")
        return self.t if name == "t" else registry.find(self, name)[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self.channels())

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that moved."""
        return self.system.mechanism

    @property
    def motion(self) -> Any:
        """Points and angles of all bodies over the run: a `Motion`, in space a `SpatialMotion`."""
        return self.moving.motion

    def channels(self) -> list[str]:
        """Names of the channels of all bodies, named points and joints; with loads also reactions and energies."""
        return registry.names_of(self)

    def describe(self, name: str) -> str:
        """What a channel is, in a few words, with its unit."""
        if name == "t":
            return "time, s"
        channel = registry.channel_of(self, name)
        return f"{channel.description}, {channel.unit}" if channel.unit else channel.description

    def unit(self, name: str) -> str:
        """Unit of a channel."""
        return self.with_unit(name)[1]

    def with_unit(self, name: str) -> tuple[Array, str]:
        """A channel and its unit."""
        return (self.t, "s") if name == "t" else registry.find(self, name)

    def shown(self, name: str) -> tuple[Array, str]:
        """A channel as plots and tables show it: in the mechanism's display units, round-off as zero; and its unit."""
        from linkwork.run.display import displayed

        return displayed(self, name)

    def label(self, name: str) -> str:
        """A channel's name as plots show it: reactions that are not unique are marked so."""
        head, _, component = name.partition(".")
        settled = self.loads.settled if self.loads is not None else None
        if settled is None or head not in settled.names or component not in reactions_of(self.mechanism).LABELS:
            return name
        doubtful = settled.doubtful().get(head, ())
        exact = component in settled.components
        return f"{name} (not unique)" if (component in doubtful if exact else doubtful) else name

    def extremes(self, name: str) -> list[Extreme]:
        """Where a channel turns back: largest and smallest values, dead centres."""
        from linkwork.run.features import extremes

        return extremes(self, name)

    def dwells(self, name: str, fraction: float = 0.02) -> list[Dwell]:
        """Intervals in which a channel's rate stays below a fraction of its largest."""
        from linkwork.run.features import dwells

        return dwells(self, name, fraction)

    def step_response(self, name: str, final: float | None = None, band: float = 0.02) -> StepResponse:
        """Rise, settling and overshoot of a channel that goes from its first value to its last, or to `final`."""
        from linkwork.run.step_response import step_response

        return step_response(self, name, final, band)

    def cusps(self, point: str) -> list[float]:
        """Times at which the path of a point, such as `rod.tip`, has a cusp."""
        from linkwork.run.features import cusps

        return cusps(self, point)

    def error(self, name: str) -> float:
        """How far a channel of a simulation is off, at most, judged by the run with finer tolerances."""
        if self.finer is None:
            raise AnalysisError("the error is known after simulate(..., estimate_error=True)")
        count = min(len(self.t), len(self.finer.t))
        return float(np.max(np.abs(self[name][:count] - self.finer[name][:count])))

    def violation(self) -> Array:
        """Largest scaled error of the constraint equations at each time point."""
        return self["violation.position"]

    # ------------------------------------------------------------------ contacts

    @property
    def impacts(self) -> list[ContactEvent]:
        """All impacts: time, speeds, impulses, energy lost; `impact.reaction("A")` is the impulse in a joint."""
        return self.touches.of_kind("impact")

    def contact_log(self, *names: str) -> ContactTable:
        """What happened to contacts and rubbing joints, one line a change; it prints, and goes to pandas and CSV."""
        from linkwork.run.contact.contact_table import contact_log

        return contact_log(self, names)

    def contact_states(self, *names: str) -> list[ContactState]:
        """Intervals in which a contact point is open, slides or sticks, and on which elements."""
        from linkwork.run.contact.contact_states import contact_states

        return contact_states(self, names)

    def contact_parts(self, name: str, hold: str | Sequence[str] = ()) -> tuple[Array, Array]:
        """Static and dynamic part of the normal force of a contact; `hold` names coordinates that are held still."""
        from linkwork.run.contact.contact_parts import contact_parts

        return contact_parts(self, name, hold)

    # ------------------------------------------------------------------ loads

    def reactions(self) -> str:
        """Largest force and torque of every joint and driver, in words; those that are not unique are marked."""
        from linkwork.run.reaction_table import reaction_table

        return reaction_table(self)

    def free_body(self, body: str) -> Any:
        """Everything that acts on a body, with its motion: a `FreeBody`, in space a `SpatialFreeBody`."""
        return reactions_of(self.mechanism).free_body(self, body)

    def flexible(self, body: str) -> Deformed:
        """Deflection and stress of a flexible body at all its nodes: `run.flexible("rod").peak()`."""
        from linkwork.run.flexible.deformed import Deformed

        return Deformed(self, body)

    def solid(self, name: str) -> DeformedSolid:
        """Displacement and stress of a hyperelastic solid at all its nodes: `run.solid("rubber").peak()`."""
        from linkwork.run.flexible.solid_stress import DeformedSolid

        return DeformedSolid(self, name)

    def link_load(self, body: str, start: str, end: str, stations: int | Sequence[float] = 51) -> Any:
        """Axial force, shear and bending inside a body, on the line from one of its joints or points to another.

        A `LinkLoad`; in space, with torsion and two shears and bendings, a `SpatialLinkLoad`.
        """
        return reactions_of(self.mechanism).link_load(self, body, start, end, stations)

    def spectrum(self, name: str, window: str = "hann", begin: float | None = None) -> Spectrum:
        """Amplitudes of a channel over frequency; windows: none, hann, hamming, blackman, flattop."""
        from linkwork.run.spectrum import spectrum

        return spectrum(self, name, window, begin)

    def cycles(self, name: str) -> Cycles:
        """Cycles of a channel by rainflow counting, for fatigue: `run.cycles("rod.fibre.stress_xx").damage(...)`."""
        from linkwork.run.flexible.rainflow import cycles_of

        return cycles_of(self, name)

    def to_load_case(self, body: str, path: FilePath, times: str | float | Sequence[float] = "worst") -> list[Any]:
        """Write the loads on a body for a finite-element program (.inp, .csv, .json) at times, or at the worst.

        A list of `LoadCase`, in space of `SpatialLoadCase`.
        """
        return list(reactions_of(self.mechanism).to_load_case(self, body, path, times))

    def go_on(self, until: float, points: int = 201, progress: bool = True) -> Run:
        """The simulation continued to a later time, as if it had never stopped."""
        from linkwork.analysis.simulation.resume import go_on

        return go_on(self, until, points, progress)

    # ------------------------------------------------------------------ out of the program

    def save(self, path: FilePath) -> None:
        """Write the run with its model to a file that `linkwork.load_run` reads and a simulation can go on from."""
        from linkwork.run.store import save

        save(self, path)

    def to_pandas(self, *names: str) -> Any:
        """Channels (all when none is named) as a pandas DataFrame with the time as index."""
        from linkwork.run.export import to_pandas

        return to_pandas(self, names)

    def to_csv(self, path: FilePath, *names: str) -> None:
        """Write channels (all when none is named) as a CSV file."""
        from linkwork.run.export import to_csv

        to_csv(self, path, names)

    def to_parquet(self, path: FilePath, *names: str) -> None:
        """Write channels (all when none is named) as a Parquet file."""
        from linkwork.run.export import to_parquet

        to_parquet(self, path, names)

    def matching(self, names: Sequence[str]) -> list[str]:
        """Names with those that hold a star replaced by the channels they match."""
        matches = []
        for name in names:
            matching = fnmatch.filter(self.channels(), name) if "*" in name else [name]
            if not matching:
                raise AnalysisError(f"no channel matches '{name}'")
            matches += matching
        return matches

    def orbit(self, name: str) -> Orbit:
        """The path of a journal or ball within its clearance: `orbit("A").x`, `.y`, `.eccentricity`."""
        from linkwork.run.contact.orbits import orbit

        return orbit(self, name)
