// Starts the page, and tries again where the server was too busy to give all of its files. Knows nothing else.
const TRIES = "infoset.tries";
const MOST_TRIES = 8;

function again(problem) {
  const tries = Number(sessionStorage.getItem(TRIES)) + 1;
  sessionStorage.setItem(TRIES, String(tries));
  if (tries <= MOST_TRIES) {
    // What has come is kept, so each time less is missing.
    setTimeout(() => location.reload(), 500 * tries * (0.5 + Math.random()));
    return;
  }
  sessionStorage.removeItem(TRIES);
  const page = document.getElementById("page");
  page.textContent = `${page.dataset.failed} (${problem.message})`;
}

import("./built/page.js")
  .then(({ modules }) => modules["main.js"].begun)
  .then(() => sessionStorage.removeItem(TRIES), again);
