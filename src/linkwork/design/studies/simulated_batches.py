"""Simulations in batches: the motions of many designs, each prepared and run as one is, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.simulation.time_breaks import is_timed
from linkwork.analysis.simulation.time_loop import Driver
from linkwork.base.arrays import Array
from linkwork.design.studies.batches import Batches
from linkwork.run.loads import ARRAYS, Loads, arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system.system import System
from linkwork.system.tables.parametric import NotRecorded

if TYPE_CHECKING:
    from linkwork.design.studies.variants import Variants

_NONE = np.zeros(0, np.int64)


class SimulatedBatches(Batches):
    """What a prepared simulation does for one design."""

    refinable = True

    def __init__(self, variants: Variants, nominal: Run) -> None:
        from linkwork.system.constraints.nearest_kernel import KEPT, ROWS

        if variants.quick is None:
            raise NotRecorded(variants.why_slow)
        self.prepared = variants.quick
        super().__init__(variants.responses, nominal, self.prepared.tables)
        moving, moment = self.prepared.moving, self.prepared.moment.copy()
        if moment.moving is not None:
            raise NotRecorded("rows are chosen on the way")
        if is_timed(moving):
            raise NotRecorded("functions of time have kinks or are watched")
        driver = Driver(moment, self.t)
        size = max(len(moving.coordinates), KEPT)
        self.tape = (
            self.tables.steps,
            *self.tables.parts[1].memory,
            self.followed_at,
            np.zeros((ROWS, size)),
            np.zeros(max(len(moving.equations), 1), np.int64),
            np.zeros(8, np.int64),
        )
        position = self.prepared.position.system
        at, self.free = self.tables.parts[0], self.prepared.free
        w = position.workspace()
        self.position = (position.k, position.p, w, *at.numbers, position.start.copy(), *at.starts)
        self.known = np.array([self.prepared.q, self.prepared.estimate], float)
        self.rates: tuple[Array, ...] = (_NONE, np.zeros(0), np.zeros(0), _NONE, _NONE)
        self.rated = self.prepared.rates is not None
        if self.prepared.rates is not None:
            system = self.prepared.rates.system
            self.rates = (system.k, system.p, system.workspace(), *self.tables.parts[2].numbers)
        self.loop = (moving.k, moving.p, *self.tables.parts[1].numbers)
        self.fresh = (moment.z.copy(), moment.w.copy(), moment.s.copy(), moment.state.copy(), moment.marks.copy())
        self.used = tuple(array.copy() for array in self.fresh)
        lists = (driver.breaks, driver.looks, np.zeros(0), np.zeros((0, 1)))
        self.watch = (*lists, driver.scratch, driver.hit, driver.log_t, driver.log_i, driver.record)

    @property
    def system(self) -> System:
        return self.prepared.moving

    @property
    def width(self) -> int:
        one = empty_loads(self.system, 1)
        return 3 * len(self.system.coordinates) + sum(array.size for array in arrays_of(one))

    def move(self, values: Array, parameters: Array) -> tuple[Run, NDArray[np.bool_]]:
        from linkwork.system.loop.simulated_variants_kernel import simulate_variants

        system, count, points = self.system, len(values), len(self.t)
        q, v, a = self.motion_room(count)
        loads = empty_loads(system, count * points)
        rows = tuple(array.reshape(count, points, -1) for array in arrays_of(loads))
        good = np.zeros(count, np.int64)
        simulate_variants(
            np.ascontiguousarray(values, float),
            self.tape,
            parameters,
            self.position,
            self.known,
            self.free,
            self.rates,
            self.rated,
            self.loop,
            self.fresh,
            self.used,
            self.watch,
            self.prepared.plain,
            self.t,
            (q, v, a),
            rows,
            self.tables.values,
            good,
        )
        q, v, a = (array.reshape(count * points, -1) for array in (q, v, a))
        whole = system.replaced(env=self.environment(parameters))
        run = Run(whole, np.tile(self.t, count), q, v, a, np.ones(count * points), np.zeros(0), "")
        run.loads = Loads(whole, *(getattr(loads, name) for name in ARRAYS))
        return run, good == 1
