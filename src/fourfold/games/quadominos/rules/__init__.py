"""The parts of the rules of Quad-Ominos: layout, tables, placement, hands, legality, hidden information, validation."""
