"""The board as SVG: its way, its ends and the ground below."""
