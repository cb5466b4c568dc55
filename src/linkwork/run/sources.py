"""The channels of every run: motion, loads, reactions, contacts of a kinematic run, loads inside links, violations,
and those that are computed from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.arrays import Array
from linkwork.elements.freedoms import names_of_rate
from linkwork.run.computed import Computed
from linkwork.run.contact.contact_channels import shown
from linkwork.run.descriptions import describe_load, describe_motion, describe_reaction
from linkwork.run.flexible.channels import OfFlexible
from linkwork.run.link_channel import link_channel
from linkwork.run.loads import load_channel, load_names
from linkwork.run.registry import find_or_none
from linkwork.run.violation import violation_channel, violation_names
from linkwork.run.worlds import reactions_of
from linkwork.signals.channel_places import sensor_of

if TYPE_CHECKING:
    from linkwork.run.run import Run

    ValuesOrNone = tuple[Array, str] | None


class Motion:
    """Bodies, named points, joints, and what is measured between places."""

    def names(self, run: Run) -> list[str]:
        names: list[str] = run.moving.names()
        return names

    def find(self, run: Run, name: str) -> ValuesOrNone:
        channel: ValuesOrNone = run.moving.find(name)
        return channel

    def describe(self, run: Run, name: str) -> str:
        return describe_motion(run, name)


class OfLoads:
    """Reactions in the world's axes, energies, forces, signals and own states."""

    def names(self, run: Run) -> list[str]:
        return [] if run.loads is None else load_names(run.loads)

    def find(self, run: Run, name: str) -> ValuesOrNone:
        return None if run.loads is None or name in run.followed else load_channel(run.loads, name)

    def describe(self, run: Run, name: str) -> str:
        return describe_load(run, name)


class RatesOfSensors:
    """`gauge.rate` of a sensor, where what it measures has a rate among the channels."""

    def names(self, run: Run) -> list[str]:
        sensors = [name for name, part in run.mechanism.signals.items() if getattr(part, "channel", None)]
        return [] if run.loads is None else [f"{name}.rate" for name in sensors if self.find(run, f"{name}.rate")]

    def find(self, run: Run, name: str) -> ValuesOrNone:
        sensor = None if run.loads is None else sensor_of(name, run.mechanism.signals)
        if sensor is None:
            return None
        measured = vars(run.mechanism.signals[sensor])["channel"]
        rates = (find_or_none(run, rate) for rate in names_of_rate(measured))
        return next((rate for rate in rates if rate is not None), None)

    def describe(self, run: Run, name: str) -> str:
        return f"rate of what the sensor '{name.removesuffix('.rate')}' measures"


class Reactions:
    """Reactions in the axes of the joints and seen from bodies."""

    def names(self, run: Run) -> list[str]:
        return [] if run.loads is None else list(reactions_of(run.mechanism).reaction_names(run.loads))

    def find(self, run: Run, name: str) -> ValuesOrNone:
        channel: ValuesOrNone = reactions_of(run.mechanism).reaction_channel(run, name)
        return channel

    def describe(self, run: Run, name: str) -> str:
        return describe_reaction(name)


class Followed:
    """Contacts in a kinematic run, and how many modes a body keeps."""

    def names(self, run: Run) -> list[str]:
        return list(run.followed)

    def find(self, run: Run, name: str) -> ValuesOrNone:
        if name not in run.followed:
            return None
        return shown(run.followed[name], run.followed.get(f"{name.rpartition('.')[0]}.gap"), name)

    def describe(self, run: Run, name: str) -> str:
        body, _, label = name.rpartition(".")
        return f"modes that '{body}' keeps" if label == "modes_kept" else describe_load(run, name)


class InsideLinks:
    """Axial force, shear and bending on a line of a body; their names are calls and not listed."""

    def names(self, run: Run) -> list[str]:
        return []

    def find(self, run: Run, name: str) -> ValuesOrNone:
        return link_channel(run, name)

    def describe(self, run: Run, name: str) -> str:
        kind, _, place = name.partition("(")
        return f"{kind.replace('_', ' ')} inside a link, at {place.rstrip(')')}"


class Violations:
    """How far the run is from its constraints."""

    def names(self, run: Run) -> list[str]:
        return list(violation_names(run.system))

    def find(self, run: Run, name: str) -> ValuesOrNone:
        return violation_channel(run, name)

    def describe(self, run: Run, name: str) -> str:
        return f"largest scaled error of the constraint equations in {name.rpartition('.')[2]}"


EVERY_RUN = (
    OfFlexible(),
    Motion(),
    OfLoads(),
    RatesOfSensors(),
    Reactions(),
    Followed(),
    InsideLinks(),
    Violations(),
    Computed(),
)
