"""What every room uses: ids, clocks, counters, tasks with an owner, refusals. Knows no room."""
