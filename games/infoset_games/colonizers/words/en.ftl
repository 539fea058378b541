colonizers-about = Build the most valuable colony on Mars. Nobody knows whom you sent: a miner, a spy, or the thief who empties their stores.
