"""Games and tiles of other programs: one package for each, the only place that knows it."""
