"""Measurements, run by hand: `make bench`. Nothing here is asserted."""
