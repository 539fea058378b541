// What is shown while the server cannot be reached: why, and the way back. Kept by the browser, knows nobody.
const WHY = {
  device: "This device is offline: it has no connection to any network.",
  server: "The server does not answer. It may be starting again, or out of reach from this network.",
};
const AGAIN_MS = 10_000;

const say = () => (document.getElementById("why").textContent = navigator.onLine ? WHY.server : WHY.device);
const again = () => location.reload();

say();
addEventListener("offline", say);
addEventListener("online", again);
document.getElementById("again").addEventListener("click", again);
setInterval(() => navigator.onLine && fetch("health", { cache: "no-store" }).then(({ ok }) => ok && again(), say), AGAIN_MS);
