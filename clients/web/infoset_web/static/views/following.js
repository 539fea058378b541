// Those whom one follows and what they do, who follows oneself, and whether they may see anything.
import { html } from "../ui/ui.js";
import { Problem, useAction } from "../ui/parts.js";
import { account, change, settings } from "../net/app.js";
import { follow, followed, followers, isFollowingCut, isShown, placeOf } from "../net/following.js";
import { byActivity } from "../model/people.js";
import { Mark, roomTitle } from "../games/faces.js";
import { PersonLink } from "./person_link.js";
import { say } from "../words/words.js";

/** Nothing for guests: following is for accounts. */
export function Following() {
  if (account.value?.kind === "guest") return html`<p class="small muted">${say("people-account-needed")}</p>`;
  return html`<section class="stack mine-part" aria-labelledby="people-followed"><h2 id="people-followed">${say("people-followed")}</h2>
    ${!followed.value.length && html`<p class="muted">${say("people-follow-none")}</p>`}
    ${followed.value.length > 0 && html`<ul class="mine-list">${byActivity(followed.value).map((item) => html`<${Person} key=${item.user} item=${item} />`)}</ul>`}
    ${isFollowingCut.value && html`<p class="small muted">${say("people-cut")}</p>`}
    ${followers.value.length > 0 && html`<p>${say("people-followers")} ${followers.value.map(({ user, name }) => html`<span key=${user} class="chip"><${PersonLink}
      user=${user} name=${name} /></span> `)}</p>`}
    <${Choices} /></section>`;
}

function Person({ item }) {
  const { user, name, state, game, match_id: match } = item;
  return html`<li class=${`mine-game person-line ${state}`}>${game ? html`<${Mark} game=${game} />` : html`<span class=${`presence ${state}`} aria-hidden="true"></span>`}
    <div class="grow"><div class="title"><${PersonLink} user=${user} name=${name} /></div>
      <div class="tiny faint">${say(`people-state-${state}`, { title: game ? roomTitle(item) : "" })}</div></div>
    <div class="people-ways">${game && html`<a class=${`button small ${match ? "primary" : ""}`} href=${`#/${placeOf(item).join("/")}`}>${match ? say("room-watch") : say("mine-to-room")}</a>`}
    <${FollowButton} user=${user} name=${name} isFollowed=${true} /></div></li>`;
}

/** Begins to follow somebody, or ends it; `onDone` is told. */
export function FollowButton({ user, name, isFollowed, onDone }) {
  const [press, isBusy, problem] = useAction(async () => {
    await follow({ user, on: !isFollowed });
    onDone?.();
  });
  const words = isFollowed ? say("people-unfollow") : say("people-follow");
  return html`<button class=${`small ${isFollowed ? "quiet" : ""}`} disabled=${isBusy} onClick=${press}
    aria-label=${isFollowed ? say("people-unfollow-of", { name }) : say("people-follow-of", { name })}>${words}</button><${Problem} problem=${problem} />`;
}

function Choices() {
  const [show, isBusy, problem] = useAction((shown) => follow({ shown }));
  return html`<div class="stack"><label class="check"><input type="checkbox" name="shown" checked=${isShown.value} disabled=${isBusy}
      onChange=${(event) => show(event.target.checked)} />${say("people-shown")}</label>
    <p class="tiny faint">${say("people-shown-about")}</p>
    <label class="check"><input type="checkbox" name="friends" checked=${settings.value.friends !== "off"}
      onChange=${(event) => change("friends", event.target.checked ? "on" : "off")} />${say("people-news")}</label>
    <${Problem} problem=${problem} /></div>`;
}
