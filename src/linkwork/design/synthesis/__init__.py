"""Synthesis: the dimensions with which a mechanism goes where it is wanted. Public as `linkwork.design.synthesis`."""

from linkwork.design.synthesis.conditions import grashof, transmission
from linkwork.design.synthesis.exact.burmester import burmester
from linkwork.design.synthesis.exact.guidance import four_bar_exact_function, four_bar_exact_guidance
from linkwork.design.synthesis.exact.path import four_bar_exact_path
from linkwork.design.synthesis.exact.six_bar import six_bar_exact_function
from linkwork.design.synthesis.four_bar_function import four_bar_function, freudenstein
from linkwork.design.synthesis.four_bar_guidance import four_bar_guidance
from linkwork.design.synthesis.four_bar_path import four_bar_path
from linkwork.design.synthesis.targets import Position, function, path, poses, position

__all__ = [
    "Position",
    "burmester",
    "four_bar_exact_function",
    "four_bar_exact_guidance",
    "four_bar_exact_path",
    "four_bar_function",
    "four_bar_guidance",
    "four_bar_path",
    "freudenstein",
    "function",
    "grashof",
    "path",
    "poses",
    "position",
    "six_bar_exact_function",
    "transmission",
]
