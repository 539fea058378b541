// Where the files of the page lie: the folder above this file's, as the browser sees it.
export const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
