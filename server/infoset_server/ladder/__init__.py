"""Who is how strong: results of rated matches, and what follows from them. Plays nothing and sends nothing.

rating/    strengths from results
"""
