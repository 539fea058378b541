// Talk in a room or a match. Texts are shown as text, whatever is in them.
import { html, useEffect, useRef, useState } from "../ui/ui.js";
import { Problem, useAction } from "../ui/parts.js";
import { ask, me, talkOf } from "../net/app.js";
import { KeepAway } from "./kept_away.js";
import { say } from "../words/words.js";

/** What was said at the table up to a version of a match that is over. */
export const Said = ({ t, ver, talk }) =>
  html`<div class="chat-lines" role="log" aria-label=${say("frame-talk")}>
    ${talk
      .filter((line) => line.ver <= ver)
      .map((line) => html`<div key=${`${line.at_ms}-${line.text}`}><b>${t.name(line.seat)}</b> ${line.to !== "all" && html`<span class="chip">
        ${line.to}</span> `}<span class="said">${line.text}</span></div>`)}
  </div>`;

export function Chat({ place }) {
  const lines = talkOf(place);
  const [text, setText] = useState("");
  const box = useRef();
  const [send, isBusy, problem] = useAction(async () => {
    await ask({ type: "chat", ...place, text: text.trim() });
    setText((now) => (now === text ? "" : now)); // somebody may have gone on writing
  });
  useEffect(() => {
    box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length, lines.at(-1)]);
  const mayChat = me.value?.scopes.includes("chat");
  return html`<div class="chat">
    <div class="chat-lines" ref=${box} role="log" aria-label=${say("frame-talk")}>
      ${lines.length === 0 && html`<span class="faint">${say("frame-talk-none")}</span>`}
      ${lines.map((line) => html`<div><b>${line.name}</b> ${line.to !== "all" && html`<span class="chip">${line.to}
        </span> `}<span class="said">${line.text}</span> <${KeepAway} user=${line.user} name=${line.name} /></div>`)}
    </div>
    ${
      mayChat
        ? html`<form onSubmit=${(event) => {
            event.preventDefault();
            if (text.trim()) send();
          }}>
          <input aria-label=${say("frame-talk-say")} maxlength="300" value=${text} placeholder=${say("frame-talk-say")}
            onInput=${(event) => setText(event.target.value)} /><button disabled=${isBusy || !text.trim()}>${say("frame-talk-send")}</button>
            </form>`
        : html`<span class="faint small">${say("frame-talk-read")}</span>`
    }
    <${Problem} problem=${problem} />
  </div>`;
}
