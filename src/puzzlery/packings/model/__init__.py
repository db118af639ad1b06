"""The model of packings: lattices, shapes, pieces, boards, placements; imports cover and core."""
