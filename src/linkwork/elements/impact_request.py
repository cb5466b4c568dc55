"""What a user says of impacts in general; every mechanism has it, also one in which nothing touches."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.expression.part import Part

RestitutionLaw = Literal["newton", "poisson", "stronge"]
Several = Literal["together", "in turn"]


class ImpactRequest(Part):
    """How impacts are computed."""

    law: RestitutionLaw = Field(default="newton", description="what restitution means: speeds, impulses or energy")
    several: Several = Field(
        default="together", description="impacts at one time: solved together, or passed on one after the other"
    )
