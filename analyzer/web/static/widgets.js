// Form controls: buttons for players and words, cards to pick, numbers.
import {ask, Refused} from "./ask.js";
import {Card} from "./cards.js";
import {store} from "./store.js";
import {asNumber, packed, parsed} from "./told.js";
import {html, useEffect, useRef, useState} from "./vendor/htm-preact-standalone.js";
import {called, t} from "./words.js";

export function Choice({label, options, value, set, show = (each) => each}) {
  return html`<div class="seg" role="group" aria-label=${label}>${options.map((each) => html`<button type="button" key=${each} aria-pressed=${String(value === each)}
    onClick=${() => set(value === each ? "" : each)}>${show(each)}</button>`)}</div>`;
}

/** Toggle buttons; `none` labels one for an explicit empty list. */
export function Some({label, options, value, set, show = (each) => each, none = ""}) {
  const press = (word) => set(value.includes(word) ? value.filter((each) => each !== word) : [...value, word]);
  return html`<div class="seg" role="group" aria-label=${label}>${options.map((each) => html`<button type="button" key=${each} aria-pressed=${String(value.includes(each))}
    onClick=${() => press(each)}>${show(each)}</button>`)}${none && html`<button type="button" onClick=${() => set([])}>${none}</button>`}</div>`;
}

export function Pick({label, options, chosen, press, drag}) {
  return html`<div class="pick" role="group" aria-label=${label}>${options.map((card) => html`<button type="button" class="card" key=${card} aria-label=${called(card)}
    aria-pressed=${String(chosen.includes(card))} draggable=${drag ? "true" : null} onDragStart=${drag && ((event) => event.dataTransfer.setData("text/plain", card))}
    onClick=${() => press(card)}><${Card} card=${card} /></button>`)}</div>`;
}

const packs = new Map();

/** A game's pack, fetched once. */
export function packOf(ruleset) {
  if (!packs.has(ruleset)) packs.set(ruleset, ask("pack", {ruleset, lang: store.state.lang}).then((found) => found.cards));
  return packs.get(ruleset);
}

/** The pack by suit, trumps first. */
export function suits(pack) {
  return ["T", "h", "d", "s", "c"].map((suit) => pack.filter((card) => (card === "fool" ? "T" : card[0]) === suit)).filter((row) => row.length);
}

const UNKNOWN = /[?|]/;
const TYPING = 300;

/** Wait for a pause in typing, if `typing`. */
export const settled = (typing) => typing && new Promise((done) => setTimeout(done, TYPING));

/** The cards of a text (null on error), its uncertain words, and the error. */
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

/** Cards to type or click, from the pack or from another field. */
export function CardsField({id, label, value, set, ruleset, among = "", ordered = false, one = false, folded = false, needed = false, described}) {
  const [wanted, want] = useState(null);
  const made = useRef("");  // text entered here: a required field opens the picker, unless a loaded case filled it
  const open = wanted ?? (needed && !folded && (!value || value === made.current));
  const put = (text) => {
    made.current = text;
    set(text);
  };
  const [pack, setPack] = useState([]);
  const [read, setRead] = useState({cards: [], open: [], wrong: ""});
  const latest = useRef("");
  const offered = useRef("");
  useEffect(async () => {
    offered.current = `${ruleset} ${among}`;  // an older read may finish later
    await settled(among && document.activeElement?.tagName === "INPUT");
    if (offered.current !== `${ruleset} ${among}`) return;
    const found = among ? (await readCards(among, ruleset)).cards ?? [] : await packOf(ruleset);
    if (offered.current === `${ruleset} ${among}`) setPack(found);
  }, [ruleset, among]);
  useEffect(async () => {
    latest.current = value;
    await settled(document.activeElement?.id === id);
    if (latest.current !== value) return;  // more is being typed
    const found = parsed(value) ? {cards: [], open: [], wrong: ""} : await readCards(value, ruleset);
    if (latest.current === value) setRead(found);
  }, [value, ruleset]);
  const chosen = read.cards ?? [];
  const press = async (card) => {
    const {cards: told, open: unsure} = parsed(value) ? read : await readCards(value, ruleset);  // includes text just typed
    const rest = one ? [] : (told ?? []).filter((each) => each !== card);
    const cards = told?.includes(card) ? rest.filter((each) => each !== card) : [...rest, card];
    if (!ordered) cards.sort((first, second) => pack.indexOf(first) - pack.indexOf(second));
    put([...cards, ...unsure].join(" "));
  };
  const few = among && pack.length;
  const rows = html`<div class="suits" role="group" aria-label=${t("cards for {what}", {what: label})}>${(few ? [pack] : suits(pack)).map((row, place) => html`<${Pick} key=${place} options=${row} chosen=${chosen} press=${press} />`)}</div>`;
  const drawn = few || open || folded || !chosen.length ? null : html`<div class="suits" role="group" aria-label=${label}><${Pick} options=${chosen} chosen=${chosen} press=${press} /></div>`;
  return html`${few && !folded ? rows : drawn}<input id=${id} aria-label=${described ? null : label} aria-describedby=${described} aria-invalid=${read.wrong ? "true" : null} value=${value} onInput=${(event) => put(event.target.value)} />
    ${read.wrong && html`<span class="trouble">${read.wrong}</span>`}
    ${(!few || folded) && html`<details class="picker" open=${open}><summary onClick=${(event) => { event.preventDefault(); want(!open); }}>${t("pick cards")}${chosen.length > 0 ? ` (${chosen.length})` : ""}</summary>${(open || folded) && rows}</details>`}`;
}

/** A number for each key. */
export function Numbers({label, keys, value, set, id, show = (each) => each}) {
  const told = parsed(value) ?? {};
  return html`<p class="numbers">${keys.map((key) => html`<label key=${key}>${show(key)}
    <input id=${`${id}-${key}`} class="num" inputmode="decimal" value=${told[key] ?? ""} aria-label=${`${label}: ${show(key)}`} onInput=${(event) => set(packed({...told, [key]: asNumber(event.target.value)}))} /></label>`)}</p>`;
}

/** Each player's pile, as a number for each kind. */
export function Piles({label, players, kinds, value, set, id}) {
  const told = parsed(value) ?? {};
  const put = (name, kind) => (event) => set(packed({...told, [name]: parsed(packed({...told[name], [kind]: asNumber(event.target.value)})) ?? ""}));
  return html`${players.map((name) => html`<p class="numbers" key=${name}><span class="who">${name}</span>${kinds.map((kind) => html`<label key=${kind}>${t(kind)}
    <input id=${`${id}-${name}-${kind}`} class="num" inputmode="decimal" value=${told[name]?.[kind] ?? ""} aria-label=${`${label} ${name}: ${t(kind)}`} onInput=${put(name, kind)} /></label>`)}</p>`)}`;
}
