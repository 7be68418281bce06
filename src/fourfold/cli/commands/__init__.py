"""The commands, one module each, called what the command is called."""
