"""Two motorcycles whose data are published.

Sharp 1994 (Vibrational modes of motorcycles and their design parameter sensitivities) and Sharp and Limebeer 2001 (A
motorcycle model for stability and control analysis, Multibody System Dynamics 6), as public demonstration files of 2002
keep them. Heights there are negative, z pointing down; here z points up, and products of inertia change their sign
twice: the matrix of inertia has +Ixz of the lists as its element zx.

Read with care: in the file of 1994 the moments `Ip` and `Ir` are labelled the wrong way round. By size, and by the
letters of masses and lengths, p is the rider's upper body and r the rear frame. In that of 2001 the masses as listed
give 3295 N, the nominal tyre loads 3042 N; the 17.5 kg of the sliding part hold the front wheel (then 3044 N).

Ours are, as nobody prints them: the radial stiffness and damping of the tyres of 1994, their slip stiffnesses and all
friction, moments of inertia about y of 1994, and damping of the tyres of 2001.
"""

from __future__ import annotations

import math

from linkwork.expression.given import public
from linkwork.library.vehicles.bicycle import Rigid
from linkwork.library.vehicles.motorcycle import Motorcycle
from linkwork.library.vehicles.motorcycle_parts import Air, Compliance, Fork, Rider, RoadWheel, SwingArm

AIR_DENSITY = 1.227  # kg/m^3
ROLLING = (0.018, 0.0, 6.8e-6)


@public
def sharp_1994(hands: bool = True) -> Motorcycle:
    """The machine of Sharp 1994: no suspensions; head, rear wheel and rider give. `hands`: on the bars or off."""
    b, ahead, tilt, trail, e, j = 0.628, 0.807, 0.47, 0.094, 0.049, 0.527
    k = ahead + (e + trail - j * math.sin(tilt)) / math.cos(tilt)
    s, a, rear_tilt = 0.77, 0.527, 1.435
    return Motorcycle(
        frame=Rigid(170.3, 0.0, 0.438, 7.43, 17.0, 11.63, 7.4),
        steered=Rigid(40.59, k, j, 3.97, 3.97, 0.91 if hands else 0.71),
        rear=RoadWheel(
            x=-b,
            radius=0.321,
            spin=0.65,
            crown=0.07,
            cornering=(-92.9, 23.129, -4.663e-3, -6.457e-7, 1.887e-10),
            camber=(27.38, 0.9727, -4e-6),
            aligning=(9.0, 0.3573, 3.378e-5),
            twisting=(2.056, 0.01282, 4.928e-6),
            relaxation=(0.03594, 1.941e-4, -5.667e-8, 5.728e-12),
            stiffness=170e3,
            slip_stiffness=20e3,
            rolling=ROLLING,
        ),
        front=RoadWheel(
            x=ahead,
            radius=0.336,
            spin=0.58,
            crown=0.06,
            cornering=(-300.0, 28.577, -0.0143, 1.431e-6, 3.347e-10),
            camber=(-13.25, 1.302, -1.39e-4),
            aligning=(-0.281, 0.2442, 8.575e-5),
            twisting=(2.788, 0.0165, 3.9e-6),
            relaxation=(0.1012, 1.297e-4, -3.267e-8),
            stiffness=115e3,
            slip_stiffness=15e3,
            rolling=ROLLING,
        ),
        head=(ahead + trail / math.cos(tilt) - s * math.tan(tilt), s),
        tilt=tilt,
        rear_assembly=Rigid(25.0, -0.62, 0.33, 0.4, 0.4, 0.4),
        rear_twist=Compliance(
            46e3, 17.7, at=(-b + a * math.cos(rear_tilt), a * math.sin(rear_tilt)), tilt=rear_tilt - math.pi / 2
        ),
        head_twist=Compliance(61_200.0, 44.1),
        head_sideways=Compliance(1.04e6, 456.0),
        rider=Rider(Rigid(50.0, -0.28, 1.2, 1.96, 1.96, 0.55, 0.26), (-0.28, 0.8), 10e3, 156.0),
        steering=Compliance(50.0, 6.0) if hands else Compliance(0.0, 1.0),
        flywheel=0.41,
        air=Air(0.377, 0.05, ((b + ahead) / 2 - b, 0.33)),
        name="motorcycle of Sharp 1994",
    )


@public
def sharp_limebeer_2001() -> Motorcycle:
    """The machine of Sharp and Limebeer 2001 after Koenen: telescopic fork, swing arm, frame twist, rider."""
    half = AIR_DENSITY / 2
    return Motorcycle(
        frame=Rigid(209.6, 0.680, 0.532, 6.9, 34.1, 21.1, 1.7),
        steered=Rigid(13.1, 1.165, 0.869, 0.8, 1.2, 0.5),
        rear=RoadWheel(
            x=0.0,
            radius=0.321,
            spin=0.74,
            crown=0.070,
            cornering=(2.58e4,),
            camber=(2.80e3,),
            aligning=(0.03 * 2.58e4,),
            twisting=(7.9,),
            relaxation=(0.25,),
            mass=25.6,
            stiffness=170e3,
            slip_stiffness=20e3,
        ),
        front=RoadWheel(
            x=1.539,
            radius=0.319,
            spin=0.58,
            crown=0.049,
            cornering=(1.85e4,),
            camber=(1.71e3,),
            aligning=(0.03 * 1.85e4,),
            twisting=(4.8,),
            relaxation=(0.25,),
            stiffness=115e3,
            slip_stiffness=15e3,
        ),
        head=(1.168, 0.834),
        tilt=0.52,
        head_twist=Compliance(34_100.0, 99.7),
        fork=Fork(Rigid(17.5, 1.539, 0.318, 0.0, 0.0, 0.0), (1.225, 0.867), 9_000.0, 550.0, 940.0),
        swing_arm=SwingArm((0.400, 0.321), ((0.0, 0.330), (0.0, 0.700)), 25_700.0, 1_100.0, 1_540.0),
        rider=Rider(Rigid(44.5, 0.600, 1.190, 1.3, 2.1, 1.4, 0.3), (0.600, 1.000), 10e3, 85.2),
        steering=Compliance(0.0, 7.4),
        air=Air(half * 0.312, half * 0.114, (0.770, 0.582)),
        name="motorcycle of Sharp and Limebeer 2001",
    )
