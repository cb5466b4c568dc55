"""The session: what the pages ask is done to the document, and becomes messages. It is used from one thread only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from linkwork.analysis.check.check import Report
from linkwork.analysis.verbs import OVER_TIME
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.run.comparison.beside import Curves, beside_of
from linkwork.run.run import Run
from linkwork.serve.answer import Answer, Model
from linkwork.serve.as_python import as_python
from linkwork.serve.diagnosis import diagnosis
from linkwork.serve.document import Document, FileChanged
from linkwork.serve.drag import Grip
from linkwork.serve.exports import Exports
from linkwork.serve.faults import NotAssembled, fault, internal, names_of
from linkwork.serve.protocol import Drag, Keep, said
from linkwork.serve.request import Asked, Wish, asked_of
from linkwork.serve.solve import Solution, Solver, nearest_position
from linkwork.serve.start import Start
from linkwork.serve.start_text import refused, shown_start, start_words, starts_there
from linkwork.serve.worker import Stopped
from linkwork.view.beside_scene import beside_scene

MOST_WATCHED = 200
_FIRST_PLOTS = 12


class Session:
    """A document, what is shown of it, and the last version that could be solved."""

    def __init__(self, path: str, wish: Wish | None = None, folder: str | None = None) -> None:
        self.document, self.solver = Document(path, folder), Solver()
        self.exports = Exports()
        self._frozen: Solution | None = None  # kept by a page to be compared with
        self._beside: tuple[Any, list[Curves]] = None, []  # what the file names, read once
        self.wish = wish or Wish()
        self.version = 0
        self.solution: Solution | None = None
        self.model: Model | None = None
        self.file_fault: dict[str, Any] | None = None  # stays until the file is mended, whatever is solved meanwhile
        self.solve_fault: dict[str, Any] | None = None
        self.watched: tuple[str, ...] = ()
        self._channels: list[dict[str, str]] = []
        self._asked: Asked | None = None
        self._report: Report | None = None  # while a slider moves that of its start
        self._grips: dict[Any, Grip] = {}  # by the page that holds a body
        self._unit: float | None = None  # of what is drawn; while a slider moves it stays
        self._stopped = False  # whether values were taken that nothing shown has

    @property
    def faults(self) -> list[dict[str, Any]]:
        """What is wrong now: with the file, and with what was solved last."""
        return [faults for faults in (self.file_fault, self.solve_fault) if faults is not None]

    # ------------------------------------------------------------------ the file

    def open(self, reason: str = "open") -> Answer:
        """Read the file and show it; on an error the last good mechanism stays."""
        document = self.document
        with document.confined():
            try:
                kept, replaced = document.read()
            except LinkworkError as error:
                return self._failed(error, "file")
            self.file_fault = None
            self._asked, self._channels = None, []
            self.solver.forget()
            answer = self._show(reason)
        if document.follower is not None:
            kept, replaced = [], []  # a mechanism in Python has what was moved, and nothing is lost by setting it there
        if kept:
            text = f"values that were not saved are kept: {', '.join(kept)}"
            answer.everyone.append(said(text, "info"))
        if replaced:
            text = f"values that were not saved are lost, for the file changed them: {', '.join(replaced)}"
            answer.everyone.append(said(text))
        if document.start_news:
            answer.everyone.append(said(*document.start_news))
        return answer

    def reload(self) -> Answer:
        """The file, or one that it includes, has changed."""
        with self.document.confined():
            same = self.document.same() and not self.faults
        return Answer() if same else self.open("file")

    def file_gone(self) -> Answer:
        """The file vanished while it was shown."""
        return self._failed(MechanismError(f"{self.document.name}: there is no such file any more"), "file")

    def save(self) -> Answer:
        """Write the values into the file."""
        if self.document.mechanism is None:
            return Answer(asker=[said("nothing can be saved while the file cannot be read")])
        if self.solve_fault is not None and self.document.position() is not None:
            return Answer(asker=[said("not saved, for the start that was chosen could not be solved; undo it first")])
        with self.document.confined():
            try:
                again = self.document.save(self._shown_start())
            except FileChanged as error:
                answer = self.open("file")
                answer.asker.append(said(str(error)))
                return answer
            except LinkworkError as error:
                return Answer(asker=[said(str(error))])
        answer = self.open("file") if again or self.file_fault is not None else Answer()
        answer.everyone.append({"type": "saved", "name": self.document.name, "file": self.document.file()})
        answer.everyone += [said(text, "info") for text in self.document.told_once()]
        return answer

    # ------------------------------------------------------------------ values

    def set(self, values: dict[str, float], final: bool) -> Answer:
        """Parameters moved; while they move, fewer frames are sent."""
        return self._changed("set", lambda: self.document.set(values, final), coarse=not final)

    def settle(self) -> Answer:
        """The page that moved a slider is gone: what it left is shown in full."""
        return self._changed("set", self.document.settle)

    def undo(self) -> Answer:
        """One step back."""
        return self._changed("undo", self.document.undo)

    def redo(self) -> Answer:
        """One step forward."""
        return self._changed("redo", self.document.redo)

    def _changed(self, reason: str, change: Callable[[], Any], coarse: bool = False) -> Answer:
        if self.document.mechanism is None:
            return Answer(asker=[said("there is no mechanism yet; mend the file first")])
        before, start = self.document.values, self.document.start
        with self.document.confined():
            try:
                if change() is False:
                    nothing = Answer(asker=[said(f"nothing to {reason}", "info")])
                    return self._show(reason) if self._stopped else nothing
            except LinkworkError as error:
                if self.document.values is before:
                    return Answer(asker=[said(str(error))])
                return self._failed(error, "assemble")
            if self.document.start is not start:
                self.solver.forget()
            return self._show(reason, coarse)

    def start(self, page: Any = None) -> Answer:
        """Make the position to which a page dragged the start of the analysis."""
        document, grip, home = self.document, self._grips.get(page), self._shown_start()
        refusal = refused(grip, self.solution, home)
        if refusal or grip is None or home is None or self.solution is None or self.model is None:
            return Answer(asker=[said(refusal)])
        begin = Start.of(document.mechanism, grip.system, grip.q, home.at, home.hold)
        with document.confined():
            same = starts_there(document, begin, home)
        if same:
            self._grips, answer = {}, Answer([Model("start", self.model.body)])
        else:
            answer = self._changed("start", lambda: document.begin(begin, home))
        if self.solve_fault is None:
            told = start_words(document.mechanism, self.solution, begin, same)
            answer.asker += [said(*told)] if told[0] else []
        return answer

    def _shown_start(self) -> Start | None:
        """The start that is shown; None where there is none."""
        return None if self.solve_fault is not None else shown_start(self.document.mechanism, self.solution)

    # ------------------------------------------------------------------ the analysis

    def analyse(self, wish: Wish) -> Answer:
        """Show another analysis."""
        before, self.wish, self._asked, self._channels = self.wish, wish, None, []
        if self.document.mechanism is None:
            return Answer(asker=[said("there is no mechanism yet; mend the file first")])
        try:
            with self.document.confined():
                answer = self._show("run")
        except Stopped:
            self.wish, self._asked = before, None
            raise
        if self.solve_fault is not None:
            self.wish, self._asked = before, None
        return answer

    def run(self) -> Answer:
        """Solve again, from the start that was chosen, else from the estimates of the file."""
        self.solver.forget()
        return self.analyse(self.wish)

    def _show(self, reason: str, coarse: bool = False) -> Answer:
        """Solve and tell all pages."""
        document, self._grips = self.document, {}
        self._report = self._report if coarse else None
        self._unit = self._unit if coarse else None
        try:
            if self._asked is None or self.wish.kind is None or self._asked.kind in OVER_TIME:
                self._asked = asked_of(document.mechanism, self.wish, self._checked)
            solution = self.solver.solve(document.mechanism, self._asked, coarse, document.position())
            model = self._model(reason, solution)
        except NotAssembled as error:
            return self._lost(error, "assemble", reason)
        except LinkworkError as error:
            return self._lost(error, "solve", reason)
        except Stopped:
            self._stopped = reason != "run"
            raise
        except Exception as error:
            return self._failed(internal(error), "solve")
        self._stopped = False
        self.solution, self.model, self.solve_fault = solution, model, None
        if self.file_fault is None:
            return Answer([model])
        self.file_fault = self._told(self.file_fault)
        return Answer([model, self.file_fault])

    def _checked(self) -> Report:
        """The report on the mechanism."""
        if self._report is None:
            self._report = self.document.mechanism.check()
        return self._report

    def _model(self, reason: str, solution: Solution, trouble: LinkworkError | None = None) -> Model:
        document = self.document
        if not self._channels:
            self._channels = solution.channels()
            self.watched = self.watched or self.first_plots()
        self.version += 1
        diagnosed = _diagnosed(self._checked(), solution, trouble)
        watched = solution.known(self.watched, {channel["name"] for channel in self._channels})
        shown = solution.payload(document.mechanism.output.traces, watched, self._unit)
        self._unit = shown["display"]["unit"]
        if solution.run is not None and document.mechanism.output.beside:
            shown["scene"]["beside"] = beside_scene(solution.run, self._besides(solution.run))
        message = {
            "version": self.version,
            "payload": shown,
            "parameters": document.parameters(),
            "channels": self._channels,
            "diagnosis": diagnosed,
            "analysis": solution.asked.plain(),
            "file": document.file(),
            "stands": _stands(trouble),
        }
        return Model(reason, json.dumps(message, separators=(",", ":"), allow_nan=False))

    def _besides(self, run: Run) -> list[Curves]:
        """What the file names to be laid beside, read when the file is."""
        if self._beside[0] is not self.document.mechanism:
            self._beside = self.document.mechanism, beside_of(run, None)
        return self._beside[1]

    def first_plots(self) -> tuple[str, ...]:
        """Channels that the file asks to be plotted, before a page says what it wants."""
        if self.document.mechanism is None:
            return ()
        output = self.document.mechanism.output
        return tuple(dict.fromkeys(n for plot in (*output.plots, *output.cross_plots) for n in plot))[:_FIRST_PLOTS]

    def _lost(self, error: LinkworkError, stage: str, reason: str) -> Answer:
        """Nothing can be solved: the fault, and with a new file what can be shown of it all the same."""
        answer = self._failed(error, stage)
        if reason in ("open", "file"):
            rest = nearest_position(error, self.document.mechanism)
            with suppress(LinkworkError):
                if rest is not None:
                    self._channels = []
                    self.model, self.solution = self._model(reason, rest, error), rest
                    answer.everyone.insert(0, self.model)
        return answer

    def _failed(self, error: LinkworkError, stage: str) -> Answer:
        told = self._told(fault(error, stage, names_of(self.document.mechanism)))
        if stage == "file":
            self.file_fault = told
        else:
            self.solve_fault = told
        return Answer([told])

    def _told(self, told: dict[str, Any]) -> dict[str, Any]:
        """A fault with the file and the parameters as they are now."""
        document = self.document
        told = {**told, "file": document.file()}
        return told if document.mechanism is None else {**told, "parameters": _described(document)}

    # ------------------------------------------------------------------ channels and dragging

    def forget(self, page: Any) -> None:
        """A page is gone, and what it held."""
        self._grips.pop(page, None)

    def watch(self, names: Iterable[str]) -> None:
        """All channels that some page plots."""
        self.watched = tuple(dict.fromkeys(names))[:MOST_WATCHED]

    def series(self, names: Iterable[str]) -> dict[str, Any]:
        """Channels of the version shown."""
        shown = self.solution
        series = shown.series(shown.known(names)) if shown is not None else {}
        return {"type": "channels", "version": self.version, "series": series}

    def freeze(self, on: bool, names: Iterable[str]) -> Answer:
        """Keep the run that is shown, or none."""
        self._frozen = self.solution if on else None
        return Answer(asker=self.frozen(names))

    def frozen(self, names: Iterable[str]) -> list[dict[str, Any]]:
        """Channels of the run that is kept."""
        kept = self._frozen
        if kept is None or kept.run is None:
            return []
        return [{"type": "frozen", "times": kept.times(), "series": kept.series(kept.known(names))}]

    def export(self, what: str, plots: Sequence[Sequence[str]] = (), over: Sequence[tuple[str, str]] = ()) -> Answer:
        """A film, a report or numbers of what is shown, to be fetched; or lines of Python."""
        solution, document = self.solution, self.document
        if solution is None or document.mechanism is None:
            return Answer(asker=[said("there is nothing to export yet")])
        try:
            groups = [names for names in map(solution.known, plots) if names]
            pairs = [pair for pair in over if len(solution.known(pair)) == len(pair)]
            if what == "python":
                moved = document.position() is not None
                path = document.path if document.follower is None else None
                text = as_python(path, document.changed(), self._asked, self.wish, groups, pairs, moved)
                return Answer(asker=[{"type": "exported", "name": "shown.py", "text": text}])
            with document.confined():
                name = self.exports.make(solution.run, what, groups, pairs)
        except LinkworkError as error:
            return Answer(asker=[said(str(error))])
        return Answer(asker=[{"type": "exported", "name": name, "address": f"/export/{name}"}])

    def keep(self, look: Keep) -> Answer:
        """Write into the file how a page looks."""
        if self.document.mechanism is None:
            return Answer(asker=[said("nothing can be kept while the file cannot be read")])
        known = {entry["name"] for entry in self.document.parameters()}
        sliders = {name: ends for name, ends in look.sliders.items() if name in known and ends[0] < ends[1]}
        solution = self.solution
        plots = [solution.known(group) for group in look.plots] if solution is not None else []
        with self.document.confined():
            try:
                self.document.keep(plots, sliders, look.view)
            except LinkworkError as error:
                return Answer(asker=[said(str(error))])
        answer = self.open("file")
        answer.asker.append(said(f"{self.document.name} keeps these plots, ranges and this view", "info"))
        return answer

    def drag(self, asked: Drag, page: Any = None) -> dict[str, Any]:
        """Pull a body; the poses of all bodies after it."""
        if self.solution is None:
            return _stuck(asked, "there is nothing to drag yet")
        try:
            grip = self._grips.get(page)
            if asked.phase == "start" or grip is None or grip.body != asked.body:
                q, t = self.solution.position(asked.time)
                q = grip.q if grip is not None and asked.time is None else q
                grip = self._grips[page] = Grip(self.document.mechanism, q, t, asked.body, asked.point)
            pulled = grip.pull(asked.target)
        except LinkworkError as error:
            return _stuck(asked, str(error))
        text = "" if pulled.reached else f"'{asked.body}' cannot be brought there; {pulled.left:.3g} m are left"
        poses = self.solution.poses(grip.system, pulled.q)
        return {"type": "pose", "seq": asked.seq, "poses": poses, "ok": pulled.reached, "text": text}


def _stuck(asked: Drag, text: str) -> dict[str, Any]:
    """The answer to a pull that moves nothing."""
    return {"type": "pose", "seq": asked.seq, "poses": None, "ok": False, "text": text}


def _stands(trouble: LinkworkError | None) -> str:
    """What the stage shows when something goes wrong from now on."""
    if trouble is None:
        return "The last good mechanism stays on the stage."
    if isinstance(trouble, NotAssembled):
        return "The stage shows its parts as near to each other as they come."
    return "The stage shows the position at the start."


def _described(document: Document) -> list[dict[str, Any]] | None:
    try:
        return document.parameters()
    except LinkworkError:
        return None


def _diagnosed(report: Report, solution: Solution, trouble: LinkworkError | None) -> dict[str, Any]:
    """The diagnosis; where there was trouble it comes first."""
    diagnosed = diagnosis(report, solution)
    if trouble is not None:
        diagnosed["headline"] = {"level": "error", "text": str(trouble), "names": []}
    return diagnosed
