// A name that leads to somebody's profile.
import { html } from "../ui/ui.js";

/** Where somebody's profile is. */
export const profileOf = (user) => `#/people/${encodeURIComponent(user)}`;

/** A name that leads to the profile; of somebody who has none, the name alone. */
export const PersonLink = ({ user, name }) =>
  user ? html`<a class="person" href=${profileOf(user)} dir="auto">${name}</a>` : html`<span dir="auto">${name}</span>`;
