"""A local page that shows a file of tiles or rules as it is being written, and plays with it."""
