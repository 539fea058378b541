"""One revision for each change of the tables; never changed after it was published."""
