"""The pages that are open: what one asks is done by the worker, and what comes of it is sent to all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from linkwork.serve.answer import Answer, Model
from linkwork.serve.faults import internal
from linkwork.serve.outbox import Outbox
from linkwork.serve.protocol import (
    Again,
    Analysis,
    BadMessage,
    Cancel,
    Drag,
    Export,
    Freeze,
    Keep,
    Message,
    Redo,
    Save,
    Set,
    StartHere,
    Undo,
    Watch,
    read_message,
    said,
)
from linkwork.serve.request import Wish
from linkwork.serve.served import Served
from linkwork.serve.watch import Watch as FileWatch
from linkwork.serve.worker import Stopped, Worker

MOST_PAGES = 32
TOO_MANY = 1013
"""Close code of a page too many."""
_PATIENCE = 30.0  # s after which a page that takes nothing is closed
_MOST_ASKED = 64  # messages of a page that wait for their answers; beyond, it is not read
_LONG = 1.0  # s of work after which a page is told that its message waits


class Page:
    """One open page."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket, self.outbox = socket, Outbox()
        self.watched: tuple[str, ...] | None = None
        self.moving = False  # a slider that is not at rest

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.outbox.put(message["type"], json.dumps(message, separators=(",", ":"), allow_nan=False))

    async def send(self) -> None:
        """Send what waits, for ever."""
        while True:
            text = await self.outbox.take()
            await asyncio.wait_for(self.socket.send_text(text), _PATIENCE)


class Pages:
    """All pages of one document."""

    def __init__(self, session: Served) -> None:
        self.session = session
        self.pages: set[Page] = set()
        self.grace = 3.0  # s that the worker has to stop at the end
        self.ended = True

    async def begin(self) -> None:
        """Start the worker, open the file and watch it."""
        self.worker = Worker(self._progress)
        self.opened = asyncio.create_task(self._open())
        document = self.session.document
        self.watch = FileWatch(document.path, lambda: tuple(document.others))
        self.watching = asyncio.create_task(self.watch.run(self._file_changed, self._file_gone))

    async def end(self) -> bool:
        """Stop everything; false when the worker does not."""
        self.watching.cancel()
        self.opened.cancel()
        return await self.worker.end(self.grace)

    # ------------------------------------------------------------------ out

    def _send(self, answer: Answer, asker: Page | None = None, seq: int | None = None) -> None:
        """Send an answer round; only the page that asked gets its number back."""
        for message in answer.everyone:
            for page in self.pages:
                _give(page, message, seq if page is asker else None)
        for message in answer.asker:
            if asker is not None:
                asker.tell({**message, "seq": seq} if seq is not None else message)

    def _progress(self, what: str, share: float) -> None:
        for page in self.pages:
            page.tell({"type": "progress", "text": what, "share": min(max(share, 0.0), 1.0)})

    # ------------------------------------------------------------------ the file

    async def _open(self) -> None:
        self._send(await self._done(self.session.open))

    async def _file_changed(self) -> None:
        self._send(await self._done(self.session.reload))

    async def _file_gone(self) -> None:
        self._send(await self._done(self.session.file_gone))

    # ------------------------------------------------------------------ in

    async def serve(self, socket: WebSocket) -> None:
        """Talk to one page until it goes."""
        if len(self.pages) >= MOST_PAGES:
            await socket.close(TOO_MANY, f"{MOST_PAGES} pages are open already; close one")
            return
        page = Page(socket)
        self.pages.add(page)
        self._welcome(page)
        sender = asyncio.create_task(page.send())
        reader = asyncio.create_task(self._listen(page))
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.pages.discard(page)
            for task in (sender, reader):
                task.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)
            self._union()
            self._left(page)

    def _left(self, page: Page) -> None:
        """A page is gone: what it held is let go, and a slider that it moved comes to rest."""
        key = ("left", page)
        self.worker.latest(key, lambda: self.session.forget(page), lambda _: None)
        if page.moving:
            self.worker.latest(("set", page), self.session.settle, self._send)

    def _welcome(self, page: Page) -> None:
        """Show a new page what the others see; what is being opened all pages get once it is."""
        if not self.opened.done():
            return
        if self.session.model is not None:
            page.outbox.put("model", self.session.model.text(reason="open"))
        for fault in self.session.faults:
            page.tell(fault)

    async def _listen(self, page: Page) -> None:
        """Read what a page says, also while an answer is still being made."""
        asked: set[asyncio.Task[None]] = set()
        try:
            while True:
                try:
                    received = await page.socket.receive()
                    if received["type"] != "websocket.receive":
                        return
                    task = asyncio.create_task(self._take(page, read_message(received.get("text"))))
                    asked.add(task)
                    task.add_done_callback(asked.discard)
                    await asyncio.sleep(0)  # its job is put into the queue before the next message is read
                except BadMessage as error:
                    page.tell(said(str(error)))
                except WebSocketDisconnect:
                    return
                if len(asked) >= _MOST_ASKED:
                    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
                await page.outbox.room()
        finally:
            for task in asked:
                task.cancel()

    def _cancel(self, page: Page) -> None:
        """Take back what is being solved."""
        if not self.worker.take_back():
            page.tell(said("nothing is being solved", "info"))
            return
        for each in self.pages:
            each.tell({"type": "progress", "text": "", "share": 1.0})
            each.tell(said("stopped; what was shown before stays", "info"))

    async def _take(self, page: Page, message: Message) -> None:
        """Do what a message says. Movements may be overtaken by later ones; all else is waited for."""
        session = self.session
        if isinstance(message, Cancel):
            self._cancel(page)
            return
        if isinstance(message, Drag | Watch | Save | StartHere) and self.worker.busy > _LONG:
            page.tell(said("this waits until what is being solved is done; stop that to have it at once", "info"))
        if isinstance(message, Set):
            values, final, seq = message.values, message.final, message.seq
            page.moving = not final
            await self._movement(page, ("set", page), final, seq, lambda: session.set(values, final), True)
        elif isinstance(message, Drag):
            drag = message
            waited = drag.phase != "move"
            answer = partial(session.drag, drag, page)
            await self._movement(page, ("drag", page), waited, drag.seq, lambda: Answer(asker=[answer()]))
        elif isinstance(message, Watch):
            page.watched = tuple(message.channels)
            self._union()
            names = page.watched
            shown = lambda: Answer(asker=[session.series(names), *session.frozen(names)])  # noqa: E731
            self._send(await self._done(shown), page)
        else:
            shows = not isinstance(message, Save | Freeze | Export | Keep)
            self._send(await self._done(_verb(session, message, page), shows=shows), page)

    async def _movement(
        self, page: Page, key: Any, waited: bool, seq: int, work: Callable[[], Answer], shows: bool = False
    ) -> None:
        if not waited:
            self.worker.latest(key, work, lambda answer: self._send(answer, page, seq), shows)
            return
        self._send(await self._done(work, key, shows), page, seq)

    async def _done(self, work: Callable[[], Answer], key: Any = None, shows: bool = False) -> Answer:
        """The answer of a job; an empty one when it was stopped."""
        try:
            done: Answer = await self.worker.do(work, key, shows)
            return done
        except Stopped:
            return Answer()
        except Exception as error:
            return Answer(asker=[said(str(internal(error)))])

    def _union(self) -> None:
        """The session sends what any page watches; before a page says so, what the file asks for."""
        first = self.session.first_plots()
        self.session.watch(_each(page.watched if page.watched is not None else first for page in self.pages))


def _each(groups: Iterable[Iterable[str]]) -> list[str]:
    return [name for group in groups for name in group]


def _verb(session: Served, message: Message, page: Page) -> Callable[[], Answer]:
    """What a message without numbers of its own asks for."""
    if isinstance(message, Analysis):
        options = message.options
        wish = Wish(message.kind, options.until, options.points, options.start)
        return lambda: session.analyse(wish)
    if isinstance(message, Freeze):
        return partial(session.freeze, message.on, page.watched or ())
    if isinstance(message, Export):
        return partial(session.export, message.what, message.plots, message.over)
    if isinstance(message, Keep):
        return partial(session.keep, message)
    verbs: dict[type[Any], Callable[[], Answer]] = {
        Undo: session.undo,
        Redo: session.redo,
        Save: session.save,
        Again: session.run,
        StartHere: partial(session.start, page),
    }
    return verbs[type(message)]


def _give(page: Page, message: Model | dict[str, Any], seq: int | None) -> None:
    if isinstance(message, Model):
        page.outbox.put("model", message.text(seq))
    else:
        page.tell(message if seq is None else {**message, "seq": seq})
