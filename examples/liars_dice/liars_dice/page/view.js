// Liar's Dice on the page: the cups of all seats, the bids of this round, and two presses for the next one. All words
// come from the catalogues beside it, in ../words.
const PIPS = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};
const styles = [new URL("view.css", import.meta.url)];

export default function view({ html, useState, SeatName, SeatState, any, say }) {
  const faceWords = (face) => say(`liars_dice-face-${face}`);
  const bidWords = ([, count, face]) => `${count} × ${faceWords(face)}`;
  const dice = (count) => say("liars_dice-dice", { count });
  const me = (t, seat) => (seat === t.seat ? "yes" : "no");

  /** One die; 0 is covered. `isTold` where it is of the face that was bid. */
  const Die = ({ face, isTold = false }) => html`<svg viewBox="0 0 40 40" role="img" aria-label=${faceWords(face)}
      class=${`ld-die ${face ? "" : "covered"} ${isTold ? "told" : ""}`}>
      <rect x="2" y="2" width="36" height="36" rx="8" />
      ${face ? PIPS[face].map(([x, y]) => html`<circle cx=${x * 10} cy=${y * 10} r="4" />`) : html`
        <text x="20" y="28" text-anchor="middle">?</text>`}</svg>`;

  function Cup({ t, seat, bid }) {
    const { cups, left, lifted } = t.obs;
    const isShown = t.over || (t.obs.bids.length === 0 && lifted[seat].length > 0 && cups[seat].every((face) => !face));
    const own = cups[seat].length ? cups[seat] : Array(left[seat]).fill(0);
    const turn = turnOf(t) === seat;
    return html`<section class=${`ld-cup seat-${seat % 4} ${turn ? "turn" : ""}`} aria-label=${`${t.name(seat)}: ${dice(left[seat])}`}>
      <header><${SeatName} seat=${seat} name=${t.name(seat)} /><${SeatState} t=${t} seat=${seat} />
        <span class="number">${dice(left[seat])}</span></header>
      <div class="ld-dice">${own.map((face, i) => html`<${Die} key=${i} face=${face} isTold=${face > 0 && face === bid?.[2]} />`)}
        ${left[seat] === 0 && html`<span class="muted">${say("liars_dice-out")}</span>`}</div>
      ${isShown && lifted[seat].length > 0 && html`<div class="ld-lifted"><span class="eyebrow">${say("liars_dice-last-round")}</span>
        ${lifted[seat].map((face, i) => html`<${Die} key=${i} face=${face} />`)}</div>`}
    </section>`;
  }

  function Board({ t }) {
    const { bids, opener, left } = t.obs;
    const last = bids.at(-1);
    const bidder = (opener + bids.length - 1) % left.length;
    const total = left.reduce((sum, one) => sum + one, 0);
    return html`<div class="liars-dice">
      <div class="ld-bid" role="status">${last ? html`<span class="eyebrow">
        ${say("liars_dice-says", { name: t.name(bidder), me: me(t, bidder) })}</span>
        <span class="ld-claim"><b>${last[1]}</b><span aria-hidden="true">×</span><${Die} face=${last[2]} /></span>` : html`
        <span class="eyebrow">${say("liars_dice-new-round")}</span>
        <span class="ld-claim">${say("liars_dice-no-bid")}</span>`}
        <span class="muted">${say("liars_dice-on-table", { count: total })}</span></div>
      <div class="ld-cups">${left.map((_, seat) => html`<${Cup} key=${seat} t=${t} seat=${seat} bid=${last} />`)}</div>
      ${bids.length > 1 && html`<ol class="ld-bids" aria-label=${say("liars_dice-bids")}>${bids.map((bid, i) => html`
        <li key=${i} class=${`seat-${((opener + i) % left.length) % 4}`}><span>${t.name((opener + i) % left.length)}</span>
        <b>${bidWords(bid)}</b></li>`)}</ol>`}
    </div>`;
  }

  /** How many, by steps, then which face; what is no higher bid cannot be pressed. */
  function Actions({ t }) {
    const actions = t.decision.legal.actions;
    const index = new Map(actions.map((action, at) => [action.join(), at]));
    const counts = [...new Set(actions.filter(([verb]) => verb === "bid").map(([, count]) => count))];
    const [wanted, want] = useState(counts[0]);
    const count = counts.includes(wanted) ? wanted : counts[0];
    const liar = index.get("liar");
    return html`<div class="liars-ask">
      ${counts.length > 0 && html`<div class="row ld-count" role="group" aria-label=${say("liars_dice-how-many")}>
        <button aria-label=${say("liars_dice-fewer")} disabled=${!counts.includes(count - 1)} onClick=${() => want(count - 1)}>−</button>
        <output aria-live="polite">${count}<span aria-hidden="true"> ×</span></output>
        <button aria-label=${say("liars_dice-more")} disabled=${!counts.includes(count + 1)} onClick=${() => want(count + 1)}>+</button></div>
      <div class="choices" role="group" aria-label=${say("liars_dice-which-face", { dice: dice(count) })}>${[1, 2, 3, 4, 5, 6].map((face) => {
        const at = index.get(`bid,${count},${face}`);
        return html`<button key=${face} class="face" aria-label=${choiceWords(["bid", count, face])}
          disabled=${at === undefined || t.isBusy} onClick=${() => t.act({ index: at })}><${Die} face=${face} /></button>`;
      })}</div>`}
      ${liar !== undefined && html`<div class="choices"><button class="danger" disabled=${t.isBusy}
        onClick=${() => t.act({ index: liar })}>${say("liars_dice-liar")}</button></div>`}
    </div>`;
  }

  const did = (t, seat, what, args) => say(`liars_dice-did-${what}`, { me: me(t, seat), ...args });
  const choiceWords = (action) =>
    action[0] === "bid" ? say("liars_dice-choose-bid", { bid: bidWords(action) }) : say("liars_dice-choose-liar");
  const actionWords = (action) => {
    const args = { me: "no", ...(action[0] === "bid" && { bid: bidWords(action) }) };
    return say(`liars_dice-did-${action[0]}`, args);
  };

  function words(event, t) {
    const { e, by } = event;
    if (e === "rolled") return by === t.seat ? { by, text: did(t, by, "roll", { face: faceWords(event.face) }) } : null;
    if (e === "bid") return { by, text: did(t, by, "bid", { bid: bidWords(["bid", event.count, event.face]) }) };
    if (e === "liar") return { by, text: did(t, by, "liar"), big: true };
    if (e === "lifted") return { by: event.loser, text: did(t, event.loser, "lose") };
    return any.words(event, t);
  }

  const status = (t) => {
    if (t.over) return "";
    if (t.decision) return t.obs.bids.length ? say("liars_dice-ask-raise") : say("liars_dice-ask-open");
    const turn = turnOf(t);
    return turn === null
      ? say("liars_dice-ask-roll")
      : say("liars_dice-decides", { name: t.name(turn), me: me(t, turn) });
  };

  return { Board, Actions, actionWords, choiceWords, words, status, styles };
}

/** The seat to decide, as everybody can see; null while dice are rolled. */
function turnOf(t) {
  const { opener, bids, left, cups } = t.obs;
  if (t.over || cups.some((cup, seat) => cup.length < left[seat])) return null;
  return (opener + bids.length) % left.length;
}
