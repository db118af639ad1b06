"""Sheets to print: pages of text with pictures, as SVG or PDF, without further libraries."""
