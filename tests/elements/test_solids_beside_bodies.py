"""Solids joined to nodes of others, nodes that are named before their solid, and stress at rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from elements.test_hyperelastic_solids import MATERIAL

SHAPE = {"type": "rectangle", "size": (1.0, 0.25), "divisions": (1, 1)}


def pair() -> tuple[lw.Planar, Any, Any]:
    m = lw.Planar("pair")
    m.set_gravity(0, -1)
    sets = {"left": {"face": "-x"}, "corner": {"box": [[0.9, -0.1], [1.1, 0.1]]}}
    u = m.hyperelastic("u", shape=SHAPE, material=MATERIAL, sets=sets, attached={"left": "ground"})
    return m, u, m.hyperelastic("v", shape=SHAPE, material=MATERIAL, sets=sets)


def test_a_set_is_joined_to_a_node_at_its_place_only(tmp_path: Any) -> None:
    m, u, v = pair()
    words = "can turn node 'u_[0-9]', which is a point that a spring keeps from turning"
    with pytest.raises(lw.LinkworkError, match=f"solid 'v': 'v_[0-9]_left' .revolute. {words}"):
        v.attach("left", u.set("corner")[0])
    assert not m.solids["v"].attached and not any(name.startswith("v_") for name in m.joints)
    sets = {"left": {"face": "-x"}}
    with pytest.raises(lw.LinkworkError, match=words):
        m.hyperelastic("w", shape=SHAPE, material=MATERIAL, sets=sets, attached={"left": u.set("corner")[0]})
    assert "w" not in m.solids and "w_0" not in m.bodies_by_name
    v.attach("corner", u.set("corner")[0])
    m.save(tmp_path / "pair.yaml")
    again = lw.load(tmp_path / "pair.yaml")
    assert again.simulate(0.01, 2, progress=False)["v_0.y"] == pytest.approx(
        m.simulate(0.01, 2, progress=False)["v_0.y"]
    )


def test_a_node_that_is_named_before_its_solid_keeps_the_mass_and_place_of_the_solid() -> None:
    m, n = lw.Planar("named"), lw.Planar("plain")
    m.body("u_2")
    m.body("s_1")
    for each in (m, n):
        each.hyperelastic("u", shape=SHAPE, material=MATERIAL)
        section = {"type": "rectangle", "width": 0.01, "height": 0.01}
        each.beam("s", (0, 0), (1, 0), section=section, E=1e9, rho=1000, elements=2)
    for node in ("u_2", "s_1"):
        named, plain = m.bodies_by_name[node], n.bodies_by_name[node]
        assert named.mass == plain.mass is not None and named.estimate == plain.estimate is not None


def test_stress_at_rest_is_that_of_a_run_which_stands_still() -> None:
    m, _, v = pair()
    v.attach("left", "ground")
    rest = m.equilibrium()
    held = {f"{node}.{axis}": rest[f"{node}.{axis}"] for node in (*m.solid("u").nodes, *v.nodes) for axis in "xy"}
    run = m.simulate(1e-9, 2, hold=held, progress=False)
    assert rest["u.stress"] == pytest.approx(run["u.stress"][0], rel=1e-6) and rest["u.stress"] > 10.0
    solid = rest.solid("u")
    assert solid.von_mises.shape == (1, 4) and solid.peak()[0] == rest["u.stress"]
    assert np.abs(solid.displacement).max() > 0.0


@pytest.mark.parametrize("place", [(1, 2, 3), (1,), "corner", (1.0, float("nan"))])
def test_a_place_of_the_wrong_size_is_told_in_one_line(place: Any) -> None:
    m, _, _ = pair()
    run = m.simulate(1e-9, 2, progress=False)
    assert run.solid("u").node_at((1.0, 0.0)) == int(m.solid("u").set("corner")[0][2:])
    with pytest.raises(lw.LinkworkError, match="solid 'u': node_at: a place is 2 numbers, in m; found"):
        run.solid("u").node_at(place)
