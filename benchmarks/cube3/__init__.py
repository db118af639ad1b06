"""The 3×3×3: two-phase, optimal and step solvers, beside other programs."""
