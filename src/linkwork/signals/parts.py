"""The signals of a model: sensors, formulas, states, controllers, flags; each is a name that laws can use."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.law import Law, PythonLaw
from linkwork.signals.sampled_layout import SAMPLER

if TYPE_CHECKING:
    from linkwork.places.row import Row

_SHORTEST_PERIOD = 1e-9  # s
_NO_FILTER = 1e300  # a time constant so long that nothing happens
_ZERO, _ONE = as_expression(0), as_expression(1)


def law_states(part: Any) -> dict[str, Number]:
    """States of the Python laws among the fields of a part."""
    law_states: dict[str, Number] = {}
    for name in type(part).model_fields:
        law = getattr(part, name)
        if isinstance(law, PythonLaw):
            law_states |= law.states
    return law_states


class SignalPart(Part):
    """One number that changes during a run."""

    results_only: ClassVar[bool] = False
    """Whether it is a sum or a product of others that is mostly asked of results: where nothing else reads it, a run
    fills it in afterwards."""

    def states(self) -> dict[str, Number]:
        """Own states with their values at the start."""
        return law_states(self)

    @property
    def from_outside(self) -> bool:
        """Whether its value is set from outside of the equations."""
        return False

    @property
    def without_value(self) -> str:
        """What is wrong where it has no value, of signals that are found from equations."""
        return ""

    def pack(self, row: Row) -> int:
        """Put the signal into the tables; the place of its value in the memory."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")


UNIT = Field(default="", description="unit of its values, for plots and tables")
REMARK = Field(default="", description="what its users have to know: every run tells it, and FMUs have it")


class Signal(SignalPart):
    """A formula of channels and other signals, or any other law."""

    type: Literal["signal"] = "signal"
    value: Law = Field(description="the law, such as crank.omega - 20")
    unit: str = UNIT

    def pack(self, row: Row) -> int:
        return row.law(self.value)


class Sensor(SignalPart):
    """A channel under a name of its own, such as distance(rod.tip, ground); `name.rate` is its rate."""

    type: Literal["sensor"] = "sensor"
    channel: str = Field(description="a channel of positions or speeds")

    def pack(self, row: Row) -> int:
        return row.channel(self.channel)


class State(SignalPart):
    """A differential equation of the user's: the signal's rate, or the rate of its rate, follows a law."""

    type: Literal["state"] = "state"
    rate: Law | None = Field(default=None, description="law of the rate, per s; the signal's own name may stand in it")
    acceleration: Law | None = Field(
        default=None, description="of second order: law of the rate of the rate; name and name.rate may stand in it"
    )
    start: Number = Field(default=_ZERO, description="value at the start")
    speed: Number | None = Field(default=None, description="of second order: rate at the start")
    unit: str = UNIT

    def states(self) -> dict[str, Number]:
        second = {} if self.acceleration is None else {"rate": self.speed or _ZERO}
        return {"": self.start} | second | law_states(self)

    def pack(self, row: Row) -> int:
        if (self.rate is None) == (self.acceleration is None):
            row.fail("give the law of its rate, or of its acceleration, one of them")
        place, rate = row.state("")
        row.name_signal(place)
        if self.rate is not None:
            if self.speed is not None:
                row.fail("its rate follows a law and cannot have a value at the start; leave `speed` out")
            row.law(self.rate, into=rate)
        elif self.acceleration is not None:
            speed, acceleration = row.state("rate")
            row.copy(speed, rate)
            row.law(self.acceleration, into=acceleration)
        return place


class Algebraic(SignalPart):
    """A value that makes an equation zero at every moment; several are found together where they need each other."""

    type: Literal["algebraic"] = "algebraic"
    equation: Law = Field(description="what its value makes zero; its own name stands in it")
    start: Number = Field(default=_ZERO, description="where its value at the start is looked for")
    size: Number = Field(default=_ONE, description="a size of its values that counts, which zero does not tell")
    unit: str = UNIT

    @property
    def without_value(self) -> str:
        return "its equation has no solution near the last one there"

    def pack(self, row: Row) -> int:
        raise TypeError("algebraic variables are packed in groups")


class Input(SignalPart):
    """A number that comes from outside: from another program, a real-time loop, or a law for a run."""

    type: Literal["input"] = "input"
    value: Law | None = Field(default=None, description="a law for runs in which nothing comes from outside")
    start: Number = Field(default=_ZERO, description="value until something comes, where no law is given")
    unit: str = UNIT
    remark: str = REMARK

    @property
    def from_outside(self) -> bool:
        return self.value is None

    def pack(self, row: Row) -> int:
        return row.flag(row.number(self.start)) if self.value is None else row.law(self.value)


class Output(SignalPart):
    """A number that goes outside: a formula of channels and signals with a name and a unit of its own."""

    type: Literal["output"] = "output"
    value: Law = Field(description="the law, such as crank.omega")
    unit: str = UNIT
    remark: str = REMARK

    def pack(self, row: Row) -> int:
        return row.law(self.value)


class Flag(SignalPart):
    """A number that only events change."""

    type: Literal["flag"] = "flag"
    start: Number = Field(default=_ZERO, description="value at the start")

    @property
    def from_outside(self) -> bool:
        return True

    def pack(self, row: Row) -> int:
        return row.flag(row.number(self.start))


class Pid(SignalPart):
    """A continuous PID controller."""

    type: Literal["pid"] = "pid"
    error: Law = Field(description="wanted less measured value")
    proportional: Number = Field(default=_ZERO, description="gain of the error")
    integral: Number = Field(default=_ZERO, description="gain of the error's integral, per s")
    derivative: Number = Field(default=_ZERO, description="gain of the error's rate, s")
    filter_time: Number = Field(default=as_expression(1e-3), description="time constant of the rate's filter in s")
    limits: tuple[Number, Number] | None = Field(default=None, description="least and largest output")

    def states(self) -> dict[str, Number]:
        return {"integral": _ZERO, "filtered": _ZERO} | law_states(self)

    def pack(self, row: Row) -> int:
        error = row.law(self.error)
        (x, dx), (y, dy) = row.state("integral"), row.state("filtered")
        least, most = (0.0, 0.0) if self.limits is None else (row.number(value) for value in self.limits)
        if self.limits is not None and least.real >= most.real:
            row.fail("the first of its limits must be below the second")
        gains = [row.number(value) for value in (self.proportional, self.integral, self.derivative)]
        tau = row.above_zero(self.filter_time, "filter_time") if gains[2] != 0.0 else _NO_FILTER
        place = row.cell()
        ints = [place, error, x, y, dx, dy, int(self.limits is not None)]
        row.signal("pid", [*gains, tau, least, most], ints)
        return place


class Filter(SignalPart):
    """A linear filter: a time constant, or a transfer function by its coefficients in rising powers of s."""

    type: Literal["filter"] = "filter"
    input: Law = Field(description="what is filtered")
    time_constant: Number | None = Field(default=None, description="of a first-order lag in s")
    numerator: tuple[Number, ...] = Field(default=(_ONE,), description="coefficients of 1, s, s^2 ...")
    denominator: tuple[Number, ...] = Field(default=(), description="coefficients of 1, s, s^2 ...")

    def order(self) -> int:
        """Number of states."""
        return 1 if self.time_constant is not None else max(len(self.denominator) - 1, 0)

    def states(self) -> dict[str, Number]:
        return {f"x{n + 1}": _ZERO for n in range(self.order())} | law_states(self)

    def _coefficients(self, row: Row) -> tuple[list[Any], list[Any]]:
        if self.time_constant is not None:
            if self.denominator:
                row.fail("give a time constant or a denominator, not both")
            return [1.0], [1.0, row.above_zero(self.time_constant, "time_constant")]
        if len(self.denominator) < 2:
            row.fail("give a time constant, or a denominator with at least two coefficients")
        above, below = ([row.number(value) for value in values] for values in (self.numerator, self.denominator))
        if below[-1].real == 0.0:
            row.fail("the last coefficient of the denominator must not be zero")
        if len(above) > len(below):
            row.fail("the numerator has a higher power of s than the denominator; no filter can do that")
        return above, below

    def pack(self, row: Row) -> int:
        above, below = self._coefficients(row)
        order, lead = self.order(), below[-1]
        above = [value / lead for value in above] + [0.0] * (order + 1 - len(above))
        below = [value / lead for value in below[:-1]]
        weights = [above[n] - above[order] * below[n] for n in range(order)]
        source = row.law(self.input)
        state, rate = row.state("x1")
        place = row.cell()
        row.signal("transfer", [*below, *weights, above[order]], [place, source, order, state, rate])
        return place


class Sampled(SignalPart):
    """A sampled controller: at every period it takes its input and holds its output until the next."""

    type: Literal["sampled"] = "sampled"
    input: Law = Field(description="what is sampled, such as an error")
    period: Number = Field(description="time between samples in s")
    proportional: Number = Field(default=_ONE, description="gain of the sample")
    integral: Number = Field(default=_ZERO, description="gain of the sum of samples times the period, per s")
    derivative: Number = Field(
        default=_ZERO, description="gain of the change of the sample over the period, s; none at the first"
    )
    delay: Number = Field(default=_ZERO, description="time from a sample to the output that follows from it in s")

    def pack(self, row: Row) -> int:
        source = row.law(self.input)
        period = row.above_zero(self.period, "period")
        if period.real < _SHORTEST_PERIOD:
            row.fail(f"period {period.real:g} s is too short; at least {_SHORTEST_PERIOD:g} s")
        place, own = row.cell(), row.cell(SAMPLER)
        gains = [row.number(value) for value in (self.proportional, self.integral, self.derivative)]
        row.signal("sampled", [period, *gains], [place, source, own])
        row.sampler(own, period)
        return self._later(row, place, period)

    def _later(self, row: Row, place: int, period: Any) -> int:
        """The output behind its delay: it is held once more, by so many samplers that each is late by less than a
        period."""
        delay = row.number(self.delay)
        if delay.real < 0.0:
            row.fail(f"delay must not be negative; it is {delay.real:g}")
        stages = math.floor(delay.real / period.real + 1e-6) + 1 if delay.real > 0.0 else 0
        if stages > 1000:
            row.fail(f"delay is {delay.real / period.real:.3g} periods; at most 1000 are taken")
        for stage in range(1, stages + 1):
            later, own = row.cell(), row.cell(SAMPLER)
            row.signal("sampled", [period, 1.0, 0.0, 0.0], [later, place, own])
            row.sampler(own, period, math.fmod(stage * delay.real / stages, period.real))
            place = later
        return place


class When(Part):
    """An event: something happens when a number passes through zero."""

    when: Law = Field(description="the number, such as slider.x - 0.5")
    direction: Literal["rising", "falling", "either"] = Field(default="either", description="which passages count")
    stop: bool = Field(default=False, description="end the simulation there")
    put: dict[str, Number] = Field(default_factory=dict, description="flags and the values they get")
    jump: dict[str, Number] = Field(
        default_factory=dict,
        description="speeds and the factor by which each jumps, such as slider.vx: -0.8 for an impact",
    )
    impulse: dict[str, tuple[Number, ...]] = Field(
        default_factory=dict,
        description="points and the impulse on each in the world, N s, such as rod.tip: [0, -2]; a moment may follow",
    )
    times: int = Field(default=0, ge=0, strict=True, description="how often at most; 0 without end")

    @property
    def strikes(self) -> bool:
        """Whether it changes speeds in no time."""
        return bool(self.jump or self.impulse)
