"""What the server tells of itself to those who run it: metrics, health, slow matches."""
