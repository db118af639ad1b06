"""Timed solves: records, averages as competitions count them, their database, files of timers."""
