"""Template: three in a row on a board of nine squares. Replace it by your game."""

from fourfold.core.facts import Facts

FACTS = Facts(id="template", name="Template", seats=range(2, 3))
