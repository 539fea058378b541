#!/usr/bin/env node
// Step 7 of 12, Crossfire: every action is played out at random by the server: flat Monte Carlo.
//
//     node cookbook/crossfire/07_playouts.mjs --seek crossfire

import { run } from "../../src/node.js";
import { Playouts } from "../recipes/sampling.mjs";

class Player extends Playouts {
  horizon = 12;
}

await run(Player);
