"""Games for research libraries: PettingZoo and OpenSpiel's way of asking. See docs/adapters.md."""
