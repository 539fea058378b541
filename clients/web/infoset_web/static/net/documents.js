// Documents of the server that are no messages: ladders and tournaments, read again now and then.
import { useEffect, useState } from "../ui/ui.js";
import { say } from "../words/words.js";
import { account } from "./app.js";

export async function read(path) {
  const response = await answered(path, "application/json");
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (!isJson) throw new Error(say("frame-answered", { status: String(response.status) }));
  return response.json();
}

/** The table for a spreadsheet at a path: what a link would save that could say who asks. */
export const readTable = async (path) => (await answered(path, "text/csv")).blob();

/** What is there for us: with an account we show who we are, since some is for a class alone. */
async function answered(path, type) {
  const headers = { Accept: type };
  if (account.value?.kind === "token") headers.Authorization = `Bearer ${account.value.token}`;
  const response = await fetch(path, { headers }).catch(() => {
    throw new Error(say("frame-no-answer"));
  });
  if (response.status === 404) throw Object.assign(new Error(say("frame-nothing-here")), { isMissing: true });
  if (!response.ok) throw new Error(say("frame-answered", { status: String(response.status) }));
  return response;
}

/** `{document, problem}`; read again every `everyMs`. Without a path nothing is read. */
export function useDocument(path, everyMs = 10_000) {
  const [state, setState] = useState({ document: null, problem: null });
  useEffect(() => {
    let isOver = false;
    const load = () =>
      path &&
      read(path).then(
        (document) => isOver || setState({ document, problem: null }),
        (problem) => isOver || setState((old) => ({ ...old, problem })),
      );
    setState({ document: null, problem: null });
    load();
    const timer = setInterval(load, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [path]);
  return state;
}
