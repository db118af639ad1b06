"""Mechanisms that plane cuts cannot make: gears, wedges, rings, dials, bandages.

Imports geometry, structure and model.
"""
