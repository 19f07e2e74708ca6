"""One question put to many positions."""
