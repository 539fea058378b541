#!/usr/bin/env node
// Step 11 of 12, Catan: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS.
//
//     node cookbook/catan/11_ismcts.mjs --seek catan

import { run } from "../../src/node.js";
import { OneTree } from "../recipes/trees.mjs";

class Player extends OneTree {
  horizon = 60;
}

await run(Player);
