// Shows a page that says so where the server cannot be reached. Keeps that page and nothing else: no answer of the server.
const SHELL = "infoset @root@"; // another for each version of the page
const OFFLINE = "@root@/offline.html";
// What it needs has addresses of its own, so that the page itself never gets anything from here.
const FILES = [OFFLINE, "@root@/offline.js?offline", "@root@/built/page.css?offline", "@root@/logo.svg?offline"];

const here = (file) => new URL(file, self.registration.scope).href;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES.map(here))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.url.split(/[?#]/)[0] === here("./"))
    event.respondWith(fetch(request).catch(() => caches.match(here(OFFLINE))));
  else if (FILES.some((file) => request.url === here(file)))
    event.respondWith(fetch(request).catch(() => caches.match(request.url)));
});
