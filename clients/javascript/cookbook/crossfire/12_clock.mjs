#!/usr/bin/env node
// Step 12 of 12, Crossfire: the same for as long as the clock allows.
//
//     node cookbook/crossfire/12_clock.mjs --seek crossfire

import { run } from "../../src/node.js";
import { OnTheClock } from "../recipes/trees.mjs";

class Player extends OnTheClock {
  horizon = 12;
}

await run(Player);
