"""Malformed commands of design end with code 2 and one line that says what to mend."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from linkwork.cli.main import app

MODEL = """linkwork: 1
name: arm
parameters: {l: 1.0, k: 3.0}
bodies:
  b: {estimate: [0, 0, 0.2], points: {tip: [l, 0]}, mass: {mass: 1, inertia: 1}}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, {b: [0, 0]}]}
forces:
  coil: {type: torsion_spring, between: [ground, b], stiffness: k}
"""
TASK = "targets: [%s]\nfree: %s\nstarts: 1\n"
END = ["--until", "0.1"]
PAIRS = "{function: {given: b.angle, found: b.x, pairs: [1, 2]}}"
PATH = "{path: {place: b.tip, points: [[1, 0], [0, 1]]}}"

COMMANDS = {
    "sensitivity of nothing": ["sensitivity", "arm.yaml", *END],
    "sensitivity nonsense": ["sensitivity", "arm.yaml", "--of", "max(", *END],
    "sensitivity unknown": ["sensitivity", "arm.yaml", "--of", "final(b.nose)", *END],
    "sensitivity to unknown": ["sensitivity", "arm.yaml", "--of", "final(b.x)", "--to", "q", *END],
    "sensitivity method": ["sensitivity", "arm.yaml", "--of", "final(b.x)", "--method", "magic", *END],
    "sensitivity analysis": ["sensitivity", "arm.yaml", "--of", "final(b.x)", "--analysis", "magic", *END],
    "sensitivity without end": ["sensitivity", "arm.yaml", "--of", "final(b.x)"],
    "sensitivity until text": ["sensitivity", "arm.yaml", "--of", "final(b.x)", "--until", "soon"],
    "sensitivity of a missing file": ["sensitivity", "none.yaml", "--of", "final(b.x)"],
    "optimise nothing": ["optimise", "arm.yaml", "--free", "l=1:2", *END],
    "optimise both": ["optimise", "arm.yaml", "--minimise", "l", "--maximise", "l", "--free", "l=1:2"],
    "optimise free": ["optimise", "arm.yaml", "--minimise", "final(b.x)", "--free", "l", *END],
    "optimise free unknown": ["optimise", "arm.yaml", "--minimise", "final(b.x)", "--free", "q=1:2", *END],
    "optimise reversed": ["optimise", "arm.yaml", "--minimise", "final(b.x)", "--free", "l=2:1", *END],
    "optimise texts": ["optimise", "arm.yaml", "--minimise", "final(b.x)", "--free", "l=a:b", *END],
    "optimise condition": ["optimise", "arm.yaml", "--minimise", "l", "--free", "l=1:2", "--subject-to", "x", *END],
    "optimise method": ["optimise", "arm.yaml", "--minimise", "l", "--free", "l=1:2", "--method", "x", *END],
    "study nothing": ["study", "arm.yaml", *END],
    "study vary": ["study", "arm.yaml", "--vary", "l", "--response", "final(b.x)", *END],
    "study vary unknown": ["study", "arm.yaml", "--vary", "q=1,2", "--response", "final(b.x)", *END],
    "study vary text": ["study", "arm.yaml", "--vary", "l=a,b", "--response", "final(b.x)", *END],
    "study plan": ["study", "arm.yaml", "--vary", "l=1:2", "--plan", "magic", "--response", "final(b.x)", *END],
    "study response": ["study", "arm.yaml", "--vary", "l=1,2", "--response", "max(", *END],
    "study limits": ["study", "arm.yaml", "--vary", "l=1,2", "--response", "final(b.x)", "--limits", "a", *END],
    "synthesise without task": ["synthesise", "arm.yaml", "none.yaml"],
    "synthesise targets": ["synthesise", "arm.yaml", TASK % ("5", "{l: [0.5, 2]}")],
    "synthesise points": ["synthesise", "arm.yaml", TASK % ("{path: {place: b.tip, points: 5}}", "{l: [0.5, 2]}")],
    "synthesise pairs": [
        "synthesise",
        "arm.yaml",
        TASK % (PAIRS, "{}"),
    ],
    "synthesise poses": ["synthesise", "arm.yaml", TASK % ("{poses: {body: b, places: [[0, 0]]}}", "{l: [0.5, 2]}")],
    "synthesise reversed": ["synthesise", "arm.yaml", TASK % (PATH, "{l: [2, 1]}")],
    "synthesise unknown": ["synthesise", "arm.yaml", TASK % (PATH, "{q: [1, 2]}")],
    "synthesise free": ["synthesise", "arm.yaml", TASK % (PATH, "{l: 3}")],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_malformed_command_ends_with_code_2_and_one_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm.yaml").write_text(MODEL)
    arguments = list(COMMANDS[command])
    if arguments[-1].startswith("targets"):
        Path("task.yaml").write_text(arguments[-1])
        arguments[-1] = "task.yaml"
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2, done.output
    assert "Traceback" not in done.output and "internal error" not in done.output, done.output
    told = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    usage = "Usage:" in done.stderr
    assert usage or (len(told) == 1 and len(done.stderr.strip().splitlines()) == 1), done.stderr


def test_the_same_model_and_a_sound_command_end_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm.yaml").write_text(MODEL)
    done = CliRunner().invoke(app, ["sensitivity", "arm.yaml", "--of", "final(b.x)", "--analysis", "simulate", *END])
    assert done.exit_code == 0, done.output
