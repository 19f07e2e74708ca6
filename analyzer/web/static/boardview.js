// The table view: the table, its toolbar, and the verdict beside it.
import {Words} from "./blocks.js";
import {Command} from "./command.js";
import {HandRuled} from "./handruled.js";
import {Icon} from "./icons.js";
import {nextProblem} from "./library.js";
import {Audit, Out, Strip} from "./out.js";
import {Start} from "./start.js";
import * as act from "./store.js";
import {fullScreen, Table} from "./table.js";
import {Tree} from "./variations.js";
import {stipulation, Verdict} from "./verdict.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

function Tools() {
  const {path, root, hides, only} = store.state;
  const at = path.reduce((node, place) => node.kids[place], root);
  const over = store.table.over;
  const tool = (name, run, off, more = {}) => html`<button type="button" class="ghost" aria-label=${t(name)} title=${t(name)} aria-disabled=${off ? "true" : "false"} ...${more}
    onClick=${() => (off ? act.announce(t("nothing there")) : run())}><${Icon} name=${name} /></button>`;
  const worded = (name, run, icon, pressed, more = {}) => html`<button type="button" ...${more} class=${`ghost${name.startsWith("best") ? " chief" : ""}`} aria-pressed=${pressed === undefined ? null : String(pressed)} title=${t(name)} onClick=${run}>
    <${Icon} name=${icon} /><span class="word">${t(name)}</span></button>`;
  return html`<div class="tools bar" role="toolbar" aria-label=${t("play")}>
    ${tool("start", act.toStart, !path.length)}
    ${tool("undo", act.undo, !path.length, {"data-undo": "yes"})}
    ${tool("redo", act.redo, !at.kids.length)}
    ${tool("end", act.toEnd, !at.kids.length)}
    <${Strip} />
    ${act.isAsking() && html`<button type="button" class="ghost stop" title=${t("stop")} onClick=${act.stop}><${Icon} name="stop" /><span class="word">${t("stop")}</span></button>`}
    ${!over && !hides && worded("best card", act.bestCard, "best card")}
    ${!over && store.table.complete && worded("best play", act.bestLine, "best play")}
    ${worded(hides ? "show answers" : "hide answers", act.hideAnswers, hides ? "what I know" : "hidden")}
    ${!over && worded("forgot a card", act.forgetting, "forgotten", act.store.forgetting)}
    ${worded(only === null ? "show only one hand" : "show all hands", act.onlyOne, "one hand")}
    ${worded("full screen", fullScreen, "full screen", undefined, {"data-wide": "yes"})}
  </div>`;
}

function Played() {
  const {table} = store;
  if (!table.tricks.length || !table.moves.length) return null;
  return html`<section aria-labelledby="played"><details open=${table.over}>
    <summary><h3 id="played">${t("Tricks")}</h3></summary>
    <ol class="played">
      ${table.tricks.map((trick) => html`<li key=${trick.number} value=${trick.number}><${Words} spans=${trick.text} />
        ${trick.winner && html` → <strong>${trick.winner}</strong>`}
        ${trick.paid.length > 0 && html`<ul>${trick.paid.map((line, place) => html`<li key=${place}><${Words} spans=${line} /></li>`)}</ul>`}
      </li>`)}
    </ol>
    ${table.outcome && html`<p class="outcome-line">${table.outcome}</p>`}
    ${table.settlement.length > 0 && html`<ul>${table.settlement.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
  </details></section>`;
}

export function BoardView() {
  const {table, state} = store;
  const [open, setOpen] = useState(false);  // on a phone the verdict is one line, the rest a sheet
  if (!table) return state.text === null && !store.first ? html`<${Start} />` : null;
  return html`<div class=${`board-view${state.hides ? " hiding" : ""}`}>
    <div class="stage"><${Table} /><p class="asked" aria-hidden="true">${stipulation()}</p><${Tools} /></div>
    <div class=${`side${open ? " open" : ""}`} role="region" aria-label=${t("What is true")} tabindex="0">
      <button type="button" class="handle" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>${open ? t("less") : t("more")}</button>
      <${Verdict} />
      ${store.problem?.text === state.text && html`<p class="chips"><button type="button" class="chip" onClick=${() => nextProblem().catch(act.refused)}>${t("next problem")}</button></p>`}
      ${!state.hides && html`<${Tree} />`}
      <${Played} />
      ${table.complete && html`<${HandRuled} />`}
      ${table.complete && !state.hides && html`<${Audit} />`}
      <${Command} />
      <${Out} />
    </div>
  </div>`;
}
