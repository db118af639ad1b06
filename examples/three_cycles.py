"""Find the commutators of two faces' short algs that move just three pieces."""

import puzzlery

puzzle = puzzlery.puzzle("megaminx")
pieces = puzzle.pieces()
faces = ["U", "F", "R", "L"]
found = []
for a in faces:
    for b in faces:
        for c in faces:
            alg = f"[[{a}: {b}], {c}]"
            moved = set(puzzle.permutation(alg).support.tolist())
            if moved and sum(not moved.isdisjoint(piece) for piece in pieces) == 3:
                found.append(alg)
print(f"{len(found)} of {len(faces) ** 3} move three pieces:", " ".join(found[:4]))
