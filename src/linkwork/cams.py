"""Cam design: motions of followers, profiles, advice, drawings; the public names of `design/cams/`."""

from linkwork.design.cams import (
    LAWS,
    Cam,
    Motion,
    Sizing,
    dwell,
    fall,
    flat,
    knife,
    move,
    rise,
    roller,
    size,
    swinging_flat,
    swinging_knife,
    swinging_roller,
)

__all__ = [
    "LAWS",
    "Cam",
    "Motion",
    "Sizing",
    "dwell",
    "fall",
    "flat",
    "knife",
    "move",
    "rise",
    "roller",
    "size",
    "swinging_flat",
    "swinging_knife",
    "swinging_roller",
]
