"""Live: what only a viewer that turns a puzzle needs: hulls, bent cuts, the net of its faces."""
