#!/usr/bin/env node
// Step 11 of 12, Colonizers: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS.
//
//     node cookbook/colonizers/11_ismcts.mjs --seek colonizers

import { run } from "../../src/node.js";
import { OneTree } from "../recipes/trees.mjs";

class Player extends OneTree {
  horizon = 400;
}

await run(Player);
