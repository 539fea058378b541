// Cards of Colonizers, drawn: modules with cost and value, colonists with their powers.
import { html } from "../../ui/ui.js";
import { Icon } from "../../ui/icons.js";
import { cardName, moduleName, roleName, rolePower } from "./words.js";
import { say } from "../../words/words.js";

/** A module card. `size` is `full` or `small`; `module` below 0 is a card whose face is not known. */
export function ModuleCard({ t, module, size = "full", onClick, disabled, badge, isBuildable, k, moves }) {
  if (module < 0)
    return html`<span class=${`module back ${size}`} ...${moves} role="img" aria-label=${say("colonizers-hidden-card")}><span>?</span></span>`;
  const { cost, value, colour, letter } = t.consts.modules[module];
  const name = moduleName(t, module);
  const label = say("colonizers-module", { name, cost, value, colour });
  const face = html`
    <span class="cost number" aria-hidden="true">${cost}</span><span class="value number" aria-hidden="true">${value}
      </span>
    <${Icon} name=${`m-${letter}`} size=${size === "full" ? "2.4em" : "1.5em"} />
    <span class="module-name">${cardName(t, module)}</span>
    ${badge}${k && html`<kbd>${k}</kbd>`}`;
  const kind = `module ${colour} ${size} ${isBuildable ? "buildable" : ""}`;
  return onClick
    ? html`<button class=${kind} ...${moves} aria-label=${label} title=${label} disabled=${disabled} onClick=${onClick}>${face}
      </button>`
    : html`<span class=${kind} ...${moves} role="img" aria-label=${label} title=${label}>${face}</span>`;
}

export function ColonistCard({ role, onClick, disabled, k, note }) {
  const face = html`<${Icon} name=${`c-${role}`} size="2.2em" /><span class="colonist-name">${roleName(role)}</span>
    <span class="colonist-power">${rolePower(role)}</span>${note && html`<span class="chip">${note}</span>`}${k && html`<kbd>${k}
    </kbd>`}`;
  return onClick
    ? html`<button class="colonist" disabled=${disabled} onClick=${onClick}>${face}</button>`
    : html`<span class="colonist">${face}</span>`;
}

/** The colonist of a seat: its face if known, else who it may be. */
export function RoleBadge({ player }) {
  if (player.role >= 0) {
    return html`<span class="role known" title=${rolePower(player.role)}>
      <${Icon} name=${`c-${player.role}`} size="1.4em" />${roleName(player.role)}
      </span>`;
  }
  if (!player.possible.length) return html`<span class="role faint">${say("colonizers-no-colonist")}</span>`;
  const names = player.possible.map(roleName).join(", ");
  return html`<span class="role guess" title=${say("colonizers-may-be", { names })}>
    <span class="faint">${say("colonizers-one-of")}</span>${player.possible.map((role) => html`
    <${Icon} name=${`c-${role}`} size="1.25em" label=${roleName(role)} />`)}</span>`;
}
