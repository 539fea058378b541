// People: what matches and ratings tell of somebody, and of oneself.
import { html, useEffect, useState } from "../ui/ui.js";
import { Problem, Scrolled, useAction } from "../ui/parts.js";
import { RatingPlot } from "../ui/rating_plot.js";
import { ask, me } from "../net/app.js";
import { behindOf, personOf, shareOf } from "../model/people.js";
import { ago } from "../model/time.js";
import { Mark, faceOf } from "../games/faces.js";
import { FollowButton, Following } from "./following.js";
import { PersonLink } from "./person_link.js";
import { say, spoken } from "../words/words.js";

const RECENT = 20;

export function People({ at: [who] }) {
  const [profile, setProfile] = useState(null);
  const [look, , problem] = useAction(async () =>
    setProfile(await ask({ type: "show_profile", recent: RECENT, ...(who && { user: who }) })),
  );
  useEffect(() => {
    look();
  }, [who, me.value.session]);
  if (!profile)
    return html`<h1>${say("people-profile")}</h1>${problem ? html`<p>${say("people-unknown", { name: who ?? "" })}</p>
      <${Problem} problem=${problem} />` : html`<p class="muted">${say("mine-looking")}</p>`}`;
  return html`<${Head} profile=${profile} look=${look} />
    ${!who && html`<${Following} />`}
    <${Results} profile=${profile} />
    <${Ratings} ratings=${profile.ratings} />
    <${Recent} profile=${profile} />`;
}

const day = (ms) => new Date(ms).toLocaleDateString(spoken.value);

function Head({ profile: { user, name, kind, guest, all, followed, followable, since_ms: since }, look }) {
  const isMine = user === me.value.user;
  return html`<div class="row spread"><div><div class="eyebrow">${say(`people-kind-${guest ? "guest" : kind}`)}${since ? ` · ${say("people-since", { day: day(since) })}` : ""}</div>
    <h1 dir="auto">${name}${isMine && html` <span class="chip accent">${say("room-you")}</span>`}</h1>
    ${guest && html`<p class="small muted">${isMine ? say("people-guest-you") : say("people-guest")}</p>`}
    ${all && html`<p class="small muted">${isMine ? say("people-all-you") : say("people-all")}</p>`}</div>
    ${(followable || followed) && html`<div><${FollowButton} user=${user} name=${name} isFollowed=${Boolean(followed)} onDone=${look} /></div>`}</div>`;
}

function Results({ profile: { games, from_ms: from } }) {
  return html`<section class="stack" aria-labelledby="people-results"><h2 id="people-results">${say("people-results")}</h2>
    ${!games.length && html`<p class="muted">${say("people-no-results")}</p>`}
    ${from !== undefined && html`<p class="small muted">${say("people-from", { day: day(from) })}</p>`}
    <div class="people-games">${games.map((one) => html`<${Game} key=${one.game} one=${one} />`)}</div></section>`;
}

function Game({ one: { game, matches, places, against } }) {
  return html`<div class="panel stack people-game"><div class="row spread"><h3 class="marked"><${Mark} game=${game} />${faceOf(game).title}</h3>
      <span class="chip number">${say("people-matches", { count: matches })}</span></div>
    <div class="row">${places.map((count, i) => html`<span key=${i} class="chip number">${say("people-place", { place: i + 1, count })}</span>`)}</div>
    ${against.length > 0 && html`<${Scrolled} label=${`${faceOf(game).title}: ${say("people-against")}`} isPanel=${false}><table><thead><tr><th>${say("people-against")}</th>
      <th class="n">${say("people-ahead")}</th><th class="n">${say("people-level")}</th><th class="n">${say("people-behind")}</th>
      <th class="n" title=${say("people-share-about")}>${say("people-share")}</th></tr></thead>
      <tbody>${against.map((row) => html`<tr key=${row.kind + row.bot}><td>${opponentWords(row)}</td><td class="n">${row.ahead}</td>
        <td class="n">${row.level}</td><td class="n">${behindOf(row)}</td><td class="n">${Math.round(shareOf(row) * 100)} %</td></tr>`)}</tbody>
      </table><//>`}</div>`;
}

/** Who the opponents of a row are. */
const opponentWords = ({ kind, bot }) =>
  kind === "house" ? say("people-house", { bot: bot.replaceAll("_", " ") }) : say(`people-opponents-${kind}`);

function Ratings({ ratings }) {
  if (!ratings.length) return null;
  return html`<section class="stack" aria-labelledby="people-ratings"><h2 id="people-ratings">${say("people-ratings")}</h2>
    <div class="people-games">${ratings.map((one) => html`<div key=${`${one.ladder} ${one.entry}`} class="panel stack">
      <div class="row spread"><h3 class="marked"><${Mark} game=${one.game} /><a href=${`#/ladder/${one.ladder}/entry/${one.entry}`}>${one.title}</a></h3>
        <span class="chip accent number">${one.rating} ± ${2 * one.rd}</span></div>
      <p class="small muted">${say("people-rating-of", { name: `${one.name} ${one.version}`, rank: one.rank, count: one.games })}
        ${one.provisional && html` <span class="chip">${say("ladder-provisional")}</span>`}</p>
      <${RatingPlot} name=${one.title} points=${one.points} /></div>`)}</div></section>`;
}

function Recent({ profile: { user, recent } }) {
  return html`<section class="stack mine-part" aria-labelledby="people-recent"><h2 id="people-recent">${say("people-recent")}</h2>
    ${!recent.length && html`<p class="muted">${say("replays-none")}</p>`}
    ${recent.length > 0 && html`<ul class="mine-list">${recent.map((item) => html`<${Match} key=${item.replay} item=${item} user=${user} />`)}</ul>`}</section>`;
}

function Match({ item, user }) {
  const order = item.players
    .map((name, seat) => ({ name, seat, place: item.places[seat], user: item.users[seat] === user ? "" : personOf(item, seat) }))
    .sort((a, b) => a.place - b.place);
  return html`<li class="mine-game over"><${Mark} game=${item.game} />
    <div class="grow"><div class="title">${faceOf(item.game).title}</div>
      <div class="row tiny">${order.map((one) => html`<span key=${one.seat} class="chip">${one.place}. <${PersonLink} user=${one.user} name=${one.name} /></span>`)}</div>
      <div class="tiny faint">${ago(Date.now() - item.at_ms)}</div></div>
    <div class="people-ways"><a class="button small" href=${`#/replay/${item.replay}`}>${say("mine-replay")}</a>
      <a class="button small" href=${`#/review/${item.replay}`}>${say("people-review")}</a></div></li>`;
}
