"""Tournaments on this server: their files, their matches, their organisers' commands and their pages.

What is played when follows from `infoset_games.contests.tournaments`; here are the people, the rooms and the store.
"""
