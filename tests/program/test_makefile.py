"""Commands of the Makefile."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[2] / "Makefile"


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_fresh_takes_the_newest_wheel_of_the_platform_where_there_are_several(tmp_path: Path) -> None:
    recipe = re.search(r"^fresh:.*\n(?:\t.*\n)+", MAKEFILE.read_text(encoding="utf8"), re.MULTILINE)
    assert recipe is not None
    asked = re.search(r"\$\$\((.*)\)\[test\]", recipe[0])
    assert asked is not None
    (tmp_path / "dist").mkdir()
    for age, name in enumerate(("py3-none-any", "cp311-cp311-linux_x86_64", "cp313-cp313-linux_x86_64")):
        wheel = tmp_path / "dist" / f"linkwork-0.1.0-{name}.whl"
        wheel.touch()
        os.utime(wheel, (1e9 - age, 1e9 - age))
    command = asked[1].replace("$(CURDIR)", str(tmp_path))
    told = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(tmp_path / "dist" / "linkwork-0.1.0-cp311-cp311-linux_x86_64.whl")]
