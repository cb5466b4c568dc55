"""Linkwork: kinematics and dynamics of mechanisms. Describe one, assemble it, explain it, move it.

import linkwork as lw

m = lw.Planar("slider-crank")  # in space: lw.Spatial("slider-crank"), or lw.load_urdf("arm.urdf")
...
run = m.kinematics(until=1.0, points=201)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.provided import provide
from linkwork.base.quick_import import quick_import
from linkwork.base.version import __version__

__all__ = [
    "AnalysisError",
    "CFunctions",
    "Circle",
    "Expression",
    "Harmonic",
    "Law",
    "LinkworkError",
    "Mass",
    "MechanismError",
    "Move",
    "Parametric",
    "Piecewise",
    "Planar",
    "Points",
    "Polar",
    "Polynomial",
    "Spatial",
    "SpatialMass",
    "Straight",
    "Table",
    "__version__",
    "cams",
    "circle",
    "coupling",
    "hertz_stiffness",
    "load",
    "load_dyn",
    "load_run",
    "load_study",
    "load_urdf",
    "lump",
    "orient",
    "plans",
    "polygon",
    "profiles",
    "read_urdf",
    "save_dyn",
    "shapes",
    "solids",
    "synthesis",
    "wall",
]

_PUBLIC = {
    "Planar": "linkwork.mechanism.planar",
    "Spatial": "linkwork.mechanism.spatial.spatial",
    "load": "linkwork.formats.model_file",
    "load_dyn": "linkwork.formats.dyn",
    "save_dyn": "linkwork.formats.dyn",
    "hertz_stiffness": "linkwork.elements.hertz",
    "load_run": "linkwork.run.store",
    "load_study": "linkwork.design.studies.results",
    "load_urdf": "linkwork.formats.urdf",
    "read_urdf": "linkwork.formats.urdf",
    "CFunctions": "linkwork.analysis.c_functions",
    "Expression": "linkwork.expression",
    "Mass": "linkwork.bodies.mass",
    "SpatialMass": "linkwork.bodies.spatial.mass",
    "cams": "linkwork.cams",
    "coupling": "linkwork.exchange.coupling",
    "lump": "linkwork.bodies.lump",
    "shapes": "linkwork.bodies.shapes",
    "solids": "linkwork.bodies.spatial.shapes",
    "orient": "linkwork.places.orientation",
    "Polynomial": "linkwork.functions",
    "Harmonic": "linkwork.functions",
    "Move": "linkwork.functions",
    "Table": "linkwork.functions",
    "Piecewise": "linkwork.functions",
    "Circle": "linkwork.functions",
    "Polar": "linkwork.functions",
    "Points": "linkwork.functions",
    "Parametric": "linkwork.functions",
    "Straight": "linkwork.functions",
    "plans": "linkwork.design.studies.plans",
    "profiles": "linkwork.bodies.profiles",
    "polygon": "linkwork.bodies.profiles",
    "circle": "linkwork.bodies.profiles",
    "wall": "linkwork.bodies.profiles",
    "synthesis": "linkwork.synthesis",
    "Law": "linkwork.functions.user_law",
    "LinkworkError": "linkwork.base.errors",
    "MechanismError": "linkwork.base.errors",
    "AnalysisError": "linkwork.base.errors",
}
_MODULES = ("cams", "coupling", "shapes", "solids", "orient", "plans", "profiles", "synthesis")
"""Public names that are modules."""

if TYPE_CHECKING:
    from linkwork import cams, synthesis
    from linkwork.analysis.c_functions import CFunctions
    from linkwork.base.errors import AnalysisError, LinkworkError, MechanismError
    from linkwork.bodies import profiles, shapes
    from linkwork.bodies.lump import lump
    from linkwork.bodies.mass import Mass
    from linkwork.bodies.profiles import circle, polygon, wall
    from linkwork.bodies.spatial import shapes as solids
    from linkwork.bodies.spatial.mass import SpatialMass
    from linkwork.design.studies import plans
    from linkwork.design.studies.results import load_study
    from linkwork.elements.hertz import hertz_stiffness
    from linkwork.exchange import coupling
    from linkwork.expression import Expression
    from linkwork.formats.dyn import load_dyn, save_dyn
    from linkwork.formats.model_file import load
    from linkwork.formats.urdf import load_urdf, read_urdf
    from linkwork.functions import (
        Circle,
        Harmonic,
        Move,
        Parametric,
        Piecewise,
        Points,
        Polar,
        Polynomial,
        Straight,
        Table,
    )
    from linkwork.functions.user_law import Law
    from linkwork.mechanism.planar import Planar
    from linkwork.mechanism.spatial.spatial import Spatial
    from linkwork.places import orientation as orient


quick_import()
provide("Verbs", "linkwork.verbs")
provide("computed_channel", "linkwork.analysis.responses.computed")
provide("model_rate", "linkwork.program.loop.model_rate")


def __getattr__(name: str) -> Any:
    """Import public names when they are first used, so that `linkwork --help` starts at once."""
    if name in _PUBLIC:
        import sys

        module = sys.modules.get(_PUBLIC[name])
        if module is None or not (name in _MODULES or hasattr(module, name)):
            module = _imported(_PUBLIC[name])
        return module if name in _MODULES else getattr(module, name)
    raise AttributeError(f"module 'linkwork' has no attribute {name!r}")


def _imported(path: str) -> Any:
    import importlib

    from linkwork.base.leaving import leave_quickly
    from linkwork.base.quick_schema import quick_schema
    from linkwork.numerics.collecting import importing

    leave_quickly()
    quick_schema()
    with importing():
        return importlib.import_module(path)


def __dir__() -> list[str]:
    return sorted(__all__)
