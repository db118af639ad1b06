"""Packing files: text, JSON, BurrTools, exact-cover files, solutions.

Imports packings and cover.
"""
