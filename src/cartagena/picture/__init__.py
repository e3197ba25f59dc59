"""Pictures of a position: the table as SVG, the table as text, and single symbols."""

from cartagena.picture.symbols import symbol
from cartagena.picture.table import svg
from cartagena.picture.writing import text

__all__ = ["svg", "symbol", "text"]
