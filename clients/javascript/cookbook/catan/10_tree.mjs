#!/usr/bin/env node
// Step 10 of 12, Catan: looks further ahead, in a tree for each of a few worlds, which then vote.
//
//     node cookbook/catan/10_tree.mjs --seek catan

import { run } from "../../src/node.js";
import { TreePerWorld } from "../recipes/trees.mjs";

class Player extends TreePerWorld {
  horizon = 60;
}

await run(Player);
