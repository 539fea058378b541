// What the types promise; `npm run types` checks it, nothing here is run.

import { Bot, Client, RequestError, type Turn } from "../src/index.js";
import { act, type Action, type Event, type Observation } from "../src/games/catan.js";
import type { ActOk, Rollouts, ServerMessage } from "../src/wire.js";

export class Typed extends Bot<Observation, Action> {
  override decide(turn: Turn<Observation, Action>) {
    turn.remark("the robber", [0.5, -0.5]);
    // @ts-expect-error a value is a number for each seat
    turn.remark("the robber", 0.5);
    turn.weigh(turn.actions.map((_, at) => (at === 0 ? null : at)));
    // @ts-expect-error a value for each action
    turn.weigh(0.5);
    const robber: number = turn.observation.robber;
    for (const [verb, hex] of turn.actionsWith("move_robber")) {
      const told: "move_robber" = verb;
      if (hex === robber) return act.moveRobber(hex + told.length);
    }
    // @ts-expect-error there is no such field
    turn.observation.thief;
    // @ts-expect-error a settlement is built on a vertex, which is a number
    return act.settlement("here");
  }
}

export function read(event: Event): number {
  switch (event.e) {
    case "dice":
      return event.dice[0];
    case "trade":
      return event.with + event.give.length;
    case "buy":
      // @ts-expect-error nobody is told which card
      return event.card;
    default:
      return 0;
  }
}

export async function ask(client: Client): Promise<ActOk> {
  const tried: Rollouts = await client.request({ type: "rollout", match_id: "m", first: "all" });
  // @ts-expect-error a request has the fields of its type
  await client.request({ type: "seek", gaem: "catan" });
  // @ts-expect-error the server never asks to act
  const wrong: ServerMessage = { type: "act" };
  return client.request({ type: "act", match_id: "m", decision: tried.rows.length, index: wrong ? 0 : 1 });
}

export function why(error: RequestError): [string, string, number | undefined] {
  return [error.code, error.msg, error.retryMs];
}
