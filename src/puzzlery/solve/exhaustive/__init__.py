"""State spaces as a whole: full tables and God's numbers.

Imports coordinates, moves and tables.
"""
