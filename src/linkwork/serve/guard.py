"""The door of the server: only pages of this machine that know the token come in, and nothing of theirs goes out.

Host must be a name of the loopback address, so that no other site can reach the server through a name of its own (DNS
rebinding); Origin, where a browser sends one, must be the server itself; the token must be right.
"""

from __future__ import annotations

import secrets
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

NAMES = ("127.0.0.1", "localhost", "[::1]")
WRONG_TOKEN = 4403
"""Close code of a websocket without the right token."""


def policy(host: str, framed: bool = False) -> str:
    """The Content-Security-Policy: scripts and styles of this server, its websocket, and nothing else.

    A page that is `framed` may stand in a page of this machine, such as a notebook.
    """
    ancestors = "http://127.0.0.1:* http://localhost:* vscode-webview:" if framed else "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            f"connect-src 'self' ws://{host}",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {ancestors}",
        )
    )


HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Lets in who may come in; wraps the whole application."""

    def __init__(self, app: ASGIApp, token: str, framed: bool = False) -> None:
        self.app, self.token, self.framed = app, token, framed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = _header(scope, b"host")
        reason = _refusal(scope, host)
        if reason is None and not self._knows_token(scope):
            reason = "the token in the address is missing or wrong; open the address that `linkwork view` printed"
            if scope["type"] == "websocket":
                socket = WebSocket(scope, receive, send)
                await socket.accept()
                await socket.close(WRONG_TOKEN, "wrong token")
                return
        if reason is not None:
            await _refuse(reason, scope, receive, _with_headers(send, policy("127.0.0.1")))
            return
        await self.app(scope, receive, _with_headers(send, policy(host, self.framed)))

    def _knows_token(self, scope: Scope) -> bool:
        try:
            given = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=10).get("token", [""])
        except ValueError:
            return False
        return len(given) == 1 and secrets.compare_digest(given[0].encode(), self.token.encode())


def _refusal(scope: Scope, host: str) -> str | None:
    """Why a request is not from a page of ours; none when it may be."""
    server = scope.get("server")
    own = {f"{name}:{server[1]}" for name in NAMES} if server else set()
    if host not in own:
        return "this server answers on the loopback address only"
    origin = _header(scope, b"origin")
    if (origin or scope["type"] == "websocket") and origin != f"http://{host}":
        return "pages of other sites may not ask here"
    return None


def _header(scope: Scope, name: bytes) -> str:
    """The value of a header that is given once."""
    header = [value for key, value in scope["headers"] if key.lower() == name]
    return header[0].decode("latin-1").lower() if len(header) == 1 else ""


async def _refuse(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(PlainTextResponse(reason, 403))
    else:
        await PlainTextResponse(reason, 403)(scope, receive, send)


def _with_headers(send: Send, rule: str) -> Send:
    """Sends with the headers of the server on every response."""

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            extra = [*HEADERS, (b"content-security-policy", rule.encode("latin-1"))]
            if "frame-ancestors 'none'" in rule:  # for browsers that do not know the rule
                extra.append((b"x-frame-options", b"DENY"))
            message["headers"] = [*message.get("headers", ()), *extra]
        await send(message)

    return sending
