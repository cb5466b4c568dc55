"""Reduction to modes: what is kept is exact, frames agree, ties are true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.body import FlexibleModes, modes_of
from linkwork.bodies.flexible.description import Flexible
from linkwork.bodies.flexible.reduction import in_frame, reference_rows

BOX = {"type": "box", "size": [0.5, 0.03, 0.02], "divisions": [8, 1, 1]}
ENDS = {"left": {"face": "-x"}, "right": {"face": "+x"}}


def number(value: Any) -> Any:
    return value.value({})


def box(**fields: Any) -> FlexibleModes:
    given = {"shape": BOX, "material": "steel", "interfaces": ENDS, "modes": 6} | fields
    return modes_of(Flexible(**given), number, 3)


def test_all_modes_are_those_of_the_whole_structure() -> None:
    import scipy.linalg

    found = box(reduction="free", modes=200, attachment=False).reduced
    tied = found.body.floating
    values = scipy.linalg.eigvalsh(tied.stiffness.toarray(), tied.mass.toarray())[6:206]
    assert np.allclose(found.values, values, rtol=1e-7)


def test_more_fixed_modes_bring_the_free_frequencies_down_to_the_true_ones() -> None:
    true = box(reduction="free", modes=6).hertz[:4]
    errors = [(box(modes=count).hertz[:4] / true - 1).max() for count in (0, 6, 20)]
    assert errors[0] > errors[1] > errors[2] > -1e-9
    assert errors[2] < 1e-3


@pytest.mark.parametrize("reference", ["left", [[0, 0, 0], [0.5, 0, 0], [0, 0.03, 0]]])
def test_frames_span_the_same_shapes_but_for_rigid_motion(reference: Any) -> None:
    mean, other = box().reduced, box(reference=reference).reduced
    floating = mean.body.floating
    carried = in_frame(other.shapes, mean.structure.rigid(), (mean.structure.mass @ mean.structure.rigid()).T)
    inside = np.linalg.lstsq(mean.shapes, carried, rcond=None)[0]
    assert np.abs(mean.shapes @ inside - carried).max() < 1e-7 * np.abs(carried).max()
    assert other.shapes.shape[1] == mean.shapes.shape[1] == 12
    assert floating.rigid.shape[1] == 6


def test_the_reference_interface_does_not_move() -> None:
    found = box(reference="left").reduced
    tie = found.ties[0]
    assert np.abs(tie.rows @ found.shapes).max() < 1e-8 * np.abs(found.shapes).max()
    assert np.abs(reference_rows(found.body, "left") @ found.body.floating.rigid).max() >= 1.0 - 1e-9


def test_mean_axes_have_no_share_of_rigid_motion() -> None:
    whole = box().integrals
    assert np.abs(whole.linear).max() == 0.0
    assert np.abs(whole.angular).max() < 1e-9 * whole.mass


def test_an_interface_that_is_the_mean_of_its_nodes_is_softer_than_a_rigid_one() -> None:
    ends = {name: one | {"tie": "mean"} for name, one in ENDS.items()}
    soft, rigid = (box(interfaces=one, reduction="free").hertz for one in (ends, ENDS))
    assert np.all(soft[:4] < rigid[:4] * (1 + 1e-9))
    assert np.allclose(soft[:2], rigid[:2], rtol=2e-2)


def test_a_single_node_is_told_to_be_soft() -> None:
    found = box(interfaces={"left": {"face": "-x"}, "dot": {"at": [0.5, 0.0, 0.0]}})
    assert any("interface 'dot' is a single node" in note for note in found.notes)
    assert any("kept up to" in note for note in found.notes)


def test_modes_up_to_a_frequency_are_all_below_it() -> None:
    found = box(reduction="free", attachment=False, modes=None, frequency="2 kHz")
    assert found.hertz.max() < 2000 < found.reduced.next**0.5 * (210e9 / 7850) ** 0.5 / (2 * np.pi)


def test_free_modes_in_a_frame_fixed_at_an_interface_are_refused() -> None:
    with pytest.raises(MechanismError, match="free modes need the frame of mean axes"):
        box(reduction="free", reference="left")


def test_spin_stiffens_a_blade_as_its_axial_force_says() -> None:
    """Of one interface at the origin, the load int rho x dx from the tip inwards stretches the blade."""
    blade = {"type": "beam", "length": 1, "section": {"height": 0.01, "width": 0.01}, "elements": 40}
    found = modes_of(Flexible(shape=blade, material="steel", interfaces={"root": {"at": [0, 0]}}, modes=3), number, 2)
    added = found.shapes.plain_curvature - found.integrals.curvature
    shapes = found.reduced.shapes.reshape(41, 3, -1)[:, 1]
    x = np.linspace(0, 1, 41)
    slope = np.gradient(shapes[:, 0], x, edge_order=2)
    force = 1e-4 * (1 - x**2) / 2
    assert abs(added[0, 0] / np.trapezoid(force * slope**2, x) - 1) < 5e-3
