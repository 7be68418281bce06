"""The parts of the rules of Exago: layout, tables, move generation, groups, the duty to block, validation."""
