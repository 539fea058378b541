// In a frame with an origin of its own and without a network: runs a program in a worker, and says in which
// line it cannot be read. A plain script, since an origin of its own may fetch no module.

const urlOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/**
 * What is wrong with the grammar of a module, `{text, line}`; null where it can be read. A worker is not told the line.
 * The module is not run: it imports something that is not there.
 */
function grammarFault(code) {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = urlOf(`import "blob:nothing";${code}`);
    const heard = ({ error, lineno: line }) => settle(error instanceof SyntaxError && line > 0 ? { text: error.message, line } : null);
    const settle = (fault) => {
      removeEventListener("error", heard);
      script.remove();
      resolve(fault);
    };
    addEventListener("error", heard);
    script.onerror = () => settle(null); // what is not there was looked for: so the rest could be read
    document.head.append(script);
  });
}

/** A worker that imports what it runs: as a module itself it may not come from an origin of its own. */
const begun = (runner) => `addEventListener("message", async ({ data, ports: [port] }) => {
  const { modules } = await import(${JSON.stringify(urlOf(runner))});
  modules["playground/worker.js"].begin(data.code, port);
})`;

function start({ runner, code }, port) {
  const worker = new Worker(urlOf(begun(runner)), { name: "bot" }); // it ends with the frame
  worker.onerror = ({ message }) => port.postMessage({ kind: "failed", text: message });
  worker.postMessage({ code }, [port]);
}

addEventListener("message", async ({ data, ports: [port], source }) => {
  if (source !== parent) return;
  if (data.kind === "start") start(data, port);
  else if (data.kind === "read") port.postMessage(await grammarFault(data.code));
});
parent.postMessage({ kind: "there" }, "*");
