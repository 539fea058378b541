// How one learns that it is one's turn while looking at something else: by a notice of the browser, where it has them.
import { html } from "../ui/ui.js";
import { settings } from "../net/app.js";
import { say } from "../words/words.js";
import { leave, setNotices } from "../net/mine.js";

export function Alerts() {
  if (leave.value === "none") return null;
  const { notices = "off" } = settings.value;
  return html`<fieldset class="choice alerts"><legend>${say("mine-alerts")}</legend>
    <div class="row">
      <label class="check"><input type="checkbox" name="notices"
        checked=${notices === "on"} onChange=${(event) => setNotices(event.target.checked ? "on" : "off")} />
        ${say("mine-notice")}</label></div>
    ${notices === "on" && leave.value === "denied" && html`<p class="small muted" role="status">${say("mine-notice-denied")}</p>`}</fieldset>`;
}
