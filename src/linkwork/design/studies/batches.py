"""Batches: many designs in one compiled call, from their parameters to their motions, and their responses all at once.

What a batch cannot answer (a design whose tables are laid out otherwise, that starts elsewhere, stops, or needs a
closer look) it leaves to the usual way, which does one design after the other and finds the words for what is wrong.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.responses.stacked import Stack, can_stack
from linkwork.analysis.responses.timeline import Timeline, timeline
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.design.studies.stacked_channels import refusal
from linkwork.expression.many import DesignsDiffer, Many
from linkwork.run.run import Run
from linkwork.system.system import System
from linkwork.system.tables.parametric import NotRecorded, Parametric

if TYPE_CHECKING:
    from linkwork.analysis.responses import Response
    from linkwork.design.studies.variants import Variants

ROOM = 4_000_000  # numbers in the results of one call
IN_BATCHES = "in compiled batches"
_RELATIVE, _ABSOLUTE = 1e-7, 1e-9  # what both ways may differ by where a batch is tried out
_TRIED = 1e-3  # of its value: how far a parameter is moved for that


class Batches(ABC):
    """The designs of one study."""

    refinable = False
    """Whether a run is made again with more points where these are too few for an extreme."""

    def __init__(self, responses: Sequence[Response], nominal: Run, tables: Parametric) -> None:
        self.responses, self.tables, self.t = responses, tables, np.asarray(nominal.t, float)
        for response in responses:
            if not can_stack(response.formula) or response.is_history(nominal):
                raise NotRecorded(f"the response '{response.text}' is asked of one run at a time")
            for name in response.channels(nominal):
                problem = refusal(nominal, name)
                if problem:
                    raise NotRecorded(f"the response '{response.text}': {problem}")
        if nominal.events:
            raise NotRecorded(f"something happens on the way: {nominal.events[0].text}")
        self.line: Timeline = timeline(nominal)
        if self.line.unseen:
            raise NotRecorded("functions of time change between two points")
        self.followers, self.followed_at = tables.followers

    @property
    @abstractmethod
    def system(self) -> System:
        """The tables of the motion."""

    @property
    @abstractmethod
    def width(self) -> int:
        """Numbers of one point of one design."""

    @abstractmethod
    def move(self, values: Array, parameters: Array) -> tuple[Run, NDArray[np.bool_]]:
        """The motions of designs one after the other in one run, and which are good; the parameters that follow."""

    def most(self) -> int:
        """How many designs one call may take."""
        return max(1, ROOM // (self.width * len(self.t)))

    def evaluate(self, values: Array) -> tuple[Array, NDArray[np.bool_]]:
        """The responses of designs, a row each, and which of them are good."""
        parameters = np.zeros((len(values), len(self.followers)))
        run, good = self.move(values, parameters)
        if not np.any(good):
            return np.zeros((len(values), len(self.responses))), good
        env = {name: parameters[:, place] for place, name in enumerate(self.followers)}
        stack = Stack(run, self.line, self.tables.others | env, self.refinable)
        try:
            columns = [stack.value(response.formula) for response in self.responses if response.formula is not None]
        except DesignsDiffer:
            return np.zeros((len(values), len(self.responses))), np.zeros(len(values), bool)
        table = np.column_stack(columns)
        return table, good & ~stack.left & np.all(np.isfinite(table), axis=1)

    def motion_room(self, count: int) -> tuple[Array, Array, Array]:
        """Room for positions, velocities and accelerations of so many designs."""
        shape = count, len(self.t), len(self.system.coordinates)
        return np.zeros(shape), np.zeros(shape), np.zeros(shape)

    def environment(self, parameters: Array) -> dict[str, Any]:
        """The parameters of designs, for every point of every one."""
        count = len(self.t)
        return self.tables.others | {
            name: Many.of(np.repeat(parameters[:, place], count)) for place, name in enumerate(self.followers)
        }


def batches_of(variants: Variants, nominal: Run) -> tuple[Batches | None, str]:
    """The batches of a study whose design as it is has a run; or none, and why."""
    from linkwork.design.studies.kinematic_batches import KinematicBatches
    from linkwork.design.studies.simulated_batches import SimulatedBatches

    try:
        if variants.analysis == "kinematics":
            batches: Batches = KinematicBatches(variants, nominal)
        elif variants.analysis == "simulate":
            batches = SimulatedBatches(variants, nominal)
        else:
            return None, f"one by one: {variants.analysis} is not done in batches"
        _try_out(batches, variants)
    except (NotRecorded, LinkworkError) as error:
        return None, f"one by one: {error}"
    except (TypeError, ValueError):
        return None, "one by one: a place that a response asks for is not read for many designs at once"
    return batches, IN_BATCHES


def _try_out(batches: Batches, variants: Variants) -> None:
    """Refuse batches that do not answer as the usual way does, for the model as it is and a little changed."""
    system = variants.mechanism.system()
    here = np.array([float(np.real(system.env[name])) for name in variants.names])
    there = here * (1.0 + _TRIED * (-1.0) ** np.arange(len(here)))
    designs = np.array([here, there])
    values, good = batches.evaluate(designs)
    tried = 0
    for design, row, fine in zip(designs, values, good, strict=True):
        try:
            usual = variants.evaluate_one(design.tolist())
        except LinkworkError:
            continue
        if fine:
            tried += 1
            if not np.allclose(row, usual, _RELATIVE, _ABSOLUTE):
                raise NotRecorded("tried out, they do not answer as one run does")
    variants.mechanism.set(**dict(zip(variants.names, map(float, here), strict=True)))
    if not tried:
        raise NotRecorded("tried out, they do not answer: points are too few for an extreme, or the start is singular")
