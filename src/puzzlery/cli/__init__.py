"""The command line: one verb a file, every answer also as JSON, every error in one sentence."""

from puzzlery.cli.main import main

__all__ = ["main"]
