"""Circuits beside the bodies: electrical, hydraulic, thermal and one-dimensional mechanical parts as linear graphs."""
