// A match for a stream: the board alone, large, on nothing. What it shows is what any spectator is shown, as late as the room says.
import { html, useEffect, useState } from "../ui/ui.js";
import { ask, goodbye, lobby, matches, me, watchLobby } from "../net/app.js";
import { wordsOf } from "../model/refusals.js";
import { viewOf } from "../games/index.js";
import { tableOf } from "./match.js";
import { say } from "../words/words.js";

const NOTHING = () => {};
const LOOKING = { number: null, isBusy: false, problem: null, act: NOTHING, send: NOTHING, sendAll: NOTHING, press: NOTHING };

/** `place` is a match, or a room of the lobby's list: then each match that is played there, one after the other. */
export function Overlay({ at: [place = ""] }) {
  const isMatch = place.startsWith("m_");
  const session = me.value?.session;
  const [shown, show] = useState(isMatch ? place : null);
  const [problem, setProblem] = useState(null);
  const played = isMatch ? place : lobby.value.get(place)?.match_id;
  useEffect(() => {
    if (session && !isMatch) watchLobby(true);
  }, [session]);
  useEffect(() => {
    if (played) show(played); // the last one stays until the next begins
  }, [played]);
  useEffect(() => {
    if (!session || !shown) return;
    setProblem(null);
    ask({ type: "watch", match_id: shown }).catch(setProblem);
  }, [session, shown]);
  if (goodbye.value) return html`<p class="overlay-word">${wordsOf(goodbye.value.reason)}</p>`;
  const match = matches.value.get(shown);
  if (match?.obs.value) return html`<${Shown} key=${shown} match=${match} />`;
  return html`<p class="overlay-word" role="status">${problem ? wordsOf(problem) : say("sharing-waiting")}</p>`;
}

function Shown({ match }) {
  const t = tableOf(match, LOOKING);
  const view = viewOf(match.game);
  match.follow(view.deciders);
  return html`<div class=${`table overlay-table game-${match.game}`}><p class="overlay-word">${view.status(t)}</p>
    <section class="board-area" aria-label=${say("match-board")}><${view.Board} t=${t} /></section></div>`;
}
