// What forms are filled in with: buttons for players and words, cards to pick, numbers. A text stays possible beside it.
import {ask, Refused} from "./ask.js";
import {Card} from "./cards.js";
import {store} from "./store.js";
import {html, useEffect, useRef, useState} from "./vendor/htm-preact-standalone.js";
import {called, t} from "./words.js";

/** Keys and values out of the lines of a block: `Anna: 31`. */
export function pairs(text) {
  const bare = (value) => value.replace(/^["[](.*)["\]]$/, "$1");
  return Object.fromEntries((text ?? "").split("\n").map((line) => /^([^:]+): *(.*)$/.exec(line)).filter(Boolean).map((found) => [found[1], bare(found[2])]));
}

export function block(told) {
  return Object.entries(told).filter(([, value]) => value.trim() !== "").map(([key, value]) => `${key}: ${value}`).join("\n");
}

export function Choice({label, options, value, set, show = (each) => each}) {
  return html`<div class="seg" role="group" aria-label=${label}>${options.map((each) => html`<button type="button" key=${each} aria-pressed=${String(value === each)}
    onClick=${() => set(value === each ? "" : each)}>${show(each)}</button>`)}</div>`;
}

export function Pick({label, options, chosen, press, drag}) {
  return html`<div class="pick" role="group" aria-label=${label}>${options.map((card) => html`<button type="button" class="card" key=${card} aria-label=${called(card)}
    aria-pressed=${String(chosen.includes(card))} draggable=${drag ? "true" : null} onDragStart=${drag && ((event) => event.dataTransfer.setData("text/plain", card))}
    onClick=${() => press(card)}><${Card} card=${card} /></button>`)}</div>`;
}

const packs = new Map();

/** The cards that a game is played with, asked for once. */
export function packOf(ruleset) {
  if (!packs.has(ruleset)) packs.set(ruleset, ask("pack", {ruleset, lang: store.state.lang}).then((found) => found.cards));
  return packs.get(ruleset);
}

/** The pack in suits, trumps first: a row each. */
export function suits(pack) {
  return ["T", "h", "d", "s", "c"].map((suit) => pack.filter((card) => (card === "fool" ? "T" : card[0]) === suit)).filter((row) => row.length);
}

const UNKNOWN = /[?|]/;

/** Cards that a text tells in any notation, and what of it is left open; what is no card of the game is told. */
export async function readCards(text, ruleset) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const open = words.filter((each) => UNKNOWN.test(each));
  const rest = words.filter((each) => !UNKNOWN.test(each));
  const pack = await packOf(ruleset);
  if (rest.every((each) => pack.includes(each))) return {cards: rest, open, wrong: ""};
  try {
    const found = await ask("cards", {cards: open.length ? rest.join(" ") : text, ruleset, lang: store.state.lang});
    return {cards: found.cards, open, wrong: ""};
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return {cards: null, open, wrong: error.message};
  }
}

/** Cards as a text that is typed, and as cards that are clicked; among all of the pack, or those of another key. */
export function CardsField({id, label, value, set, ruleset, among = "", ordered = false, one = false, described, pack: given}) {
  const [pack, setPack] = useState([]);
  const [read, setRead] = useState({cards: [], open: [], wrong: ""});
  const latest = useRef("");
  useEffect(async () => setPack(given?.length ? given : among ? (await readCards(among, ruleset)).cards ?? [] : await packOf(ruleset)), [ruleset, among]);
  useEffect(async () => {
    latest.current = value;
    const found = value.startsWith("- ") ? {cards: [], open: [], wrong: ""} : await readCards(value, ruleset);
    if (latest.current === value) setRead(found);
  }, [value, ruleset]);
  const chosen = read.cards ?? [];
  const press = (card) => {
    const rest = one ? [] : chosen.filter((each) => each !== card);
    const cards = chosen.includes(card) ? rest.filter((each) => each !== card) : [...rest, card];
    if (!ordered) cards.sort((first, second) => pack.indexOf(first) - pack.indexOf(second));
    set([...cards, ...read.open].join(" "));
  };
  const rows = html`<div class="suits" role="group" aria-label=${t("cards for {what}", {what: label})}>${(among || given?.length ? [pack] : suits(pack)).map((row, place) => html`<${Pick} key=${place} options=${row} chosen=${chosen} press=${press} />`)}</div>`;
  return html`${value.startsWith("- ")
      ? html`<textarea id=${id} aria-describedby=${described} value=${value} onInput=${(event) => set(event.target.value)}></textarea>`
      : html`<input id=${id} aria-label=${id ? null : label} aria-describedby=${described} aria-invalid=${read.wrong ? "true" : null} value=${value} onInput=${(event) => set(event.target.value)} />`}
    ${read.wrong && html`<span class="trouble">${read.wrong}</span>`}
    ${among || given?.length ? rows : html`<details class="picker"><summary>${t("pick cards")}${chosen.length > 0 ? ` (${chosen.length})` : ""}</summary>${rows}</details>`}`;
}

/** Cards of several: of each player, or of each part. */
export function PartsField({parts, show = (each) => each, value, set, ...more}) {
  const told = pairs(value);
  return html`${parts.map((part) => html`<div class="part" key=${part}><span class="who">${show(part)}</span>
    <${CardsField} ...${more} label=${show(part)} value=${told[part] ?? ""} set=${(cards) => set(block({...told, [part]: cards}))} /></div>`)}`;
}

/** A number for each of some keys. */
export function Numbers({label, keys, value, set, id, show = (each) => each}) {
  const told = pairs(value);
  return html`<p class="numbers">${keys.map((key) => html`<label key=${key}>${show(key)}
    <input id=${`${id}-${key}`} class="num" inputmode="decimal" value=${told[key] ?? ""} aria-label=${`${label}: ${show(key)}`} onInput=${(event) => set(block({...told, [key]: event.target.value}))} /></label>`)}</p>`;
}

/** What lies in each player's pile: numbers of some kinds. */
export function Piles({label, players, kinds, value, set, id}) {
  const told = Object.fromEntries(Object.entries(pairs(value)).map(([name, text]) => [name, Object.fromEntries([...text.matchAll(/(\w+): ([^,}]+)/g)].map((found) => [found[1], found[2]]))]));
  const written = (all) => block(Object.fromEntries(Object.entries(all).map(([name, kept]) => {
    const parts = Object.entries(kept).filter(([, number]) => number.trim() !== "").map(([kind, number]) => `${kind}: ${number}`);
    return [name, parts.length ? `{${parts.join(", ")}}` : ""];
  })));
  return html`${players.map((name) => html`<p class="numbers" key=${name}><span class="who">${name}</span>${kinds.map((kind) => html`<label key=${kind}>${t(kind)}
    <input id=${`${id}-${name}-${kind}`} class="num" inputmode="decimal" value=${told[name]?.[kind] ?? ""} aria-label=${`${label} ${name}: ${t(kind)}`}
      onInput=${(event) => set(written({...told, [name]: {...told[name], [kind]: event.target.value}}))} /></label>`)}</p>`)}`;
}
