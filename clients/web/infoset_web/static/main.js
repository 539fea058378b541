// Where the page begins: draws the view of the route, keeps theme and address in step.
import { html, render, effect } from "./ui/ui.js";
import { account, connect, language, lookOn, readRoute, route, settings, showProblem } from "./net/app.js";
import { hearMatches } from "./net/hearing.js";
import { hearOfPeople } from "./net/following.js";
import { watchTurns } from "./net/mine.js";
import { watchForWaking } from "./net/waking.js";
import { Frame } from "./views/frame.js";
import { say, speak, spoken } from "./words/words.js";
import { languages, wordsOfLanguage } from "./net/languages.js";
import { root } from "./ui/root.js";

const isOverlay = () => route.value.page === "overlay";

addEventListener("hashchange", () => {
  const wasOverlay = isOverlay();
  route.value = readRoute();
  if (wasOverlay !== isOverlay()) location.reload(); // somebody else is logged in there
  scrollTo(0, 0);
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => {
  const { theme, text, motion } = settings.value;
  document.documentElement.dataset.theme = theme === "auto" ? (prefersDark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.text = text;
  document.documentElement.dataset.motion = motion;
};
effect(dress);
prefersDark.addEventListener("change", dress);

watchTurns();
hearOfPeople();
hearMatches();
watchForWaking();
// Where the browser allows it, a page that says why there is none lies ready for when the server cannot be reached.
if (!isOverlay()) navigator.serviceWorker?.register("sw.js").catch(() => {});
document.documentElement.classList.toggle("overlay", isOverlay());

/** Fetches the words of a language, and shows everything in it. */
async function learn(wanted) {
  const source = await wordsOfLanguage(wanted);
  if (wanted !== language.value) return; // another one has been chosen meanwhile
  speak(wanted, source);
  document.documentElement.lang = wanted;
  document.documentElement.dir = say("frame-direction");
  if (languages().includes(wanted)) nameManifest(`${root}/manifest.${wanted}.webmanifest`);
}

/** The manifest in the language that is spoken. The page comes without one: a browser that reads one misses that another is named meanwhile. */
function nameManifest(href) {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = href;
  document.querySelector("link[rel=manifest]")?.remove();
  document.head.append(link);
}

/** Nothing is shown before its words are there. */
async function begin() {
  await learn(language.value);
  if (isOverlay()) lookOn();
  else if (account.value) connect();
  const page = document.getElementById("page");
  page.replaceChildren(); // what was shown while this came
  render(html`<${Spoken} />`, page);
  effect(() => {
    if (language.value !== spoken.peek()) learn(language.value).catch(showProblem);
  });
}

// Another language is another page: all of it is made anew.
const Spoken = () => html`<${Frame} key=${spoken.value} />`;

export const begun = begin();
