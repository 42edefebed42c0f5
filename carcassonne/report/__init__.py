"""What people read: the table as text, what happened in sentences, and what every point was for."""
