// How one hears that it is one's turn while looking at something else: a sound, a notice of the browser.
import { html } from "../ui/ui.js";
import { change, settings } from "../net/app.js";
import { say } from "../words/words.js";
import { leave, setNotices } from "../net/mine.js";

export function Alerts() {
  const { sound = "on", notices = "off" } = settings.value;
  return html`<fieldset class="choice alerts"><legend>${say("mine-alerts")}</legend>
    <div class="row">
      <label class="check"><input type="checkbox" name="sound" checked=${sound === "on"}
        onChange=${(event) => change("sound", event.target.checked ? "on" : "off")} />${say("mine-sound")}</label>
      ${leave.value !== "none" && html`<label class="check"><input type="checkbox" name="notices"
        checked=${notices === "on"} onChange=${(event) => setNotices(event.target.checked ? "on" : "off")} />
        ${say("mine-notice")}</label>`}</div>
    ${notices === "on" && leave.value === "denied" && html`<p class="small muted" role="status">${say("mine-notice-denied")}</p>`}</fieldset>`;
}
