"""What kept matches say beyond their results: decisions that cost, and results without the luck.

Files with replays -- kept.py -- jobs.py (pools of workers) -+- reference.py, losses.py -- blunders.py
                                                            '- luck.py ---------------- adjusting.py

Knows games through the rules' interface only, so games of third parties are reviewed like ours.
"""
