"""Structure found in a puzzle: pieces, slots, orbits, orientations, symmetries; imports model."""
