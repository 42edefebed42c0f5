"""What people read: the table as text, what happened in sentences, and why everybody has the points they have."""
