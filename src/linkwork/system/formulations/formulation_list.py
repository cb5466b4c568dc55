"""What a simulation can be done with: every formulation by its name, with its kernels and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from linkwork.base.late_dataclass import dataclass

_PROJECTED = "formulations.multipliers_kernel.projected"
_SAME = "formulations.formulation_kernel.unchanged"
_WATCHED = "formulations.formulation_kernel.watched"
_SOLVE = "formulations.formulation_kernel.solve_multipliers"
_RECOVERED = "tree.joint_reaction_kernel.joint_solve"


@dataclass(frozen=True)
class Formulation:
    """Parts (module and function, in the order rate, correct, observe, renew, solve) and settings with defaults."""

    parts: tuple[str, str, str, str, str]
    settings: Mapping[str, float] = field(default_factory=dict)
    partitions: bool = False
    momenta: bool = False
    joints: bool = False
    dense: bool = False
    natural: bool = False

    @property
    def plain(self) -> bool:
        """Whether its state begins with the coordinates and velocities themselves."""
        return not self.momenta and not self.joints and not self.natural


_PENALTY = {"penalty": 1e7, "frequency": 10.0, "damping": 1.0, "passes": 20.0}
FORMULATIONS = {
    "direct": Formulation(("formulations.multipliers_kernel.multipliers_rate", _WATCHED, _SAME, _SAME, _SOLVE)),
    "baumgarte": Formulation(
        ("formulations.baumgarte_kernel.baumgarte_rate", _WATCHED, _SAME, _SAME, _SOLVE), {"alpha": 5.0, "beta": 5.0}
    ),
    "projection": Formulation(
        ("formulations.multipliers_kernel.multipliers_rate", _PROJECTED, _PROJECTED, _PROJECTED, _SOLVE),
    ),
    "partitioning": Formulation(
        (
            "formulations.partitioning_kernel.partitioning_rate",
            "formulations.partitioning_kernel.partitioning_correct",
            "formulations.partitioning_kernel.partitioning_observe",
            "formulations.partitioning_kernel.partitioning_renew",
            _SOLVE,
        ),
        partitions=True,
    ),
    "hybrid": Formulation(
        (
            "formulations.hybrid_kernel.hybrid_rate",
            "formulations.hybrid_kernel.hybrid_correct",
            "formulations.partitioning_kernel.partitioning_observe",
            "formulations.partitioning_kernel.partitioning_renew",
            _SOLVE,
        ),
        {"alpha": 5.0, "beta": 5.0, "tolerance": 0.0},
        partitions=True,
    ),
    "augmented": Formulation(
        (
            "formulations.augmented_kernel.augmented_rate",
            "formulations.augmented_kernel.augmented_correct",
            _SAME,
            _SAME,
            "formulations.augmented_kernel.augmented_solve",
        ),
        _PENALTY,
    ),
    "canonical": Formulation(
        (
            "formulations.canonical_kernel.canonical_rate",
            "formulations.canonical_kernel.canonical_correct",
            "formulations.canonical_kernel.canonical_observe",
            "formulations.canonical_kernel.canonical_renew",
            _SOLVE,
        ),
        {**_PENALTY, "reset": 100.0},
        momenta=True,
    ),
    "null-space": Formulation(
        (
            "formulations.null_space_kernel.null_space_rate",
            _PROJECTED,
            _PROJECTED,
            _PROJECTED,
            "formulations.null_space_kernel.null_space_solve",
        ),
    ),
    "trees": Formulation(
        (
            "formulations.trees_kernel.trees_rate",
            _PROJECTED,
            _PROJECTED,
            _PROJECTED,
            "formulations.trees_kernel.trees_solve",
        ),
    ),
    "joint": Formulation(
        (
            "formulations.joint_kernel.joint_rate",
            "formulations.joint_kernel.joint_correct",
            "formulations.joint_kernel.joint_observe",
            "formulations.joint_kernel.joint_renew",
            _RECOVERED,
        ),
        joints=True,
    ),
    "joint-partitioning": Formulation(
        (
            "formulations.joint_partitioning_kernel.joint_partitioning_rate",
            "formulations.joint_partitioning_kernel.joint_partitioning_correct",
            "formulations.joint_partitioning_kernel.joint_partitioning_observe",
            "formulations.joint_partitioning_kernel.joint_partitioning_renew",
            _RECOVERED,
        ),
        partitions=True,
        joints=True,
        dense=True,
    ),
    "joint-null-space": Formulation(
        (
            "formulations.joint_null_space_kernel.joint_null_space_rate",
            "formulations.joint_kernel.joint_correct",
            "formulations.joint_kernel.joint_observe",
            "formulations.joint_kernel.joint_renew",
            _RECOVERED,
        ),
        joints=True,
        dense=True,
    ),
    "joint-augmented": Formulation(
        (
            "formulations.joint_augmented_kernel.joint_augmented_rate",
            "formulations.joint_augmented_kernel.joint_augmented_correct",
            "formulations.joint_augmented_kernel.joint_augmented_observe",
            "formulations.joint_kernel.joint_renew",
            _RECOVERED,
        ),
        _PENALTY,
        joints=True,
        dense=True,
    ),
    "joint-canonical": Formulation(
        (
            "formulations.joint_canonical_kernel.joint_canonical_rate",
            "formulations.joint_canonical_kernel.joint_canonical_correct",
            "formulations.joint_canonical_kernel.joint_canonical_observe",
            "formulations.joint_canonical_kernel.joint_canonical_renew",
            _RECOVERED,
        ),
        partitions=True,
        momenta=True,
        joints=True,
        dense=True,
    ),
    "natural": Formulation(
        (
            "natural.natural_kernel.natural_rate",
            "natural.natural_kernel.natural_correct",
            "natural.natural_kernel.natural_observe",
            "natural.natural_kernel.natural_renew",
            "natural.natural_kernel.natural_solve",
        ),
        natural=True,
    ),
}
