"""What is allowed, and what is owed."""
