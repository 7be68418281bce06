"""The polyline font of all lettering: every glyph is a stroke."""
