"""Groups of contacts as a user describes them."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.profiles import circle, wall


def _grains(count: int) -> lw.Planar:
    mechanism = lw.Planar("grains")
    mechanism.ground.profile("floor", wall((0, 0), (-1, 0)))
    for number in range(count):
        body = mechanism.body(f"b{number}", estimate=(0.3 * number, 1, 0))
        mechanism.mass(f"b{number}", mass=1, inertia=0.005)
        body.profile("rim", circle(0.1))
    return mechanism


def test_too_many_pairs_are_told_to_use_time_stepping() -> None:
    mechanism = _grains(30)
    mechanism.contacts_among("all", friction=0.1)
    with pytest.raises(MechanismError, match=r"contacts 'all': 465 pairs .* method='moreau'"):
        mechanism.system(dynamics=True)


def test_a_member_that_is_not_there_is_named() -> None:
    mechanism = _grains(2)
    mechanism.contacts_among("some", members=["b0.rim", "b1.edge"])
    with pytest.raises(MechanismError, match="contacts 'some': body 'b1' has no 'edge'; its profiles are: rim"):
        mechanism.system(dynamics=True)


def test_a_group_is_written_and_read_again(tmp_path) -> None:
    mechanism = _grains(2)
    mechanism.contacts_among("some", members=["b0", "b1.rim"], restitution=0.5, friction=0.2, joined=True)
    mechanism.save(tmp_path / "grains.yaml")
    again = lw.Planar.load(tmp_path / "grains.yaml")
    assert again.contact_groups == mechanism.contact_groups


def test_friction_in_joints_is_refused_by_name() -> None:
    mechanism = _grains(1)
    mechanism.revolute("A", mechanism.ground.at(0, 1), mechanism.handle_kind(mechanism, "b0").at(0, 0))
    mechanism.friction("F", "A", 0.1, radius=0.01)
    mechanism.contacts_among("some")
    with pytest.raises(MechanismError, match="friction 'F': method 'moreau' has no dry friction in joints"):
        mechanism.simulate(1, method="moreau", step=1e-3, progress=False)
