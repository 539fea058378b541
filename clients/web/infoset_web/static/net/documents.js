// Documents of the server that are no messages: ladders and tournaments, read again now and then.
import { useEffect, useState } from "../ui/ui.js";
import { say } from "../words/words.js";

export async function read(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } }).catch(() => {
    throw new Error(say("frame-no-answer"));
  });
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (response.status === 404) throw Object.assign(new Error(say("frame-nothing-here")), { isMissing: true });
  if (!response.ok || !isJson) throw new Error(say("frame-answered", { status: String(response.status) }));
  return response.json();
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
