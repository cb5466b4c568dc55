"""Synthesis: the dimensions with which a mechanism goes where it is wanted; the public names of `design/synthesis/`."""

from linkwork.design.synthesis import (
    Position,
    burmester,
    four_bar_exact_function,
    four_bar_exact_guidance,
    four_bar_exact_path,
    four_bar_function,
    four_bar_guidance,
    four_bar_path,
    freudenstein,
    function,
    grashof,
    path,
    poses,
    position,
    six_bar_exact_function,
    transmission,
)

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
