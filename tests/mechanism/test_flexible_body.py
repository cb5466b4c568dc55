"""Flexible bodies in mechanisms: Python and YAML alike, parameters, joints, deflection, stress, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.bodies.flexible.beam import Beam, rectangle, structure_of
from linkwork.formats.model_file import dumps, loads

PENDULUM = """
linkwork: 1
name: bending pendulum
parameters: {E: 2e9 Pa, rho: 1200 kg/m^3, damping: 0.02}
bodies:
  rod:
    estimate: [0, 0, 0]
    flexible:
      shape: {type: beam, length: 1, section: {height: 0.02, width: 0.01}, elements: 10}
      material: {youngs_modulus: E, density: rho}
      interfaces:
        root: {at: [0, 0]}
        tip: {at: [1, 0]}
      modes: 2
      damping: {ratio: damping}
      places: {middle: [0.5, 0]}
  bob: {estimate: [1, 0, 0], mass: {mass: 0.1, inertia: 1e-5}}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, rod@root]}
  W: {type: fixed, between: [rod@tip, bob]}
gravity: [0, -9.81]
"""


def pendulum() -> lw.Planar:
    m = lw.Planar("bending pendulum")
    m.parameters(E="2e9 Pa", rho="1200 kg/m^3", damping=0.02)
    m.set_gravity(0, -9.81)
    rod = m.flexible(
        "rod",
        shape={"type": "beam", "length": 1, "section": {"height": 0.02, "width": 0.01}, "elements": 10},
        material={"youngs_modulus": "E", "density": "rho"},
        interfaces={"root": {"at": (0, 0)}, "tip": {"at": (1, 0)}},
        modes=2,
        damping={"ratio": "damping"},
        places={"middle": (0.5, 0)},
        estimate=(0, 0, 0),
    )
    m.body("bob", estimate=(1, 0, 0), mass={"mass": 0.1, "inertia": 1e-5})
    m.revolute("O", m.ground.at(0, 0), rod.at("root"))
    m.fixed("W", rod.interface("tip"), "bob")
    return m


def test_python_and_yaml_describe_the_same_body_and_files_keep_its_description() -> None:
    ours, file = pendulum(), loads(PENDULUM)
    assert ours.bodies_by_name["rod"] == file.bodies_by_name["rod"]
    text = dumps(ours)
    assert "flexible" in text and "gyroscopic" not in text
    assert loads(text).bodies_by_name["rod"] == ours.bodies_by_name["rod"]


def test_it_swings_and_channels_tell_deflection_and_stress(tmp_path: Path) -> None:
    run = pendulum().simulate(0.3, 31, method="radau", progress=False)
    assert run["rod@tip.y"][-1] < -0.3
    body = run.flexible("rod")
    assert body.deflection.shape == (31, 11, 2) and body.components == ("axial", "bending")
    assert np.allclose(run["rod.deflection"], np.linalg.norm(body.deflection, axis=2).max(axis=1))
    assert np.allclose(run["rod.middle.stress"], body.von_mises[:, 5])
    assert run.unit("rod.stress") == "Pa" and "rod.middle.dy" in run.channels()
    axial, bending = body.stress[:, 5].T
    assert np.allclose(run["rod.middle.principal_1"], np.maximum(axial + np.abs(bending), 0), atol=1e-3)
    assert np.allclose(run["rod.middle.principal_3"], np.minimum(axial - np.abs(bending), 0), atol=1e-3)
    peak, time, place = body.peak()
    assert peak == run["rod.stress"].max() and time in run.t and 0 <= place[0] <= 1
    assert [Path(file).name for file in body.save_vtu(tmp_path / "out", 15)] == [
        f"rod_{number:05d}.vtu" for number in (0, 15, 30)
    ]
    import meshio

    shown = meshio.read(tmp_path / "out" / "rod_00030.vtu")
    assert np.allclose(shown.point_data["von_mises"], body.von_mises[-1], rtol=1e-8)
    with pytest.raises(AnalysisError, match="'bob' is no flexible body; there are: rod"):
        run.flexible("bob")


def test_check_tells_mass_frequencies_and_what_is_left_out() -> None:
    text = pendulum().check().text()
    assert "flexible body 'rod': mass 0.24 kg, centre (0.5, " in text
    assert "3 rigid motions free" in text and "normal modes are kept up to" in text


def test_modulus_and_density_are_parameters_that_frequencies_follow() -> None:
    def highest() -> float:
        return max(mode.frequency for mode in m.linearise(m.equilibrium()).modes)

    m = pendulum()
    before = highest()
    m.set(E="8e9 Pa")
    assert abs(highest() / before - 2) < 1e-3
    with pytest.raises(Exception, match="give a number there"):
        m.flexible("other", shape={"type": "box", "size": ["E", 1]}, material="steel")


def cantilever(**fields: object) -> lw.Spatial:
    m = lw.Spatial("cantilever")
    given = {
        "shape": {"type": "box", "size": [0.5, 0.03, 0.02], "divisions": [12, 2, 2]},
        "material": {"youngs_modulus": 2e9, "density": 1000, "poissons_ratio": 0.0},
        "interfaces": {"root": {"face": "-x"}, "tip": {"face": "+x"}},
        "modes": 4,
        "damping": {"ratio": 1.0},
        "places": {"fibre": (0.25, 0.015, 0.02)},
    }
    beam = m.flexible("beam", **given | fields, estimate=(0, 0, 0))
    m.fixed("W", "ground", beam.interface("root"))
    m.force("push", "beam@tip", z=-10.0)
    return m


@pytest.mark.parametrize("reference", ["root", "mean"])
def test_a_loaded_cantilever_sinks_and_is_stressed_as_the_closed_form_says(reference: str) -> None:
    run = cantilever(reference=reference).simulate(3.0, 3, method="radau", progress=False)
    second = 0.03 * 0.02**3 / 12
    sinks = -10 * 0.5**3 / (3 * 2e9 * second) - 10 * 0.5 / (5 / 6 * 1e9 * 0.03 * 0.02)
    found = run["beam@tip.z"][-1] - run["beam@root.z"][-1]
    assert abs(found / sinks - 1) < 5e-3
    assert abs(run["beam.fibre.stress_xx"][-1] / (10 * 0.25 * 0.01 / second) - 1) < 1e-2
    assert abs(run["beam.fibre.stress"][-1] / run["beam.fibre.stress_xx"][-1] - 1) < 2e-2
    assert abs(run["beam.fibre.principal_1"][-1] / run["beam.fibre.stress_xx"][-1] - 1) < 2e-2


def test_all_modes_in_a_floating_frame_are_the_mesh_in_absolute_coordinates_for_small_deflection() -> None:
    """A free beam pushed at one end: M u'' + K u = f in closed form against the floating frame."""
    shape = {"type": "beam", "length": 1, "section": {"height": 0.02, "width": 0.01}, "elements": 4}
    material = {"youngs_modulus": 2e9, "density": 1000}
    apart = []
    for push in (0.2, 0.1):
        m = lw.Planar("free")
        ends = {"left": {"at": (0, 0)}, "right": {"at": (1, 0)}}
        free = {"reduction": "free", "modes": 12, "attachment": False, "stiffening": False}
        m.flexible("beam", shape=shape, material=material, interfaces=ends, estimate=(0, 0, 0), **free)
        m.force("push", "beam@right", y=push)
        run = m.simulate(0.05, 2, method="radau", rtol=1e-10, atol=1e-14, progress=False)
        apart.append(abs(run["beam@left.y"][-1] - _absolute(push, 0.05)))
    assert apart[0] < 1e-6
    assert 3.0 < apart[0] / apart[1] < 9.0


def _beam():  # type: ignore[no-untyped-def]
    return structure_of(Beam(np.zeros(2), np.eye(2), 1.0, rectangle(0.02, 0.01), 4, 0.3))


def _absolute(push: float, t: float) -> float:
    import scipy.linalg

    stiffness, mass = _beam().stiffness.toarray() * 2e9, _beam().mass.toarray() * 1000
    values, shapes = scipy.linalg.eigh(stiffness, mass)
    elastic = values > 1.0
    values = np.where(elastic, values, 1.0)
    answers = np.where(elastic, (1 - np.cos(np.sqrt(values) * t)) / values, t * t / 2)
    return float((shapes @ (answers * shapes[13] * push))[1])


def test_matrices_have_no_stress_and_say_so(tmp_path: Path) -> None:
    from scipy.io import mmwrite

    mmwrite(tmp_path / "K.mtx", _beam().stiffness * 2e9)
    mmwrite(tmp_path / "M.mtx", _beam().mass * 1000)
    np.savetxt(tmp_path / "nodes.csv", _beam().points, delimiter=",")
    (tmp_path / "model.yaml").write_text(
        "linkwork: 1\nbodies:\n  rod:\n    flexible:\n"
        "      matrices: {stiffness: K.mtx, mass: M.mtx, nodes: nodes.csv}\n"
        "      interfaces: {root: {at: [0, 0]}, tip: {at: [1, 0]}}\n"
        "joints:\n  O: {type: fixed, between: [ground, rod@root]}\n"
    )
    m = lw.load(tmp_path / "model.yaml")
    run = m.simulate(0.01, 3, speeds={"rod.q1_rate": 0.1}, method="radau", progress=False)
    assert run["rod.deflection"].max() > 1e-5
    with pytest.raises(AnalysisError, match="matrices hold no stress"):
        run["rod.stress"]


def test_derivatives_by_modulus_and_density_are_those_of_differences() -> None:
    m = pendulum()
    found = m.sensitivity("frequency(4)", ["E", "rho"], analysis="linearise")
    modes = {}
    for name, value in (("E", 2e9), ("rho", 1200.0)):
        ends = []
        for share in (1.001, 0.999):
            m.set(**{name: value * share})
            ends.append(m.linearise().modes[3].frequency)
        m.set(**{name: value})
        modes[name] = (ends[0] - ends[1]) / (0.002 * value)
    for name, exact in modes.items():
        assert abs(found["frequency(4)", name] / exact - 1) < 1e-3


def test_modes_by_frequency_with_a_modulus_that_changes_are_refused() -> None:
    m = lw.Planar("rod")
    m.parameters(E=2e9)
    shape = {"type": "beam", "length": 1, "section": {"radius": 0.01}}
    with pytest.raises(Exception, match="give the number of modes"):
        m.flexible("rod", shape=shape, material={"youngs_modulus": "E", "density": 1}, frequency=100)


def test_cycles_of_stress_and_the_history_of_the_modes_for_fatigue(tmp_path: Path) -> None:
    m = pendulum()
    m.set_gravity(0, -9.81)
    run = m.simulate(until=1.0, points=201, method="radau", progress=False)
    cycles = run.cycles("rod.middle.stress_bending")
    assert cycles.unit == "Pa" and cycles.counts.sum() > 1
    assert cycles.ranges.max() == pytest.approx(np.ptp(run["rod.middle.stress_bending"]))
    once = cycles.damage(amplitude=1e6, cycles=1e6, slope=5)
    assert cycles.damage(amplitude=2e6, cycles=1e6, slope=5) == pytest.approx(once / 32)
    assert cycles.damage(amplitude=1e6, cycles=1e6, slope=5, strength=1e9) >= once
    with pytest.raises(AnalysisError, match="more than zero"):
        cycles.damage(amplitude=0, cycles=1e6, slope=5)
    with np.load(run.flexible("rod").save_modes(tmp_path / "rod.npz")) as file:
        node = run.flexible("rod").node_at((0.5, 0))
        stress = file["amplitudes"] @ file["stress"][node, list(file["components"]).index("bending")]
        assert stress == pytest.approx(run["rod.middle.stress_bending"])
        assert file["t"] == pytest.approx(run.t)
    with pytest.raises(AnalysisError, match="must end with"):
        run.flexible("rod").save_modes(tmp_path / "rod.txt")
