#!/usr/bin/env node
// Step 2 of 12, Crossfire: fires only what cannot move.
//
//     node cookbook/crossfire/02_busy.mjs --seek crossfire

import { run } from "../../src/node.js";
import { NeverWaste } from "../recipes/preferring.mjs";

class Player extends NeverWaste {
  idle = ["fire"];
}

await run(Player);
