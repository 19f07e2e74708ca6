// The board's tab: the table, what can be done, what the cards are worth, what was tried, what came of it.
import * as act from "./store.js";
import {Table} from "./table.js";
import {Tree} from "./variations.js";
import {Audit, Out, Why} from "./out.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

function Tools() {
  const {path, root} = store.state;
  const at = path.reduce((node, place) => node.kids[place], root);
  const over = store.table.over;
  const tool = (name, run, off, more = {}) => html`<button type="button" aria-disabled=${off ? "true" : "false"} ...${more}
    onClick=${() => (off ? act.announce(t("nothing there")) : run())}>${t(name)}</button>`;
  return html`<div class="tools" role="toolbar" aria-label=${t("play")}>
    ${tool("start", act.toStart, !path.length)}
    ${tool("undo", act.undo, !path.length, {"data-undo": "yes"})}
    ${tool("redo", act.redo, !at.kids.length)}
    ${tool("end", act.toEnd, !at.kids.length)}
    ${tool("best card", act.bestCard, over)}
    ${tool("best play", act.bestLine, over)}
    ${tool("share", act.share, false)}
  </div>`;
}

function Question() {
  const {table, state} = store;
  const chosen = `${state.question} ${state.player}`.trim();
  const choose = (event) => {
    const [question, ...player] = event.target.value.split(" ");
    Object.assign(state, {question, player: player.join(" ")});
    act.keep("replace");
    act.seek();
  };
  const goals = table.goals.map((each) => [`${each.goal} ${each.player}`, each.text]);
  const choices = [["all", t("everything")], ["tokens", t("what is sure, and what comes of it")], ...goals];
  return html`<label>${t("question")}
    <select value=${chosen} onChange=${choose}>
      ${choices.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}

function Values() {
  const {worth, searching, table} = store;
  return html`<section aria-labelledby="values">
    <h2 id="values">${t("Values")}</h2>
    <${Question} />
    <${Why} />
    ${worth && html`<ul>${worth.position.map((line, place) => html`<li key=${place}>${line}</li>`)}</ul>`}
    ${worth && worth.guesses.length > 0 && html`<h3>${t("Open: likely at most, not proved")}</h3>
      <ul class="guesses">${worth.guesses.map((line, place) => html`<li key=${place}>${line}</li>`)}</ul>`}
    ${worth && worth.heads.length > 0 && html`<p>${t("On each card")}: ${worth.heads.join(" · ")}</p>`}
    ${worth && worth.legend.length > 0 && html`<p class="legend">${worth.legend.join("   ")}</p>`}
    ${searching && html`<p class="searching">${worth && !worth.complete ? t("not finished: these are not all values yet.") : ""} ${searching}</p>`}
    <p class="alone">${t("Played by the best card")}:
      ${table.players.map((name) => html`<label class="auto" key=${name}>
        <input type="checkbox" checked=${store.auto.has(name)} onChange=${() => auto(name)} /> ${name}</label>`)}
    </p>
  </section>`;
}

function auto(name) {
  if (!store.auto.delete(name)) store.auto.add(name);
  act.seek();
}

function Played() {
  const {table} = store;
  if (!table.tricks.length) return null;
  return html`<section aria-labelledby="played">
    <h2 id="played">${t("Tricks")}</h2>
    <ol class="played">
      ${table.tricks.map((trick) => html`<li key=${trick.number} value=${trick.number}>${trick.text}
        ${trick.winner && html` → <strong>${trick.winner}</strong>`}
        ${trick.paid.length > 0 && html`<ul>${trick.paid.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
      </li>`)}
    </ol>
    ${table.outcome && html`<p class="outcome">${table.outcome}</p>`}
    ${table.settlement.length > 0 && html`<ul>${table.settlement.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
  </section>`;
}

export function BoardView() {
  const {table, state} = store;
  if (!table) return html`<p>${t("Set up a position, or take one from the shelf.")}</p>`;
  return html`<div class="board-view">
    <h1>${state.title || t("Table")}</h1>
    <p class="facts">${table.facts.join(" · ")}</p>
    <${Tools} />
    <${Table} />
    <div class="panels"><${Values} /><${Tree} /><${Played} /><${Audit} /><${Out} /></div>
  </div>`;
}
