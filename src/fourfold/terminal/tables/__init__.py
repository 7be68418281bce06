"""Tables at this keyboard and on a server, and the analysis beside them."""
