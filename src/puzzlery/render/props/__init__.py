"""Props: parts of a puzzle that are no pieces, such as a case, pins, the bodies of cogs, a tray."""
