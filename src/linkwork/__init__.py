"""Linkwork: kinematics and dynamics of mechanisms. Describe one, assemble it, explain it, move it.

import linkwork as lw

m = lw.Planar("slider-crank")  # in space: lw.Spatial("slider-crank"), or lw.load_urdf("arm.urdf")
...
run = m.kinematics(until=1.0, points=201)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

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
    "load": "linkwork.mechanism.model_file",
    "load_dyn": "linkwork.mechanism.dyn",
    "save_dyn": "linkwork.mechanism.dyn",
    "hertz_stiffness": "linkwork.elements.hertz",
    "load_run": "linkwork.run.store",
    "load_study": "linkwork.analysis.studies.results",
    "load_urdf": "linkwork.mechanism.spatial.urdf",
    "read_urdf": "linkwork.mechanism.spatial.urdf",
    "CFunctions": "linkwork.analysis.c_functions",
    "Expression": "linkwork.mechanism.expression",
    "Mass": "linkwork.mechanism.mass",
    "SpatialMass": "linkwork.mechanism.spatial.mass",
    "cams": "linkwork.cams",
    "lump": "linkwork.mechanism.lump",
    "shapes": "linkwork.mechanism.shapes",
    "solids": "linkwork.mechanism.spatial.shapes",
    "orient": "linkwork.orientation",
    "Polynomial": "linkwork.functions",
    "Harmonic": "linkwork.functions",
    "Table": "linkwork.functions",
    "Piecewise": "linkwork.functions",
    "Circle": "linkwork.functions",
    "Polar": "linkwork.functions",
    "Points": "linkwork.functions",
    "Parametric": "linkwork.functions",
    "Straight": "linkwork.functions",
    "plans": "linkwork.analysis.studies.plans",
    "profiles": "linkwork.mechanism.profiles",
    "polygon": "linkwork.mechanism.profiles",
    "circle": "linkwork.mechanism.profiles",
    "wall": "linkwork.mechanism.profiles",
    "synthesis": "linkwork.synthesis",
    "Law": "linkwork.functions.user_law",
    "LinkworkError": "linkwork.errors",
    "MechanismError": "linkwork.errors",
    "AnalysisError": "linkwork.errors",
}
_MODULES = ("cams", "shapes", "solids", "orient", "plans", "profiles", "synthesis")
"""Public names that are modules."""

if TYPE_CHECKING:
    from linkwork import cams, synthesis
    from linkwork import orientation as orient
    from linkwork.analysis.c_functions import CFunctions
    from linkwork.analysis.studies import plans
    from linkwork.analysis.studies.results import load_study
    from linkwork.elements.hertz import hertz_stiffness
    from linkwork.errors import AnalysisError, LinkworkError, MechanismError
    from linkwork.functions import (
        Circle,
        Harmonic,
        Parametric,
        Piecewise,
        Points,
        Polar,
        Polynomial,
        Straight,
        Table,
    )
    from linkwork.functions.user_law import Law
    from linkwork.mechanism import profiles, shapes
    from linkwork.mechanism.dyn import load_dyn, save_dyn
    from linkwork.mechanism.expression import Expression
    from linkwork.mechanism.lump import lump
    from linkwork.mechanism.mass import Mass
    from linkwork.mechanism.model_file import load
    from linkwork.mechanism.planar import Planar
    from linkwork.mechanism.profiles import circle, polygon, wall
    from linkwork.mechanism.spatial import shapes as solids
    from linkwork.mechanism.spatial.mass import SpatialMass
    from linkwork.mechanism.spatial.spatial import Spatial
    from linkwork.mechanism.spatial.urdf import load_urdf, read_urdf


def __getattr__(name: str) -> Any:
    """Import public names when they are first used, so that `linkwork --help` starts at once."""
    if name in _PUBLIC:
        import importlib

        module = importlib.import_module(_PUBLIC[name])
        return module if name in _MODULES else getattr(module, name)
    raise AttributeError(f"module 'linkwork' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
