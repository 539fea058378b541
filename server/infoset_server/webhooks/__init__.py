"""Results of matches, sent to the addresses of organisers, as the Standard Webhooks specification has it.

addresses.py   where a message may go, and where never
signing.py     secrets and signatures
posting.py     one HTTP request to a receiver that nobody trusts
documents.py   webhooks and messages as they are kept
events.py      what a message says
outbox.py      all webhooks and the messages that wait, or waited
sender.py      sends what waits, again and again
"""
