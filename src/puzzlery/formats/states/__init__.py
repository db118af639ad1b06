"""States and colorings as text: facelets, nets, JSON, algs; imports twisty."""
