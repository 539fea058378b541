// Where the page begins: draws the view of the route, keeps theme and address in step.
import { html, render, effect } from "./ui/ui.js";
import { account, connect, readRoute, route, settings } from "./net/app.js";
import { watchTurns } from "./net/mine.js";
import { Frame } from "./views/frame.js";

addEventListener("hashchange", () => {
  route.value = readRoute();
  scrollTo(0, 0);
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => {
  const { theme, text } = settings.value;
  document.documentElement.dataset.theme = theme === "auto" ? (prefersDark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.text = text;
};
effect(dress);
prefersDark.addEventListener("change", dress);

watchTurns();

if (account.value) connect();
const page = document.getElementById("page");
page.replaceChildren(); // what was shown while this came
render(html`<${Frame} />`, page);
