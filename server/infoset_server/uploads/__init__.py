"""Bots that owners upload: unpacked, built, checked and run where they can harm nobody.

`service.HostedBots` is what the rest of the server talks to; `programs.sandbox` is what shuts programs in.
"""
