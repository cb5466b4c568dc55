"""What Python prints of an error that is the user's to mend."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """\
import linkwork as lw

m = lw.Planar("one")
m.body("crank")


def mine():
    m.kinematics(until="nobody")


mine()
"""


def printed(tmp_path: Path, **environment: str) -> str:
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert done.returncode == 1
    return done.stderr


def test_python_prints_the_users_lines_and_our_message_alone(tmp_path: Path) -> None:
    text = printed(tmp_path)
    assert "in mine" in text and "nobody" in text.splitlines()[-1]
    assert "linkwork/" not in text.replace("\\", "/"), text


def test_all_frames_are_shown_on_request(tmp_path: Path) -> None:
    assert "given.py" in printed(tmp_path, LINKWORK_TRACEBACK="full")
