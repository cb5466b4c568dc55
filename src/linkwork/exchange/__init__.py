"""Coupling: subsystems that step on their own, and a coordinator that glues them at their interfaces."""
