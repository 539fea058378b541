#!/usr/bin/env node
// Step 3 of 12, Catan: cities and settlements first, the rest as it comes, and never a trade.
//
//     node cookbook/catan/03_order.mjs --seek catan

import { run } from "../../src/node.js";
import { InOrder } from "../recipes/preferring.mjs";

class Player extends InOrder {
  order = ["city", "settlement", "roll", ["road", "buy_dev", "end_turn"], "reject", "withdraw"];
}

await run(Player);
