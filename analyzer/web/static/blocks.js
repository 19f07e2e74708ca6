// Blocks of an answer: sentences of cards, players, amounts, clauses and text.
import {Small} from "./cards.js";
import {signed} from "./table.js";
import {html} from "./vendor/htm-preact-standalone.js";
import * as act from "./store.js";
import {called, clauseCalled, t} from "./words.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const TERM = /\b(Ultimo|Bagud|Pagat|Tout|Nolo|Valat)\b([:.,]*)/;

/** Text whose game terms link to the rules. */
export const Terms = ({text}) => text.split(TERM).map((part, place, all) => [part, html`<span class="term-end"><button type="button" class="term" title=${t("what the rules say")}
  onClick=${() => act.lookUp(part)}>${part}</button>${all[place + 1]}</span>`, null][place % 3]);

/** A sentence; `draw` draws its cards, and clauses appear by name. */
export function Words({spans, first = false, draw = (word) => html`<${Small} word=${word} />`}) {
  return spans.map((span, place) => {
    if (span.card) return html`<span key=${place}>${draw(span.card)}</span>`;
    if (span.player) return html`<b key=${place}>${span.player}</b>`;
    if (span.amount !== undefined) return html`<span class="amount" key=${place}>${signed(span.amount)}</span>`;
    if (span.clause) return html`<q key=${place} title=${span.says}>${clauseCalled(span.clause)}</q>`;
    return html`<${Terms} text=${first && !place ? capital(span.text) : span.text} key=${place} />`;
  });
}

/** A sentence for reading aloud. */
export function spoken(spans) {
  return spans.map((span) => (span.card ? called(span.card) : span.player ?? (span.clause ? `“${clauseCalled(span.clause)}”` : null) ?? (span.amount === undefined ? span.text : signed(span.amount)))).join("");
}

export function headline(document) {
  return document.blocks.find((each) => each.block === "headline");
}

export function Law({law}) {
  return html`<p><${Words} spans=${law.sentences[0]} /></p>${law.sources.map((source) => html`<cite key=${source}>${source}</cite>`)}`;
}

/** A block after the headline; not a diagram, because the page shows the table. */
export function Block({block}) {
  const told = block.sentences ?? [];
  if (block.block === "diagram") return null;
  if (block.block === "law") return html`<blockquote><${Law} law=${block} /></blockquote>`;
  if (block.block === "table") {
    return html`<div class="scrolled" tabindex="0" role="region"><table class="told">${block.rows.map((row, at) => html`<tr key=${at}>${row.map((cell, place) => html`<td key=${place}><${Words} spans=${cell} /></td>`)}</tr>`)}</table></div>`;
  }
  if (block.block === "steps" || block.block === "readings") {
    return html`<ul class=${block.block === "steps" ? "breaches" : "readings"} role="list">${told.map((each, place) => html`<li key=${place}><${Words} spans=${each} first /></li>`)}</ul>`;
  }
  return told.map((each, place) => html`<p class="now" key=${place}><${Words} spans=${each} first /></p>`);
}
