#!/usr/bin/env node
// Step 12 of 12, Catan: the same for as long as the clock allows.
//
//     node cookbook/catan/12_clock.mjs --seek catan

import { run } from "../../src/node.js";
import { OnTheClock } from "../recipes/trees.mjs";

class Player extends OnTheClock {
  horizon = 60;
}

await run(Player);
