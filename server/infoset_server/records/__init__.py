"""What must outlive the server: running matches step by step, and small documents about people and rooms.

Between play, which knows matches, and the store, which knows bytes.
"""
