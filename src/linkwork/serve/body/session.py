"""The session of a skeleton: what pages ask is done to the trial, and becomes messages. Used from one thread only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from linkwork.base.errors import LinkworkError
from linkwork.serve.answer import Answer, Model
from linkwork.serve.body.document import BodyDocument
from linkwork.serve.body.exports import BodyExports
from linkwork.serve.body.grip import Grip
from linkwork.serve.body.picture import KINDS, MEASURED, MOST_POINTS, POINTS, UNTIL, Asked, Shown, solve
from linkwork.serve.body.sliders import shown_size
from linkwork.serve.body.telling import as_python, diagnosis
from linkwork.serve.body.trial import Trial
from linkwork.serve.faults import fault, internal
from linkwork.serve.protocol import Drag, Keep, said
from linkwork.serve.request import POSITION, Wish
from linkwork.serve.worker import Stopped

MOST_WATCHED = 200
NOTHING_YET = "there is no skeleton yet; mend the file first"
NOT_WRITTEN = "a file of another program is not written back; the pose can be copied as Python"


class BodySession:
    """A trial, what is shown of it, and the last version that could be solved."""

    def __init__(self, trial: Trial, wish: Wish | None = None) -> None:
        self.document, self.exports = BodyDocument(trial), BodyExports()
        self.wish = wish or Wish()
        self.version = 0
        self.shown: Shown | None = None
        self.model: Model | None = None
        self.file_fault: dict[str, Any] | None = None
        self.solve_fault: dict[str, Any] | None = None
        self.watched: tuple[str, ...] = ()
        self._kept: Shown | None = None
        self._grips: dict[Any, Grip] = {}
        self._unit: float | None = None  # of what is drawn; while a slider moves it stays

    @property
    def faults(self) -> list[dict[str, Any]]:
        """What is wrong now: with the files, and with what was solved last."""
        return [faults for faults in (self.file_fault, self.solve_fault) if faults is not None]

    # ------------------------------------------------------------------ the files

    def open(self, reason: str = "open") -> Answer:
        """Read the files and show them; on an error what was shown stays."""
        try:
            with self.document.confined():
                self.document.read()
        except LinkworkError as error:
            return self._failed(error, "file")
        self.file_fault = None
        answer = self._show(reason)
        if self.solve_fault is None or self.shown is not None or self.document.subject is None:
            return answer
        told, self.wish = self.solve_fault, Wish(POSITION)
        rest = self._show(reason)  # there is something to see, and what was asked for is told beside it
        self.solve_fault = told
        return Answer([*rest.everyone, told])

    def reload(self) -> Answer:
        """One of the files has changed."""
        return Answer() if self.document.same() and not self.faults else self.open("file")

    def file_gone(self) -> Answer:
        """The file vanished while it was shown."""
        return self._failed(LinkworkError(f"{self.document.name}: there is no such file any more"), "file")

    def save(self) -> Answer:
        """Nothing is written into files of other programs."""
        return Answer(asker=[said(NOT_WRITTEN)])

    def keep(self, look: Keep) -> Answer:
        """Nothing is written into files of other programs."""
        return Answer(asker=[said(NOT_WRITTEN)])

    # ------------------------------------------------------------------ values

    def set(self, values: dict[str, float], final: bool) -> Answer:
        """Sliders moved; while they move, fewer frames are sent."""
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
        if self.document.subject is None:
            return Answer(asker=[said(NOTHING_YET)])
        try:
            if change() is False:
                return Answer(asker=[said(f"nothing to {reason}", "info")])
        except LinkworkError as error:
            return Answer(asker=[said(str(error))])
        return self._show(reason, coarse)

    def start(self, page: Any = None) -> Answer:
        """Make the pose to which a page dragged the body that of the sliders."""
        grip, subject = self._grips.get(page), self.document.subject
        if grip is None or subject is None or self.shown is None:
            return Answer(asker=[said("nothing was dragged")])
        if self.shown.asked.kind in MEASURED:
            return Answer(asker=[said("a measured motion begins where it was measured; choose position or simulate")])
        skeleton = subject.skeleton
        dragged = {one.name: shown_size(one) * float(q) for one, q in zip(skeleton.coordinates, grip.q, strict=True)}
        return self._changed("start", lambda: self.document.set(dragged, True))

    # ------------------------------------------------------------------ the analysis

    def analyse(self, wish: Wish) -> Answer:
        """Show another analysis."""
        if self.document.subject is None:
            return Answer(asker=[said(NOTHING_YET)])
        before, self.wish = self.wish, wish
        try:
            answer = self._show("run")
        except Stopped:
            self.wish = before
            raise
        if self.solve_fault is not None:
            self.wish = before
        return answer

    def run(self) -> Answer:
        """Solve again."""
        return self.analyse(self.wish)

    def _asked(self) -> Asked:
        """The analysis that is wished for; else what a measured motion needs, or the pose."""
        subject, wish = self.document.subject, self.wish
        kind = wish.kind
        if kind is None:
            measured = subject is not None and subject.motion is not None
            kind = "inverse_dynamics" if measured else POSITION
        elif kind not in KINDS:
            raise LinkworkError(f"{kind} is not for skeletons; choose one of: {', '.join(KINDS)}")
        return Asked(kind, wish.until or UNTIL, min(wish.points or POINTS, MOST_POINTS))

    def _show(self, reason: str, coarse: bool = False) -> Answer:
        """Solve and tell all pages."""
        document, self._grips = self.document, {}
        assert document.subject is not None
        self._unit = self._unit if coarse else None
        try:
            shown = solve(document.subject, document.trial, self._asked(), document.values, coarse)
            model = self._model(reason, shown)
        except LinkworkError as error:
            return self._failed(error, "solve")
        except Stopped:
            raise
        except Exception as error:
            return self._failed(internal(error), "solve")
        self.shown, self.model, self.solve_fault = shown, model, None
        return Answer([model] if self.file_fault is None else [model, self.file_fault])

    def _model(self, reason: str, shown: Shown) -> Model:
        document, subject = self.document, self.document.subject
        assert subject is not None
        self.version += 1
        payload = shown.payload(self.watched, self._unit)
        self._unit = payload["display"]["unit"]
        message = {
            "version": self.version,
            "payload": payload,
            "parameters": document.parameters(shown.asked.kind in MEASURED),
            "channels": shown.channels(),
            "diagnosis": diagnosis(subject, shown),
            "analysis": shown.asked.plain(subject.motion is not None),
            "file": document.file(),
            "stands": "What was shown last stays on the stage.",
        }
        return Model(reason, json.dumps(message, separators=(",", ":"), allow_nan=False))

    def _failed(self, error: LinkworkError, stage: str) -> Answer:
        subject, told = self.document.subject, fault(error, stage, self._names())
        told |= {"file": self.document.file()}
        if subject is not None:
            shown = self.shown
            told["parameters"] = self.document.parameters(shown is not None and shown.asked.kind in MEASURED)
        if stage == "file":
            self.file_fault = told
        else:
            self.solve_fault = told
        return Answer([told])

    def _names(self) -> frozenset[str]:
        """All that a page can mark."""
        if self.document.subject is None:
            return frozenset()
        skeleton = self.document.subject.skeleton
        return frozenset(one.name for things in (skeleton.bodies, skeleton.pulled) for one in things)

    # ------------------------------------------------------------------ channels and dragging

    def forget(self, page: Any) -> None:
        """A page is gone, and what it held."""
        self._grips.pop(page, None)

    def watch(self, names: Iterable[str]) -> None:
        """All channels that some page plots."""
        self.watched = tuple(dict.fromkeys(names))[:MOST_WATCHED]

    def first_plots(self) -> tuple[str, ...]:
        """Channels that are plotted before a page says what it wants."""
        return () if self.shown is None else tuple(self.shown.scene["shown"])

    def series(self, names: Iterable[str]) -> dict[str, Any]:
        """Channels of the version shown."""
        shown = self.shown
        series = shown.series(shown.known(names)) if shown is not None else {}
        return {"type": "channels", "version": self.version, "series": series}

    def freeze(self, on: bool, names: Iterable[str]) -> Answer:
        """Keep what is shown, or nothing."""
        self._kept = self.shown if on else None
        return Answer(asker=self.frozen(names))

    def frozen(self, names: Iterable[str]) -> list[dict[str, Any]]:
        """Channels of what is kept."""
        kept = self._kept
        if kept is None or len(kept.scene["times"]) < 2:
            return []
        return [{"type": "frozen", "times": kept.times(), "series": kept.series(kept.known(names))}]

    def export(self, what: str, plots: Sequence[Sequence[str]] = (), over: Sequence[tuple[str, str]] = ()) -> Answer:
        """A film, a page, a report or numbers of what is shown, to be fetched; or lines of Python."""
        shown, document = self.shown, self.document
        if shown is None or document.subject is None:
            return Answer(asker=[said("there is nothing to export yet")])
        if what == "python":
            text = as_python(document.trial, document.subject, shown, document.values)
            return Answer(asker=[{"type": "exported", "name": "shown.py", "text": text}])
        names = [name for group in (*plots, *over) for name in group]
        try:
            name = self.exports.make(shown, document.subject, what, shown.known(names))
        except LinkworkError as error:
            return Answer(asker=[said(str(error))])
        return Answer(asker=[{"type": "exported", "name": name, "address": f"/export/{name}"}])

    def drag(self, asked: Drag, page: Any = None) -> dict[str, Any]:
        """Pull a body; the poses of all bodies after it."""
        answer: dict[str, Any] = {"type": "pose", "seq": asked.seq, "poses": None, "ok": False, "text": ""}
        if self.shown is None:
            return answer | {"text": "there is nothing to drag yet"}
        try:
            grip = self._grips.get(page)
            if asked.phase == "start" or grip is None or grip.body != asked.body:
                q, time = self.shown.position(asked.time)
                q = grip.q if grip is not None and asked.time is None else q
                grip = self._grips[page] = Grip(self.shown.skeleton, q, asked.body, asked.point, time)
            pulled = grip.pull(asked.target)
            poses = self.shown.poses(pulled.q, grip.time)
        except LinkworkError as error:
            return answer | {"text": str(error)}
        text = "" if pulled.reached else f"'{asked.body}' cannot be brought there; {pulled.left:.3g} m are left"
        return answer | {"poses": poses, "ok": pulled.reached, "text": text}
