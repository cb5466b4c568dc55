"""A cam for a prescribed motion: rise, dwell, return, dwell; as small as the pressure angle allows; out as a drawing.

The exact profile then drives its roller in a mechanism, and the follower makes the motion that was asked for.
"""

import linkwork as lw
from linkwork import cams

motion = cams.Motion(
    [
        cams.rise("24 mm", over="100 deg", law="4-5-6-7"),
        cams.dwell("50 deg"),
        cams.fall(over="110 deg", law="4-5-6-7"),
        cams.dwell(),
    ]
)
follower = cams.roller("10 mm", offset="6 mm")
advice = cams.size(motion, follower, pressure_angle="28 deg", least_radius="12 mm")
print(advice.words())

cam = cams.Cam(motion, follower, base_radius=1.05 * advice.base_radius)
print(cam.text("30 deg"))
cam.plot("cam-design.png")
cam.save_dxf("cam-design.dxf")
cam.save_csv("cam-design.csv")

m: lw.Planar = cam.mechanism(speed="120 rpm")
run = m.kinematics(until=0.5, points=361)
print(f"largest acceleration of the follower: {abs(run['follower.ay']).max():.4g} m/s2")
