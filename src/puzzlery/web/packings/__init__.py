"""Packings as the page plays them: views, live answers, solution lists; imports packings."""
