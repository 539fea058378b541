#!/usr/bin/env node
// Step 10 of 12, Colonizers: looks further ahead, in a tree for each of a few worlds, which then vote.
//
//     node cookbook/colonizers/10_tree.mjs --seek colonizers

import { run } from "../../src/node.js";
import { TreePerWorld } from "../recipes/trees.mjs";

class Player extends TreePerWorld {
  horizon = 400;
}

await run(Player);
