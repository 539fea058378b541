#!/usr/bin/env node
// Step 9 of 12, Colonizers: more playouts for actions that look good, fewer for the others (UCB1).
//
//     node cookbook/colonizers/09_bandit.mjs --seek colonizers

import { run } from "../../src/node.js";
import { Bandit } from "../recipes/sampling.mjs";

class Player extends Bandit {
  policy = "heuristic";
  horizon = 400;
}

await run(Player);
