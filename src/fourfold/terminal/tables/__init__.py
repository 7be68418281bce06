"""Tables: matches in this process and on a server; analysis for replay."""
