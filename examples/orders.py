"""Which two-move algs take longest to come home?"""

from itertools import product

import puzzlery

cube = puzzlery.puzzle("3x3x3")
moves = [name + amount for name in "UDLRFB" for amount in ("", "2", "'")]
orders = {f"{a} {b}": cube.apply(f"{a} {b}").permutation.order for a, b in product(moves, repeat=2)}
longest = max(orders.values())
print(
    f"{longest} repetitions:", ", ".join(alg for alg, order in orders.items() if order == longest)
)
