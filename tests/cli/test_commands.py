"""The command line: what each command does, leaves behind, and answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import linkwork
from linkwork.cli.main import app
from linkwork.cli.new import example
from linkwork.cli.templates import FIRST, sketches, templates
from linkwork.formats.model_file import json_schema, load, loads
from linkwork.mechanism.planar import Planar

COMMANDS = (
    "new",
    "check",
    "topology",
    "assemble",
    "run",
    "verify",
    "sensitivity",
    "study",
    "optimise",
    "plot",
    "animate",
    "trace",
    "export",
    "schema",
    "demo",
)

ARM = """\
linkwork: 1
name: arm
bodies: {arm: {estimate: [0, 0, 0], mass: {mass: 1, center: [0.5, 0], inertia: 0.1}}}
joints: {O: {type: revolute, between: [ground, arm], at: [0, 0]}}
gravity: [0, -9.81]
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def crank(changes: tuple[str, str] = ("", "")) -> str:
    Path("crank.yaml").write_text(example("slider-crank").replace(*changes), encoding="utf-8")
    return "crank.yaml"


def test_help_shows_commands_and_examples() -> None:
    text = call("--help").output
    assert all(f"\n  {command} " in text for command in COMMANDS)
    assert "linkwork run crank.yaml" in text
    assert "..." not in text.partition("Commands:")[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(command: str) -> None:
    done = call(command, "--help")
    assert done.exit_code == 0
    assert f"linkwork {command}" in done.output


def test_help_imports_no_heavy_module() -> None:
    code = (
        "import sys; sys.argv = ['linkwork', '--help']\n"
        "from linkwork.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = [m for m in ('numpy', 'numba', 'pydantic', 'ruamel.yaml', 'matplotlib') if m in sys.modules]\n"
        "print(heavy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    assert call("--version").output == f"linkwork {linkwork.__version__}\n"


@pytest.mark.parametrize("template", [*FIRST, "geneva-wheel"])
def test_a_new_model_checks_and_runs(template: str, own_folder: Path) -> None:
    assert call("new", "my thing", "--template", template).exit_code == 0
    assert load("my thing.yaml").name == "my thing"
    assert call("check", "my thing.yaml").exit_code == 0
    done = call("run", "my thing.yaml", "--points", "21", "--out", "results")
    assert done.exit_code == 0
    for ending in (".csv", ".html", "-plot-1.png", "-drawing.png"):
        assert (own_folder / "results" / f"my thing{ending}").stat().st_size > 500
        assert f"my thing{ending}" in done.output


def test_every_template_has_its_picture_in_the_list(own_folder: Path) -> None:
    assert len(templates()) >= 20
    listed = call("new", "--list").output
    for name, template in templates().items():
        assert sketches()[name] and sketches()[name][0] in listed and f"  {name}\n" in listed
        assert template.path.read_text(encoding="utf-8").startswith(("linkwork: 1", "#"))
    few = call("new", "--list", "gear").output
    assert "planetary-gear" in few and "four-bar\n" not in few
    assert "did you mean" in call("new", "a", "--template", "geneva-wheal").output


def test_new_does_not_overwrite(own_folder: Path) -> None:
    (own_folder / "a.yaml").write_text("mine")
    assert call("new", "a").exit_code == 2
    assert (own_folder / "a.yaml").read_text() == "mine"
    assert call("new", "a", "--force").exit_code == 0


def test_a_new_name_that_yaml_would_misread_is_quoted() -> None:
    assert call("new", "1: #x").exit_code == 0
    assert load("1: #x.yaml").name == "1: #x"


def test_check_for_people_and_for_machines() -> None:
    model = crank()
    assert "mobility" in call("check", model).output
    report = json.loads(call("check", model, "--json").stdout)
    assert report["ok"] is True
    assert report["mobility_by_rank"] == 1


def test_check_says_1_when_a_driver_is_missing() -> None:
    model = crank(("  motor: {type: angle, joint: O, value: n*t}", ""))
    done = call("check", model)
    assert done.exit_code == 1
    assert "driver" in done.output


def test_assemble_with_a_held_value() -> None:
    model = crank()
    poses = json.loads(call("assemble", model, "--free", "--hold", "slider.x=0.5", "--json").stdout)["poses"]
    assert poses["slider"][0] == pytest.approx(0.5, abs=1e-9)
    assert call("assemble", model, "--hold", "slider.x").exit_code == 2
    assert call("assemble", model, "--hold", "sldr.x=1").exit_code == 2


def test_what_cannot_be_assembled_says_1_and_names_the_joint() -> None:
    model = crank()
    done = call("assemble", model, "--free", "--hold", "slider.x=5")
    assert done.exit_code == 1
    assert "stays open" in done.output


def test_parameters_can_be_changed() -> None:
    model = crank()
    poses = json.loads(call("assemble", model, "--set", "l=800 mm", "--json").stdout)["poses"]
    assert poses["slider"][0] == pytest.approx(1.0, abs=1e-9)
    for wrong in ("l", "q=1", "l=", "l=1+", "l=bad"):
        done = call("assemble", model, "--set", wrong)
        assert done.exit_code == 2
        assert done.stderr.startswith("error: ")


def test_a_run_without_figures_leaves_table_and_page(own_folder: Path) -> None:
    call("new", "slider-crank.yaml")
    program = (
        "import sys\nfrom linkwork.cli.main import app\n"
        "try: app(['run', 'slider-crank.yaml', '--no-figures'])\n"
        "finally: print('matplotlib' in sys.modules, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert sorted(file.name for file in (own_folder / "slider-crank").iterdir()) == [
        "slider-crank.csv",
        "slider-crank.html",
    ]
    assert done.stdout.splitlines()[-1].startswith("False")


def test_a_run_tells_the_line_of_a_channel_that_is_not_there(own_folder: Path) -> None:
    head = example("slider-crank").partition("output:")[0].rstrip()
    (own_folder / "bad.yaml").write_text(f"{head}\noutput:\n  plots: [[slider.xx]]\n", encoding="utf-8")
    answer = call("run", "bad.yaml")
    place = f"bad.yaml:{head.count(chr(10)) + 3}:"
    assert answer.exit_code == 2 and place in answer.output and "no channel 'slider.xx'" in answer.output
    assert not (own_folder / "bad").exists()


def test_a_run_tells_what_to_act_on_not_how_it_was_done(own_folder: Path) -> None:
    free = "analysis: {simulate: {until: 0.01, points: 3}}\n"
    (own_folder / "arm.yaml").write_text(ARM + free, encoding="utf-8")
    answer = call("run", "arm.yaml", "--no-figures")
    assert answer.exit_code == 0 and "formulation" not in answer.output
    assert any(note.startswith("formulation: ") for note in load("arm.yaml").run().notes)


def test_run_answers_machines() -> None:
    done = call("run", crank(), "--points", "11", "--json")
    answer = json.loads(done.stdout)
    assert answer["ok"] is True
    assert answer["points"] == 11
    assert all(Path(file).exists() for file in answer["files"])


def test_a_lock_up_says_1_and_keeps_the_results() -> None:
    model = crank(("l: 500 mm", "l: 150 mm"))
    done = call("run", model, "--points", "51", "--json")
    answer = json.loads(done.stdout)
    assert done.exit_code == 1
    assert answer["ok"] is False
    assert answer["events"]
    assert Path("crank/crank.csv").exists()


def test_a_model_that_asks_for_nothing_needs_an_end() -> None:
    model = crank(("analysis:\n  kinematics: {until: 2, points: 401}\n", ""))
    done = call("run", model)
    assert done.exit_code == 2
    assert "--until" in done.stderr
    assert call("run", model, "--until", "0.1", "--points", "5").exit_code == 0


@pytest.mark.parametrize(
    "grid", [("--until", "nan"), ("--until", "-1"), ("--until", "inf"), ("--points", "1"), ("--points", "999999999")]
)
def test_time_grids_that_make_no_sense_say_2(grid: tuple[str, str]) -> None:
    done = call("run", crank(), *grid)
    assert done.exit_code == 2
    assert grid[0] in done.stderr


def test_plot_over_time_and_across(own_folder: Path) -> None:
    model = crank()
    assert call("plot", model, "slider.x", "slider.vx", "--points", "11").exit_code == 0
    assert (own_folder / "plot.png").exists()
    across = ("rod.middle.x", "rod.middle.y", "--cross", "--out", "curve.svg", "--points", "11")
    assert call("plot", model, *across).exit_code == 0
    assert (own_folder / "curve.svg").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("slidr.x",),
        ("slider.xx",),
        ("slider.x", "--cross"),
        ("slider.x", "--out", "figure.doc"),
        ("slider.x", "--out", "no/such/folder/figure.png"),
    ],
)
def test_plots_that_cannot_be_made_say_2(arguments: tuple[str, ...]) -> None:
    done = call("plot", crank(), *arguments, "--points", "5")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1].startswith("error: ")


def test_animate_writes_a_page_or_a_gif(own_folder: Path) -> None:
    model = crank()
    assert call("animate", model, "--points", "5").exit_code == 0
    assert call("animate", model, "--points", "5", "--out", "crank.gif").exit_code == 0
    assert (own_folder / "crank.html").stat().st_size > 1000
    assert (own_folder / "crank.gif").read_bytes()[:3] == b"GIF"
    assert call("animate", model, "--points", "5", "--out", "crank.avi").exit_code == 2


def test_trace_finds_the_circuits() -> None:
    answer = json.loads(call("trace", crank(), "--json").stdout)
    assert answer["driver"] == "motor"
    assert answer["circuits"]
    assert call("trace", crank(), "--driver", "moter").exit_code == 2


def test_schema_is_the_published_one(own_folder: Path) -> None:
    schema = json_schema()
    assert json.loads(call("schema").stdout) == schema
    call("schema", "--out", "s.json")
    assert json.loads((own_folder / "s.json").read_text()) == schema


def test_demo_leaves_figure_and_page_and_says_where(own_folder: Path) -> None:
    done = call("demo")
    assert done.exit_code == 0
    for name in ("quick-return.html", "quick-return-plot-1.png", "quick-return-drawing.png"):
        assert (own_folder / "demo" / name).exists()
    assert str(own_folder / "demo" / "quick-return.html") in done.output.replace("\n", "")


def test_the_demo_moves_as_the_book_says() -> None:
    run = loads(example("quick-return")).kinematics(until=1, points=2001, progress=False)
    assert run["tool.x"].max() == pytest.approx(1.66733, abs=1e-4)
    assert run["tool.x"].min() == pytest.approx(-4.33705, abs=1e-4)


def test_a_broken_file_says_2_in_one_line() -> None:
    model = crank(("joint: O", "joint: Q"))
    for command in ("check", "assemble", "run", "animate", "trace"):
        done = call(command, model)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert done.stderr == (
            "error: crank.yaml:31:31: driver 'motor': joint 'Q' is not defined; joints are: O, A, B, guide\n"
        )
    answer = json.loads(call("check", model, "--json").stdout)
    assert answer == {"ok": False, "error": done.stderr.removeprefix("error: ").strip()}


def test_wrong_usage_says_2() -> None:
    for arguments in (("chek",), ("check",), ("run", "a.yaml", "--points", "many"), ("check", "missing.yaml")):
        assert call(*arguments).exit_code == 2


def test_interruption_says_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(mechanism: Planar) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Planar, "check", interrupted)
    done = call("check", crank())
    assert done.exit_code == 130
    assert "Traceback" not in done.output


def test_the_first_run_says_that_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwork.numerics.jit.is_cold", lambda: True)
    monkeypatch.setattr("linkwork.base.progress._told_of_compiling", False)
    done = call("check", crank(), "--json")
    assert done.stderr == "compiling kernels (first run only) ...\n"
    json.loads(done.stdout)


def test_assemble_lists_all_branches() -> None:
    text = call("assemble", crank(), "--branches").output
    assert "2 ways to assemble (these are all)" in text
    data = json.loads(call("assemble", crank(), "--branches", "--json").output)
    assert data["complete"] and len(data["assemblies"]) == 2


def test_sensitivity_for_people_and_for_machines(own_folder: Path) -> None:
    crank()
    asked = ("sensitivity", "crank.yaml", "--of", "final(slider.x)", "--until", "0.1", "--points", "5")
    shown = call(*asked, "--tornado", "bars.png")
    assert shown.exit_code == 0, shown.output
    assert "+1 % gives" in shown.output
    assert (own_folder / "bars.png").exists()
    found = json.loads(call(*asked, "--json").stdout)
    assert set(found["derivatives"]["final(slider.x)"]) == set(found["parameters"])


def test_sensitivities_of_nothing_or_of_unknown_things_say_2() -> None:
    crank()
    assert call("sensitivity", "crank.yaml").exit_code == 2
    assert call("sensitivity", "crank.yaml", "--of", "final(slider.q)").exit_code == 2
    assert call("sensitivity", "crank.yaml", "--of", "slider.x", "--to", "nothing").exit_code == 2
