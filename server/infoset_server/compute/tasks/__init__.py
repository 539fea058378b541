"""What a seat may ask for, each kind a task of its own. Knows no clients and no processes."""
