// The views that games bring themselves: loaded from the server when a match of theirs is first shown, and given up for the view of
// any game where they are broken. What such a module gets and gives stands in docs/game-views.md.
import { Component, html, signal, useEffect, useMemo, useRef, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { SeatMark, SeatName } from "../ui/parts.js";
import { SeatState } from "../ui/seat_state.js";
import { choices } from "../model/legal.js";
import { drawn, isSaid, listed, say } from "../words/words.js";
import * as any from "./any/view.js";

const LIST = new URL("../plugged/views.json", import.meta.url); // beside the folder of the page's script

/** What a view's module is called with. */
const KIT = {
  html,
  useEffect,
  useMemo,
  useRef,
  useState,
  Icon,
  SeatMark,
  SeatName,
  SeatState,
  choices,
  any,
  say,
  drawn,
  isSaid,
  listed,
};

const views = signal(new Map()); // by game; a game that is not there has not been asked for
const asked = new Map(); // by game, when its view is there
let list; // of the views there are, once it has been asked for

const put = (game, view) => (views.value = new Map(views.value).set(game, view));

const coming = { ...any, Board: () => html`<p class="muted" role="status">${say("match-board-comes")}</p>` };

/** The view of any game, with a word about why it is this one. */
const instead = {
  ...any,
  Board: ({ t }) =>
    html`<p class="hint" role="alert">${say("any-instead")}</p><${any.Board} t=${t} />`,
};

function giveUp(game, problem) {
  console.error(`the view of ${game} is given up:`, problem);
  put(game, instead);
}

/** The view of a game that the page has none for. */
export function pluggedView(game) {
  viewCame(game);
  return views.value.get(game) ?? coming;
}

/** Resolves when the view of such a game is there, or has been given up. */
export function viewCame(game) {
  if (!asked.has(game)) asked.set(game, load(game).catch((problem) => giveUp(game, problem)));
  return asked.get(game);
}

async function load(game) {
  list ??= fetch(LIST).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))));
  const name = (await list)[game];
  if (name === undefined) return put(game, any);
  if (!name) throw new Error("the server cannot serve it");
  const module = await import(new URL(name, LIST).href);
  const own = module.default(KIT);
  if (typeof own?.Board !== "function") throw new Error("expected a function that returns {Board, ...}");
  await Promise.all((own.styles ?? []).map(addSheet));
  return put(game, guarded(game, { ...any, ...own }));
}

/** Adds a sheet of styles; resolves when it is there. */
function addSheet(address) {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: String(address) });
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(link);
  });
}

/** The same view, which is given up where any part of it throws. */
function guarded(game, view) {
  const made = Object.entries(view).map(([name, part]) => {
    if (typeof part !== "function" || part === any[name]) return [name, part];
    return [name, /^[A-Z]/.test(name) ? boundary(game, part) : attempt(game, part, any[name])];
  });
  return Object.fromEntries(made);
}

/** A part that is drawn. */
const boundary = (game, Part) =>
  class extends Component {
    componentDidCatch(problem) {
      this.setState({ hasFailed: true });
      giveUp(game, problem);
    }

    render(props, { hasFailed }) {
      return hasFailed ? null : html`<${Part} ...${props} />`;
    }
  };

/** A part that is asked. */
const attempt = (game, ask, usual) => (...given) => {
  try {
    return ask(...given);
  } catch (problem) {
    queueMicrotask(() => giveUp(game, problem));
    return usual?.(...given);
  }
};
