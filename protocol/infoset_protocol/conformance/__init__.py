"""Golden vectors as values: how their files are read, what they must cover, how transcripts match.

Pure: callers bring the text of the files and say what came of a case.
"""
