"""The language of the YAML files: its grammar, its words, and the registry in which they stand."""
