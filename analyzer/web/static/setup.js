// Set up a position: as text, card by card, by chance, or from the shelf.
import {ask} from "./ask.js";
import {Block, headline, spoken} from "./blocks.js";
import {Card} from "./cards.js";
import {byField, Faults, Fields, RuleSets, Shelf, tried} from "./form.js";
import {Library, openShelf} from "./library.js";
import {shelf} from "./shelf.js";
import * as act from "./store.js";
import {cardsOf, file} from "./told.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {packOf, Pick, readCards, settled, suits} from "./widgets.js";
import {called, t} from "./words.js";

const {store} = act;
const NAMES = ["A", "B", "C", "D", "E"];

// Outside the view, so that a visit to another tab loses nothing.
const desk = {
  text: "", faults: [], names: ["A", "B", "C"], hands: [[], [], []], typed: ["", "", ""], wrong: ["", "", ""],
  lead: 0, into: 0, ruleset: "danish", values: {}, fields: [], each: 3, seed: 1, tricks: 3, dealt: 0, want: "", deck: [],
  asked: 0,  // number of form requests; answers to older ones are dropped
};

async function trying(work, again, byHand = false) {
  desk.byHand = byHand;  // decides which section shows faults
  await tried(work, (faults) => { desk.faults = faults; });
  again();
}

/** Write the position as a file and open it. */
async function play() {
  await settled(true);  // let pending input be read
  const names = desk.names.map((name) => JSON.stringify(name));
  const head = {format: "tarok-position/2", ruleset: desk.ruleset, players: `[${names.join(", ")}]`, lead: names[desk.lead]};
  const hands = JSON.stringify(Object.fromEntries(desk.names.map((name, seat) => [name, desk.typed[seat]])));
  const fields = [{key: "hands", kind: "hands", about: t("hands")}, ...desk.fields];
  const {text, keys} = file(head, fields, {...desk.values, hands});
  desk.text = text;
  await byField(() => act.openText(text), fields, keys);
}

/** The cards that are in no hand and no other field. */
async function loose() {
  const told = desk.fields.filter((each) => ["cards", "order", "record"].includes(each.kind)).map((each) => each.key);
  const lie = (await readCards(cardsOf(desk.values, told), desk.ruleset)).cards ?? [];
  const gone = new Set([...desk.hands.flat(), ...lie]);
  return desk.deck.filter((card) => !gone.has(card));
}

/** Fill the hands at random; a card in the trick counts as dealt. */
async function fillUp(again) {
  await settled(true);  // let pending input be read
  const rest = (await loose()).map((card) => [Math.random(), card]).sort(([one], [other]) => one - other).map(([, card]) => card);
  const trick = (await readCards(desk.values.trick ?? "", desk.ruleset)).cards ?? [];
  const most = Math.max(desk.each, ...desk.hands.map((hand) => hand.length));
  desk.names.forEach((_, place) => {
    const seat = (desk.lead + place) % desk.names.length;
    while (desk.hands[seat].length < most - (place < trick.length ? 1 : 0) && rest.length) give(seat, rest.pop(), () => {});
  });
  again();
}

function AsText({again}) {
  const use = () => trying(() => act.openText(desk.text), again);
  const current = async () => {
    desk.text = store.state.text ?? "";
    again();
  };
  return html`<section class="form" aria-labelledby="as-text">
    <h2 id="as-text">${t("As text")}</h2>
    <label class="wide" for="position-text">${t("position as text")}</label>
    <textarea id="position-text" aria-describedby="position-faults" value=${desk.text}
      onInput=${(event) => { desk.text = event.target.value; }}></textarea>
    <p><button type="button" onClick=${use}>${t("use it")}</button>
      <button type="button" onClick=${current}>${t("that of the table")}</button></p>
    <div id="position-faults">${!desk.byHand && html`<${Faults} faults=${desk.faults} />`}</div>
  </section>`;
}

function give(seat, card, again) {
  desk.hands = desk.hands.map((hand) => hand.filter((each) => each !== card));
  if (seat !== null) desk.hands[seat] = [...desk.hands[seat], card].sort((a, b) => desk.deck.indexOf(a) - desk.deck.indexOf(b));
  desk.typed = desk.hands.map((hand, at) => [...hand, ...unsure(desk.typed[at])].join(" "));
  again();
}

/** A hand's words for uncertain cards: `?`, `kl7|kl4`. */
const unsure = (text) => text.split(/\s+/).filter((word) => /[?|]/.test(word));

/** Replace a card that nobody remembers by `?`. */
function forget(seat, card, again) {
  desk.typed[seat] = [...desk.hands[seat].filter((each) => each !== card), ...unsure(desk.typed[seat]), "?"].join(" ");
  return typed(seat, desk.typed[seat], again);
}

/** Copy the table's position, if nothing is set up yet. */
async function fromTable(again) {
  const {table} = store;
  if (!table || table.over || desk.hands.flat().length) return ofGame(again);
  const seats = table.players.map((name) => table.seats.find((seat) => seat.name === name));
  const hands = seats.map((seat) => seat.hand.map((each) => each.card));
  Object.assign(desk, {
    ruleset: table.ruleset.split("+")[0], names: [...table.players], hands, wrong: seats.map(() => ""), lead: table.players.indexOf(table.lead), into: 0,
    typed: seats.map((seat, at) => [...hands[at], ...Array(seat.hidden).fill("?")].join(" ")),
  });
  if (!(await ofGame(again))) return;
  const mine = desk.asked;
  const {text} = await ask("yaml", {...act.question(), title: null});
  const {values} = await ask("filled", {text});
  if (mine !== desk.asked) return;
  desk.values = Object.fromEntries(desk.fields.filter((each) => each.kind !== "hands" && each.kind !== "rows" && each.key in values && each.key !== "lead").map(({key}) => [key, values[key]]));
  again();
}

async function typed(seat, text, again) {
  desk.typed[seat] = text;
  again();
  await settled(true);
  if (desk.typed[seat] !== text) return;  // more is being typed
  const found = await readCards(text, desk.ruleset);
  if (desk.typed[seat] !== text) return;
  desk.hands[seat] = found.cards ?? desk.hands[seat];
  desk.wrong[seat] = found.wrong;
  again();
}

function resize(seats, again) {
  desk.names = NAMES.slice(0, seats).map((name, seat) => desk.names[seat] ?? name);
  for (const key of ["hands", "typed", "wrong"]) {
    desk[key] = desk.names.map((_, seat) => desk[key][seat] ?? (key === "hands" ? [] : ""));
  }
  desk.lead = Math.min(desk.lead, seats - 1);
  desk.into = Math.min(desk.into, seats - 1);
  again();
}

function Hand({seat, again}) {
  const dropped = (event) => {
    event.preventDefault();
    const card = event.dataTransfer.getData("text/plain");
    if (desk.deck.includes(card)) give(seat, card, again);
  };
  const name = desk.names[seat];
  const radio = (key, text) => html`<label class="choice"><input type="radio" name=${key} checked=${desk[key] === seat} onChange=${() => { desk[key] = seat; again(); }} /> ${text}</label>`;
  return html`<div class=${`tray${desk.into === seat ? " into" : ""}`} onDragOver=${(event) => event.preventDefault()} onDrop=${dropped}>
    <input size="8" aria-label=${t("name")} value=${name} onInput=${(event) => { desk.names[seat] = event.target.value; again(); }} />
    ${radio("into", t("cards go to {player}", {player: name}))} ${radio("lead", t("{player} leads", {player: name}))}
    <input class="cards" aria-label=${t("cards of {player}", {player: name})} placeholder="hR T7 ? kl7|kl4" value=${desk.typed[seat]} aria-describedby=${`wrong-${seat}`} aria-invalid=${desk.wrong[seat] ? "true" : null}
      onInput=${(event) => typed(seat, event.target.value, again)} />
    <span id=${`wrong-${seat}`} class="trouble">${desk.wrong[seat]}</span>
    <ul class="hand small" role="list" aria-label=${t("chosen for {player}", {player: name})}>${desk.hands[seat].map((card) => html`<li key=${card}>
      <button type="button" class="card" aria-label=${t("take {card} back", {card: called(card)})} onClick=${() => give(null, card, again)}><${Card} card=${card} /></button>
      <button type="button" class="chip forgot" title=${t("forgot this one")} onClick=${() => forget(seat, card, again)}><span aria-hidden="true">?</span><span class="sr">${t("forgot this one")}</span></button>
    </li>`)}</ul>
  </div>`;
}

/** Load the game's pack and form; null if a newer request came. */
async function ofGame(again, seats = desk.names.length) {
  const mine = (desk.asked += 1);
  const [deck, form] = await Promise.all([packOf(desk.ruleset), ask("form", {of: "position", ruleset: desk.ruleset, seats, lang: store.state.lang})]);
  if (mine !== desk.asked) return null;
  Object.assign(desk, {deck, fields: form.fields});
  desk.hands = desk.hands.map((hand) => hand.filter((card) => deck.includes(card)));
  again();
  return form;
}

async function chosen(name, again) {
  Object.assign(desk, {ruleset: name, values: {}, hands: desk.hands.map(() => []), typed: desk.typed.map(() => "")});
  const form = await ofGame(again, 0);
  if (form) resize(form.players.length, again);
}

function clear(again) {
  Object.assign(desk, {hands: desk.names.map(() => []), typed: desk.names.map(() => ""), wrong: desk.names.map(() => ""), values: {}});
  again();
}

function ByHand({again}) {
  const held = desk.hands.flat();
  const use = () => trying(play, again, true);
  const press = (card) => give(held.includes(card) ? null : desk.into, card, again);
  const set = (key, value) => {
    desk.values = {...desk.values, [key]: value};
    again();
  };
  return html`<section class="form by-hand" aria-labelledby="by-hand">
    <h2 id="by-hand">${t("Card by card")}</h2>
    <${RuleSets} label=${t("rule set")} value=${desk.ruleset} choose=${(name) => trying(() => chosen(name, again), again, true)} />
    <label>${t("players")} <select value=${desk.names.length} onChange=${(event) => { resize(Number(event.target.value), again); ofGame(again); }}>
      ${[2, 3, 4, 5].map((each) => html`<option key=${each} value=${each} selected=${each === desk.names.length}>${each}</option>`)}</select></label>
    <div class="pack suits" role="group" aria-label=${t("the pack")}>${suits(desk.deck).map((row, place) => html`<${Pick} key=${place} options=${row} chosen=${held} press=${press} drag />`)}</div>
    ${desk.names.map((_, seat) => html`<${Hand} key=${seat} seat=${seat} again=${again} />`)}
    <${Fields} fields=${desk.fields} values=${desk.values} set=${set} players=${desk.names} ruleset=${desk.ruleset} at="position-" folded />
    <p class="chips"><button type="button" class="primary" onClick=${use}>${t("play from here")}</button>
      <button type="button" class="chip" onClick=${() => trying(() => fillUp(again), again, true)}>${t("add random rest")}</button>
      <label>${t("cards each")} <input class="num" type="number" min="1" value=${desk.each} onInput=${(event) => { desk.each = Number(event.target.value); }} /></label>
      <button type="button" class="chip" onClick=${() => clear(again)}>${t("clear")}</button></p>
    ${desk.byHand && html`<${Faults} faults=${desk.faults} />`}
  </section>`;
}

function Chance({again}) {
  const number = (key) => html`<input type="number" min="0" value=${desk[key]} onInput=${(event) => { desk[key] = Number(event.target.value); }} />`;
  const body = () => ({ruleset: desk.ruleset, tricks: desk.tricks, seed: desk.seed, lang: store.state.lang});
  const deal = () => trying(async () => act.openText((await ask("deal", {...body(), seats: desk.dealt})).text), again);
  const compose = () => trying(async () => {
    const found = await ask("compose", {...body(), want: desk.want || "one-card-wins"});
    const problem = found.answer.problems[0];
    if (problem) await act.openText(problem.text);
    else desk.faults = [{message: found.text}];
  }, again);
  const examine = () => trying(async () => {
    const {text, lang} = store.state;
    const asked = act.goalAsked();
    desk.examined = await ask("compose", {position: text, ...(asked ? {goal: asked.goal, for: asked.player} : {}), lang});
    act.announce(spoken(headline(desk.examined.document).sentences[0]));
  }, again);
  return html`<section class="form" aria-labelledby="by-chance">
    <h2 id="by-chance">${t("By chance")}</h2>
    <${RuleSets} label=${t("rule set")} value=${desk.ruleset} choose=${(name) => trying(() => chosen(name, again), again)} />
    <label>${t("tricks")} ${number("tricks")}</label> <label>${t("seed")} ${number("seed")}</label>
    <label>${t("players")} <select onChange=${(event) => { desk.dealt = Number(event.target.value); again(); }}>
      ${[0, 2, 3, 4, 5].map((each) => html`<option key=${each} value=${each} selected=${each === desk.dealt}>${each || t("as usual")}</option>`)}</select></label>
    <p><button type="button" onClick=${deal}>${t("deal")}</button></p>
    <label>${t("property")} <select onChange=${(event) => { desk.want = event.target.value; }}>
      ${(desk.wants ?? []).map((want) => html`<option key=${want} value=${want}>${want}</option>`)}</select></label>
    <button type="button" onClick=${compose}>${t("compose a problem")}</button>
    ${store.state.text && html`<p><button type="button" onClick=${examine}>${t("examine the problem on the table")}</button></p>`}
    ${desk.examined && html`<div class="examined">${desk.examined.document.blocks.map((block, at) => html`<${Block} block=${block} key=${at} />`)}</div>`}
  </section>`;
}

export function SetUp() {
  const [, turn] = useState(0);
  const again = () => turn((times) => times + 1);
  const [items, setItems] = useState({});
  const [mine] = useState({touched: false});
  const touch = () => { mine.touched = true; };
  useEffect(async () => {
    trying(() => (mine.touched ? ofGame(again) : fromTable(again)), again);  // the table may come after the view
    setItems((await shelf()).position);
    desk.wants ??= (await ask("compose", {want: "list"})).answer.wants.map((each) => each.want);
    again();
  }, [store.state.lang, !store.table]);
  const open = (name) => trying(() => openShelf(name), again);
  return html`<div class="set-up" onClick=${touch} onInput=${touch}>
    <div class="over"><${Shelf} label=${t("from the shelf")} items=${items} choose=${open} /></div>
    <${Library} items=${items} choose=${open} />
    <div class="two"><${ByHand} again=${again} /><div><${Chance} again=${again} /><${AsText} again=${again} /></div></div>
  </div>`;
}
