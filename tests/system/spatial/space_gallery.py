"""Mechanisms in space on which all formulations and methods are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from random_trees import bricard, tree_of

import linkwork as lw
from spatial_models import slider_crank as driven_slider_crank

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def slider_crank() -> lw.Spatial:
    """The spatial slider-crank without its motor."""
    m = driven_slider_crank()
    del m.drivers["motor"]
    m._changed()
    return m


def four_bar() -> lw.Spatial:
    """Hinges about axes that are not parallel, a coupler on a ball and a universal joint."""
    m = lw.Spatial("four-bar")
    m.set_gravity(0, 0, -9.81)
    crank = m.body("crank", (0, 0, 0), mass={"mass": 2.0, "center": [0, 0, 0.5], "inertia": [0.4, 0.4, 0.01]})
    rod = m.body("rod", (-6, -4, 2), mass={"mass": 4.0, "center": [0.1, 0, 0], "inertia": [8.0, 9.0, 3.0]})
    rocker = m.body("rocker", (-4, -8.5, 0), mass={"mass": 3.0, "center": [0, 0.2, 1], "inertia": [3.0, 3.0, 0.2]})
    m.revolute("O", m.ground.frame(axis=X), crank.frame(axis=X))
    m.spherical("A", crank.at(0, 0, 2), rod.drawn(0, 0, 2))
    m.universal("B", rod, rocker, at=(-4, -8.5, 3), axis=Z, x=Y)
    m.revolute("C", "ground", rocker, at=(-4, -8.5, 0), axis=Y)
    return m


def floating() -> lw.Spatial:
    """A base that nothing holds, with two arms."""
    return tree_of(("free", "revolute", "universal", "spherical"), (-2, 0, 0, 2), 6)


def ball_tree() -> lw.Spatial:
    """A tree with ball joints and hinges."""
    return tree_of(("spherical", "revolute", "spherical", "spherical"), (-1, 0, 0, 1), 14)


def governor() -> lw.Spatial:
    """A spindle with two arms, balls at their ends, links down to a sliding collar: a loop closed twice."""
    m = lw.Spatial("governor")
    m.set_gravity(0, 0, -9.81)
    m.body("spindle", (0, 0, 0), mass={"mass": 3.0, "inertia": [0.3, 0.3, 0.1]})
    m.revolute("O", "ground", "spindle", at=(0, 0, 0), axis=Z)
    m.body("collar", (0, 0, -0.24), mass={"mass": 1.0, "inertia": [0.02, 0.02, 0.03]})
    m.translational("slide", "spindle", "collar", at=(0, 0, -0.2), axis=Z, x=X)
    for side, name in ((1, "left"), (-1, "right")):
        arm = m.body(f"{name} arm", (side * 0.09, 0, -0.12), mass={"mass": 1.5, "inertia": [0.02, 0.02, 0.01]})
        m.revolute(f"{name} pin", "spindle", arm, at=(0, 0, 0), axis=Y, x=X)
        m.spherical_spherical(f"{name} link", arm.drawn(side * 0.09, 0, -0.12), "collar", length=0.15)
    m.spring("spring", "spindle", "collar", stiffness=200, free_length=0.2)
    return m


def disc() -> lw.Spatial:
    """A disc that rolls on a plane."""
    m = lw.Spatial("disc")
    body = m.body("disc", (0, 0, 0.25 * 0.9489846193555862), orientation={"axis": [1, 0, 0], "angle": 1.25})
    m.mass(body, mass=1.7, inertia=[0.0265625, 0.0265625, 0.053125])
    m.set_gravity(0, 0, -9.81)
    m.rolling_disc("floor", m.ground.frame(axis=Z), body.frame(axis=Z), radius=0.25)
    return m


def gear_train() -> lw.Spatial:
    """A bevel pair and a spur wheel on shafts with a weight off centre."""
    m = lw.Spatial("gear train")
    m.set_gravity(0, 0, -9.81)
    m.body("pinion", (0, 0, 0), mass={"mass": 1.0, "center": [0, 0.05, 0], "inertia": [0.01, 0.02, 0.015]})
    m.body("wheel", (0.3, 0, 0), mass={"mass": 2.0, "center": [0.02, 0.04, 0.1], "inertia": [0.05, 0.04, 0.06]})
    m.body("crown", (0.2, 0, 0.2), mass={"mass": 1.5, "inertia": [0.03, 0.02, 0.03]})
    m.revolute("P", "ground", "pinion", at=(0, 0, 0), axis=X)
    m.revolute("W", "ground", "wheel", at=(0.3, 0, 0), axis=Z, x=X)
    m.revolute("C", "ground", "crown", at=(0.2, 0, 0.2), axis=(0, 1, 1), x=X)
    m.bevel_gear("bevel", "P", "W", ratio=-2)
    m.coupler("third", {"W.angle": 1, "C.angle": -1.5})
    return m


def screw_jack() -> lw.Spatial:
    """A screw in a nut that carries an arm."""
    m = lw.Spatial("screw jack")
    m.set_gravity(0, 0, -9.81)
    m.body("screw", (0, 0, 0), mass={"mass": 2.0, "center": [0.05, 0, 0], "inertia": [0.02, 0.02, 0.01]})
    m.body("arm", (0.3, 0, 0.1), mass={"mass": 0.5, "center": [0.1, 0, 0], "inertia": [0.001, 0.01, 0.01]})
    m.body("table", (0, 0, 0.4), mass={"mass": 1.0, "inertia": [0.01, 0.01, 0.01]})
    m.screw("S", "ground", "screw", at=(0, 0, 0), axis=Z, x=X, pitch="40 mm")
    m.revolute("R", "screw", "arm", at=(0.2, 0, 0.1), axis=Y, x=X)
    m.revolute("T", "screw", "table", at=(0, 0, 0.3), axis=Z, x=X)
    m.translational("guide", "ground", "table", at=(0, 0, 0.4), axis=Z, x=X)
    return m


SPEEDS: dict[str, dict[str, Any]] = {
    "slider-crank": {"O.omega": 8.0},
    "four-bar": {"O.omega": 2.0},
    "floating": {"b0.wx": 2.0, "b0.wy": -1.0, "b1.wx": 1.0},
    "governor": {"O.omega": 9.0},
    "disc": {"disc.omega.x": 0.0, "disc.omega.y": 0.9, "disc.omega.z": -6.0},
    "gear train": {"P.omega": 5.0},
    "screw jack": {"S.omega": 3.0},
    "bricard": {"j0.omega": 2.0},
}
GALLERY: dict[str, Callable[[], lw.Spatial]] = {
    "slider-crank": slider_crank,
    "four-bar": four_bar,
    "ball tree": ball_tree,
    "floating": floating,
    "governor": governor,
    "disc": disc,
    "gear train": gear_train,
    "screw jack": screw_jack,
    "bricard": bricard,
}
