// The list of finished matches, newest first, a page at a time.
import { html, useEffect, useRef, useState } from "../ui/ui.js";
import { Problem, Scrolled, useAction } from "../ui/parts.js";
import { ask, games, me } from "../net/app.js";
import { save } from "../net/saving.js";
import { csvText, resultsTable } from "../model/csv.js";
import { personOf } from "../model/people.js";
import { Mark, faceOf } from "../games/faces.js";
import { ago } from "../model/time.js";
import { OpenFile } from "./open_file.js";
import { PersonLink } from "./person_link.js";
import { say } from "../words/words.js";

const PAGE = 50;

/** What is asked of the server: the matches of a filter, newest first, behind the one named. */
const asked = (filter, before) => ({
  type: "replays",
  count: PAGE,
  ...(filter.game && { game: filter.game }),
  ...(filter.mine && { user: me.value.user }),
  ...(before && { before }),
});

/** All matches of a filter, as far as the server lists them, as a file. */
async function saveResults(filter) {
  const items = [];
  let before;
  do {
    const reply = await ask(asked(filter, before));
    items.push(...reply.items);
    before = reply.cursor;
  } while (before);
  save("results.csv", "text/csv", csvText(resultsTable(items, me.value.user)));
}

export function Replays() {
  const [filter, setFilter] = useState({ game: "", mine: false });
  const [page, setPage] = useState({ items: [], cursor: undefined });
  const wanted = useRef(filter); // an answer to what is wanted no more comes too late
  wanted.current = filter;
  const [load, isBusy, problem] = useAction(async (before) => {
    const reply = await ask(asked(filter, before));
    if (wanted.current !== filter) return;
    setPage({ items: before ? [...page.items, ...reply.items] : reply.items, cursor: reply.cursor });
  });
  const [saveAll, isSaving, refusal] = useAction(() => saveResults(filter));
  useEffect(() => {
    load();
  }, [filter]);
  return html`
    <div class="row spread"><h1>${say("replays-title")}</h1><div class="row">
      <label class="check"><input type="checkbox" checked=${filter.mine}
        onChange=${(event) => setFilter({ ...filter, mine: event.target.checked })} />${say("replays-mine")}</label>
      <select aria-label=${say("replays-game")} style="width:auto" value=${filter.game}
        onChange=${(event) => setFilter({ ...filter, game: event.target.value })}><option value="">${say("replays-all")}</option>
        ${[...games.value.keys()].map((game) => html`<option value=${game}>${faceOf(game).title}</option>`)}</select>
      <button disabled=${isSaving || !page.items.length} title=${say("sharing-csv-about")}
        onClick=${saveAll}>${say("sharing-csv")}</button><${OpenFile} />
        </div></div>
    <${Problem} problem=${problem ?? refusal} />
    <${Scrolled} label=${say("replays-list")}><table>
      <thead><tr><th>${say("replays-match")}</th><th>${say("replays-players")}</th>
        <th class="n wide-only">${say("replays-changes")}</th><th class="wide-only">${say("replays-when")}</th>
        <th><span class="hidden-text">${say("replays-replay")}</span></th></tr></thead>
      <tbody>${page.items.map((item) => html`<${Line} key=${item.replay} item=${item} />`)}
        ${!page.items.length && html`<tr><td colspan="5" class="muted">
          ${isBusy ? say("replays-looking") : say("replays-none")}</td></tr>`}</tbody></table><//>
    ${page.cursor && html`<div><button disabled=${isBusy} onClick=${() => load(page.cursor)}>${say("replays-older")}</button>
      </div>`}`;
}

function Line({ item }) {
  const order = item.players
    .map((name, seat) => ({ name, user: personOf(item, seat), place: item.places?.[seat] ?? 0 }))
    .sort((a, b) => a.place - b.place);
  return html`<tr><td><div class="marked"><${Mark} game=${item.game} /><div><b>${faceOf(item.game).title}</b><div class="tiny faint">
    ${item.from ? say("replays-from", { match: item.replay, from: item.from }) : item.replay}</div><div class="tiny faint narrow-only">${ago(Date.now() - item.at_ms)}</div></div></div></td>
    <td>${order.map(({ name, user, place }) => html`<span class="chip">${place ? `${place}. ` : ""}<${PersonLink} user=${user} name=${name} /></span> `)}</td>
    <td class="n wide-only">${item.moves ?? ""}</td>
    <td class="muted wide-only">${ago(Date.now() - item.at_ms)}</td><td>
      <a class="button small" href=${`#/replay/${item.replay}`}>${say("replays-watch")}</a></td></tr>`;
}
