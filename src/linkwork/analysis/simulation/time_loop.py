"""Driving the compiled loop of a simulation: in slices, with progress, events and checkpoints; and going on later."""

from __future__ import annotations

import time
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.inside_out import has_cells, turned_event
from linkwork.analysis.simulation.actions import apply_actions, apply_driver_jump
from linkwork.analysis.simulation.compiled import NOTE, OwnRate
from linkwork.analysis.simulation.contact_text import contact_notes, contact_reason
from linkwork.analysis.simulation.driver_jumps import VALUE, DriverJump, at_once, driver_jumps, impulse_of
from linkwork.analysis.simulation.energy_scale import energy_scale
from linkwork.analysis.simulation.impossible_bodies import absurd_motion, impossible_body, too_fast
from linkwork.analysis.simulation.run_audit import audit_run, empty_record, take_record
from linkwork.analysis.simulation.simulation_text import ended, event_text, stopped
from linkwork.analysis.simulation.singular.passed_positions import singular_crossings
from linkwork.analysis.simulation.spinning_rods import refuse_spinning_rods, rod_notes
from linkwork.analysis.simulation.stepping_text import stepping_notes
from linkwork.analysis.simulation.time_breaks import (
    break_notes,
    is_driven_by_time,
    require_common_moments,
    time_breaks,
    time_looks,
)
from linkwork.analysis.simulation.told_signals import told_signals
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_text import unread
from linkwork.base.progress import Progress, stop_asked
from linkwork.elements.spatial.trail import FULL, TrailRoom
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.numerics.integrators.integrator import Method, prepare
from linkwork.numerics.integrators.integrator_state_kernel import RADAU
from linkwork.numerics.jit import EntryByName
from linkwork.places import layout_kernel as layout
from linkwork.run.contact.contact_log import ContactLog, contact_log_names, read_contact_log
from linkwork.run.contact.contact_text import energy_notes, vibrating_contacts
from linkwork.run.impulses import Impulse
from linkwork.run.loads import ARRAYS, Loads, arrays_of, empty_loads, loads_from
from linkwork.run.run import Event, Run
from linkwork.signals.records import FLIPS
from linkwork.signals.sampled_layout import NEXT as NEXT_SAMPLE
from linkwork.system.constraints.independent import independent_notes, require_independent
from linkwork.system.constraints.kept_rows import crowded_notes, keeps_rows, with_kept_rows
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.formulations.formulations import AUTO, OF_BODIES, Chosen, choose
from linkwork.system.formulations.motion_rows import has_own_trees
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.loop.lost_ways import lacks_length, parts_through_surfaces, rows_without_length
from linkwork.system.loop.moment import Loop, Options
from linkwork.system.loop.path_flips import LASTS_LONGER, LONGEST, SAME_TIME, flip_lost_ways, flipped_at
from linkwork.system.methods.methods import (
    chooses_rows_in_steps,
    fitted,
    formulation_with,
    keeps_rows_through_steps,
    method_named,
    overriding_parts,
    require_positions,
)
from linkwork.system.modal.kept_modes import KeptModes, bodies_that_leave
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.signals.parts import When

_simulate = EntryByName("linkwork.system.loop.simulation_kernel", "simulate")
_FIRST_BUDGET, _SLICE = 200, 0.05
_FIRST_OF_MANY = 2  # the same for steps with many contacts, which take long
_OWN_SIZES = "units of own states"
_LOG = 4096  # changes that are kept before the loop comes back
_EMPTY_AT_FIRST = [loop.STATUS, loop.NEXT, loop.LOGGED, loop.BREAK, loop.SAVED, loop.LOOK, loop.TRAILED]
_PARTS = [loop.RATE, loop.CORRECT, loop.OBSERVE, loop.RENEW, loop.SOLVE]  # in the order of a formulation's addresses
_GRIND_STEPS, _GRIND_SHARE = 20_000, 1e-5  # so many steps must move the time by this share of what is left
_ABSURD_SHARE = 0.05  # the same where a body has moments of inertia that no body has
_SAME_TIME = 1e-12  # of the time: an event that jumps again so soon comes to rest
_WORK_SHARE = 1e-8  # of a typical energy: error allowed in the work of forces and drivers over a step
_LOW_ORDER_SHARE = 1e-3  # the same for a method of order 2


def begin_loop(system: System, assembly: Assembly, v: Array, start: float, options: Options) -> Loop:
    """A simulation that has not made a step yet."""
    moment = fresh_loop(system, assembly.q, v, start, options)
    moment.branch, moment.notes = unread(assembly, "branch"), [*assembly.notes, *moment.notes]
    return moment


def _own_sizes(system: System, count: int) -> Array:
    """What counts as one unit of each own state; integrals of powers stand behind them."""
    known: Array | None = system.structure.get(_OWN_SIZES)
    if known is not None and len(known) == count:
        return known
    sizes = system.structure[_OWN_SIZES] = np.ones(count)
    if system.signals is not None and count > layout.QUADRATURES:
        parts = system.signals.scope.mechanism.signals
        for number, name in enumerate(list(system.signals.states)[:count]):
            sizes[number] = getattr(parts.get(name), "counts", 1.0)
    return sizes


def work_share(options: Options) -> float:
    """Of a typical energy: the error allowed in the work of forces and drivers over a step."""
    return _LOW_ORDER_SHARE if options.method in ("alpha", "backward-euler") else max(_WORK_SHARE, options.rtol)


def fresh_loop(system: System, q: Array, v: Array, start: float, options: Options) -> Loop:
    """The same from coordinates and velocities."""
    method = method_named(options.method, system, options.step, options.rho)
    require_positions(method, system)
    wanted, needed = formulation_with(method, options.formulation), formulation_with(method, AUTO)
    if needed == "joint" and has_own_trees(system.mechanism.tree_request):
        raise AnalysisError(
            f"{system.mechanism.name}: method '{options.method}' works in joint coordinates, which have one tree for "
            "both motions, and `tree` asks for trees of translation and of rotation; use another method, or take "
            "cut_translation and cut_rotation away"
        )
    chosen = choose(system, q, start, wanted, options.settings, method.number == RADAU, method.dense)
    forced = wanted != options.formulation
    note = f"formulation: {wanted}, which method '{options.method}' needs" if forced else chosen.note
    require_independent(chosen, q, v, start)
    refuse_spinning_rods(chosen, q, v, options.method if needed == OF_BODIES else "")
    system, method = chosen.system, fitted(method, chosen)
    first = int(system.k[layout.STATE])
    states = system.blank[first : first + int(system.k[layout.STATES])]
    own = chosen.formulation.joints or chosen.formulation.natural  # coordinates that are found in the loop
    y = chosen.state(q if own else system.world.charted(system, q), v, states)
    fixed = options.atol * _own_sizes(system, len(states))
    fixed[len(states) - layout.QUADRATURES :] = work_share(options) * energy_scale(system, v)
    rtol, tolerances = chosen.tolerances(options.rtol, options.atol, fixed)
    w = chosen.workspace(rtol, tolerances, (q, v))
    z, s = _prepared(system, method, start, y, rtol, tolerances, options.step)
    state = _addressed(chosen).copy()
    for number, where in overriding_parts(method, system, chosen.name, q, start).items():
        state[_PARTS[number]] = where
    moving = None
    keeping = keeps_rows_through_steps(method, chosen.name)
    if keeping and keeps_rows(chosen):
        moving, *parts = with_kept_rows(
            chosen, int(state[loop.CORRECT]), int(state[loop.RENEW]), chooses_rows_in_steps(method)
        )
        state[[loop.CORRECT, loop.RENEW]] = parts
    notes = [
        note,
        *rod_notes(chosen),
        *(crowded_notes(chosen) if keeping else []),
    ]
    marks = np.zeros(loop.NUMBERS + loop.BLOCKS * int(system.k[layout.SWITCHES]))
    marks[loop.LAST_EVENT], marks[loop.BEGAN] = -np.inf, start
    _set_samples(system, w, start)
    taken = Options(options.method, options.rtol, options.atol, options.step, options.rho, chosen.name, chosen.settings)
    return Loop(system, taken, z, s, w, state, marks, notes=notes, moving=moving)


def _prepared(
    system: System, method: Method, start: float, y: Array, rtol: float, atol: Array, step: float
) -> tuple[Array, NDArray[np.int64]]:
    """The state of an integration; of tables that differ in numbers only it is laid out once."""
    if method.table is not None or method.settings:
        return prepare(method, start, y, np.inf, rtol=rtol, atol=atol, step=step)
    key = "state of an integration", method.name, system.scalar, len(y)
    known = system.structure.get(key)
    if known is None:
        known = system.structure[key] = prepare(method, start, y, np.inf, rtol=rtol, atol=atol, step=step)
    z, s = known[0].copy(), known[1].copy()
    z[place.T], z[place.T_OLD], z[place.RTOL], z[place.H] = start, start, rtol, step
    for at, values in ((int(s[place.ATOL]), atol), (int(s[place.Y]), y)):
        z[at : at + len(y)] = values
    return z, s


def _addressed(chosen: Chosen) -> NDArray[np.int64]:
    """The state of a loop that has nothing but the addresses of a formulation's parts."""
    key = "state of the loop", chosen.name, chosen.system.scalar
    known: NDArray[np.int64] | None = chosen.system.structure.get(key)
    if known is None:
        known = chosen.system.structure[key] = np.zeros(loop.STATE, np.int64)
        known[_PARTS] = chosen.addresses()
        if not chosen.formulation.plain:
            known[loop.SEE] = known[loop.OBSERVE]
        known[loop.CELLS] = loop.TOLD if has_cells(chosen.system.k) else loop.NO_CELLS
        if chosen.system.world.dimensions == 3 and int(chosen.system.k[layout.SWITCHES]) > 0:
            from linkwork.analysis.simulation.round_wheels import wheel_mask

            known[loop.ROUND] = wheel_mask(chosen.system.mechanism, tuple(chosen.system.bodies))
    return known


def _set_samples(system: System, w: Array, start: float) -> None:
    """The first sample of every sampled controller is at the start, or so late as it is."""
    for sampler in system.signals.samplers if system.signals is not None else ():
        w[system.k[layout.MEMORY] + sampler.place + NEXT_SAMPLE] = start + sampler.late


def run_loop(
    moment: Loop,
    grid: NDArray[np.float64],
    progress: bool = False,
    own_rate: OwnRate | None = None,
    seconds: float = inf,
) -> Run:
    """Run over a grid of output times; the run remembers from where it can go on.

    With `own_rate` a long run gets a right-hand side of its own. After so many seconds of processor time it is stopped.
    """
    driver = Driver(moment.copy(), grid)
    driver.seconds = seconds
    driver.own_rate = own_rate if driver.kept is None else None
    return driver.run(progress)


def state_at(moment: Loop, until: float, frozen: bool = False) -> Array:
    """The state vector at a later time; the moment itself moves there. `frozen`: functions of time stand still."""
    driver = Driver(moment, np.array([until]), frozen)
    driver.drive(False)
    if moment.state[driver.loop.STATUS] != driver.loop.FINISHED:
        raise AnalysisError(
            f"{moment.system.mechanism.name}: the motion cannot be followed beyond "
            f"t = {float(moment.z[place.T].real):.6g} s; look at forces and lengths there"
        )
    at = int(moment.s[place.Y])
    return moment.z[at : at + int(moment.s[place.SIZE])].copy()


class Driver:
    """One call of the loop over a grid."""

    def __init__(self, moment: Loop, grid: NDArray[np.float64], frozen: bool = False) -> None:
        self.loop, self.moment, self.grid = loop, moment, grid.copy()
        system, state = moment.system, moment.state
        self.system, self.state = system, state
        count, switches = len(grid), int(system.k[layout.SWITCHES])
        span = float(moment.z[0].real), float(grid[-1])
        self.breaks: Array = np.zeros(0, system.dtype)
        self.looks = np.zeros(0)
        self.jumps_ahead: list[list[DriverJump]] = []
        if is_driven_by_time(system) and not frozen:
            began = float(moment.marks[loop.BEGAN])
            self.breaks, self.looks = time_breaks(system, *span, began), time_looks(system, *span)
            if system.scalar != "real":
                require_common_moments(system, *span, self.breaks)
            moment.notes += [note for note in break_notes(system, *span) if note not in moment.notes]
            self.jumps_ahead = at_once(driver_jumps(system, *span))
        self.room = TrailRoom(len(system.bodies), system.world.dimensions == 3)
        dtype, n = system.dtype, len(system.coordinates)
        q, v, a = np.zeros((3, count, n), dtype)
        self.rows: tuple[Array, Array, Array] = q, v, a
        self.loads = empty_loads(system, count)
        size = max(int(moment.s[1]), 2 * n + int(system.k[layout.STATES]))
        self.scratch: Array = np.zeros(4 * size, dtype)
        self.hit = np.zeros(max(switches, 1), np.int64)
        logged = _LOG + switches if switches else 1
        self.log_t: Array = np.zeros(logged, dtype)
        self.log_i = np.zeros(logged, np.int64)
        self.events: list[Event] = []
        self.contact_lines: list[Array] = []
        self.record = empty_record(system)
        self.sides: list[Array] = []
        self.impulses: list[Impulse] = []
        self.jumps: dict[str, float] = {}
        self.saved: Loop | None = None
        self.interrupted = False
        self.flipped, self.lasting = -inf, 0.0
        self.seconds, self.out_of_time = inf, False
        self.own_rate: OwnRate | None = None
        self.told = told_signals(system)
        self.k = moment.tables.k if self.told is None else self.told.left_out_of(moment.tables.k)
        self.absurd = ""
        self.watched = (int(moment.s[4]), float(moment.z[0].real))
        state[_EMPTY_AT_FIRST] = 0
        self._expect_jump()
        state[loop.BREAKS], state[loop.LOOKS] = len(self.breaks), len(self.looks)
        moment.marks[loop.UNTIL] = grid[-1]
        if system.contact_tables is not None:  # a moment from a file has the address of another process
            moment.w[int(system.k[layout.CONTACT_ROOM]) + contact_layout.SOLVE_AT] = state[loop.SOLVE]
        self.kept: KeptModes | None = None
        self.known_breaks, self.leaving = self.breaks, np.inf
        if bodies_that_leave(system):
            self.kept = KeptModes(moment, span[0], energy_scale, NOTE in moment.notes, self.breaks)
        if state[loop.STARTED]:
            self._set_stop()
            if self.kept is not None:
                self._renew_modes(self.kept)

    def _set_stop(self) -> None:
        """Let the next step end where something is to happen."""
        from linkwork.system.loop.simulation_start_kernel import next_stop

        moment = self.moment
        next_stop(moment.tables.k, moment.tables.p, moment.w, moment.z, self.state, moment.marks, self.breaks)

    def run(self, progress: bool) -> Run:
        """Drive the loop and collect the results."""
        self.drive(progress)
        done = int(self.state[self.loop.NEXT])
        if done == 0:
            at_contact = contact_reason(self.moment)
            if at_contact is not None:
                raise AnalysisError(f"{self.system.mechanism.name}: at the start {at_contact[1]}")
            raise AnalysisError(
                f"{self.system.mechanism.name}: the forces or the constraints have no solution at the start"
                f"{stopped(self.moment.w, self.system)}"
            )
        return self._result(done)

    def drive(self, progress: bool) -> None:
        """Slice after slice up to the end."""
        loop, state, began = self.loop, self.state, time.process_time()
        with Progress("simulate", len(self.grid), show=progress) as bar:
            budget = _FIRST_BUDGET if self.system.stepping is None and self.seconds == inf else _FIRST_OF_MANY
            while self._goes_on():
                own = self.own_rate
                if self.kept is not None:
                    self._look_at_modes(self.kept, budget)
                else:
                    self._slice(budget if own is None else min(budget, own.steps_to_look(self.moment)))
                if own is not None and own.look(self.moment, float(self.grid[0]), float(self.grid[-1])):
                    self.own_rate = None
                budget = bar.update(int(state[loop.NEXT]), budget, _SLICE)
                self._refuse_to_grind()
                late, asked = time.process_time() - began > self.seconds, stop_asked()
                if (late or asked) and int(state[loop.NEXT]) > 0 and self._goes_on():
                    self.interrupted, self.out_of_time, state[loop.STATUS] = asked, late, loop.STOPPED
                    return

    def _refuse_to_grind(self) -> None:
        """Stop when thousands of steps hardly move the time: the rest would take hours."""
        steps, t = int(self.moment.s[place.STEPS]), float(self.moment.z[place.T].real)
        before, began = self.watched
        if steps - before < _GRIND_STEPS:
            return
        self.watched = steps, t
        left = float(self.grid[-1]) - t
        if self.state[self.loop.STATUS] != self.loop.RUNNING or t - began >= _ABSURD_SHARE * left:
            return
        self.absurd = impossible_body(self.system) or too_fast(float(self.moment.z[place.H_MAX].real), left)
        if self.absurd or t - began < _GRIND_SHARE * left:
            self.state[self.loop.STATUS] = self.loop.STOPPED
            self.moment.s[place.STATUS] = place.STEP_TOO_SMALL

    def _look_at_modes(self, kept: KeptModes, budget: int) -> None:
        """Go on to the next event: after it, modes may go or have to come back."""
        if self.state[self.loop.STARTED]:  # an event that also asked for something: modes come back before a step
            self._renew_modes(kept)
        self._slice(-budget if self.state[self.loop.STARTED] else 1)
        if self.state[self.loop.STATUS] == self.loop.RUNNING:
            self._renew_modes(kept)

    def _renew_modes(self, kept: KeptModes) -> None:
        """Let modes go or come back, and no step pass the time at which the next one may go."""
        state, now = self.state, float(self.moment.z[place.T].real)
        row = int(state[self.loop.NEXT])
        if row < len(self.grid) and self.grid[row] < now:  # a start anew forgets the step in which this row lies
            return
        kept.look(self.breaks)
        leaving = kept.next_time()
        if leaving != self.leaving and state[self.loop.STARTED]:
            self.leaving = leaving
            ahead = np.array([leaving] if leaving < self.grid[-1] else [], self.breaks.dtype)
            self.breaks = np.union1d(self.known_breaks, ahead)
            state[self.loop.BREAK] = np.searchsorted(self.breaks.real, now, side="right")
            state[self.loop.BREAKS] = len(self.breaks)
            self._expect_jump()
            if state[self.loop.PENDING] == 0:
                self._set_stop()

    def _slice(self, budget: int) -> None:
        moment, state, loads = self.moment, self.state, arrays_of(self.loads)
        while True:
            _simulate(
                self.k,
                moment.tables.p,
                moment.w,
                moment.z,
                moment.s,
                state,
                moment.marks,
                self.breaks,
                self.looks,
                self.room.t,
                self.room.entries,
                self.scratch,
                self.hit,
                self.log_t,
                self.log_i,
                self.record,
                self.grid,
                *self.rows,
                loads,
                budget,
            )
            if state[loop.TRAILED]:
                self.room.empty(int(state[loop.TRAILED]))
                state[loop.TRAILED] = 0
            if state[loop.CELL] < 0:
                self.events.append(turned_event(moment))
                state[loop.CELL] = 0
            if state[loop.STATUS] == loop.CHECKPOINT:
                self._read_log()
                self.saved = moment.copy()
            elif state[loop.STATUS] != loop.TURNED:
                return
            state[loop.STATUS] = loop.RUNNING

    def _goes_on(self) -> bool:
        """Do what the loop came back for; whether there is more to run."""
        loop, state = self.loop, self.state
        first = len(self.events)
        self._read_log()
        status = state[loop.STATUS]
        if status == loop.ASKING:
            self._act(self.events[first:])
        elif status == loop.JUMPING:
            self._jump()
        elif status == loop.STOPPED:
            return self._flip()
        elif status not in (loop.RUNNING, loop.LOG_FULL):
            return False
        if state[loop.STATUS] in (loop.ENDED, loop.CHATTERING, loop.STOPPED):
            return False
        state[loop.STATUS] = loop.RUNNING
        return True

    def _read_log(self) -> None:
        loop, signals = self.loop, self.system.signals
        if signals is None:
            return
        if self.system.contact_tables is not None:
            self.contact_lines.append(read_contact_log(self.system, self.moment.w))
            self.sides.append(take_record(self.record))
        if not self.state[loop.LOGGED]:
            return
        numbers = self.log_i[: self.state[loop.LOGGED]]
        switches = [signals.switches[number if number >= 0 else -number - 1] for number in numbers]
        self.state[loop.LOGGED] = 0
        flips = flipped_at(self.moment, switches) if self.state[loop.STATUS] == loop.ASKING else {}
        for t, number, switch in zip(self.log_t, numbers, switches, strict=False):
            kind, text = "event" if switch.kind else "switch", event_text(switch, number < 0)
            text += flips[switch.place].told if switch.place in flips else ""
            self.events.append(Event(t.item(), kind, text, switch.owner))

    def _flip(self) -> bool:
        """Where the way of a muscle round a surface has ended: go on with another one; false where none is."""
        now = self.moment.z[place.T].item()
        lasts = 0.0
        if now.real - self.flipped <= SAME_TIME * abs(now):
            lasts = max(LASTS_LONGER * self.lasting, SAME_TIME * abs(now))
            if lasts > LONGEST * abs(now):
                return False
        flips = flip_lost_ways(self.moment, lasts)
        if not flips:
            return False
        self.flipped, self.lasting = now.real, lasts
        for flip in flips:
            text = f"force '{flip.surface.muscle}': {FLIPS.format(flip.surface.station + 1)}{flip.told}"
            self.events.append(Event(now, "switch", text, f"force '{flip.surface.muscle}'"))
        self.state[self.loop.STATUS], self.state[self.loop.FAILURES] = self.loop.RUNNING, 0
        return True

    def _expect_jump(self) -> None:
        """Let the loop come back at the next jump of a driver."""
        if not self.jumps_ahead:
            self.state[self.loop.JUMP_AT] = len(self.breaks)
            return
        ahead = self.jumps_ahead[0][0].t
        later = np.flatnonzero(self.breaks.real >= ahead - _SAME_TIME * abs(ahead))
        self.state[self.loop.JUMP_AT] = later[0] if len(later) else len(self.breaks)

    def _jump(self) -> None:
        """Drivers jump at the present time: those of a speed with an impulse, those of a value end the run."""
        jumps = self.jumps_ahead.pop(0)
        t = self.breaks[self.state[self.loop.JUMP_AT]].item()
        self.events += [jump.event(t) for jump in jumps]
        if any(jump.kind == VALUE for jump in jumps):
            self.state[self.loop.STATUS] = self.loop.STOPPED
            return
        if self.kept is not None:
            self.kept.blow(self.breaks)
        self.impulses.append(impulse_of(jumps, apply_driver_jump(self.moment)))
        if self.kept is not None:
            self.kept.struck()
        self._expect_jump()

    def _act(self, events: list[Event]) -> None:
        """Flags, jumps and stops of the events just found."""
        mechanism, moment = self.system.mechanism, self.moment
        acting: dict[str, When] = {}
        for event in events:
            asked = mechanism.events.get(event.name) if event.kind == "event" else None
            if asked is None:
                continue
            moment.fired[event.name] = moment.fired.get(event.name, 0) + 1
            if asked.times and moment.fired[event.name] > asked.times:
                continue
            if asked.strikes and event.t.real - self.jumps.get(event.name, -np.inf) <= _SAME_TIME * abs(event.t):
                self.state[self.loop.STATUS] = self.loop.CHATTERING
                return
            acting[event.name] = asked
            self.jumps[event.name] = event.t.real
            if asked.stop or (
                asked.times and not asked.put and not asked.strikes and moment.fired[event.name] == asked.times
            ):
                self.state[self.loop.STATUS] = self.loop.ENDED
        strikes = any(asked.strikes for asked in acting.values())
        if strikes and self.kept is not None:
            self.kept.blow(self.breaks)
        self.impulses += apply_actions(moment, acting)
        if strikes and self.kept is not None:
            self.kept.struck()

    def _result(self, done: int) -> Run:
        loop, moment, status = self.loop, self.moment, self.state[self.loop.STATUS]
        there = moment.copy() if status != loop.FINISHED else moment
        if status != loop.FINISHED and done < len(self.grid):
            done = self._last_row(done, status)
        t, (q, v, a), loads = self.grid, self.rows, self.loads
        if done < len(t):
            t, q, v, a, loads = t[:done], q[:done], v[:done], a[:done], _first(loads, done)
        branch = unread(moment, "branch")
        sigma = np.empty(done)
        sigma.fill(1.0)
        run = Run(self.system, t, q, v, a, sigma, np.zeros(0), branch, loads, trail=self.room.trail())
        run.notes += [FULL] if self.room.full else []
        if self.told is not None:
            self.told.fill_in(run.t, loads.memory)
        run.notes += moment.notes + independent_notes(self.system, moment.options.formulation, moment.w)
        run.notes += stepping_notes(moment) + contact_notes(moment)
        if self.state[loop.UNSURE]:
            run.notes.append(
                f"in {int(self.state[loop.UNSURE])} steps a number of a law or an event is near zero so often that "
                "not every passage may have been seen; give it a scale on which it leaves zero, or tighten rtol"
            )
        if self.contact_lines:
            run.touches = ContactLog(contact_log_names(self.system), np.vstack(self.contact_lines))
        run.impulses = self.impulses
        if self.kept is not None:
            run.followed |= self.kept.channels(run.t)
            run.notes += self.kept.notes(float(run.t[-1]))
        run.events = sorted([*self.events, *singular_crossings(moment)], key=lambda event: event.t.real)
        if self.contact_lines:
            run.tell_contacts()
            run.notes += energy_notes(
                run.touches, self.system.mechanism.impact_request.law, vibrating_contacts(run.mechanism)
            )
        audit_run(run, self.sides, moment.options)
        run.statistics = _statistics(moment)
        run.moment = self.saved if status == loop.FINISHED and self.saved is not None else moment
        if status != loop.FINISHED:
            run.completed = bool(status == loop.ENDED)
            run.events.append(self._end(run, there, status))
        run.notes += rows_without_length(run) + parts_through_surfaces(run)
        return run

    def _end(self, run: Run, there: Loop, status: int) -> Event:
        """Why it ended early."""
        if self.interrupted:
            return interruption(run)
        if self.out_of_time:
            return out_of_time(run, self.seconds)
        return absurd_motion(float(there.z[0].real), self.absurd) if self.absurd else ended(run, there, status)

    def _last_row(self, done: int, status: int) -> int:
        """The last good state of a run that ended early, as one more row, unless the last row is of the same time."""
        if done and self.grid[done - 1] >= self.moment.z[0].real:
            return done
        self.grid[done] = self.moment.z[0].real
        until, self.state[self.loop.STATUS] = self.moment.marks[self.loop.UNTIL], self.loop.RUNNING
        self._slice(1)
        self.moment.marks[self.loop.UNTIL], self.state[self.loop.STATUS] = until, status
        last = int(self.state[self.loop.NEXT])
        return done if 0 < done < last and lacks_length(self.system, self.loads.memory[done]) else last


def _statistics(moment: Loop) -> dict[str, float]:
    """What the loop counts."""
    s = moment.s
    counted: dict[str, float] = {
        "steps": int(s[place.STEPS]),
        "rejected steps": int(s[place.REJECTED]),
        "evaluations": int(s[place.EVALUATIONS]),
    }
    if s[place.JACOBIANS]:
        counted |= {"Jacobians": int(s[place.JACOBIANS]), "factorisations": int(s[place.FACTORISATIONS])}
        counted |= {"Newton iterations": int(s[place.ITERATIONS])}
    if moment.system.stepping is not None:
        counted["sweeps"] = int(s[place.ITERATIONS])
    counted["fresh starts"] = int(moment.state[loop.FRESH_STARTS])
    return counted


def interruption(run: Run) -> Event:
    """A run that the user ended."""
    t = float(run.t[-1])
    return Event(t, "interrupted", f"interrupted at t = {t:.6g} s; what was computed until then is kept")


def out_of_time(run: Run, seconds: float) -> Event:
    """A run that took longer than it was given."""
    t = float(run.t[-1])
    why = f"it had taken {seconds:.3g} s of processor time" if seconds else "no processor time was left"
    text = f"was stopped at t = {t:.6g} s, for {why}"
    return Event(t, "interrupted", text)


def _first(loads: Loads, count: int) -> Loads:
    """The first frames of the loads."""
    return loads_from(loads.system, (getattr(loads, name)[:count] for name in ARRAYS))
