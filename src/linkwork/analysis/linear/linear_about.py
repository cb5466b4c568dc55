"""About: a mechanism near one state as a function of minimal states and inputs, and the linear model that follows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.linear.chart import Chart, State
from linkwork.analysis.linear.linear_at_rest import columns_at_rest
from linkwork.analysis.linear.linear_coordinates import in_coordinates, without_measured
from linkwork.analysis.linear.linear_inputs import Input, find_input
from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.analysis.linear.spatial.going_along import Frame, going_along
from linkwork.base.arrays import Array
from linkwork.run.channels import channels_of
from linkwork.run.loads import load_channel, loads_from
from linkwork.system.dynamics.dynamics import Dynamics, slope
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


class About:
    """The mechanism near one state as a function of minimal states and inputs, in complex numbers."""

    def __init__(
        self, chart: Chart, twin: Dynamics, sides: Array, v: Array, states: Array, inputs: list[Input], outputs: Any
    ) -> None:
        self.chart, self.twin, self.inputs, self.outputs = chart, twin, inputs, outputs
        self.drivers = [number for number, given in enumerate(inputs) if given.driver]
        self.y0, self.own = chart.rates(v), states
        self.size = sides * [chart.scale[twin.system.index(name)] for name in chart.names]
        self.speed_size = self.size[[chart.names.index(name) for name in chart.rate_names]]
        self.moving = chart.freedoms + chart.speeds  # the states of positions and speeds
        self.x0: Array = np.zeros(self.moving + len(states) + 2 * len(self.drivers), twin.system.dtype)
        self.units: list[str] = []
        self.measured: tuple[str, ...] = ()  # quantities that take the place of the chart's coordinates, if they can
        self.must = False  # whether the user named them
        self.base: Array | None = None  # position of the bodies about which their motions are outputs too, if at all
        self.moves = False  # whether it moves in that state,
        self.started = False  # and drivers alone gave it its velocities
        self.frame: Frame | None = None  # from where a steady motion is seen

    def carrying(self, system: System, q: Array, v: Array, states: Array) -> About:
        """The same near a state of tables that carry the derivative by a parameter, as the state does."""
        carrying, chart = copy(self), copy(self.chart)
        carrying.twin = self.twin.over(system, q)
        chart.q0, rates = carrying.twin.gathered(q, v)
        carrying.chart, carrying.y0, carrying.own = chart, chart.rates(rates), states
        carrying.base = None if self.base is None else q
        carrying.inputs = [
            given if given.driver else find_input(carrying.twin, given.name, q, v, chart.t) for given in self.inputs
        ]
        return carrying

    def evaluate(self, x: Array, u: Array) -> tuple[Array, Array]:
        """Rates of the states and the outputs; states are deviations: z, speeds, own states, driver values, rates."""
        chart, twin, drivers = self.chart, self.twin, len(self.drivers)
        places = np.cumsum([chart.freedoms, chart.speeds, len(self.own), drivers])
        z, rate, own, value, speed = np.split(x, places)
        z, rate = z / self.size, rate / self.speed_size
        q = chart.position(twin, z, self._shift(value))
        v = chart.velocity(twin, self.y0 + rate, self._shift(speed))
        none: Array = np.zeros(twin.bodies.n, twin.system.dtype)
        extra = sum((u[i] * given.push for i, given in enumerate(self.inputs) if given.push is not None), start=none)
        for number, given in enumerate(self.inputs):
            if given.place >= 0:
                twin.bodies.put_signal(given.place, given.base + u[number])
        state = chart.motion(twin, q, v, self.own + own, twin.felt(extra), self._shift(u[self.drivers]))
        moved, a = chart.travel(v) * self.size, chart.rates(state.a) * self.speed_size
        rates = np.concatenate([moved, a, twin.state_rates(), speed, u[self.drivers]])
        outputs = self._outputs(state, extra)
        return rates, outputs if self.base is None else np.concatenate([outputs, self._bodies(state, self.base)])

    def _bodies(self, state: State, base: Array) -> Array:
        """How far all bodies are from the base, their velocities and their accelerations."""
        whole, (q, v, a) = self.twin.whole, self.twin.spread(*state.parts())
        moved = whole.world.into_chart(len(whole.bodies), base, q, v, a)[0]
        return np.concatenate([values[: whole.body_columns] for values in (moved, v, a)])

    @property
    def rows(self) -> int:
        """How many numbers `evaluate` gives."""
        bodies = 0 if self.base is None else 3 * self.twin.whole.body_columns
        return len(self.x0) + len(self.outputs) + bodies

    def _along(self, unit: Array, size: Any) -> Array:
        """Rates and outputs a little along one state or input."""
        count = len(self.x0)
        return np.concatenate(self.evaluate(self.x0 + size * unit[:count], size * unit[count:]))

    def _shift(self, values: Array) -> Array:
        """What changed values of the drivers put into the scaled rows."""
        shift: Array = np.zeros(self.twin.m, self.twin.system.dtype)
        for number, value in zip(self.drivers, values, strict=True):
            shift[self.inputs[number].row] += value * self.inputs[number].row_scale
        return shift

    def _outputs(self, state: State, extra: Array) -> Array:
        """The channels asked for, at one state, with what the inputs add to the forces on the bodies."""
        if not self.outputs:
            return np.zeros(0, self.twin.system.dtype)
        system, parts = self.twin.whole, self.twin.spread(*state.parts())
        channels = channels_of(system, *(_row(x) for x in parts))
        multipliers = self.twin.multipliers_of_all(state.multipliers, state.a, extra)
        wrenches = self.twin.bodies.reactions(multipliers)
        powers, memory = self.twin.force_results(), self.twin.memory_values()
        arrays = (multipliers * system.row_scale, wrenches, self.twin.energies(), powers, memory)
        loads = loads_from(system, (np.asarray(values)[None] for values in arrays))
        outputs, self.units = [], []
        for name in self.outputs:
            load = load_channel(loads, name)
            values, unit = load if load is not None else (channels.value(name), channels.unit(name))
            outputs.append(values[0])
            self.units.append(unit)
        return np.array(outputs, self.twin.system.dtype)

    def along(self, number: int, size: float) -> Array:
        """Rates and outputs at a state or input moved alone, by its number."""
        unit = np.zeros(len(self.x0) + len(self.inputs))
        unit[number] = 1.0
        return self._along(unit, size)

    def at(self, q: Array, v: Array, t: float) -> About:
        """The mechanism near another state, seen as this one is; forces that were inputs are none there."""
        twin = self.twin.over(self.twin.whole, q)
        place, rates = twin.gathered(q.astype(twin.system.dtype), v.astype(twin.system.dtype))
        chart = Chart(twin, place.real, t, named=True)
        inputs = [given for given in self.inputs if given.driver]
        moved = About(chart, twin, np.ones(chart.freedoms), rates.real, self.own, inputs, ())
        moved.base = q
        return moved

    def columns_of(self) -> Array:
        """Derivatives of rates and outputs, one complex evaluation a state and input."""
        count = len(self.x0) + len(self.inputs)
        return np.array([slope(self.twin, partial(self._along, unit)) for unit in np.eye(count)]).T

    def model(self, mechanism: Mechanism, dynamics: Dynamics, where: str, notes: list[str]) -> LinearModel:
        """The linear model."""
        count, inputs = len(self.x0), len(self.inputs)
        rates, outputs = self.evaluate(self.x0, np.zeros(inputs, self.x0.dtype))
        columns = columns_at_rest(self, dynamics)
        if columns is None:
            columns = self.columns_of()
        names, keep = self.names(), self._used(columns[:count, :count], columns[count:, :count])
        model = LinearModel(
            mechanism=mechanism,
            where=where,
            states=tuple(names[number] for number in keep),
            inputs=tuple(given.name for given in self.inputs),
            outputs=tuple(self.outputs),
            units={given.name: given.unit for given in self.inputs} | dict(zip(self.outputs, self.units, strict=True)),
            **self.parts(columns, np.real(rates), np.real(outputs), keep),
            drivers=tuple(self.drivers),
            chart=self.chart,
            dynamics=dynamics,
            to_chart=np.eye(self.chart.freedoms, len(keep)) / self.size[:, None],
            sizes=np.abs(np.concatenate([self.size, self.speed_size, np.ones(len(keep) - self.moving)])),
            about=self,
            columns=columns,
            kept=tuple(keep),
            notes=notes,
        )
        return self.in_its_coordinates(model)

    def again(self, model: LinearModel) -> LinearModel:
        """A model of the same mechanism near this state, in the coordinates of the chart."""
        rates, outputs = self.evaluate(self.x0, np.zeros(len(self.inputs), self.x0.dtype))
        columns = self.columns_of()
        keep = [number for number in range(len(self.x0)) if number < self.moving or number in model.kept]
        parts = self.parts(columns, np.real(rates), np.real(outputs), keep)
        return replace(model, about=self, chart=self.chart, columns=columns, kept=tuple(keep), **parts)

    def parts(self, columns: Array, rates: Array, outputs: Array, kept: Sequence[int]) -> dict[str, Any]:
        """The matrices of a model, for derivatives of rates and outputs by states and inputs, and what they are."""
        count, keep = len(self.x0), list(kept)
        by_states, by_inputs = columns[:, keep], columns[:, count:]
        return {
            "A": by_states[keep],
            "B": by_inputs[keep],
            "C": by_states[count:],
            "D": by_inputs[count:],
            "rates": rates[keep],
            "values": outputs,
        }

    def in_its_coordinates(self, model: LinearModel) -> LinearModel:
        """The model in the quantities asked for; without them, a motion in space is seen by who goes along with it."""
        changed = in_coordinates(model, self.measured, self.must) if self.measured else None
        if changed is not None:
            return changed
        return without_measured(model) if self.base is None else going_along(model)

    def names(self) -> list[str]:
        """Names of all states."""
        names = [*self.chart.names, *(f"{name} rate" for name in self.chart.rate_names)]
        names += self.twin.state_names()
        drivers = [self.inputs[number].name for number in self.drivers]
        return [*names, *drivers, *(f"{name} rate" for name in drivers)]

    def _used(self, rates: Array, outputs: Array) -> list[int]:
        """All states but own ones that nothing depends on, such as integrals kept for the books."""
        own = range(self.moving, self.moving + len(self.own))
        used = [bool(np.any(rates[:, number]) or np.any(outputs[:, number])) for number in range(len(self.x0))]
        return [number for number in range(len(self.x0)) if number not in own or used[number]]


def _row(values: Array) -> Array:
    return values[None, :]
