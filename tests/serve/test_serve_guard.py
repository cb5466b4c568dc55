"""The door of the server: token, host, origin, headers, and a fixed list of files. Requests go out byte for byte."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from linkwork.serve.assets import assets
from serve.running import PATIENCE, TOKEN, Running
from serve.view_models import example


class Response:
    """An answer taken apart."""

    def __init__(self, content: bytes) -> None:
        head, _, body = content.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split()[1])
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        self.text = body.decode("utf-8", "replace")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = Running(example(tmp_path_factory.mktemp("guard")))
    yield found
    found.stop()


def ask(running: Running, path: str, method: str = "GET", host: str | None = None, **headers: str) -> Response:
    """One request, nothing in it mended on the way."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {running.host if host is None else host}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection(running.host.split(":"), timeout=PATIENCE) as line:  # type: ignore[arg-type]
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        content = b""
        while part := line.recv(65536):
            content += part
    return Response(content)


def get(running: Running, path: str, **headers: str) -> Response:
    return ask(running, f"{path}?token={TOKEN}", **headers)


def test_the_page_names_its_files_and_all_of_them_are_there(running: Running) -> None:
    page = get(running, "/")
    assert page.status == 200 and "<title>four-bar.yaml</title>" in page.text
    for name in assets():
        assert f'"/page/{name}?token={TOKEN}"' in page.text
        found = get(running, f"/page/{name}")
        assert found.status == 200 and found.headers["content-type"].startswith(("text/javascript", "text/css"))
    assert "http://" not in page.text and "https://" not in page.text


def test_every_answer_carries_the_headers_that_keep_a_page_in(running: Running) -> None:
    for answer in (get(running, "/"), get(running, "/page/nothing.js"), ask(running, "/")):
        rule = answer.headers["content-security-policy"]
        assert "default-src 'none'" in rule and "unsafe" not in rule and "frame-ancestors 'none'" in rule
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
    assert f"ws://{running.host}" in get(running, "/").headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/page/theme.css", "/nothing", "/live", "/page/../four-bar.yaml"])
def test_without_the_right_token_everything_is_refused(running: Running, path: str) -> None:
    queries = ("", "?token=", "?token=wrong", f"?token={TOKEN}x", f"?token={TOKEN}&token=two", "?token=%ff")
    for query in (*queries, f"?Token={TOKEN}", "?" + "&" * 50 + f"token={TOKEN}"):
        answer = ask(running, path + query)
        assert answer.status == 403 and TOKEN not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{}", "127.0.0.1", "127.0.0.1:80", "10.0.0.1:{}", " "])
def test_only_names_of_this_machine_are_answered(running: Running, host: str) -> None:
    port = running.host.split(":")[1]
    assert get(running, "/", host=host.format(port)).status in (400, 403)
    assert get(running, "/", host=f"LocalHost:{port}").status == 200


def test_pages_of_other_sites_may_not_ask(running: Running) -> None:
    for origin in ("http://evil.example", "null", f"https://{running.host}", "http://127.0.0.1:9"):
        assert get(running, "/", origin=origin).status == 403
    assert get(running, "/", origin=f"http://{running.host}").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/four-bar.yaml",
        "/page/",
        "/page/../four-bar.yaml",
        "/../four-bar.yaml",
        "/page/%2e%2e/four-bar.yaml",
        "/page/..%2f..%2fpyproject.toml",
        "/page//etc/passwd",
        "//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/theme.css%00.js",
        "/page/theme.css/",
        "/page/LIVE.js",
        "/page/..\\four-bar.yaml",
        "/page/" + "x" * 5000,
        "/page/page_template.html",
    ],
)
def test_no_other_file_can_be_had(running: Running, path: str) -> None:
    answer = get(running, path)
    assert answer.status in (404, 307) and "linkwork" not in answer.text and "root:" not in answer.text


def test_what_is_no_request_is_turned_away(running: Running) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert ask(running, f"/?token={TOKEN}", method=method).status == 405
    with contextlib.suppress(ConnectionError):  # the answer is lost where the server closes before all is read
        assert get(running, "/" + "x" * 100_000).status in (400, 404)
    assert ask(running, "/?token=a b c").status == 400
    assert get(running, "/").status == 200
