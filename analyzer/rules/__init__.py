"""The rules: legality, and amounts due."""
