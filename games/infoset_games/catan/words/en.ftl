catan-about = Settle the island, trade with the others, and keep your cards to yourself. Two to four seats, with all rules and free trade.
