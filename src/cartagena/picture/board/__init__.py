"""The board as SVG: path, ends and ground."""
