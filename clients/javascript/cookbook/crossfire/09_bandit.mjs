#!/usr/bin/env node
// Step 9 of 12, Crossfire: more playouts for actions that look good, fewer for the others (UCB1).
//
//     node cookbook/crossfire/09_bandit.mjs --seek crossfire

import { run } from "../../src/node.js";
import { Bandit } from "../recipes/sampling.mjs";

class Player extends Bandit {
  policy = "heuristic";
  horizon = 12;
}

await run(Player);
