#!/usr/bin/env node
// Step 8 of 12, Colonizers: the playouts are played by rules of thumb instead of at random.
//
//     node cookbook/colonizers/08_policy.mjs --seek colonizers

import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  policy = "heuristic";
  horizon = 400;
}

await run(Player);
