#!/usr/bin/env node
// Step 8 of 12, Catan: the playouts are played by rules of thumb instead of at random.
//
//     node cookbook/catan/08_policy.mjs --seek catan

import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  policy = "heuristic";
  horizon = 60;
}

await run(Player);
