"""What a workbench does a job with. Knows no clients, matches or processes."""
