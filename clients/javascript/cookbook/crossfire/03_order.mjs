#!/usr/bin/env node
// Step 3 of 12, Crossfire: fires before it moves.
//
//     node cookbook/crossfire/03_order.mjs --seek crossfire

import { run } from "../../src/node.js";
import { InOrder } from "../recipes/preferring.mjs";

class Player extends InOrder {
  order = ["fire", "move", "king", "nth"];
}

await run(Player);
