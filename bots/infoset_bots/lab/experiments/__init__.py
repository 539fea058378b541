"""Experiments: prepared runs of the arena, from who plays to tables, tests and plots.

Setup (data) -- Plan -- the arena's Run -- Analysis -- report, figures, JSON
"""
