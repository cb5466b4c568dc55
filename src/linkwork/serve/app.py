"""The application: one page, the files that it needs, and the websocket over which it lives."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from linkwork.serve.assets import SCRIPTS, STYLES, assets
from linkwork.serve.guard import Guard
from linkwork.serve.pages import Pages
from linkwork.serve.served import Served

_TYPES = {"js": "text/javascript", "css": "text/css"}


def application(session: Served, token: str, framed: bool = False) -> tuple[ASGIApp, Pages]:
    """The guarded application of a session, and its pages; `framed` lets notebooks of this machine show it."""
    pages = Pages(session)
    known = assets()

    async def page(request: Request) -> Response:
        return HTMLResponse(_page(session.document.name, token))

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in known:
            return PlainTextResponse("there is no such file here", 404)
        return Response(known[name], media_type=_TYPES[name.rpartition(".")[2]])

    async def made(request: Request) -> Response:
        path = session.exports.path(request.path_params["name"])
        if path is None:
            return PlainTextResponse("there is no such file here", 404)
        return FileResponse(path, filename=os.path.basename(path))

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await pages.serve(socket)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await pages.begin()
        yield
        pages.ended = await pages.end()
        session.exports.clear()

    routes = [Route("/", page), Route("/page/{name:path}", asset), Route("/export/{name}", made)]
    app = Starlette(routes=[*routes, WebSocketRoute("/live", live)], lifespan=lifespan)
    return Guard(app, token, framed), pages


def _page(title: str, token: str) -> str:
    """The page: a place for the viewer, its styles and its scripts."""
    key = quote(token, safe="")
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<link rel="icon" href="data:,">',
        f"<title>{escape(title)}</title>",
        *(f'<link rel="stylesheet" href="/page/{name}?token={key}">' for name in STYLES),
        "</head>",
        '<body class="lw-page">',
        '<div id="linkwork"></div>',
        "<noscript>This page draws a moving mechanism and needs JavaScript.</noscript>",
        *(f'<script src="/page/{name}?token={key}"></script>' for name in SCRIPTS),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines)
