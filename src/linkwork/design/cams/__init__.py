"""Cam design: motions of followers, profiles, advice, drawings.

from linkwork import cams

motion = cams.Motion([cams.rise("20 mm", over="120 deg", law="modified sine"), cams.dwell("60 deg"), cams.fall()])
cam = cams.Cam(motion, cams.roller("8 mm"), base_radius="40 mm")
print(cam.text())
"""

from linkwork.design.cams.cam import Cam
from linkwork.design.cams.kinds import flat, knife, roller, swinging_flat, swinging_knife, swinging_roller
from linkwork.design.cams.laws import LAWS
from linkwork.design.cams.motion import Motion
from linkwork.design.cams.segments import dwell, fall, move, rise
from linkwork.design.cams.sizing import Sizing, size

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
