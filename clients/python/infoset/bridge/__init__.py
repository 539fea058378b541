r"""The stdio bridge: any program that reads lines and writes lines plays, without knowing the network.

Host -- BridgeSeat -- Dialect (words or json): what the lines mean     (pure)
             \------- Child: the process that reads and writes them
"""
