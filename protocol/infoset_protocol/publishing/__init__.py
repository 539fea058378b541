"""What is published about the contract: JSON Schemas, the AsyncAPI document, tables of the manual.

Pure functions from models and vectors to text; `protocol/tools/publish.py` writes the files.
"""
