"""Linkages of the suspensions of motorcycles."""
