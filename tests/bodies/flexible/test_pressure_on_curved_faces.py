"""Pressure on faces that are not flat: tubes by Lame, cavities, halves of a bore, what acts on such a face."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.faces import Face
from linkwork.bodies.flexible.normal_tie import pushed_face

INNER, OUTER, LENGTH, E, NU, PRESSURE = 0.05, 0.1, 0.04, 2e11, 0.3, 5e7
STEEL = {"youngs_modulus": E, "density": 7800, "poissons_ratio": NU}
BORE = {"at": (0, 0, 0), "axis": (1, 0, 0), "radius": 1.001 * INNER, "tie": "normal"}


def widening(modulus: float = E, ratio: float = NU) -> float:
    """Of the bore of a tube whose ends are free, by Lame: p a/E ((1 - nu) a^2 + (1 + nu) b^2)/(b^2 - a^2)."""
    squares = (1 - ratio) * INNER**2 + (1 + ratio) * OUTER**2
    return PRESSURE * INNER / modulus * squares / (OUTER**2 - INNER**2)


def tube(around: int = 24, bore: Any = None, **more: Any) -> Any:
    m = lw.Spatial("tube")
    shape = {"type": "cylinder", "radius": OUTER, "inner": INNER, "length": LENGTH, "divisions": (1, 3, around)}
    places = {"inside": (0, 0, INNER), "outside": (0, 0, OUTER)}
    faces = {"bore": {**BORE, **(bore or {})}, "end": {"face": "-x", "tie": "mean"}}
    more = {"modes": 0, **more}
    m.flexible("tube", shape=shape, material=STEEL, interfaces=faces, places=places, **more)
    return m


@pytest.mark.parametrize("reduction", ["craig-bampton", "free", "guyan"])
def test_a_tube_under_inner_pressure_widens_as_lame_says(reduction: str) -> None:
    m = tube(reduction=reduction, modes=1)
    m.fixed("clamp", "ground", "tube@end")
    m.pressure("gas", "tube@bore", PRESSURE)
    rest = m.equilibrium()
    assert -rest["tube.bore.dx"] == pytest.approx(widening(), rel=5e-4)
    assert np.abs(rest.reaction("clamp")).max() < 1e-9 * PRESSURE * INNER * LENGTH  # what is closed pushes nowhere


def test_the_error_falls_with_the_cells() -> None:
    """Of second order: with twice as many around and through the wall the error falls by more than four."""
    errors = []
    for around in (12, 24):
        m = tube(around)
        m.fixed("clamp", "ground", "tube@end")
        m.pressure("gas", "tube@bore", PRESSURE)
        errors.append(abs(-m.equilibrium()["tube.bore.dx"] / widening() - 1))
    assert errors[1] < errors[0] / 4


def test_stress_of_the_wall_is_that_of_lame() -> None:
    """Hoop stress inside p (a^2 + b^2)/(b^2 - a^2), outside 2 p a^2/(b^2 - a^2), settled by damping."""
    m = tube(damping={"ratio": 0.3})
    m.fixed("clamp", "ground", "tube@end")
    m.pressure("gas", "tube@bore", PRESSURE)
    run = m.simulate(until=0.002, points=11)
    squares = OUTER**2 - INNER**2
    assert run["tube.inside.stress_yy"][-1] == pytest.approx(PRESSURE * (INNER**2 + OUTER**2) / squares, rel=0.03)
    assert run["tube.outside.stress_yy"][-1] == pytest.approx(2 * PRESSURE * INNER**2 / squares, rel=0.03)
    assert run.flexible("tube").peak()[0] > 1e8


def test_pressure_in_a_cavity_moves_nothing_as_a_whole() -> None:
    """A tube that flies and tumbles goes on as it did while it breathes; half of it would fly off by 0.7 m."""
    speeds, runs = {"tube.vx": 0.7, "tube.wy": 11, "tube.wx": 5}, []
    for pressure in (0, f"{PRESSURE}*sin(3000*t)"):
        m = tube()
        m.pressure("gas", "tube@bore", pressure)
        runs.append(m.simulate(until=0.004, points=21, speeds=speeds, rtol=1e-10))
    still, run = runs
    assert np.ptp(run["tube.bore.dx"]) > widening()
    for axis in "xyz":
        assert np.abs(run[f"tube.{axis}"] - still[f"tube.{axis}"]).max() < 1e-6
    assert np.abs(run["energy.balance"]).max() < 1e-6 * np.abs(run["energy.given"]).max()


HALF = {"box": ((-1, -1, -1e-9), (1, 1, 1))}


def test_half_a_bore_is_pushed_by_its_shadow() -> None:
    """p 2 a L out of the tube on the side of the half, on a line through the middle of its length."""
    m = tube(bore=HALF)
    m.fixed("clamp", "ground", "tube@end")
    m.pressure("gas", "tube@bore", PRESSURE)
    fx, fy, fz, tx, ty, tz = m.equilibrium().reaction("clamp")
    whole = PRESSURE * 2 * INNER * LENGTH
    assert fz == pytest.approx(-whole, rel=1e-4)  # the clamp holds what is pushed along +z
    assert ty == pytest.approx(whole * LENGTH / 2, rel=1e-4)
    assert np.hypot(fx, fy) < 1e-3 * whole and np.hypot(tx, tz) < 1e-3 * whole * LENGTH


def test_pressure_turns_with_the_body() -> None:
    """Half a bore that looks up is pushed up; turned about the axis of the tube it is pushed where it looks then."""
    whole = PRESSURE * 2 * INNER * LENGTH
    for turn, (y, z) in {0: (0, 1), 90: (-1, 0), 180: (0, -1)}.items():
        m = tube(bore=HALF, orientation={"vector": (np.radians(turn), 0, 0)})
        m.fixed("clamp", "ground", "tube@end")
        m.pressure("gas", "tube@bore", PRESSURE)
        held = m.equilibrium().reaction("clamp")[:3]
        assert held == pytest.approx((0, -y * whole, -z * whole), abs=1e-3 * whole)


def test_a_ring_in_the_plane(tmp_path: Path) -> None:
    """In plane strain Lame's with E/(1 - nu^2) and nu/(1 - nu)."""
    meshio = pytest.importorskip("meshio")
    around, through = 40, 6
    angles = np.arange(around) * 2 * np.pi / around
    radii = np.linspace(INNER, OUTER, through + 1)
    points = np.array([[r * np.cos(a), r * np.sin(a), 0] for r in radii for a in angles])
    cells = [
        [k * around + n, (k + 1) * around + n, (k + 1) * around + (n + 1) % around, k * around + (n + 1) % around]
        for k in range(through)
        for n in range(around)
    ]
    path = tmp_path / "ring.vtu"
    meshio.write(path, meshio.Mesh(points, [("quad", np.array(cells))]))
    m = lw.Planar("ring")
    ring = m.flexible(
        "ring",
        mesh={"file": str(path)},
        material=STEEL,
        state="strain",
        thickness=0.02,
        interfaces={"bore": {"at": (0, 0), "radius": 1.001 * INNER, "tie": "normal"}, "rim": {"face": "+x"}},
        modes=0,
        estimate=(0, 0, 0),
    )
    m.fixed("clamp", m.ground, ring.interface("rim"), at=(0, 0))
    m.pressure("gas", ring.interface("bore"), PRESSURE)
    rest = m.equilibrium()
    wide = widening(E / (1 - NU**2), NU / (1 - NU))
    assert -rest["ring.bore.dx"] == pytest.approx(wide, rel=0.01)
    assert np.abs(rest.reaction("clamp")).max() < 1e-6 * PRESSURE * INNER * 0.02


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("closed", [False, True])
def test_any_face_is_a_force_and_a_torque(d: int, closed: bool) -> None:
    """Sum and moment of the forces on its nodes, whatever they are; the frame takes their power in the modes."""
    random = np.random.default_rng(3)
    points, vectors, shares = random.standard_normal((7, d)), random.standard_normal((7, d)), np.full(7, 0.5)
    if closed:
        vectors -= vectors.mean(axis=0)
    pushed = pushed_face(points, Face(shares, float(shares.sum()), vectors.sum(axis=0), vectors))
    assert pushed.closed == closed
    whole = pushed.size * pushed.along * (not closed)
    assert whole == pytest.approx(vectors.sum(axis=0), abs=1e-12)

    def moment(arms: Any, forces: Any) -> Any:
        crossed = arms[:, 0] * forces[:, 1] - arms[:, 1] * forces[:, 0] if d == 2 else np.cross(arms, forces)
        return np.atleast_1d(crossed.sum(axis=0))

    ours = pushed.torque + moment(pushed.at[None], whole[None])
    assert ours == pytest.approx(moment(points, vectors), abs=1e-12)


def test_what_is_no_frame_takes_nothing_else() -> None:
    for attach in (
        lambda m: m.fixed("clamp", "ground", "tube@bore"),
        lambda m: m.fixed("clamp", "ground", "tube@bore_seat"),
        lambda m: m.force("push", "tube@bore", x=1),
    ):
        m = tube()
        attach(m)
        with pytest.raises(MechanismError, match="tied by its normals, which is no frame"):
            m.assemble()
    with pytest.raises(MechanismError, match="tied by its normals, which is no frame"):
        tube(reference="bore").assemble()
    with pytest.raises(MechanismError, match="stiffening 'bore' is no interface"):
        tube(stiffening="bore").assemble()
    with pytest.raises(MechanismError, match="make no face of the mesh"):
        tube(bore={"radius": 1e-9 + INNER, "box": ((0, 0, 0), (0.001, 1, 1))}).assemble()


def push(m: Any, **laws: Any) -> None:
    m.force("push", "tube@bore", **laws, follows=True)


@pytest.mark.parametrize("laws", [{"x": 1000}, {"y": "1e3*t"}, {"torque": (0, 1, 0)}, {"z": "1e3*tube.x", "x": 1}])
@pytest.mark.parametrize("bore", [None, HALF])
def test_a_force_that_is_no_pressure_is_refused_though_it_goes_with_the_body(bore: Any, laws: Any) -> None:
    """What is along the axis would widen the bore, what is across it would do nothing."""
    m = tube(8, bore=bore)
    push(m, **laws)
    with pytest.raises(MechanismError, match="force 'push': interface 'bore' is a face tied by its normals"):
        m.validate()


def test_a_pair_that_does_not_balance_is_refused() -> None:
    m = tube(8)
    push(m, x="1e3*t")
    m.force("push_seat", "tube@bore_seat", x="-1e3*t^2", follows=True)
    with pytest.raises(MechanismError, match="with the opposite force of 'push_seat' beside it"):
        m.validate()
    m = tube(8)
    push(m, x="1e3*t")
    m.force("push_seat", "tube@bore_seat", x="-1e3*t", follows=True)
    m.validate()
    m.force("more", "tube@bore_seat", x=1, follows=True)
    with pytest.raises(MechanismError, match=r"force 'more': .* its name ends in '_seat'"):
        m.validate()


def test_a_force_along_the_push_on_half_a_bore_is_pressure() -> None:
    m = tube(8, bore=HALF)
    push(m, z="1e3*(1 + t)")
    m.validate()


def test_both_forces_of_a_cavity_are_there_or_none() -> None:
    m = tube(8)
    m.force("gas_seat", "tube", x=1)
    with pytest.raises(MechanismError, match="force 'gas_seat': the name is already taken"):
        m.pressure("gas", "tube@bore", PRESSURE)
    assert list(m.forces) == ["gas_seat"]
    for deleted, missing in (("gas", "'gas' at 'tube@bore'"), ("gas_seat", "'gas_seat' at 'tube@bore_seat'")):
        m = tube(8)
        m.pressure("gas", "tube@bore", PRESSURE)
        del m.described_forces[deleted]
        with pytest.raises(MechanismError, match=f"{missing} is missing"):
            m.validate()


def test_a_file_holds_the_pressure(tmp_path: Path) -> None:
    m = tube()
    m.fixed("clamp", "ground", "tube@end")
    m.pressure("gas", "tube@bore", PRESSURE)
    m.save(tmp_path / "tube.yaml")
    again = lw.load(tmp_path / "tube.yaml")
    assert sorted(again.forces) == ["gas", "gas_seat"]
    assert again.equilibrium()["tube.bore.dx"] == m.equilibrium()["tube.bore.dx"]
