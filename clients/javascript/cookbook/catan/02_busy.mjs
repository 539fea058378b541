#!/usr/bin/env node
// Step 2 of 12, Catan: ends its turn or says no only where nothing else is legal.
//
//     node cookbook/catan/02_busy.mjs --seek catan

import { run } from "../../src/node.js";
import { NeverWaste } from "../recipes/preferring.mjs";

class Player extends NeverWaste {
  idle = ["end_turn", "reject", "withdraw"];
}

await run(Player);
