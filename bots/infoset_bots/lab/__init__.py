"""Tools around bots: matches without a server, statistics, reviews, tuning, experiments, the table-top. No bots."""
