"""Kinematics in batches: positions, velocities and accelerations of many designs of a driven mechanism in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import SAME_BRANCH
from linkwork.analysis.formulation import in_joints
from linkwork.base.arrays import Array
from linkwork.design.studies.batches import Batches
from linkwork.elements.spatial.trail import TrailRoom
from linkwork.run.run import Run
from linkwork.system.loop import kinematics_kernel as loop
from linkwork.system.system import Placed, System
from linkwork.system.tables.packing import packed_row
from linkwork.system.tables.parametric import NotRecorded, Parametric
from linkwork.system.tables.refill import flat_floats
from linkwork.topology.validate import validate_values

if TYPE_CHECKING:
    from linkwork.design.studies.variants import Variants


class KinematicBatches(Batches):
    """Designs whose drivers decide everything, beside the position of the design as it was prepared."""

    def __init__(self, variants: Variants, nominal: Run) -> None:
        if variants.near is None:
            raise NotRecorded("more than the drivers decides where the motion starts")
        mechanism = variants.mechanism
        self._system = _own(mechanism.system())
        if in_joints(self._system, variants.options.get("formulation", "auto"), "kinematics")[0]:
            raise NotRecorded("the motion is found in the coordinates of the joints")
        pair = (self._system, self._system)
        tables = Parametric([pair], variants.names, lambda env: validate_values(mechanism, env))
        super().__init__(variants.responses, nominal, tables)
        (part,) = tables.parts
        self.places, self.sources = part.numbers
        for placed in self._system.elements:
            self._require_plain(placed)
        self.tape = tables.steps, self.places, self.sources, *part.memory, self.followed_at
        self.known = np.array(variants.near.q, float)
        self.begin: Array = self._system.workspace()
        self._system.world.put(self._system, self.begin, self.known)
        self.w, self.s = self.begin.copy(), np.zeros(loop.STATE, np.int64)
        self.room = TrailRoom(0, False)

    @property
    def system(self) -> System:
        return self._system

    @property
    def width(self) -> int:
        return 3 * len(self._system.coordinates) + 1

    def _require_plain(self, placed: Placed) -> None:
        """Refuse a function of time that must be looked at for every design: where it changes, ends, is zero."""
        function = vars(placed.element).get("value")
        if function is None or not hasattr(function, "pack"):
            return
        scope = self._system.mechanism.scope(dict(self._system.env))
        row, _ = packed_row(scope, placed.name, placed.element, placed.driver)
        size = sum(len(flat_floats(packed)) for packed in row.functions)
        moves = np.any((self.places >= placed.floats_at - size) & (self.places < placed.floats_at))
        ends = any(packed.range is not None for packed in row.functions)
        if moves and (ends or not function.smooth() or set(placed.element.equations) == {"distance"}):
            raise NotRecorded(f"the function of '{placed.name}' is looked at for every design")

    def move(self, values: Array, parameters: Array) -> tuple[Run, NDArray[np.bool_]]:
        from linkwork.system.loop.kinematic_variants_kernel import move_variants

        system, count, points = self._system, len(values), len(self.t)
        q, v, a = self.motion_room(count)
        sigma, good = np.zeros((count, points)), np.zeros(count, np.int64)
        move_variants(
            np.ascontiguousarray(values, float),
            self.tape,
            parameters,
            self.begin,
            self.known,
            SAME_BRANCH,
            system.k,
            system.p,
            self.w,
            self.s,
            self.t,
            (q, v, a),
            sigma,
            self.room.t,
            self.room.entries,
            self.tables.values,
            good,
        )
        q, v, a = (rows.reshape(count * points, -1) for rows in (q, v, a))
        whole = system.replaced(env=self.environment(parameters))
        return Run(whole, np.tile(self.t, count), q, v, a, sigma.ravel(), np.zeros(0), ""), good == 1


def _own(system: System) -> System:
    """A copy with numbers of its own."""
    fields = ("p", "start", "column_scale", "row_scale")
    return system.replaced(**{name: getattr(system, name).copy() for name in fields})
