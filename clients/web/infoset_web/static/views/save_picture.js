// Saves the board as it is seen, with whose seats they are and how it ended, as a picture.
import { html, render } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { SeatName, useAction } from "../ui/parts.js";
import { toast } from "../net/app.js";
import { pictureOf } from "../net/picture.js";
import { saveBlob } from "../net/saving.js";
import { nameOf } from "../model/naming.js";
import { faceOf } from "../games/faces.js";
import { say } from "../words/words.js";

/** A button. `over` has places and scores where they are to be shown; `ver` is said in the name where it is not the end. */
export function SavePicture({ id, t, over, ver, isSmall }) {
  const [paint, isBusy] = useAction(async () => {
    try {
      const board = document.querySelector(".board-area");
      const blob = await withHead(board, html`<${Head} id=${id} t=${t} over=${over} />`, (head) => pictureOf([head, board]));
      saveBlob(over ? `${id}.png` : `${id}-${ver}.png`, blob);
    } catch (problem) {
      console.warn("no picture:", problem);
      toast(say("sharing-no-picture"), "bad");
    }
  });
  return html`<button class=${`save-picture ${isSmall ? "small" : ""}`} disabled=${isBusy} onClick=${paint}
    title=${say("sharing-picture-about")}><${Icon} name="eye" /><span>${say("sharing-picture")}</span></button>`;
}

/** What stands above the board in a picture: drawn beside the page for as long as `work` needs it. */
async function withHead(board, content, work) {
  const host = document.createElement("div");
  host.className = "picture-head";
  host.style.width = `${board.scrollWidth}px`;
  board.parentElement.append(host);
  try {
    render(content, host);
    return await work(host);
  } finally {
    render(null, host);
    host.remove();
  }
}

function Head({ id, t, over }) {
  const seats = t.seats.map((_, seat) => ({ seat, place: over?.places[seat], score: over?.scores[seat] }));
  if (over) seats.sort((one, other) => one.place - other.place);
  return html`<div class="row spread"><b class="game-title">${faceOf(t.game).title}</b><span class="small muted">${id}</span></div>
    <ol class="standing">${seats.map(({ seat, place, score }) => html`<li key=${seat} class=${`seat-${seat % 4}`}>
      ${over && html`<b class="number">${say("match-place", { place })}</b>`}<${SeatName} seat=${seat} name=${nameOf(t.seats, seat)} />
      ${over && html`<span class="number score">${score}</span>`}</li>`)}</ol>`;
}
