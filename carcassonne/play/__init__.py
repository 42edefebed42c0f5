"""Playing: the journal, the table with its features, the state of a game, and the game itself."""
