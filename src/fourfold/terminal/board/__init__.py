"""The board in a terminal: layout, pieces, hands, and the cursor that builds a move."""
