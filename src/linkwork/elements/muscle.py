"""Muscles of the plane and of space alike: fibres and a tendon along a path that pulls with one tension everywhere."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.names import GROUND
from linkwork.elements.forces_base import NONE, Force
from linkwork.elements.freedoms import joint_freedom, world_of
from linkwork.elements.millard_law import MillardLaw
from linkwork.elements.muscle_laws import AmbrosioSilvaLaw, DeGrooteLaw, FormulaLaw, ThelenLaw, above
from linkwork.expression import as_expression
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.law import Law
from linkwork.numerics.geodesics.chain_layout_kernel import chain_room
from linkwork.numerics.geodesics.twice_kernel import TWICE_ROOM

ZERO = as_expression(0)
TOLD = ("length", "speed", "force", "power", "fibre")
"""What a muscle tells; behind lie the energy stored, the power that its fibres give, and what fibres do at rest."""
HIDDEN = 10
ACTIVATION, RELATIVE, OWN_FORCE, OWN_TENDON = 11, 12, 13, 14
"""Of these the activation, the speed of the fibres over the largest one, and what a law by a formula says of fibres and
tendon (`signals/muscle_layout_kernel.py`)."""
PULL = 6  # numbers of a station: force and moment of a tension of 1
POINT, ROUND, SPHERE, ELLIPSOID, TORUS = range(5)
SMOOTH_NUMBERS = 6  # behind radius and side: radii, and a direction in the frame of the surface
NOWHERE = (-1, -1, -1)
ALWAYS = -1  # for where the number lies that says whether a point counts
KEPT_NUMBERS = 228  # of a surface, from step to step (`signals/paths/way_layout_kernel.py`)
NO_WAY = (
    "its path has no way on round a surface: a point of the path lies inside one, surfaces cut each other, or no "
    "shortest way is left (one that snaps is followed by methods without a fixed step)"
)
"""Why a muscle has no length."""
LONG = 2.0  # times their optimal length fibres are torn
STRETCHED = "its fibres are stretched to {:.4g} times their optimal length"
NO_SPEED = (
    "at no speed do its fibres pull as much as its tendon; the force of its law has to rise with the speed without a "
    "jump, from nothing to above what the tendon pulls"
)
"""Why fibres under a law by formulas have no speed."""
Side = Literal["left", "right"]
AnyMuscleLaw = ThelenLaw | DeGrooteLaw | AmbrosioSilvaLaw | MillardLaw | FormulaLaw


class RoundStation(Part):
    """A surface that a path goes round where it would run through it."""

    if TYPE_CHECKING:  # each world says what place it is, and what it is measured by
        round: Any
        radius: Any

    @property
    def kind(self) -> int:
        """Which surface it is, for the kernel of a path."""
        return ROUND

    @property
    def place(self) -> Any:
        """Its centre."""
        return self.round

    @property
    def way(self) -> float:
        """1 where the path turns counterclockwise about it, -1 where clockwise."""
        raise TypeError(f"{type(self).__name__} does not say on which side a path goes")

    def numbers(self, row: Any) -> list[Any]:
        """Radius and the way round, as the kernel of a path takes them; more where that of surfaces does."""
        return [row.positive(self.radius, "the radius of a surface"), self.way]


class CountedPoint(Part):
    """A point that a path goes over while a freedom of a joint lies within a range, and passes by otherwise."""

    if TYPE_CHECKING:  # each world says what place it is
        point: Any

    joint: str = Field(description="the joint whose freedom says when the point counts")
    freedom_name: str | None = Field(
        default=None, alias="freedom", description="angle, position, ...; needed when the joint has several freedoms"
    )
    within: tuple[Number, Number] = Field(description="from where to where of the freedom the point counts, rad or m")

    @property
    def place(self) -> Any:
        """Where the point is."""
        return self.point

    def numbers(self, row: Any) -> list[Any]:
        """The range, as the kernel of a path takes it."""
        low, high = (row.number(value) for value in self.within)
        if not low.real < high.real:
            row.fail(f"a point of its path counts within a range that rises, not from {low.real:g} to {high.real:g}")
        return [low, high]


class Pull(Force):
    """What a muscle does to one or two stations of its path."""

    kernel = "path_pull"

    muscle: str = Field(description="the muscle")
    stations: tuple[int, ...] = Field(description="which stations of its path")

    def _ends(self, row: Any) -> list[Any]:
        path = row.scope.mechanism.forces[self.muscle].path
        return [station_place(path[number]) for number in self.stations]

    def ends(self, row: Any) -> tuple[str, str]:
        bodies = [place.body for place in self._ends(row)]
        return bodies[0], bodies[1] if len(bodies) > 1 else GROUND

    def pack(self, row: Any) -> None:
        points = [row.point(place) for place in self._ends(row)]
        row.add(*points[0], *(points[1] if len(points) > 1 else (0.0,) * len(points[0])))
        muscle = row.scope.mechanism.forces[self.muscle]
        row.ints += muscle.pulls(row, self.muscle, self.stations, telling=False)


class MuscleForce(Force):
    """A muscle along a path: fibres that are activated and shorten, in series with a tendon.

    One tension pulls along the whole path. Its states are `activation` and, where the tendon gives way, the tendon's
    `strain`; its channels `length` and `speed` of the path, `force`, `power` to the bodies, `fibre` (over the optimal
    length), `excitation` (as it is taken: not below the least activation, at most 1). Any law may read them but the
    last.
    """

    if TYPE_CHECKING:  # each world says what its stations are
        path: Any

    kernel = "path_pull"
    channel_units: ClassVar[dict[str, str]] = {
        "length": "m",
        "speed": "m/s",
        "force": "N",
        "strength": "N",
        "power": "W",
    }

    strength: Number = Field(description="largest force of fully active fibres that do not move, N")
    optimal_length: Number = Field(description="length of the fibres at which they are strongest, m")
    tendon_length: Number = Field(default=ZERO, description="length of the tendon without load, m")
    pennation: Number = Field(default=ZERO, description="angle of the fibres to the tendon at the optimal length")
    largest_speed: Number = Field(
        default=as_expression(10), description="of the fibres, in optimal lengths a second, 1/s"
    )
    excitation: Law = Field(default=NONE, description="law between 0 and 1: of t and any channel")
    activation: Number | None = Field(default=None, description="activation at the start; the least one when left out")
    least_activation: Number = Field(default=as_expression(0.01), description="fibres are never less active")
    strain: Number = Field(default=ZERO, description="of the tendon at the start; 0: without load")
    tendon: Literal["elastic", "stiff"] = Field(default="elastic", description="whether the tendon gives way")
    law: Annotated[AnyMuscleLaw, BY_TYPE] = Field(
        default_factory=ThelenLaw.model_construct, description="curves of fibres and tendon"
    )

    @property
    def gives(self) -> bool:
        """Whether the tendon gives way."""
        return self.tendon == "elastic" and self.law.has_tendon

    def stations_of(self) -> tuple[Any, ...]:
        """Points and surfaces of the path."""
        stations: tuple[Any, ...] = self.path
        return stations

    def passes_points(self) -> bool:
        """Whether it goes over a point that counts in a range only."""
        return any(isinstance(station, CountedPoint) for station in self.stations_of())

    def _own_stations(self) -> tuple[int, int]:
        """The two stations on which it acts itself: the last one, and the nearest before it on another body."""
        bodies = [station_place(station).body for station in self.stations_of()]
        other = [number for number, body in enumerate(bodies) if body != bodies[-1]]
        return other[-1] if other else 0, len(bodies) - 1

    def ends(self, row: Any) -> tuple[str, str]:
        path = self.stations_of()
        if len(path) < 2 or is_round(path[0]) or is_round(path[-1]):
            row.fail("a path begins and ends at a point; give two points at least")
        if isinstance(path[0], CountedPoint) or isinstance(path[-1], CountedPoint):
            row.fail("a path begins and ends at points that always count")
        first, last = (station_place(path[number]).body for number in self._own_stations())
        if first == last:
            row.fail(f"its path lies on body '{last}' alone")
        return first, last

    def states(self) -> dict[str, Number]:
        begin = self.least_activation if self.activation is None else self.activation
        return {"activation": begin} | ({"strain": self.strain} if self.gives else {})

    pull_kind: ClassVar[type[Pull]]

    def companions(self, name: str) -> dict[str, Pull]:
        """Forces on the other stations of the path, two of different bodies each where there are."""
        bodies = [station_place(station).body for station in self.stations_of()]
        own, pairs = self._own_stations(), list[tuple[int, ...]]()
        for number, body in enumerate(bodies):
            if number in own or body == GROUND:
                continue
            if pairs and len(pairs[-1]) == 1 and bodies[pairs[-1][0]] != body:
                pairs[-1] = (*pairs[-1], number)
            else:
                pairs.append((number,))
        return {
            f"{name}_pull{number}": self.pull_kind.model_construct(type="pull", muscle=name, stations=stations)
            for number, stations in enumerate(pairs, start=1)
        }

    def pack(self, row: Any) -> None:
        own = self._own_stations()
        for number in own:
            row.add(*row.point(station_place(self.stations_of()[number])))
        row.ints += self.pulls(row, row.name, own, telling=True)
        self._pack_activation(row)

    def pulls(self, row: Any, name: str, stations: tuple[int, ...], telling: bool) -> list[int]:
        """For the kernel: places of the pulls of two stations, of the tension, of energy and power, -1 for none."""
        table = row.table
        if f"{name}.length" not in table.places:
            self.prepare(row if telling else table.row(row.scope, f"force '{name}'", name, table))
        first = table.places[f"{name}.pulls"]
        places = [first + PULL * station for station in stations]
        told = table.places[f"{name}.length"]
        stored = told + len(TOLD) if telling else -1
        return [*places, *([-1] if len(places) < 2 else []), table.places[f"{name}.force"], stored]

    def prepare(self, row: Any) -> None:
        """Records of the path and of the law, which any law may read; they need no other signal."""
        table, name = row.table, row.name
        way = self._pack_path(row)
        told = row.report(*TOLD)
        table.cell(HIDDEN)
        places = {f"{name}.{label}": told + number for number, label in enumerate(TOLD)}
        table.places |= {
            label: places[label] for label in places if label != f"{name}.force" and label != f"{name}.power"
        }
        numbers = [above(row, getattr(self, one), one) for one in ("strength", "optimal_length")]
        slack = row.not_negative(self.tendon_length, "tendon_length", "it is a length")
        if self.gives and slack.real <= 0.0:
            row.fail("a tendon that gives way needs its tendon_length; or give tendon: stiff")
        if not self.law.has_tendon and "tendon" in self.model_fields_set and self.tendon == "elastic":
            how = "; give it a `tendon`, its force over its strain" if isinstance(self.law, FormulaLaw) else ""
            row.fail(f"the law '{self.law.type}' has no tendon that gives way{how}")
        if self.gives:
            self.law.balances(row)
        angle = row.number(self.pennation)
        if not 0.0 <= angle.real < 0.5 * math.pi:
            row.fail(f"pennation lies between 0 and a right angle, not at {angle.real:g} rad")
        from linkwork.expression import sin

        numbers += [slack, row.number(sin(self.pennation)), above(row, self.largest_speed, "largest_speed")]
        numbers += [self._least(row), *self.law.numbers(row)]
        begin = row.number(self.states()["activation"])
        if not 0.0 <= begin.real <= 1.0:
            row.fail(f"activation lies between 0 and 1, not at {begin.real:g}")
        active, _ = row.state("activation")
        strain = row.state("strain") if self.gives else (0, 0)
        ints = [self.law.number, int(self.gives), way, active, *strain, told]
        row.signal("fibres", numbers, ints)
        if isinstance(self.law, FormulaLaw):  # it is packed before anybody may read the force, which needs it
            own = {"activation": told + ACTIVATION, "fibre": places[f"{name}.fibre"], "speed": told + RELATIVE}
            self.law.pack(row, own, told + OWN_FORCE, self.gives)
            if self.gives:
                law = table.last_record()
                self.law.pack_tendon(row, {"strain": strain[0]}, told + OWN_TENDON)
                row.signal("muscles.fibre_speed", [], [told, law])
        row.signal("muscle", numbers, ints)
        table.places |= places

    def _least(self, row: Any) -> Any:
        least = row.number(self.least_activation)
        if not 0.0 < least.real < 1.0:
            row.fail(f"least_activation lies between 0 and 1, not at {least.real:g}")
        return least

    def _pack_activation(self, row: Any) -> None:
        active, rate = row.state("activation")
        asked, told = row.law(self.excitation), row.report("excitation")
        row.table.excitations[row.name] = asked
        row.signal("activation", [*self.law.times(row), self._least(row)], [asked, told, active, rate])

    def _pack_path(self, row: Any) -> int:
        path, table = self.stations_of(), row.table
        self.ends(row)
        self._check_path(row)
        way, pulls, surfaces = row.cell(2), row.cell(PULL * len(path)), self.by_surfaces()
        table.places[f"{row.name}.pulls"] = pulls
        floats: list[Any] = []
        ints = [len(path), way]
        places = [station_place(station) for station in path]
        points = [self._measured(row, place.body, row.point(place)) for place in places]
        for number, station in enumerate(path):
            kind, kept, switch = POINT, ALWAYS, 0
            tips: tuple[tuple[int, ...], tuple[int, ...]] = NOWHERE, NOWHERE
            numbers: list[Any] = [0.0, 0.0]
            if is_round(station):
                kind, numbers, tips = station.kind, station.numbers(row), self._tips(row, station)
                kept = row.cell(KEPT_NUMBERS if surfaces else 3)
                beside = self._beside(number)
                placed = points[number], tips, _sizes(kind, numbers), beside, tuple(points[one] for one in beside)
                switch = table.surface(row, number, kind, kept, surfaces, placed)
            elif isinstance(station, CountedPoint):
                numbers, kept = (
                    station.numbers(row),
                    table.measure(joint_freedom(row, station.joint, station.freedom_name)),
                )
                switch = table.counted(row, number)
            floats += (numbers + [0.0] * SMOOTH_NUMBERS)[: 2 + SMOOTH_NUMBERS] if surfaces else numbers
            ints += [
                kind,
                *points[number],
                *tips[0],
                pulls + PULL * number,
                kept,
                switch,
                *(tips[1] if surfaces else ()),
            ]
        count = sum((2 if station.kind == TORUS else 1) for station in path if is_round(station))
        kernel, room = ("paths.surface_path", max(TWICE_ROOM, chain_room(count))) if surfaces else ("path", 0)
        table.record(kernel, floats, ints, scratch=room, remembers=any(is_round(station) for station in path))
        return int(way)

    def _beside(self, number: int) -> tuple[int, int]:
        """The points that always count before and behind a station."""
        held = [other for other, one in enumerate(self.path) if not isinstance(one, RoundStation | CountedPoint)]
        return max(other for other in held if other < number), min(other for other in held if other > number)

    def by_surfaces(self) -> bool:
        """Whether its path goes round a surface without a closed form, or two surfaces follow each other."""
        path = self._always()
        if any(is_round(station) and station.kind >= ELLIPSOID for station in path):
            return True
        return any(is_round(first) and is_round(second) for first, second in pairwise(path))

    def _always(self) -> list[Any]:
        """The stations without points that may not count: where those do not, surfaces follow each other."""
        return [station for station in self.stations_of() if not isinstance(station, CountedPoint)]

    def _check_path(self, row: Any) -> None:
        for first, second in [*pairwise(self.stations_of()), *pairwise(self._always())]:
            one, two = station_place(first), station_place(second)
            if is_round(first) == is_round(second) and one.body == two.body:
                gap = [here - there for here, there in zip(row.point(one), row.point(two), strict=True)]
                if all(value.real == 0.0 for value in gap):
                    what = "surfaces" if is_round(first) else "points"
                    row.fail(f"two {what} that follow each other are the same, on '{one.body}'")

    def _tips(self, row: Any, station: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Places of points on axes of a surface in space: of a cylinder its own, of others x and y."""
        return NOWHERE, NOWHERE

    @staticmethod
    def _measured(row: Any, body: str, point: tuple[Any, ...]) -> tuple[int, ...]:
        """Places of the coordinates of a point, each followed by its rate."""
        motion, origin = world_of(row).FreedomMotion(), (GROUND, (0.0,) * len(point))
        at = [row.table.measure(motion.difference(origin, (body, point), axis)) for axis in range(len(point))]
        return (*at, *NOWHERE)[:3]


def _sizes(kind: int, numbers: list[Any]) -> tuple[Any, ...]:
    """The radii of a surface."""
    return tuple(numbers[2:5]) if kind >= ELLIPSOID else (numbers[0],)


def is_round(station: Any) -> bool:
    """Whether a station is a surface."""
    return isinstance(station, RoundStation)


def station_place(station: Any) -> Any:
    """The point of a station, or the centre of its surface."""
    return station.place if isinstance(station, RoundStation | CountedPoint) else station
