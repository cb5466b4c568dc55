"""What the compiled loop of a simulation calls: the tables, or a right-hand side made for this mechanism alone.

`auto` begins with the tables. Where so many evaluations are still to come that recording and compiling are worth it
several times over, it changes to the mechanism's own right-hand side in the middle of the run: it never makes anybody
wait longer. It counts steps, not seconds, so that a run repeated has the same numbers.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.base.provided import provided
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.system.loop.moment import Loop
from linkwork.system.system import System

AUTO, MODEL, TABLES = COMPILED = ("auto", "model", "tables")
FIRST_LOOK = 4000  # steps after which `auto` first looks how many are still to come; then after twice as many
WORTH = 4_000_000  # evaluations still to come from which a right-hand side of its own is made: some ten seconds
NOTE = "compiled: the right-hand side of this mechanism alone"


def check_compiled(compiled: object) -> None:
    """Refuse what is none of the ways."""
    if compiled not in COMPILED:
        known = suggestion(compiled, COMPILED, "words") if isinstance(compiled, str) else ""
        raise AnalysisError(f"simulate: compiled: expected auto, model or tables; found {shown(compiled)}{known}")


@dataclass
class OwnRate:
    """How a loop gets a right-hand side of its own, and when `auto` looks whether that is worth it."""

    bare: System  # before it got its tree
    q: Array
    v: Array
    next_look: int = field(default_factory=lambda: FIRST_LOOK)

    def put_into(self, moment: Loop) -> None:
        """Let the loop call it; what cannot have one is refused by name."""
        from linkwork.system.loop import simulation_state_kernel as loop

        moment.state[loop.RATE] = provided("model_rate")(self.bare, moment, self.q, self.v)
        moment.notes.append(NOTE)

    def steps_to_look(self, moment: Loop) -> int:
        """How many steps the loop may make before `auto` looks again."""
        return max(self.next_look - int(moment.s[place.STEPS]), 1)

    def look(self, moment: Loop, start: float, until: float) -> bool:
        """Whether there is nothing more to look for: the loop has its own right-hand side, or cannot have one."""
        if int(moment.s[place.STEPS]) < self.next_look:
            return False
        self.next_look *= 2
        t, evaluations = float(np.real(moment.z[place.T])), int(moment.s[place.EVALUATIONS])
        if not evaluations * (until - t) > WORTH * (t - start):
            return False
        try:
            self.put_into(moment)
        except AnalysisError:
            moment.notes.append("compiled: tables; this mechanism has no right-hand side of its own")
        return True
