"""Reading: YAML files into frozen definitions, with every fault and its place."""
