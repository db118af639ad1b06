"""Distances by plain breadth-first search: the slow twin of meeting in the middle."""

from collections.abc import Sequence

Images = tuple[int, ...]


def distances(layers: Sequence[Images], colors: Sequence[int]) -> dict[Images, int]:
    """How many turns of layers, by any amount, lead from solved to each coloring."""
    start = tuple(colors)
    found, layer, depth = {start: 0}, [start], 0
    while layer:
        depth += 1
        after = []
        for shown in layer:
            for images in layers:
                turned = _turned(shown, images)
                while turned != shown:
                    if turned not in found:
                        found[turned] = depth
                        after.append(turned)
                    turned = _turned(turned, images)
        layer = after
    return found


def _turned(shown: Images, images: Images) -> Images:
    made = [0] * len(shown)
    for place, image in enumerate(images):
        made[image] = shown[place]
    return tuple(made)
