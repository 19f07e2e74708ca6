// The page's icons; each is next to its word, or its button has a name.
import {html} from "./vendor/htm-preact-standalone.js";

const LINES = {
  "table": "M4 5h16v14H4ZM4 10h16", "set up": "M12 5v14M5 12h14",
  "dispute": "M12 4v16M6 20h12M5 8h14M5 8l-2.5 6h5ZM19 8l-2.5 6h5Z",
  "what I know": "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 0 .01 0",
  "score sheet": "M6 4h12v16H6ZM9 9h6M9 13h6M9 17h3", "rules": "M5 4h9l5 5v11H5ZM14 4v5h5",
  "full screen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", "one hand": "M8 20 5 9l5-2 4 12ZM13 8h6v12h-5",
  "forgotten": "M6 3h12v18H6ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3q-1 .5-1 2M12 16.5v.5",
  "hidden": "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM4 20 20 4", "stop": "M7 7h10v10H7Z",
};
const FILLED = {
  start: "M6 5h2.5v14H6ZM20 5v14L9 12Z", undo: "M18 5v14L7 12Z", redo: "M6 5v14l11-7Z", end: "M15.5 5H18v14h-2.5ZM4 5v14l11-7Z",
  "best play": "M4 5v14l8-7ZM12 5v14l8-7Z", "best card": "M12 2.5 14.8 9l7 .6-5.3 4.7 1.6 6.9L12 17.6 5.9 21.2l1.6-6.9L2.2 9.6l7-.6Z",
};

export function Icon({name}) {
  return FILLED[name]
    ? html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d=${FILLED[name]} /></svg>`
    : html`<svg class="icon lines" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${LINES[name]} /></svg>`;
}
