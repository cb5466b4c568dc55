"""About: a mechanism near one state as a function of minimal states and inputs, and the linear model that follows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.chart import Chart, State
from linkwork.analysis.linear_coordinates import in_coordinates
from linkwork.analysis.linear_inputs import Input, find_input
from linkwork.analysis.linear_model import LinearModel
from linkwork.analysis.spatial.spinning import comoving
from linkwork.run.channels import channels_of
from linkwork.run.loads import load_channel, loads_from
from linkwork.system.dynamics import Dynamics, slope
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]


class About:
    """The mechanism near one state as a function of minimal states and inputs, in complex numbers."""

    def __init__(
        self, chart: Chart, twin: Dynamics, sides: Array, v: Array, states: Array, inputs: list[Input], outputs: Any
    ) -> None:
        self.chart, self.twin, self.inputs, self.outputs = chart, twin, inputs, outputs
        self.drivers = [number for number, given in enumerate(inputs) if given.driver]
        self.y0, self.own = chart.rates(v), states
        self.size = sides * [chart.scale[twin.system.index(name)] for name in chart.names]
        self.x0: Array = np.zeros(2 * chart.freedoms + len(states) + 2 * len(self.drivers), twin.system.dtype)
        self.units: list[str] = []
        self.measured: tuple[str, ...] = ()  # quantities that take the place of the chart's coordinates, if they can
        self.must = False  # whether the user named them

    def carrying(self, system: System, q: Array, v: Array, states: Array) -> About:
        """The same near a state of tables that carry the derivative by a parameter, as the state does."""
        found, chart = copy(self), copy(self.chart)
        found.twin = self.twin.over(system, q)
        chart.q0, rates = found.twin.gathered(q, v)
        found.chart, found.y0, found.own = chart, chart.rates(rates), states
        found.inputs = [
            given if given.driver else find_input(found.twin, given.name, q, v, chart.t) for given in self.inputs
        ]
        return found

    def evaluate(self, x: Array, u: Array) -> tuple[Array, Array]:
        """Rates of the states and the outputs; states are deviations: z, z', own states, driver values, their rates."""
        d, n, drivers = self.chart.freedoms, len(self.own), len(self.drivers)
        z, rate, own = x[:d] / self.size, x[d : 2 * d] / self.size, x[2 * d : 2 * d + n]
        value, speed = x[2 * d + n : 2 * d + n + drivers], x[2 * d + n + drivers :]
        chart, twin = self.chart, self.twin
        q = chart.position(twin, z, self._shift(value))
        v = chart.velocity(twin, self.y0 + rate, self._shift(speed))
        none: Array = np.zeros(twin.bodies.n, twin.system.dtype)
        extra = sum((u[i] * given.push for i, given in enumerate(self.inputs) if given.push is not None), start=none)
        state = chart.motion(twin, q, v, self.own + own, twin.felt(extra), self._shift(u[self.drivers]))
        a = chart.rates(state.a) * self.size
        rates = np.concatenate([(self.y0 + rate) * self.size, a, twin.state_rates(), speed, u[self.drivers]])
        return rates, self._outputs(state, extra)

    def _along(self, unit: Array, size: Any) -> Array:
        """Rates and outputs a little along one state or input."""
        count = len(self.x0)
        return np.concatenate(self.evaluate(self.x0 + size * unit[:count], size * unit[count:]))

    def _shift(self, values: Array) -> Array:
        """What changed values of the drivers put into the scaled rows."""
        found: Array = np.zeros(self.twin.m, self.twin.system.dtype)
        for number, value in zip(self.drivers, values, strict=True):
            found[self.inputs[number].row] += value * self.inputs[number].row_scale
        return found

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
        found, self.units = [], []
        for name in self.outputs:
            load = load_channel(loads, name)
            values, unit = load if load is not None else (channels.value(name), channels.unit(name))
            found.append(values[0])
            self.units.append(unit)
        return np.array(found, self.twin.system.dtype)

    def along(self, number: int, size: float) -> Array:
        """Rates and outputs at a state or input moved alone, by its number."""
        unit = np.zeros(len(self.x0) + len(self.inputs))
        unit[number] = 1.0
        return self._along(unit, size)

    def model(self, mechanism: Mechanism, dynamics: Dynamics, where: str, notes: list[str]) -> LinearModel:
        """Derivatives of rates and outputs, one complex evaluation a state and input."""
        count, inputs = len(self.x0), len(self.inputs)
        rates, outputs = self.evaluate(self.x0, np.zeros(inputs, self.x0.dtype))
        columns = np.array([slope(self.twin, partial(self._along, unit)) for unit in np.eye(count + inputs)]).T
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
            about=self,
            columns=columns,
            kept=tuple(keep),
            notes=notes,
        )
        return self.in_its_coordinates(model)

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
        """The model in the quantities asked for; without them, orientations in space are seen from the bodies."""
        if self.measured:
            return in_coordinates(model, self.measured, self.must)
        return comoving(model) if model.dynamics.whole.world.name == "space" else model

    def names(self) -> list[str]:
        """Names of all states."""
        found = [*self.chart.names, *(f"{name} rate" for name in self.chart.names)]
        found += self.twin.state_names()
        drivers = [self.inputs[number].name for number in self.drivers]
        return [*found, *drivers, *(f"{name} rate" for name in drivers)]

    def _used(self, rates: Array, outputs: Array) -> list[int]:
        """All states but own ones that nothing depends on, such as integrals kept for the books."""
        d = 2 * self.chart.freedoms
        own = range(d, d + len(self.own))
        used = [bool(np.any(rates[:, number]) or np.any(outputs[:, number])) for number in range(len(self.x0))]
        return [number for number in range(len(self.x0)) if number not in own or used[number]]


def _row(values: Array) -> Array:
    return values[None, :]
