"""Muscles: the laws of their fibres and tendons, and muscles between points of any mechanism."""

from linkwork.library.muscles.ambrosio_silva import AmbrosioSilva
from linkwork.library.muscles.at_rest import at_rest
from linkwork.library.muscles.de_groote import DeGroote
from linkwork.library.muscles.moment_arms import MomentArms, moment_arms
from linkwork.library.muscles.muscle import Muscle
from linkwork.library.muscles.thelen import Thelen

__all__ = ["AmbrosioSilva", "DeGroote", "MomentArms", "Muscle", "Thelen", "at_rest", "moment_arms"]
