"""Functions of one variable (drivers, radii of cams) and plane curves (outlines of cams and slots)."""

from linkwork.functions.circle import Circle
from linkwork.functions.constant import Constant
from linkwork.functions.expression import Formula
from linkwork.functions.harmonic import Harmonic
from linkwork.functions.outline import Outline
from linkwork.functions.parametric import Parametric
from linkwork.functions.piecewise import Piece, Piecewise
from linkwork.functions.points import Points
from linkwork.functions.polar import Polar
from linkwork.functions.polynomial import Polynomial
from linkwork.functions.straight import Straight
from linkwork.functions.table import Table
from linkwork.functions.time_function import TimeFunction

__all__ = [
    "Circle",
    "Constant",
    "Formula",
    "Harmonic",
    "Outline",
    "Parametric",
    "Piece",
    "Piecewise",
    "Points",
    "Polar",
    "Polynomial",
    "Straight",
    "Table",
    "TimeFunction",
]
