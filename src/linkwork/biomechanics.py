"""The human body; the public names of `library/biomechanics/`."""

from linkwork.library import biomechanics
from linkwork.library.biomechanics import *
from linkwork.report.body_report import body_report
from linkwork.view.spatial.skeleton_film import animate_body

__all__ = ["animate_body", "body_report", *biomechanics.__all__]
