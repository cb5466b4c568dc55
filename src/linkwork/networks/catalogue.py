"""Every kind of part of a circuit, and the circuit as data."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from linkwork.expression.part import Part
from linkwork.networks.branches import Formulation
from linkwork.networks.part import NetworkPart
from linkwork.networks.parts import (
    bonds,
    brushless,
    electrical,
    electronics,
    hydraulic,
    machines,
    magnetic,
    mechanical,
    pneumatic,
    pumps,
    thermal,
    transducers,
    valves,
)

EveryPart = (
    electrical.Resistor
    | electrical.Capacitor
    | electrical.Inductor
    | electrical.VoltageSource
    | electrical.CurrentSource
    | electrical.Transformer
    | electrical.Diode
    | electrical.Switch
    | electrical.Conductor
    | electrical.DcMotor
    | electrical.MovingPlate
    | electronics.OperationalAmplifier
    | electronics.PwmBridge
    | electronics.CoupledInductors
    | electronics.Battery
    | machines.ThreePhaseSource
    | machines.InductionMotor
    | machines.SynchronousMotor
    | brushless.BrushlessMotor
    | transducers.EnergyStore
    | transducers.Solenoid
    | transducers.PiezoStack
    | magnetic.Winding
    | magnetic.Reluctance
    | magnetic.AirGap
    | magnetic.Core
    | magnetic.Magnet
    | hydraulic.Pump
    | hydraulic.PressureSource
    | hydraulic.Orifice
    | hydraulic.Valve
    | hydraulic.Volume
    | hydraulic.Accumulator
    | hydraulic.Leakage
    | hydraulic.Cylinder
    | valves.DirectionalValve
    | valves.FlowControl
    | valves.HydraulicLine
    | pumps.PumpMotor
    | pneumatic.GasSource
    | pneumatic.GasChamber
    | pneumatic.GasOrifice
    | thermal.HeatCapacity
    | thermal.Conductance
    | thermal.Convection
    | thermal.Radiation
    | thermal.TemperatureSource
    | thermal.HeatSource
    | mechanical.Inertia
    | mechanical.ShaftSpring
    | mechanical.ShaftDamper
    | mechanical.ShaftGear
    | mechanical.TorqueSource
    | mechanical.SpeedSource
    | mechanical.JointPort
    | mechanical.ShaftBelt
    | mechanical.Clutch
    | bonds.BondGraph
)
AnyPart = Annotated[EveryPart, Field(discriminator="type")]
PARTS: tuple[type[NetworkPart], ...] = EveryPart.__args__


class Circuit(Part):
    """A circuit: parts by name, each between nodes; a node is there as soon as a part names it."""

    parts: dict[str, AnyPart] = Field(
        default_factory=dict, description="parts by name; the node `ground` is the reference"
    )
    formulation: Formulation = Field(
        default="state",
        description="unknowns beside the states: none that is linear (state), currents of resistances that are chords "
        "(current), voltages of those in the tree (voltage)",
    )
    tree: tuple[str, ...] = Field(
        default=(), description="parts that stand in the tree before all others; the program chooses when left out"
    )
