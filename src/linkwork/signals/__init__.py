"""Signals: numbers that sensors, laws and controllers make from the motion, by name, for forces and other signals."""
