// A name that leads to somebody's profile.
import { html } from "../ui/ui.js";
import { botNames } from "../net/app.js";
import { shownName } from "../model/naming.js";

/** Where somebody's profile is. */
export const profileOf = (user) => `#/people/${encodeURIComponent(user)}`;

/** A name that leads to the profile; of somebody who has none, such as a bot of the server, the name alone. */
export const PersonLink = ({ user, name }) =>
  user ? html`<a class="person" href=${profileOf(user)} dir="auto">${name}</a>` : html`<span dir="auto">${shownName(name, botNames.value)}</span>`;
