"""What kept matches say beyond their results: decisions that cost, and results without the luck.

Files with replays -- kept.py -- jobs.py (pools of workers) -+- reference.py, losses.py -- blunders.py
                                                            '- luck.py ---------------- adjusting.py

answers.py keeps what jobs have brought, so that a run that was stopped goes on.

match_review.py puts both together for one match, piece by piece, as the page shows it; reviewer.py is what servers load.

Knows games through the rules' interface only, so games of third parties are reviewed like ours.
"""
