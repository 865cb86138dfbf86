"""The commands of the command line, a module each; light to import."""
