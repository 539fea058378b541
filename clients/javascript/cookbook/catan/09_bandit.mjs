#!/usr/bin/env node
// Step 9 of 12, Catan: more playouts for actions that look good, fewer for the others (UCB1).
//
//     node cookbook/catan/09_bandit.mjs --seek catan

import { run } from "../../src/node.js";
import { Bandit } from "../recipes/sampling.mjs";

class Player extends Bandit {
  policy = "heuristic";
  horizon = 60;
}

await run(Player);
