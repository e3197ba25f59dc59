"""Pictures of a position: the table as SVG, the table as text, and single symbols."""

from cartagena.picture.symbols import symbol
from cartagena.picture.table_svg import svg
from cartagena.picture.table_text import text

__all__ = ["svg", "symbol", "text"]
