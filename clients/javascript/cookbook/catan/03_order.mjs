#!/usr/bin/env node
// Step 3 of 12, Catan: cities and settlements first, the rest as it comes.
//
//     node cookbook/catan/03_order.mjs --seek catan

import { run } from "../../src/node.js";
import { InOrder } from "../recipes/preferring.mjs";

class Player extends InOrder {
  idle = ["end_turn", "reject", "withdraw"];
  order = ["city", "settlement"];
}

await run(Player);
