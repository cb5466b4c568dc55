"""What a notebook shows of mechanisms, runs and results: small, escaped, and never an error."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

import linkwork as lw
from linkwork.formats.model_file import loads
from linkwork.report.notebook import FRAMES, LARGEST, run_html
from linkwork.report.text_tables import columns_of, text_html

MODEL = """
linkwork: 1
name: crank <&> rod
parameters: {r: 0.2, l: 0.6}
bodies:
  crank: {mass: {mass: 1, inertia: 0.01}}
  rod: {mass: {mass: 1, center: [l/2, 0], inertia: 0.03}}
  slider: {estimate: [0.7, 0, 0], mass: {mass: 2, inertia: 0.01}}
joints:
  A: {type: revolute, between: [ground, crank]}
  B: {type: revolute, between: [{crank: [r, 0]}, rod]}
  C: {type: revolute, between: [{rod: [l, 0]}, slider]}
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {slider: [[0, 0], [1, 0]]}]}
drivers:
  motor: {type: angle, joint: A, value: 1 + 6*t}
analysis:
  inverse_dynamics: {until: 1, points: 501}
"""


@pytest.fixture(scope="module")
def mechanism() -> lw.Planar:
    return loads(MODEL)


def test_a_mechanism_shows_drawing_tables_and_mobility(mechanism: lw.Planar) -> None:
    text = mechanism._repr_html_()
    assert 'src="data:image/svg+xml;base64,' in text
    assert "crank &lt;&amp;&gt; rod" in text and "<&>" not in text
    assert ">slider</td>" in text and ">translational</td>" in text and ">motor</td>" in text
    assert "9 coordinates less 8 equations of joints: 1. In all, one freedom is left, moved by drivers." in text
    assert len(text) < 200_000


def test_a_mechanism_that_cannot_be_assembled_shows_the_reason() -> None:
    far = MODEL.replace("[[0, 0], [1, 0]]}, {slider", "[[0, 5], [1, 5]]}, {slider")
    text = loads(far)._repr_html_()
    assert "It cannot be assembled: " in text and "stays open by" in text
    assert "Drawn is the closest position found." in text


def test_a_mechanism_half_described_shows_what_is_wrong_and_raises_nothing() -> None:
    m = lw.Planar("half <b>")
    assert "half &lt;b&gt;" in m._repr_html_()
    m.parameters(a="b")
    assert "unknown name &#x27;b&#x27;" in m._repr_html_()


def test_a_run_shows_the_viewer_thinned_and_stays_small(mechanism: lw.Planar) -> None:
    run = mechanism.run(progress=False)
    text = run._repr_html_()
    assert len(text) < LARGEST
    assert text.count("<iframe") == 1 and 'sandbox="allow-scripts"' in text
    assert "0 to 1 s, 501 points" in text and "reactions and energies" in text
    times = re.search(r'"times":\[([^\]]*)\]', text)
    assert times is not None and len(times[1].split(",")) == FRAMES
    assert "<script" not in text  # all of it is inside the attribute of the frame


def test_show_has_all_frames_and_says_what_it_is(mechanism: lw.Planar) -> None:
    run = mechanism.run(progress=False)
    shown = run.show(height=300)
    times = re.search(r'"times":\[([^\]]*)\]', shown._repr_html_())
    assert times is not None and len(times[1].split(",")) == 501
    assert 'style="height:300px"' in shown._repr_html_()
    assert "a notebook shows it" in repr(shown)
    assert "<iframe" in mechanism.show()._repr_html_()


def test_a_run_too_large_for_a_notebook_shows_a_drawing(mechanism: lw.Planar, monkeypatch: pytest.MonkeyPatch) -> None:
    run = mechanism.run(points=5, progress=False)
    monkeypatch.setattr("linkwork.report.notebook.LARGEST", 1000)
    text = run_html(run)
    assert "<iframe" not in text and "data:image/svg+xml" in text and "run.show() shows it moving" in text


def test_a_run_that_locks_up_says_so() -> None:
    run = loads(MODEL.replace("r: 0.2", "r: 0.65")).run(progress=False)
    assert not run.completed
    assert '<p class="error">Ended early: lock-up at t =' in run._repr_html_()
    assert "<h3>Events</h3>" in run._repr_html_()


def test_results_show_their_tables(mechanism: lw.Planar) -> None:
    text = mechanism.check()._repr_html_()
    assert ">equations</th>" in text and ">ground - crank</td>" in text and "<img" in text
    text = mechanism.assemble()._repr_html_()
    assert ">angle (rad)</th>" in text and "<img" in text
    text = mechanism.sensitivity("max(slider.vx)", ["r", "l"], until=1, points=21)._repr_html_()
    assert ">derivative</th>" in text and ">r</td>" in text
    text = mechanism.topology()._repr_html_()
    assert "<table" in text


def test_columns_are_found_by_what_is_blank_in_all_lines() -> None:
    lines = ["  name       value  unit", "  a b          1.5  m", "  long name      2"]
    assert columns_of(lines) == [("name", "value", "unit"), ("a b", "1.5", "m"), ("long name", "2", "")]
    assert columns_of(["  only one line of words"]) == []
    assert columns_of(["  two lines of words", "  that are no table at all"]) == []
    html = text_html("head\n  name   value\n  <a>        1\nwarning: <b>")
    assert "<b>head</b>" in html and "&lt;a&gt;" in html and '<p class="warning">warning: &lt;b&gt;</p>' in html


def test_describing_still_imports_no_numpy() -> None:
    code = (
        "import sys, linkwork as lw; m = lw.Planar('m'); m.revolute('O', m.ground, m.body('b')); repr(m); "
        "print([n for n in ('numpy', 'numba', 'matplotlib') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_notebook_shows_mechanism_run_and_figure() -> None:
    cells = [
        f"from linkwork.formats.model_file import loads\nm = loads({MODEL!r})\nm",
        "run = m.run(points=21)\nrun",
        "run.plot('slider.x')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    with TemporaryDirectory() as folder:
        options: dict[str, Any] = {"timeout": 600, "startup_timeout": 600, "kernel_name": "python3"}
        if os.name == "posix":  # files instead of ports, which somebody else may take before they are used
            options["config"] = Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}})
        NotebookClient(notebook, **options).execute()
    kinds = [set(cell.outputs[-1]["data"]) for cell in notebook.cells]
    assert "text/html" in kinds[0] and "text/html" in kinds[1]
    assert "<iframe" in notebook.cells[1].outputs[-1]["data"]["text/html"]
    assert "image/png" in kinds[2]
