"""The signals and events of a mechanism as a user adds them in Python: one method a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.late_names import LateNames
from linkwork.expression import Expression, as_expression, symbol
from linkwork.expression.given import public
from linkwork.mechanism.handles import Num

if TYPE_CHECKING:
    from linkwork.signals import parts
    from linkwork.signals.parts import SignalPart, When
else:
    parts = LateNames("linkwork.signals.parts")


def _matrix(rows: Sequence[Sequence[Num]]) -> tuple[tuple[Num, ...], ...]:
    return tuple(tuple(row) for row in rows)


@public
class SignalBuilder:
    """Sensors, formulas, states, controllers, flags and events; each signal's name may stand in laws."""

    def add_signal(self, name: str, signal: SignalPart) -> None:
        """Add a signal that is already described."""
        raise TypeError("a mechanism says how a signal is added")

    def add_event(self, name: str, event: When) -> None:
        """Add an event that is already described."""
        raise TypeError("a mechanism says how an event is added")

    @staticmethod
    def _make(kind: type[Any], where: str, **fields: Any) -> Any:
        raise TypeError("a mechanism says how a part is made")

    def _signal(self, name: str, kind: type[SignalPart], **fields: Any) -> Expression:
        self.add_signal(name, self._make(kind, f"signal '{name}'", **fields))
        return symbol(name)

    def signal(self, name: str, value: Any, *, unit: str = "") -> Expression:
        """A formula of channels and other signals, or any other law, under a name."""
        return self._signal(name, parts.Signal, value=value, unit=unit)

    def sensor(self, name: str, channel: str) -> Expression:
        """A channel under a name, such as distance(rod.tip, ground); its rate is `name.rate`."""
        return self._signal(name, parts.Sensor, channel=channel)

    def state(
        self,
        name: str,
        rate: Any = None,
        start: Num = 0,
        *,
        acceleration: Any = None,
        speed: Num | None = None,
        unit: str = "",
    ) -> Expression:
        """A differential equation: the signal's rate follows a law; or, of second order, the rate of its rate does.

        `start` is its value at the start, `speed` its rate there, `name.rate` is its rate in laws and results.
        """
        fields = {"rate": rate, "acceleration": acceleration, "start": start, "speed": speed, "unit": unit}
        return self._signal(name, parts.State, **fields)

    def algebraic(self, name: str, equation: Any, start: Num = 0, *, size: Num = 1, unit: str = "") -> Expression:
        """A value that makes an equation zero at every moment, looked for near `start` and then near the last one."""
        return self._signal(name, parts.Algebraic, equation=equation, start=start, size=size, unit=unit)

    def input_signal(
        self, name: str, value: Any = None, start: Num = 0, *, unit: str = "", remark: str = ""
    ) -> Expression:
        """A number that comes from outside; `value` is a law for runs in which nothing comes, `start` a number.

        A `remark` is told by every run.
        """
        return self._signal(name, parts.Input, value=value, start=start, unit=unit, remark=remark)

    def output_signal(self, name: str, value: Any, *, unit: str = "", remark: str = "") -> Expression:
        """A number that goes outside: a formula of channels and signals; a `remark` is told by every run."""
        return self._signal(name, parts.Output, value=value, unit=unit, remark=remark)

    def flag(self, name: str, start: Num = 0) -> Expression:
        """A number that only events change."""
        return self._signal(name, parts.Flag, start=start)

    def pid(
        self,
        name: str,
        error: Any,
        proportional: Num = 0,
        integral: Num = 0,
        derivative: Num = 0,
        filter_time: Num = 1e-3,
        limits: Sequence[Num] | None = None,
    ) -> Expression:
        """A continuous PID controller of an error; the derivative is filtered, the integral stops at the limits."""
        gains = {"proportional": proportional, "integral": integral, "derivative": derivative}
        bounds = None if limits is None else tuple(limits)
        return self._signal(name, parts.Pid, error=error, filter_time=filter_time, limits=bounds, **gains)

    def filter(
        self,
        name: str,
        input: Any,
        time_constant: Num | None = None,
        numerator: Sequence[Num] = (1,),
        denominator: Sequence[Num] = (),
    ) -> Expression:
        """A first-order lag, or any transfer function by its coefficients in rising powers of s."""
        fields = {"numerator": tuple(numerator), "denominator": tuple(denominator)}
        return self._signal(name, parts.Filter, input=input, time_constant=time_constant, **fields)

    def sampled(
        self,
        name: str,
        input: Any,
        period: Num,
        proportional: Num = 1,
        integral: Num = 0,
        derivative: Num = 0,
        delay: Num = 0,
    ) -> Expression:
        """A sampled controller: it takes its input every period and holds its output in between; after a `delay`."""
        gains = {"proportional": proportional, "integral": integral, "derivative": derivative}
        return self._signal(name, parts.Sampled, input=input, period=period, delay=delay, **gains)

    def delay(
        self,
        name: str,
        input: Any,
        time: Num,
        start: Num = 0,
        *,
        pieces: int = 32,
        pade: int | None = None,
        unit: str = "",
    ) -> Expression:
        """Its input a `time` ago: by its past, of which `pieces` samples a delay are kept; or, with `pade`, by a
        rational function of s of that order, which `linearise` takes as well."""
        from linkwork.signals.delay import Delay

        fields = {"input": input, "time": time, "start": start, "pieces": pieces}
        return self._signal(name, Delay, pade=pade, unit=unit, **fields)

    def state_space(
        self,
        name: str,
        inputs: Sequence[Any],
        A: Sequence[Sequence[Num]],
        B: Sequence[Sequence[Num]],
        C: Sequence[Num],
        D: Sequence[Num] = (),
        start: Sequence[Num] = (),
        *,
        unit: str = "",
    ) -> Expression:
        """A linear system: x' = A x + B u, y = C x + D u; its states are `name.x1` ..."""
        fields = {"A": _matrix(A), "B": _matrix(B), "C": tuple(C), "D": tuple(D), "start": tuple(start)}
        from linkwork.signals.controllers import StateSpace

        return self._signal(name, StateSpace, inputs=tuple(inputs), unit=unit, **fields)

    def observer(
        self,
        name: str,
        measured: Any,
        inputs: Sequence[Any],
        A: Sequence[Sequence[Num]],
        B: Sequence[Sequence[Num]],
        C: Sequence[Num],
        gain: Sequence[Num],
        D: Sequence[Num] = (),
        start: Sequence[Num] = (),
        *,
        unit: str = "",
    ) -> Expression:
        """An observer: x' = A x + B u + L (y - C x - D u); its states `name.x1` ... are the estimates."""
        fields = {"A": _matrix(A), "B": _matrix(B), "C": tuple(C), "D": tuple(D), "start": tuple(start)}
        own = {"measured": measured, "gain": tuple(gain), "unit": unit}
        from linkwork.signals.controllers import Observer

        return self._signal(name, Observer, inputs=tuple(inputs), **fields, **own)

    def machine(self, name: str, modes: Sequence[str], transitions: Sequence[tuple[str, str, Any]]) -> Expression:
        """A state machine: modes, and transitions (before, after, when), such as ("open", "shut", "since - 2").

        Its value is the number of its mode; `name.open` is one while it is in that mode, `name.since` the time in it.
        """
        described = tuple({"before": before, "after": after, "when": when} for before, after, when in transitions)
        from linkwork.signals.machine import Machine

        return self._signal(name, Machine, modes=tuple(modes), transitions=described)

    def event(
        self,
        name: str,
        when: Any,
        direction: str = "either",
        *,
        stop: bool = False,
        put: Mapping[str, Num] | None = None,
        jump: Mapping[str, Num] | None = None,
        impulse: Mapping[str, Sequence[Num]] | None = None,
        times: int = 0,
    ) -> None:
        """Something happens when a number passes through zero: it is logged, and it may stop the simulation there,
        put values into flags, make speeds jump by a factor (an impact: `jump={"slider.vx": -0.8}`), or strike points
        with impulses in N s (`impulse={"rod.tip": (0, -2)}`)."""
        pushes = {str(place): tuple(numbers) for place, numbers in (impulse or {}).items()}
        fields = {"stop": stop, "put": dict(put or {}), "jump": dict(jump or {}), "impulse": pushes, "times": times}
        self.add_event(name, self._make(parts.When, f"event '{name}'", when=when, direction=direction, **fields))

    def impulse(self, name: str, place: str, impulse: Sequence[Num], time: Num) -> None:
        """Strike a point such as "rod.tip" at a time with a known impulse in N s, in the world's axes.

        A moment in N m s may follow in it. For a blow at another occasion give an event its `impulse`.
        """
        late = symbol("t") - as_expression(time)
        self.event(name, late, "rising", impulse={place: impulse}, times=1)
