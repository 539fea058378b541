#!/usr/bin/env node
// Step 7 of 12, Colonizers: every action is played out at random by the server: flat Monte Carlo.
//
//     node cookbook/colonizers/07_playouts.mjs --seek colonizers

import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  horizon = 400;
}

await run(Player);
