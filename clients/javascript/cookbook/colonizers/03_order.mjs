#!/usr/bin/env node
// Step 3 of 12, Colonizers: builds where it can, and takes Omnium rather than cards.
//
//     node cookbook/colonizers/03_order.mjs --seek colonizers

import { run } from "../../src/node.js";
import { InOrder } from "../recipes/preferring.mjs";

class Player extends InOrder {
  idle = ["skip"];
  order = ["build", "keep", "omnium"];
}

await run(Player);
