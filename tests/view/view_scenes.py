"""Scenes computed by hand, from closed forms, for the tests of the views."""

from __future__ import annotations

from typing import Any

import numpy as np

XY = {"name": "xy", "origin": [0, 0, 0], "x": [1, 0, 0], "y": [0, 1, 0]}


def scene(name: str, bodies: list[dict[str, Any]], times: Any, poses: Any, **more: Any) -> dict[str, Any]:
    """A Scene with everything that is not given left empty."""
    empty: dict[str, Any] = {
        "connectors": [],
        "traces": [],
        "channels": {},
        "units": {},
        "events": [],
        "notes": [],
    }
    moving = np.asarray(poses, float)
    ground = np.zeros((len(moving), 1, 3))
    return {
        "linkwork_scene": 1,
        "name": name,
        "planes": [XY],
        "bodies": bodies,
        "times": np.asarray(times).tolist(),
        "poses": np.concatenate([ground, moving], axis=1).tolist(),
        **empty,
        **more,
    }


def body(name: str, *shapes: dict[str, Any], plane: int = 0) -> dict[str, Any]:
    """One body of a Scene."""
    return {"name": name, "plane": plane, "shapes": list(shapes)}


def slider_crank(frames: int = 61, r: float = 0.2, length: float = 0.5, names: str = "OAB") -> dict[str, Any]:
    """Slider-crank turning once in a second: x = r cos a + sqrt(l^2 - r^2 sin^2 a)."""
    t = np.linspace(0.0, 1.0, frames)
    a = 2 * np.pi * t + 0.6
    tilt = -np.arcsin(r / length * np.sin(a))
    tip = np.column_stack([r * np.cos(a), r * np.sin(a)])
    x = tip[:, 0] + length * np.cos(tilt)
    zero = np.zeros_like(a)
    poses = np.stack(
        [
            np.column_stack([zero, zero, a]),
            np.column_stack([tip, tilt]),
            np.column_stack([x, zero, zero]),
        ],
        axis=1,
    )
    bodies = [
        body(
            "ground",
            {"kind": "pin", "at": [0, 0], "name": names[0]},
            {"kind": "rail", "at": [0, 0], "along": [1, 0]},
        ),
        body("crank", {"kind": "link", "points": [[0, 0], [r, 0]]}),
        body(
            "rod",
            {"kind": "link", "points": [[0, 0], [length, 0]]},
            {"kind": "pin", "at": [0, 0], "name": names[1]},
            {"kind": "point", "at": [length / 2, 0], "name": "rod.middle"},
        ),
        body(
            "slider",
            {"kind": "block", "at": [0, 0], "along": [1, 0]},
            {"kind": "pin", "at": [0, 0], "name": names[2]},
        ),
    ]
    return scene(
        "slider-crank",
        bodies,
        t,
        poses,
        traces=[{"name": "rod.middle", "body": 2, "point": [length / 2, 0]}],
        channels={
            "slider.x": x.tolist(),
            "slider.vx": np.gradient(x, t).tolist(),
            "crank.angle": a.tolist(),
            "rod.angle": tilt.tolist(),
            "rod.middle.x": ((tip[:, 0] + x) / 2).tolist(),
            "rod.middle.y": (tip[:, 1] / 2).tolist(),
        },
        units={
            "slider.x": "m",
            "slider.vx": "m/s",
            "crank.angle": "rad",
            "rod.angle": "rad",
            "rod.middle.x": "m",
            "rod.middle.y": "m",
        },
        events=[{"t": 0.4045, "text": "dead centre: crank and rod in line"}],
        notes=["crank turns at 60 rpm"],
    )


def four_bar(frames: int = 61) -> dict[str, Any]:
    """Crank-rocker with a coupler triangle, solved as a dyad."""
    crank, coupler, rocker, base = 0.1, 0.28, 0.22, 0.3
    t = np.linspace(0.0, 1.0, frames)
    a = 2 * np.pi * t
    p = np.column_stack([crank * np.cos(a), crank * np.sin(a)])
    to = np.array([base, 0.0]) - p
    d = np.hypot(*to.T)
    inner = np.arccos((coupler**2 + d**2 - rocker**2) / (2 * coupler * d))
    b = np.arctan2(to[:, 1], to[:, 0]) + inner
    q = p + coupler * np.column_stack([np.cos(b), np.sin(b)])
    c = np.unwrap(np.arctan2(q[:, 1], q[:, 0] - base))
    zero = np.zeros_like(a)
    poses = np.stack(
        [np.column_stack([zero, zero, a]), np.column_stack([p, b]), np.column_stack([zero + base, zero, c])],
        axis=1,
    )
    bodies = [
        body(
            "ground",
            {"kind": "pin", "at": [0, 0], "name": "O"},
            {"kind": "pin", "at": [base, 0], "name": "C"},
        ),
        body("crank", {"kind": "link", "points": [[0, 0], [crank, 0]]}),
        body(
            "coupler",
            {"kind": "link", "points": [[0, 0], [coupler, 0], [0.12, 0.16]]},
            {"kind": "pin", "at": [0, 0], "name": "A"},
            {"kind": "pin", "at": [coupler, 0], "name": "B"},
            {"kind": "point", "at": [0.12, 0.16], "name": "P"},
        ),
        body("rocker", {"kind": "link", "points": [[0, 0], [rocker, 0]]}),
    ]
    return scene("four-bar", bodies, t, poses, traces=[{"name": "P", "body": 2, "point": [0.12, 0.16]}])


def gear_train(frames: int = 41) -> dict[str, Any]:
    """A driving gear, a planet-like idler inside a ring, and a rack under the driver."""
    r1, r2, ring = 0.12, 0.08, 0.24
    t = np.linspace(0.0, 1.0, frames)
    a = 1.5 * np.pi * t
    zero = np.zeros_like(a)
    second = -a * r1 / r2
    poses = np.stack(
        [
            np.column_stack([zero, zero, a]),
            np.column_stack([zero + r1 + r2, zero, second]),
            np.column_stack([zero + r1 + r2 - (ring - r2), zero, second * r2 / ring]),
            np.column_stack([r1 * a, zero - r1, zero]),
        ],
        axis=1,
    )
    bodies = [
        body(
            "ground",
            {"kind": "pin", "at": [0, 0], "name": "A"},
            {"kind": "pin", "at": [r1 + r2, 0], "name": "B"},
        ),
        body("driver", {"kind": "gear", "at": [0, 0], "radius": r1, "internal": False}),
        body("idler", {"kind": "gear", "at": [0, 0], "radius": r2, "internal": False}),
        body("ring", {"kind": "gear", "at": [0, 0], "radius": ring, "internal": True}),
        body("rack", {"kind": "rack", "at": [0, 0], "along": [1, 0]}),
    ]
    return scene("gears", bodies, t, poses)


def cam_and_flat(frames: int = 41) -> dict[str, Any]:
    """Eccentric disc lifting a flat-faced follower: lift = radius + e sin a."""
    radius, e = 0.08, 0.03
    t = np.linspace(0.0, 1.0, frames)
    a = 2 * np.pi * t
    zero = np.zeros_like(a)
    lift = radius + e * np.sin(a)
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    disc = np.column_stack([e + radius * np.cos(angle), radius * np.sin(angle)])
    poses = np.stack([np.column_stack([zero, zero, a]), np.column_stack([zero, lift, zero])], axis=1)
    bodies = [
        body(
            "ground",
            {"kind": "pin", "at": [0, 0], "name": "O"},
            {"kind": "rail", "at": [0, 0.22], "along": [0, 1]},
        ),
        body("cam", {"kind": "outline", "points": disc.tolist(), "closed": True}),
        body(
            "follower",
            {"kind": "flat", "at": [0, 0], "along": [1, 0]},
            {"kind": "link", "points": [[0, 0], [0, 0.14]]},
            {"kind": "block", "at": [0, 0.14], "along": [0, 1]},
        ),
    ]
    return scene("cam and flat follower", bodies, t, poses, channels={"follower.y": lift.tolist()})


def two_planes(frames: int = 31) -> dict[str, Any]:
    """Cranks in perpendicular planes with the same angle; ground carries a pin in each plane."""
    t = np.linspace(0.0, 1.0, frames)
    a = 2 * np.pi * t
    zero = np.zeros_like(a)
    crank = np.column_stack([zero, zero, a])
    bodies = [
        body(
            "ground",
            {"kind": "pin", "at": [0, 0], "name": "O"},
            {"kind": "pin", "at": [0.0, 0], "name": "Q", "plane": 1},
        ),
        body(
            "first",
            {"kind": "link", "points": [[0, 0], [0.2, 0]]},
            {"kind": "pin", "at": [0.2, 0], "name": "A"},
        ),
        body(
            "second",
            {"kind": "link", "points": [[0, 0], [0.2, 0]]},
            {"kind": "pin", "at": [0.2, 0], "name": "B"},
            plane=1,
        ),
    ]
    planes = [XY, {"name": "zy", "origin": [0.4, 0, 0], "x": [0, 0, -1], "y": [0, 1, 0]}]
    return scene("two planes", bodies, t, np.stack([crank, crank], axis=1), planes=planes)


def strut_lifted_boom(frames: int = 31) -> dict[str, Any]:
    """A boom raised by a strut from ground, hung from a spring, held by a rod and guided in a slot."""
    t = np.linspace(0.0, 1.0, frames)
    a = 0.3 + 0.8 * t
    zero = np.zeros_like(a)
    around = np.linspace(0.2, 1.2, 25)
    bodies = [
        body(
            "ground",
            {"kind": "pin", "at": [0, 0], "name": "O"},
            {"kind": "slot", "points": np.column_stack([np.cos(around), np.sin(around)]).tolist()},
        ),
        body(
            "boom",
            {"kind": "link", "points": [[0, 0], [1.0, 0]]},
            {"kind": "pin", "at": [1.0, 0], "name": "T"},
        ),
    ]
    connectors = [
        {"kind": "strut", "name": "lift", "from": [0, 0.5, -0.3], "to": [1, 0.6, 0]},
        {"kind": "spring", "name": "spring", "from": [0, -0.2, 0.8], "to": [1, 0.3, 0]},
        {"kind": "rod", "name": "stay", "from": [0, -0.3, 0.1], "to": [1, 0.1, 0]},
    ]
    return scene("boom", bodies, t, np.column_stack([zero, zero, a])[:, None, :], connectors=connectors)


ALL = [slider_crank, four_bar, gear_train, cam_and_flat, two_planes, strut_lifted_boom]
