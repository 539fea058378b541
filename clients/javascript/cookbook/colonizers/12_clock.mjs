#!/usr/bin/env node
// Step 12 of 12, Colonizers: the same for as long as the clock allows.
//
//     node cookbook/colonizers/12_clock.mjs --seek colonizers

import { run } from "../../src/node.js";
import { OnTheClock } from "../recipes/trees.mjs";

class Player extends OnTheClock {
  horizon = 400;
}

await run(Player);
