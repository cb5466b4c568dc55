"""A model made as large and as heavy as a person: by factors, or by distances of markers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Kilograms, public
from linkwork.library.biomechanics.curves import scaled as scaled_curve
from linkwork.library.biomechanics.parts import Move, PathPoint, Segment, SkeletonJoint, Station
from linkwork.library.biomechanics.paths.muscle_paths import followed
from linkwork.library.biomechanics.paths.surfaces import Ellipsoid, Torus
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.tables import Markers

UNEVEN = 1e-9  # factors that differ by more are not one


@public
def scale(
    skeleton: Skeleton, factors: Mapping[str, float | tuple[float, float, float]], mass: Kilograms | None = None
) -> Skeleton:
    """The model with every body scaled along its axes; `factors` are by body, one number or three (others stay).

    Masses go with the volume and then all alike to the whole `mass` (kg), if one is given; moments of inertia with mass
    and size. Joints, markers, points and surfaces move with their bodies; fibres and tendons keep their share of the
    length of their muscle in the pose of the start. Strengths stay.
    """
    wide = {name: _three(skeleton, name, value) for name, value in factors.items()}
    own = {body.name: wide.get(body.name, np.ones(3)) for body in skeleton.bodies} | {"ground": np.ones(3)}
    bodies = tuple(_body(body, own[body.name]) for body in skeleton.bodies)
    if mass is not None:
        whole = sum(body.mass for body in bodies)
        if not (mass > 0 and whole > 0):
            raise AnalysisError(f"scale: a mass of {mass:g} kg for a model of {whole:g} kg makes no sense")
        bodies = tuple(_heavier(body, mass / whole) for body in bodies)
    joints = tuple(_joint(joint, own) for joint in skeleton.joints)
    markers = tuple(dataclasses.replace(one, location=_place(one.location, own[one.body])) for one in skeleton.markers)
    muscles = tuple(dataclasses.replace(one, path=_path(one.path, own)) for one in skeleton.muscles)
    ligaments = tuple(dataclasses.replace(one, path=_path(one.path, own)) for one in skeleton.ligaments)
    feet = tuple(
        dataclasses.replace(one, center=_place(one.center, own[one.body]), radius=one.radius * _mean(own[one.body]))
        for one in skeleton.feet
    )
    new = dataclasses.replace(
        skeleton, bodies=bodies, joints=joints, markers=markers, muscles=muscles, ligaments=ligaments, feet=feet
    )
    if not skeleton.pulled:
        return new
    longer = followed(new, new.start()[None])[0][0] / followed(skeleton, skeleton.start()[None])[0][0]
    first = len(muscles)
    return dataclasses.replace(
        new,
        muscles=tuple(
            dataclasses.replace(
                one, optimal_length=one.optimal_length * float(share), tendon_length=one.tendon_length * float(share)
            )
            for one, share in zip(muscles, longer[:first], strict=True)
        ),
        ligaments=tuple(
            dataclasses.replace(one, slack_length=one.slack_length * float(share))
            for one, share in zip(ligaments, longer[first:], strict=True)
        ),
    )


@public
def marker_factors(
    skeleton: Skeleton, standing: Markers, pairs: Mapping[str, Sequence[tuple[str, str]]]
) -> dict[str, float]:
    """Of every body the factor by which distances of its pairs of markers, measured standing, exceed the model's.

    `pairs` are by body: markers such as `[("hip", "knee")]`; the mean of their factors is taken. Distances of the model
    are those in the pose of its start.
    """
    places = skeleton.places(skeleton.start()) | {"ground": np.eye(4)}
    factors = {}
    for body, names in pairs.items():
        skeleton.index("body", body)
        shares = []
        for one, two in names:
            measured, ours = [], []
            for name in (one, two):
                if name not in standing.names:
                    raise AnalysisError(f"marker '{name}' is not in {standing.source}")
                seen = standing.places[:, standing.names.index(name)]
                if np.isnan(seen).all():
                    raise AnalysisError(f"{standing.source}: marker '{name}' was seen in no frame")
                measured.append(np.nanmean(seen, axis=0))
                marker = skeleton.markers[skeleton.index("marker", name)]
                ours.append((places[marker.body] @ [*marker.location, 1.0])[:3])
            distance = float(np.linalg.norm(ours[0] - ours[1]))
            if not distance > 0:
                raise AnalysisError(f"body '{body}': the markers '{one}' and '{two}' are at one place in the model")
            shares.append(float(np.linalg.norm(measured[0] - measured[1])) / distance)
        if not shares:
            raise AnalysisError(f"body '{body}': there is no pair of markers")
        factors[body] = float(np.mean(shares))
    return factors


def _three(skeleton: Skeleton, name: str, value: Any) -> Array:
    skeleton.index("body", name)
    factors = np.ones(3) * np.asarray(value, dtype=float)
    if factors.shape != (3,) or not np.all((factors > 0) & np.isfinite(factors)):
        raise AnalysisError(f"body '{name}': factors are one or three positive numbers, not {value}")
    if np.any((factors < 0.1) | (factors > 10)):
        raise AnalysisError(f"body '{name}': a factor of {factors.max():g}: are markers in mm?")
    return factors


def _place(location: tuple[float, ...], by: Array) -> tuple[float, float, float]:
    x, y, z = (float(one) for one in np.array(location) * by)
    return x, y, z


def _mean(by: Array) -> float:
    return float(np.prod(by)) ** (1 / 3)


def _body(body: Segment, by: Array) -> Segment:
    heavier = float(np.prod(by))
    xx, yy, zz, xy, xz, yz = body.inertia
    x2, y2, z2 = 0.5 * (yy + zz - xx), 0.5 * (xx + zz - yy), 0.5 * (xx + yy - zz)
    x2, y2, z2 = x2 * by[0] ** 2, y2 * by[1] ** 2, z2 * by[2] ** 2
    products = (xy * by[0] * by[1], xz * by[0] * by[2], yz * by[1] * by[2])
    inertia = tuple(heavier * float(one) for one in (y2 + z2, x2 + z2, x2 + y2, *products))
    return Segment(body.name, body.mass * heavier, _place(body.center, by), inertia)


def _heavier(body: Segment, factor: float) -> Segment:
    return dataclasses.replace(body, mass=body.mass * factor, inertia=tuple(factor * one for one in body.inertia))


def _joint(joint: SkeletonJoint, own: Mapping[str, Array]) -> SkeletonJoint:
    def moved(at: Array, by: Array) -> Array:
        new = at.copy()
        new[:3, 3] = at[:3, 3] * by
        return new

    by = own[joint.parent]
    moves = []
    for move in joint.moves:
        if move.turns or move.coordinate is None or joint.parent == "ground":
            constant = not move.turns and move.coordinate is None and joint.parent != "ground"
            moves.append(_longer(joint, move, by) if constant else move)
        else:
            plain = len(move.curve) == 1 and tuple(move.curve[0]) == (0.0, 0.0, 1.0, 0.0, 0.0)
            moves.append(move if plain else _longer(joint, move, by))
    return dataclasses.replace(
        joint,
        moves=tuple(moves),
        at_parent=moved(joint.at_parent, by),
        at_child=moved(joint.at_child, own[joint.child]),
    )


def _longer(joint: SkeletonJoint, move: Move, by: Array) -> Move:
    """A shift that follows a curve grows with the body on which it glides, along its axis there."""
    axis = joint.at_parent[:3, :3] @ np.array(move.axis)
    size = float(np.linalg.norm(axis))
    factor = float(np.linalg.norm(axis * by)) / size if size else 1.0
    return Move(move.axis, move.turns, move.coordinate, scaled_curve(move.curve, factor))


def _path(path: tuple[Station, ...], own: Mapping[str, Array]) -> tuple[Station, ...]:
    return tuple(_station(station, own[station.body]) for station in path)


def _station(station: Station, by: Array) -> Station:
    if isinstance(station, PathPoint):
        curves = tuple((name, scaled_curve(curve, float(by[i]))) for i, (name, curve) in enumerate(station.curves))
        return dataclasses.replace(station, location=_place(station.location, by), curves=curves)
    center, mean = _place(station.center, by), _mean(by)
    if isinstance(station, Ellipsoid):
        even = np.ptp(by) < UNEVEN or not any(station.orientation)
        x, y, z = (np.array(station.radii) * (by if even else mean)).tolist()
        return dataclasses.replace(station, center=center, radii=(x, y, z))
    if isinstance(station, Torus):
        return dataclasses.replace(station, center=center, ring=station.ring * mean, tube=station.tube * mean)
    return dataclasses.replace(station, center=center, radius=station.radius * mean)
