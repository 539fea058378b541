"""Makes training sets out of kept matches, for learners that imitate: see docs/adapters.md."""
