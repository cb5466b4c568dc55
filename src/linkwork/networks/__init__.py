"""Circuits beside the bodies: electrical, magnetic, hydraulic, thermal and one-dimensional mechanical parts as linear graphs."""
