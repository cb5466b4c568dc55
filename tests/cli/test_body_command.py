"""`linkwork body`: tables, page and what it tells."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from linkwork.biomechanics import Markers, Motion, Table, inverse_dynamics, read_osim, read_table, share_forces
from linkwork.cli.main import app

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
RESERVES = {"hip_flexion": 1.0, "knee_angle": 1.0}


@pytest.fixture
def motion(tmp_path: Path) -> Motion:
    leg, time = read_osim(FILE), np.linspace(0.0, 1.0, 21)
    w = 2 * math.pi * time
    columns = [0.1 * np.sin(w), 0.4 * time, 0.95 + 0.02 * np.cos(w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    made = Motion(leg, time, np.column_stack(columns))
    made.table().write(tmp_path / "leg.mot")
    return made


def _run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["body", str(FILE), *words])
    return result.exit_code, result.output


def test_a_study_from_the_command_line_is_the_one_from_python(motion: Motion, tmp_path: Path) -> None:
    given = [word for name in RESERVES for word in ("--reserve", f"{name}=1")]
    page, out = tmp_path / "leg.html", tmp_path / "tables"
    code, text = _run("--motion", str(tmp_path / "leg.mot"), *given, "--out", str(out), "--page", str(page))
    assert code == 0 and page.stat().st_size > 100_000, text
    shared = share_forces(inverse_dynamics(motion), "activation", RESERVES)
    assert read_table(out / "activations.sto").values == pytest.approx(shared.activations, abs=1e-9)
    assert read_table(out / "net_forces.sto")["knee_angle_moment"] == pytest.approx(shared.net["knee_angle"], abs=1e-8)
    largest = shared.net.residuals()["height"]
    assert f"residual at height: at most {largest:.4g} N\n" in text
    assert f"reserve of knee_angle: {100 * shared.reserve_share()['knee_angle']:.2g} %" in text


PLATES = """<OpenSimDocument Version="40000"><ExternalLoads name="one"><objects><ExternalForce name="push">
<applied_to_body>shank</applied_to_body><force_identifier>f</force_identifier><point_identifier>p</point_identifier>
<torque_identifier>m</torque_identifier></ExternalForce></objects><datafile>push.mot</datafile>
</ExternalLoads></OpenSimDocument>"""


def test_markers_are_put_where_they_were_and_less_is_left(motion: Motion, tmp_path: Path) -> None:
    """A plate that carries the leg with 3 % more mass: the command finds the masses that Python finds."""
    given = [word for name in RESERVES for word in ("--reserve", f"{name}=1")]
    wrench = 1.03 * inverse_dynamics(motion).wrenches[:, 0]
    columns = np.hstack([wrench[:, :3], np.zeros((21, 3)), wrench[:, 3:]])
    push = Table(motion.time, tuple(f"{kind}{axis}" for kind in "fpm" for axis in "xyz"), columns)
    push.write(tmp_path / "push.mot")
    (tmp_path / "plates.xml").write_text(PLATES, encoding="utf-8")
    leg = motion.skeleton
    places = [(leg.places(leg.start())[one.body] @ [*one.location, 1.0])[:3] for one in leg.markers]
    places[4] = places[4] + (0.0, 0.0, 0.02)
    standing = Markers(np.arange(3) / 60, tuple(one.name for one in leg.markers), np.tile(places, (3, 1, 1)))
    standing.write(tmp_path / "standing.trc")
    fixed = [word for name in ("asis", "sacrum", "thigh_side", "ankle") for word in ("--fixed", name)]
    words = ("--motion", str(tmp_path / "leg.mot"), "--plates", str(tmp_path / "plates.xml"), *given)
    code, text = _run(
        *words, "--standing", str(tmp_path / "standing.trc"), *fixed, "--trunk", "pelvis", "--heat", "bhargava"
    )
    assert code == 0, text
    assert "markers moved: 2, the farthest is shin, by 20.0 mm\n" in text
    assert "markers that stay: 4, the farthest from its place is " in text
    assert "mass: 23.5 kg, now 24.2 kg; center moved by 0, 0, 0 mm" in text
    assert "residual at height: at most " in text
    assert "burnt, after Bhargava: " in text and " W/kg, rest included\n" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "give measured markers"),
        (("--motion", "a.mot", "--markers", "b.trc"), "one of both"),
        (("--motion", "{}", "--reserve", "knee"), "--reserve knee: write a name and a number"),
        (("--motion", "{}", "--reserve", "tail=1"), "there is no coordinate 'tail'"),
        (("--motion", "{}", "--trunk", "pelvis"), "--trunk fits masses and motion to force plates: give --plates"),
        (("--motion", "{}", "--heat", "stove"), "--heat stove: there are umberger and bhargava"),
        (("--motion", "{}", "--fixed", "asis"), "give --standing, too"),
        (("--motion", "{}", "--cost", "gold"), "there is no cost 'gold'"),
        (("--motion", "{}", "--report", "leg.txt"), "the ending '.txt' is not known"),
    ],
)
def test_what_it_cannot_do_is_said_in_a_line(words: tuple[str, ...], told: str, motion: Motion, tmp_path: Path) -> None:
    assert len(motion.time) == 21
    code, text = _run(*(word.replace("{}", str(tmp_path / "leg.mot")) for word in words))
    assert code == 2 and told in text
