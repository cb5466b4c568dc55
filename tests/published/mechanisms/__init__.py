"""The mechanisms of the book, with their design values as parameters, so that a study sets them on one mechanism.

Names of bodies and joints follow the book's tables. Our ground has no coordinates: where the book counts its ground
among the bodies (3 coordinates and 3 equations), it counts 12/11 and we count 9/8.
"""

from published.mechanisms.excavators import excavator, excavator_with_joint_actuator
from published.mechanisms.four_bars import (
    four_bar,
    four_bar_absolute,
    four_bar_coupler_only,
    four_bar_on_ground,
    four_bar_with_coupler_distance,
    four_bar_with_follower_distance,
    four_bar_with_link,
)
from published.mechanisms.gear_sliders import gear_slider, gear_slider_with_arms, planet_in_ring
from published.mechanisms.parallelograms import five_bar, five_bar_repaired
from published.mechanisms.quick_returns import quick_return, quick_return_with_slot
from published.mechanisms.slider_cranks import (
    slider_crank,
    slider_crank_mid_frames,
    slider_crank_with_distance,
    slider_crank_with_link,
    slider_crank_with_slot,
    slider_crank_without_slider,
)
from published.mechanisms.valve_lifters import valve_lifter, valve_lifter_with_yoke

__all__ = [
    "excavator",
    "excavator_with_joint_actuator",
    "five_bar",
    "five_bar_repaired",
    "four_bar",
    "four_bar_absolute",
    "four_bar_coupler_only",
    "four_bar_on_ground",
    "four_bar_with_coupler_distance",
    "four_bar_with_follower_distance",
    "four_bar_with_link",
    "gear_slider",
    "gear_slider_with_arms",
    "planet_in_ring",
    "quick_return",
    "quick_return_with_slot",
    "slider_crank",
    "slider_crank_mid_frames",
    "slider_crank_with_distance",
    "slider_crank_with_link",
    "slider_crank_with_slot",
    "slider_crank_without_slider",
    "valve_lifter",
    "valve_lifter_with_yoke",
]
