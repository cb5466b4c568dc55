"""`linkwork view` as a process of its own: one address, an end by Ctrl-C, clear words for what cannot be shown."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from linkwork.cli.main import app
from linkwork.serve.server import listening
from serve.running import PATIENCE, PATIENT, eventually, hear, tell
from serve.view_models import example

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]{20,})")


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent to another process in this way on POSIX only")
def test_ctrl_c_ends_everything_and_closing_the_browser_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "linkwork.cli.main", "view", str(example(tmp_path)), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    try:
        found = ADDRESS.search(process.stdout.readline())
        assert found is not None
        port, token = int(found[1]), found[2]
        with urllib.request.urlopen(found[0]) as page:
            assert page.status == 200
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/")
        origin: Any = f"http://127.0.0.1:{port}"
        address = f"ws://127.0.0.1:{port}/live?token={token}"
        for _ in range(2):
            with connect(address, origin=origin, **PATIENT) as page:
                hear(page, "model")
        with connect(address, origin=origin, **PATIENT) as page:
            tell(page, type="set", seq=1, values={"a": 0.11}, final=False)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) in (0, 130)
    finally:
        process.kill()
        rest, errors = process.communicate()
    assert errors == "" and "Traceback" not in rest
    eventually(lambda: is_free(port), f"port {port} is free again")


def is_free(port: int) -> bool:
    """Whether one can listen on a port; for a moment anybody on the machine may have it."""
    try:
        listening(port).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing.yaml"], "nothing.yaml: there is no such file"),
        (["."], ".: this is a folder"),
        (["four-bar.yaml", "--analysis", "magic"], "choose one of: kinematics"),
        (["four-bar.yaml", "--until", "-1"], "greater than zero"),
        (["four-bar.yaml", "--port", "70000"], "65535"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_words(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["view", *arguments, "--no-browser"])
    assert done.exit_code == 2 and words in done.output and "Traceback" not in done.output


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(app, ["view", str(example(tmp_path)), "--no-browser", "--port", port])
    assert done.exit_code == 2 and f"--port {port}: " in done.output and "leave it out" in done.output


def test_without_the_packages_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("linkwork.serve.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = CliRunner().invoke(app, ["view", str(example(tmp_path)), "--no-browser"])
    assert done.exit_code == 2 and "pip install 'linkwork[page]'" in done.output
