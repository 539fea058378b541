#!/usr/bin/env node
// Step 2 of 12, Colonizers: skips only where nothing else is legal.
//
//     node cookbook/colonizers/02_busy.mjs --seek colonizers

import { run } from "../../src/node.js";
import { NeverWaste } from "../recipes/preferring.mjs";

class Player extends NeverWaste {
  idle = ["skip"];
}

await run(Player);
