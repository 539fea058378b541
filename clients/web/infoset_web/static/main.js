// Where the page begins: draws the view of the route, keeps theme and address in step.
import { html, render, effect } from "./ui/ui.js";
import { account, connect, lookOn, readRoute, route, running, settings } from "./net/app.js";
import { hearMatches } from "./net/hearing.js";
import { Frame } from "./views/frame.js";

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

effect(() => {
  const isAsked = running.value.some((match) => match.decision.value);
  document.title = isAsked ? "● Your turn · Infoset" : "Infoset";
});

hearMatches();
// Where the browser allows it, a page that says why there is none lies ready for when the server cannot be reached.
if (!isOverlay()) navigator.serviceWorker?.register("sw.js").catch(() => {});

document.documentElement.classList.toggle("overlay", isOverlay());
if (isOverlay()) lookOn();
else if (account.value) connect();
const page = document.getElementById("page");
page.replaceChildren(); // what was shown while this came
render(html`<${Frame} />`, page);
