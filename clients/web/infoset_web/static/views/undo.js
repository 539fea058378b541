// Taking a step back: the button of whoever may, and the question to the others. Knows no game.
import { html } from "../ui/ui.js";
import { Problem, useAction } from "../ui/parts.js";
import { ask } from "../net/app.js";
import { listed, say } from "../words/words.js";

/** Takes the last step back, or asks the others whether they agree. */
export const undo = (match) => ask({ type: "undo", match_id: match.id, decision: match.undoable.value });

/** The bar of a match in which a step can be taken back, or somebody asks for that. */
export function Undo({ t }) {
  const { match } = t;
  const vote = match.undoVote.value;
  if (!match.isPlayer) return null;
  if (vote?.seat === match.seat) return html`<${Waiting} t=${t} vote=${vote} />`;
  if (vote?.waitsFor.includes(match.seat)) return html`<${Question} t=${t} vote=${vote} />`;
  return match.undoable.value === null || vote ? null : html`<${TakeBack} match=${match} />`;
}

function TakeBack({ match }) {
  const [take, isBusy, problem] = useAction(() => undo(match));
  return html`<div class="row undo"><button class="small quiet" disabled=${isBusy} onClick=${take}>
    ${say("match-undo")} <kbd>U</kbd></button><${Problem} problem=${problem} /></div>`;
}

const Waiting = ({ t, vote }) => html`<div class="hint undo" role="status">
  ${say("match-undo-waiting", { names: listed(vote.waitsFor.map(t.name)) })}</div>`;

function Question({ t, vote }) {
  const [answer, isBusy, problem] = useAction((agree) =>
    ask({ type: "answer_undo", match_id: t.match.id, seat: vote.seat, decision: vote.decision, agree }),
  );
  return html`<div class="hint row spread undo" role="status"><span>
    ${say("match-undo-question", { name: t.name(vote.seat) })}</span><span class="row">
    <button class="small" disabled=${isBusy} onClick=${() => answer(true)}>${say("match-agree")}</button>
    <button class="small quiet" disabled=${isBusy} onClick=${() => answer(false)}>${say("match-decline")}</button></span>
    <${Problem} problem=${problem} /></div>`;
}
