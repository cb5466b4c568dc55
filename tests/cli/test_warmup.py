"""`linkwork warmup`: what it finds, what it says, and that what it compiled is kept."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

from linkwork.elements.planar.catalogue import ELEMENTS, FORCES
from linkwork.system.formulations.formulations import FORMULATIONS
from linkwork.warm import kernels

ONE_KERNEL = """
import sys
from functools import partial
from linkwork import warm
from linkwork.cli.main import app
from linkwork.functions.constant_kernel import constant
from linkwork.numerics.jit import address

def interrupted():
    raise KeyboardInterrupt

warm._analyses = list
one = [partial(address, constant, "function", "real"), *[interrupted] * (len(sys.argv) > 1)]
warm._compilations = lambda scalar, for_library: one if scalar == "real" else []
app(["warmup"])
"""


def warmup(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"LINKWORK_CACHE": str(folder)}
    command = [sys.executable, "-c", ONE_KERNEL, *options]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


def test_every_element_and_every_part_of_a_formulation_is_found() -> None:
    found = {body for body, _, _ in kernels()}
    assert {element.kernel_body() for element in (*ELEMENTS, *FORCES)} <= found
    for formulation in FORMULATIONS.values():
        for part in formulation.parts:
            module, _, name = part.rpartition(".")
            assert getattr(importlib.import_module(f"linkwork.system.{module}"), name) in found


def test_what_was_compiled_before_an_interruption_is_kept(tmp_path: Path) -> None:
    stopped = warmup(tmp_path, "interrupt")
    assert (stopped.returncode, stopped.stderr) == (130, "error: interrupted\n")
    again = warmup(tmp_path)
    assert again.returncode == 0
    assert again.stdout.startswith("everything is compiled already")


def test_it_says_how_much_was_compiled(tmp_path: Path) -> None:
    assert warmup(tmp_path).stdout.startswith("compiled 1 function in ")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = warmup(tmp_path / "file")
    assert done.returncode == 2
    assert "cannot be written; name another in LINKWORK_CACHE" in done.stderr
