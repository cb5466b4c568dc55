"""Functions of one variable (drivers, radii of cams) and plane curves (outlines of cams and slots)."""

from linkwork.functions.constant import Constant
from linkwork.functions.expression import Formula
from linkwork.functions.harmonic import Harmonic
from linkwork.functions.move import Move
from linkwork.functions.outlines.circle import Circle
from linkwork.functions.outlines.outline import Outline
from linkwork.functions.outlines.parametric import Parametric
from linkwork.functions.outlines.points import Points
from linkwork.functions.outlines.polar import Polar
from linkwork.functions.outlines.straight import Straight
from linkwork.functions.piecewise import Piece, Piecewise
from linkwork.functions.polynomial import Polynomial
from linkwork.functions.table import Table
from linkwork.functions.time_function import TimeFunction

__all__ = [
    "Circle",
    "Constant",
    "Formula",
    "Harmonic",
    "Move",
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
