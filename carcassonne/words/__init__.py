"""Values that everyone speaks of: segments, actions, events, and what a verb may ask and do."""
