"""Pictures of puzzles: plain data for viewers, SVG, PNG, and pictures in the terminal."""

from puzzlery.render.live.live_scene import live_scene
from puzzlery.render.pieces_svg import pieces_svg
from puzzlery.render.png import png, rasterized
from puzzlery.render.scene import Scene, scene
from puzzlery.render.svg import svg
from puzzlery.render.text import TextPicture, text
from puzzlery.render.view import Camera

__all__ = [
    "Camera",
    "Scene",
    "TextPicture",
    "live_scene",
    "pieces_svg",
    "png",
    "rasterized",
    "scene",
    "svg",
    "text",
]
