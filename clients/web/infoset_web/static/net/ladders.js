// Ladders: the documents of the server, and the ladders of one's class, which the server tells over the connection only.
import { useEffect, useState } from "../ui/ui.js";
import { ask, me } from "./app.js";
import { useDocument } from "./documents.js";

const LIST_MS = 15_000;
const TABLE_MS = 10_000;
const MOST_ROWS = 200; // that the protocol gives at once

/** What `tell` resolves with, asked again every `everyMs`; null until then and where it is refused. */
function useTold(tell, everyMs, what) {
  const [told, setTold] = useState(null);
  useEffect(() => {
    if (!tell) return undefined;
    let isOver = false;
    const load = () =>
      tell().then(
        (found) => isOver || setTold(found),
        () => {}, // a server without ladders; where there are some, what was told last stays
      );
    setTold(null);
    load();
    const timer = setInterval(load, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [what, Boolean(tell), me.value.session]);
  return told;
}

const allOfUs = async () => (await ask({ type: "ladders" })).items;

/** A ladder as its document would have it; null where the server tells us of none by this name. */
async function ours(name) {
  const found = (await allOfUs()).find(({ ladder }) => ladder === name);
  return found ? { ...found, ...(await ask({ type: "standings", ladder: name, count: MOST_ROWS })), isOfClass: true } : null;
}

/** The table with which a season of our class's ladder ended; null until it is known. */
export const usePast = (name, season) =>
  useTold(() => ask({ type: "standings", ladder: name, season, count: MOST_ROWS }), TABLE_MS, `${name} ${season}`);

/** `{ladders, problem}`: those of our class first, then those of everybody; null until they are known. */
export function useLadders() {
  const { document, problem } = useDocument("ladder", LIST_MS);
  const told = useTold(allOfUs, LIST_MS, "all") ?? [];
  if (!document) return { ladders: null, problem };
  const open = new Set(document.ladders.map(({ ladder }) => ladder));
  return { ladders: [...told.filter(({ ladder }) => !open.has(ladder)), ...document.ladders], problem };
}

/** `{document, problem}` of a ladder; that of our class, which is no document, `isOfClass`. */
export function useLadder(name) {
  const [isOurs, setOurs] = useState(false);
  const { document, problem } = useDocument(isOurs ? null : `ladder/${name}`, TABLE_MS);
  const told = useTold(isOurs || problem?.isMissing ? () => ours(name) : null, TABLE_MS, name);
  useEffect(() => told && setOurs(true), [told]);
  return isOurs && told ? { document: told, problem: null } : { document, problem };
}
