"""State spaces as a whole: full tables, God's numbers, random states.

Imports coordinates, moves and tables.
"""
