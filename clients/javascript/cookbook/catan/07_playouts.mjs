#!/usr/bin/env node
// Step 7 of 12, Catan: every action is played out at random by the server: flat Monte Carlo.
//
//     node cookbook/catan/07_playouts.mjs --seek catan

import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  horizon = 60;
}

await run(Player);
