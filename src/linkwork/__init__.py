"""Linkwork: kinematics and dynamics of mechanisms."""
