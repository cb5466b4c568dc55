"""Quintic splines through points, and smooth ones beside measured points."""
