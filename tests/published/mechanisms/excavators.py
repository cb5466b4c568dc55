"""The excavator of Haug Ex. 3.5.3 and 3.5.4: a boom and an arm, lifted by struts or by a joint actuator."""

from __future__ import annotations

from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar


def excavator() -> Planar:
    """Haug Ex. 3.5.3: both bodies moved by struts."""
    m = Planar("excavator", "Haug Ex. 3.5.3")
    boom, arm = _boom_and_arm(m)
    m.drive("crowd", between=(boom.at("sqrt(3)", 1), arm.at(0, 0.5)), strut="1.9 + t/10")
    return m


def excavator_with_joint_actuator(angle: str = "t/10") -> Planar:
    """Haug Ex. 3.5.4: the arm is turned by an actuator in its joint."""
    m = Planar("excavator, joint actuator", "Haug Ex. 3.5.4")
    _boom_and_arm(m)
    m.drive("crowd", joint="E", angle=angle)
    return m


def _boom_and_arm(m: Planar) -> tuple[BodyHandle, BodyHandle]:
    boom = m.body("boom", estimate=(0, 0, 0.7))
    arm = m.body("arm", estimate=(2.7, 2.2, 0.5))
    m.revolute("O", m.ground.at(0, 0), boom.at(0, 0))
    m.revolute("E", boom.at("2*sqrt(3)", 0), arm.at(0, 0))
    m.drive("lift", between=(m.ground.at(0.5, -0.5), boom.at("sqrt(3)", 0)), strut="1.8 + t/5")
    return boom, arm
