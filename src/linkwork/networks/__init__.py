"""Circuits beside the bodies: electrical, magnetic, hydraulic, thermal and shaft parts as linear graphs."""
