"""The websocket of a running server: what one page does all see, bad and many messages harm nobody."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from socket import SHUT_RDWR

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from linkwork.serve.pages import MOST_PAGES
from serve.running import PATIENCE, Running, eventually, hear, put, tell
from serve.view_models import example

Serving = Callable[[Path], Running]


def test_two_pages_see_the_same(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    first, second = running.connect(), running.connect()
    assert hear(first, "model")["reason"] == "open" and hear(second, "model")["reason"] == "open"
    tell(first, type="set", seq=7, values={"a": 0.12}, final=True)
    own, others = hear(first, "model", reason="set"), hear(second, "model", reason="set")
    assert (own["seq"], others["seq"]) == (7, None) and own["version"] == others["version"]
    assert own["parameters"][0]["value"] == others["parameters"][0]["value"] == 0.12
    tell(second, type="undo")
    assert hear(first, "model", reason="undo")["parameters"][0]["value"] == 0.1
    tell(first, type="redo")
    tell(first, type="save")
    assert hear(second, "saved")["name"] == "four-bar.yaml"
    assert "a: 0.12        # crank" in (tmp_path / "four-bar.yaml").read_text(encoding="utf-8")
    second.close()
    tell(first, type="watch", channels=["crank.angle"])
    assert list(hear(first, "channels")["series"]) == ["crank.angle"]


def test_of_many_moves_the_last_is_always_answered(serving: Serving, tmp_path: Path) -> None:
    socket = serving(example(tmp_path)).connect()
    for number in range(300):
        tell(socket, type="set", seq=number, values={"a": 0.1 + 1e-4 * number}, final=False)
    tell(socket, type="drag", seq=1, body="crank", point=[0.1, 0], target=[0, 0.1], phase="start", time=0.0)
    tell(socket, type="set", seq=300, values={"a": 0.13}, final=True)
    answered = 0
    while (message := hear(socket, "model"))["seq"] != 300:
        answered += message["seq"] is not None
    assert message["file"]["undo"] == 1 and message["parameters"][0]["value"] == 0.13
    assert answered < 300


def test_saving_the_file_reloads_it_and_a_mistake_is_told_with_its_line(serving: Serving, tmp_path: Path) -> None:
    path = example(tmp_path)
    socket = serving(path).connect()
    hear(socket, "model")
    text = path.read_text(encoding="utf-8")
    put(path, text.replace("a: 0.1 ", "a: 0.11"))
    assert hear(socket, "model", reason="file")["parameters"][0]["value"] == 0.11
    put(path, text.replace("drivers:", "drivers: ["))
    assert hear(socket, "fault", stage="file")["place"]["line"] >= 34
    path.unlink()
    assert "no such file" in hear(socket, "fault")["text"]
    path.write_text(text, encoding="utf-8")
    assert hear(socket, "model", reason="file")["parameters"][0]["value"] == 0.1


BAD = (
    "",
    "null",
    "[1]",
    "{",
    '{"type": "fly"}',
    '{"type": "set", "values": {"a": NaN}}',
    '{"type": "set", "values": {"a": 1e400}}',
    '{"type": "set", "values": {"a": "much"}}',
    '{"type": "set", "values": {}}',
    '{"type": "set", "values": {"nothing": 1}}',
    '{"type": "drag", "body": "crank", "point": [0], "target": [0, 0], "phase": "start"}',
    '{"type": "drag", "body": 3, "point": [0, 0], "target": [0, 0], "phase": "start"}',
    '{"type": "watch", "channels": "all"}',
    '{"type": "analysis", "kind": "magic"}',
    '{"type": "analysis", "kind": "simulate", "options": {"points": 1000000000}}',
    '{"type": ' + "[" * 50_000 + "]" * 50_000 + "}",
    '{"type": "watch", "channels": ["' + "x" * 70_000 + '"]}',
)


def test_bad_messages_get_one_line_each_and_change_nothing(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    socket = running.connect()
    version = hear(socket, "model")["version"]
    for text in BAD:
        socket.send(text)
        said = hear(socket, "said")
        assert said["level"] == "warning" and said["text"] and "\n" not in said["text"] and len(said["text"]) < 500
    socket.send(b"\0\1")
    assert "texts, not bytes" in hear(socket, "said")["text"]
    tell(socket, type="set", seq=1, values={"a": 0.11}, final=True)
    assert hear(socket, "model", seq=1)["version"] == version + 1


def test_ten_thousand_bad_messages_at_once_leave_the_server_alive(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    loud, other = running.connect(), running.connect()
    hear(other, "model")
    with contextlib.suppress(ConnectionClosed):  # a page that takes no answers may be closed
        for _ in range(10_000):
            loud.send('{"type": "fly"}')
    tell(other, type="set", seq=1, values={"a": 0.11}, final=True)
    assert hear(other, "model", seq=1)["reason"] == "set"


def closing(socket: ClientConnection) -> ConnectionClosed:
    """How the server ends a connection, after all else that it says."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            socket.recv(timeout=PATIENCE)
    return closed.value


def test_a_message_of_ten_megabytes_ends_its_own_connection_only(serving: Serving, tmp_path: Path) -> None:
    """Its announcement is answered by the reason; where all of it is under way the answer may be lost on the way."""
    running = serving(example(tmp_path))
    announced, sent, other = running.connect(), running.connect(), running.connect()
    hear(announced, "model")
    announced.socket.sendall(b"\x81\xff" + (10_000_000).to_bytes(8, "big") + b"mask")
    closed = closing(announced)
    assert closed.rcvd is not None and closed.rcvd.code == 1009
    with contextlib.suppress(ConnectionClosed):
        sent.send("x" * 10_000_000)
    closing(sent)
    hear(other, "model")
    tell(other, type="undo")
    assert hear(other, "said")["text"] == "nothing to undo"


def test_a_hundred_connections_leave_the_server_alive(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    running.connect().recv(timeout=PATIENCE)
    turned_away = 0
    for _ in range(100):
        socket = running.connect()
        try:
            socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code == 1013 and "close one" in closed.rcvd.reason
            turned_away += 1
    assert turned_away == 101 - MOST_PAGES


def test_a_page_that_goes_away_ends_nothing(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    for _ in range(5):
        socket = running.connect()
        tell(socket, type="set", seq=1, values={"a": 0.11}, final=False)
        socket.socket.shutdown(SHUT_RDWR)
    last = running.connect()
    assert hear(last, "model")["file"]["name"] == "four-bar.yaml"
    eventually(lambda: len(running.pages.pages) == 1, "only the last page is left")


def test_a_slider_whose_page_goes_away_comes_to_rest_on_the_others(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    first, second = running.connect(), running.connect()
    whole = len(hear(second, "model")["payload"]["scene"]["times"])
    tell(first, type="set", seq=1, values={"a": 0.12}, final=False)
    assert len(hear(second, "model", reason="set")["payload"]["scene"]["times"]) < whole
    first.close()
    rested = hear(second, "model", reason="set")
    assert len(rested["payload"]["scene"]["times"]) == whole
    assert rested["file"]["undo"] == 1 and rested["parameters"][0]["value"] == 0.12


def test_without_the_token_or_from_another_site_nobody_gets_in(serving: Serving, tmp_path: Path) -> None:
    running = serving(example(tmp_path))
    for token in ("", "wrong", "token-of-the-tes"):
        socket = running.connect(token=token)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    with pytest.raises(InvalidStatus) as refused:
        running.connect(origin="http://evil.example")
    assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        running.connect(additional_headers={"Host": "evil.example"})
    assert refused.value.response.status_code in (400, 403)
    assert json.loads(running.connect().recv(timeout=PATIENCE))["type"] in ("model", "progress")
