"""A platform on legs that are bodies has the same poses as one on six rods of the same lengths."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.elements.spatial import catalogue as library

ANGLES = np.radians([[-12, 12, 108, 132, 228, 252], [-48, 48, 72, 168, 192, 288]])
PLACE = np.array([0.05, 0.02, 0.7])


def platform(legs: str) -> lw.Spatial:
    """On rods, or on legs of two bodies with a driven slide: `foot` or `head` has the universal joint."""
    random = np.random.default_rng(5)
    feet, heads = (
        np.stack([size * np.cos(angles), size * np.sin(angles), 0.0 * angles], axis=-1)
        + random.normal(scale=0.03, size=(6, 3))
        for size, angles in zip((0.6, 0.35), ANGLES, strict=True)
    )
    m = lw.Spatial("platform")
    m.body("platform", estimate=tuple(PLACE))
    for i, (foot, head) in enumerate(zip(feet, heads + PLACE, strict=True)):
        along = (head - foot) / np.linalg.norm(head - foot)
        pin = np.cross(along, [0.0, 1.0, 0.1])
        pins = {"axis": pin.tolist(), "x": np.cross(along, pin).tolist()}
        if legs == "rods":
            ends = [{"ground": foot.tolist()}, {"platform": heads[i].tolist()}]
            m.joint(f"s{i}", library.SphericalSpherical, between=ends, length=float(np.linalg.norm(head - foot)))
            continue
        m.body(f"lower{i}", estimate=tuple(foot))
        m.body(f"upper{i}", estimate=tuple(head))
        kinds = [library.Universal, library.Spherical] if legs == "foot" else [library.Spherical, library.Universal]
        for name, kind, between, at in (
            ("foot", kinds[0], ["ground", f"lower{i}"], foot),
            ("head", kinds[1], [f"upper{i}", "platform"], head),
        ):
            m.joint(f"{name}{i}", kind, between=between, at=at.tolist(), **(pins if kind is library.Universal else {}))
        m.joint(
            f"P{i}", library.Translational, between=[f"lower{i}", f"upper{i}"], at=head.tolist(), axis=along.tolist()
        )
        m.drive(f"d{i}", joint=f"P{i}", position=0.0)
    return m


def poses(branches: lw.Branches) -> np.ndarray:
    rows = [[one[f"platform.{name}"] for name in ("x", "y", "z", "rx", "ry", "rz")] for one in branches]
    return np.array(sorted(rows))


@pytest.mark.parametrize("legs", ["foot", "head"])
def test_legs_give_the_poses_of_rods(legs: str) -> None:
    rods, whole = platform("rods").branches(), platform(legs).branches()
    assert whole.verdict == "complete" and len(whole) == len(rods) == 8
    assert "8 real of 40, complete; legs are not turned about themselves in their universal joints" in whole.text()
    assert poses(whole) == pytest.approx(poses(rods), abs=1e-9)
