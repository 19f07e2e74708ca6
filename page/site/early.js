// The table of the link before Python is there: cards need no rules. It goes when the page's own table stands.
import {Card} from "./static/cards.js";
import {html, render} from "./static/vendor/htm-preact-standalone.js";

const HAND = /^\s*(?:- )?"?([^":/]{1,40})"?\s*:\s*\[?\s*([^\]{}]*?)\s*\]?\s*$/;
const CARD = /^(?:[hdsc](?:[RDCV]|10|[1-9])|T(?:[1-9]|1[0-9]|2[01])|fool)$/;

/** The hands that a position tells in canonical cards, by player; what is not told so is left to Python. */
export function handsOf(text) {
  const told = text.includes("\n") ? text.replace(/^\s*hands:\s*\{(.*)\}\s*$/m, (_, all) => all.replaceAll(/,(?=\s*"?[^",:]+"?:)/g, "\n")).split("\n") : text.split(" / ");
  const hands = [];
  for (const line of told) {
    const [, player, cards] = HAND.exec(line) ?? [];
    const words = cards?.split(/[\s,]+/).filter(Boolean) ?? [];
    if (words.length && words.every((word) => CARD.test(word))) hands.push([player.trim(), words]);
  }
  return hands;
}

export function shown() {
  const text = new URLSearchParams(location.hash.slice(1)).get("p");
  const hands = text === null ? [] : handsOf(text.includes("\n") || !text.includes("_/_") ? text : text.replaceAll("_", " "));
  if (hands.length < 2) return;
  const early = document.createElement("div");
  early.id = "early";
  document.body.append(early);
  render(html`${hands.map(([player, cards]) => html`<section key=${player}>
    <h2>${player}</h2>
    <ul>${cards.map((card) => html`<li key=${card}><${Card} card=${card} /></li>`)}</ul>
  </section>`)}`, early);
  const page = document.getElementById("page");
  const watch = new MutationObserver(() => {
    if (!page.querySelector("[role=group] [data-card]")) return;
    watch.disconnect();
    early.remove();
  });
  watch.observe(page, {childList: true, subtree: true});
}
