// Whom we follow, what they do, and a word when one of them opens a room or begins a match.
import { effect, signal } from "../vendor/signals-core.js";
import { roomTitle } from "../games/faces.js";
import { withPerson } from "../model/people.js";
import { account, ask, go, me, phase, settings, takers, toast } from "./app.js";
import { leave } from "./mine.js";
import { say } from "../words/words.js";

export const followed = signal([]); // items of the list
export const followers = signal([]);
export const isShown = signal(true); // do we show ourselves to followers?
export const isFollowingCut = signal(false);

takers.set("follow_list", (list) => {
  followed.value = list.items;
  followers.value = list.followers;
  isShown.value = list.shown;
  isFollowingCut.value = list.more ?? false;
});
takers.set("followed", ({ item, news }) => {
  followed.value = withPerson(followed.value, item);
  if (news && settings.value.friends !== "off") tellNews(item, news);
});

/** Asks for the lists, and for word of what changes; `change` is what else the request says. */
export async function follow(change = {}) {
  takers.get("follow_list")(await ask({ type: "follow", tell: true, ...change }));
}

/** From now on the lists are there whenever we are. */
export function hearOfPeople() {
  effect(() => {
    if (!me.value) {
      followed.value = [];
      followers.value = [];
    } else if (phase.value === "in" && account.peek()?.kind !== "guest") {
      queueMicrotask(() => follow().catch(() => {})); // an older server knows nothing of it
    }
  });
}

/** Where to see what somebody does. */
export const placeOf = ({ match_id: match, room }) => (match ? ["match", "watch", match] : ["room", room]);

function tellNews(item, news) {
  const text = say(`people-news-${news}`, { name: item.name, title: roomTitle(item) });
  toast(text);
  if (!document.hidden || settings.value.notices !== "on" || leave.value !== "granted") return;
  try {
    const notice = new Notification(item.name, { body: text, tag: `followed ${item.user}` });
    notice.onclick = () => {
      focus();
      go(...placeOf(item));
      notice.close();
    };
  } catch {
    // browsers that show notifications only to installed pages: the list is left
  }
}
