// How each game is introduced: title, a sentence, a picture. Knows no rules.
import { html } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { isSaid, say } from "../words/words.js";

const FACES = {
  colonizers: {
    title: "Colonizers",
    mark: "m-d",
    ground: "#8f3d2a",
    about: () => say("colonizers-about"),
    Cover: () => html`<svg class="cover" viewBox="0 0 400 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="400" height="160" fill="#3b1d24" /><circle cx="318" cy="46" r="17" fill="#ffe2b8" />
        <circle cx="318" cy="46" r="30" fill="#ffe2b8" opacity="0.120" />
      <path d="M0 92 60 66 110 90 170 56 240 94 300 72 400 98V160H0z" fill="#6f2f2a" />
        <path d="M0 118 80 100 150 116 250 98 330 118 400 108V160H0z" fill="#a84b32" />
        <path d="M0 138 120 126 260 138 400 128V160H0z" fill="#c7653d" />
      <g fill="#f3e3d0"><path d="M70 126a26 26 0 0 1 52 0z" /><path d="M142 130a17 17 0 0 1 34 0z" />
        <rect x="206" y="104" width="10" height="26" /><path d="M206 104l5-16 5 16z" />
        <rect x="236" y="116" width="40" height="12" rx="6" /></g>
      <g fill="none" stroke="#6f2f2a" stroke-width="1.500">
        <path d="M96 100v26M83 105c-4 6-6 14-6 21M109 105c4 6 6 14 6 21M70 118h52M159 113v17" /></g><g fill="#ffcf87">
        <circle cx="246" cy="122" r="2" /><circle cx="256" cy="122" r="2" /><circle cx="266" cy="122" r="2" /></g>
      <g fill="#ffe9cf"><circle cx="40" cy="26" r="1" /><circle cx="120" cy="18" r="1.200" />
        <circle cx="200" cy="34" r="1" /><circle cx="250" cy="14" r="1.200" /><circle cx="372" cy="22" r="1" />
        <circle cx="80" cy="48" r="0.800" /></g></svg>`,
  },
  catan: {
    title: "Catan",
    mark: "hex",
    ground: "#2a6480",
    about: () => say("catan-about"),
    Cover: () => html`<svg class="cover" viewBox="0 0 400 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="400" height="160" fill="#2f6f8f" /><g fill="none" stroke="#6aa5bd" stroke-width="1.500"
        opacity="0.700"><path
        d="M10 30q8-6 16 0t16 0M340 130q8-6 16 0t16 0M30 140q8-6 16 0t16 0M350 26q8-6 16 0t16 0" /></g>
      <g stroke="#f0e2bd" stroke-width="3">${[
        [130, 50, "#e0b23e"],
        [200, 50, "#3f7d46"],
        [270, 50, "#9aa1ab"],
        [95, 110, "#8fc06a"],
        [165, 110, "#c4643a"],
        [235, 110, "#e0b23e"],
        [305, 110, "#3f7d46"],
        [60, 50, "#3f7d46"],
        [340, 50, "#8fc06a"],
      ].map(
        ([x, y, fill]) => html`<path fill=${fill} d=${`M${x} ${y - 40}l34.600 20v40l-34.600 20-34.600-20v-40z`} />`,
      )}</g>
      <g fill="#f8f0dc"><circle cx="165" cy="110" r="13" /><circle cx="200" cy="50" r="13" />
        <circle cx="130" cy="50" r="13" /><circle cx="235" cy="110" r="13" /></g>
      <g font-family="Fraunces, serif" font-weight="700" font-size="14" text-anchor="middle" fill="#2a2a2a">
        <text x="165" y="115">5</text><text x="200" y="55" fill="#b02318">8</text><text x="130" y="55">9</text>
        <text x="235" y="115" fill="#b02318">6</text></g>
      <path d="M207 86l21-12" stroke="#1f5fa8" stroke-width="6" stroke-linecap="round" />
        <path d="M191 99v-11l9-8 9 8v11z" fill="#1f5fa8" stroke="#fff" stroke-width="1.800" />
        <path d="M123 99v-11l8-8 8 8v11z" fill="#b3470f" stroke="#fff" stroke-width="1.800" /></svg>`,
  },
  crossfire: {
    title: "Crossfire",
    mark: "bolt",
    ground: "#24354a",
    about: () => say("crossfire-about"),
    Cover: () => html`<svg class="cover" viewBox="0 0 400 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="400" height="160" fill="#18222e" /><g stroke="#2c3b4c" stroke-width="1">
        ${[...Array(11)].map((_, i) => html`<path d=${`M${i * 40} 0V160M0 ${i * 40}H400`} />`)}</g>
      <g fill="#3c5a73"><rect x="82" y="42" width="36" height="36" rx="4" />
        <rect x="282" y="82" width="36" height="36" rx="4" /></g><g fill="#5b636c"><path d="M165 118l15-32 15 32z" />
        <path d="M325 38l15-32 15 32z" /></g><g fill="#2e6b4a"><path d="M42 118l18-36 18 36z" />
        <path d="M202 38l18-36 18 36z" /></g>
      <path d="M150 60H400" stroke="#ffb454" stroke-width="7" opacity="0.300" />
        <path d="M150 60H400" stroke="#ffd79c" stroke-width="2.500" />
      <g><circle cx="140" cy="60" r="14" fill="#7db7f5" />
        <path d="M133 66l-2-10 5 4 4-7 4 7 5-4-2 10z" fill="#10151d" />
        <circle cx="300" cy="140" r="14" fill="#f59d63" /><circle cx="60" cy="20" r="14" fill="#7db7f5" /></g>
      <rect x="220" y="80" width="180" height="80" fill="#0b1016" opacity="0.550" />
        <path d="M90 140h60m-12-8 12 8-12 8" stroke="#7db7f5" stroke-width="3" fill="none" stroke-dasharray="5 5" />
        </svg>`,
  },
};

/** The small sign of a game, before its name. */
export function Mark({ game }) {
  const { mark, ground, title } = faceOf(game);
  return html`<span class="game-mark" style=${{ background: ground }} aria-hidden="true">
    ${mark ? html`<${Icon} name=${mark} size="1.3em" />` : title.slice(0, 2)}</span>`;
}

/** A room as its host has called it; where nobody has, as its game is called. */
export const roomTitle = (room) => (room.title === room.game ? faceOf(room.game).title : room.title);

const COVERS = ["#2d5a57", "#5a3d6b", "#6b4a2d", "#33507a"];

/** A face for any game, also one that the page has never heard of. */
export function faceOf(game) {
  const known = FACES[game];
  if (known) return { ...known, about: known.about(), hasGuide: true };
  const words = game.replace(/^openspiel_/, "").replaceAll("_", " ");
  const title = words[0].toUpperCase() + words.slice(1) + (game.startsWith("openspiel_") ? " (OpenSpiel)" : "");
  const fill = COVERS[game.length % COVERS.length];
  return {
    title,
    ground: fill,
    about: isSaid(`${game}-about`) ? say(`${game}-about`) : say("any-about"),
    hasGuide: false,
    Cover: () =>
      html`<svg class="cover" viewBox="0 0 400 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect width="400" height="160" fill=${fill} /><text x="200" y="104" text-anchor="middle"
        font-family="Fraunces, serif" font-weight="600" font-size="72" fill="#f3efe4" opacity="0.900">
        ${title.slice(0, 2)}</text></svg>`,
  };
}
