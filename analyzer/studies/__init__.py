"""Studies: questions put to many deals by seed, kept in a store, counted and reported."""
