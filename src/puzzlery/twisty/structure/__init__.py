"""Structure found in a puzzle: pieces, slots, orbits, symmetries; imports model and groups."""
