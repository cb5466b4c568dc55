"""Sensitivity: how results change with parameters."""
