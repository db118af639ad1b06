"""Packings as the page plays them: tables, live answers, lists; imports packings."""
