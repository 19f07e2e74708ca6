// What leaves the page: files, a line of text, pictures, paper.
import * as act from "./store.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

export function Out() {
  return html`<section aria-labelledby="out">
    <h2 id="out">${t("Out")}</h2>
    <button type="button" onClick=${() => window.print()}>${t("print")}</button>
  </section>`;
}
