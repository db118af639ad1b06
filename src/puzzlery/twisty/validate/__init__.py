"""Validation: do moves lead to what one sees? Exactly decided, with the state or every reason."""

from puzzlery.twisty.validate.checker import Checker
from puzzlery.twisty.validate.verdict import Change, Reason, Repair, Stage, Verdict, count_in_words

__all__ = ["Change", "Checker", "Reason", "Repair", "Stage", "Verdict", "count_in_words"]
