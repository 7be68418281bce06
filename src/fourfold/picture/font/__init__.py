"""The stroke font that all lettering is drawn with."""
