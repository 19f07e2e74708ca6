// Setting a position up: as text, by clicking or dragging cards to hands, by chance, or from the shelf.
import {ask, Refused} from "./ask.js";
import {Card} from "./cards.js";
import {Faults, RuleSets, Shelf, tried} from "./form.js";
import {shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;
const NAMES = ["A", "B", "C", "D", "E"];

// Kept outside of the view, so that looking at another tab loses nothing.
const desk = {
  text: "", faults: [], names: ["A", "B", "C"], hands: [[], [], []], typed: ["", "", ""], wrong: ["", "", ""],
  lead: 0, into: 0, ruleset: "danish", rest: "", seed: 1, tricks: 3, dealt: 0, want: "", named: {}, deck: [],
};

async function trying(work, again) {
  await tried(work, (faults) => { desk.faults = faults; });
  again();
}

function made() {
  const hands = desk.names.map((name, seat) => `${name}: ${desk.hands[seat].join(" ")}`);
  return [desk.ruleset, ...hands, `${desk.names[desk.lead]} leads`, desk.rest].filter(Boolean).join(" / ");
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
    <div id="position-faults"><${Faults} faults=${desk.faults} /></div>
  </section>`;
}

function give(seat, card, again) {
  desk.hands = desk.hands.map((hand) => hand.filter((each) => each !== card));
  if (seat !== null) desk.hands[seat] = [...desk.hands[seat], card].sort((a, b) => desk.deck.indexOf(a) - desk.deck.indexOf(b));
  desk.typed = desk.hands.map((hand) => hand.join(" "));
  again();
}

async function typed(seat, text, again) {
  desk.typed[seat] = text;
  try {
    const found = await ask("cards", {cards: text, ruleset: desk.ruleset, lang: store.state.lang});
    if (desk.typed[seat] !== text) return;
    desk.hands[seat] = found.cards;
    desk.wrong[seat] = "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (desk.typed[seat] !== text) return;
    desk.wrong[seat] = error.message;
  }
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
  return html`<div class="field" onDragOver=${(event) => event.preventDefault()} onDrop=${dropped}>
    <label>${t("name")} <input size="8" value=${name} onInput=${(event) => { desk.names[seat] = event.target.value; again(); }} /></label>
    <label><input type="radio" name="into" checked=${desk.into === seat} onChange=${() => { desk.into = seat; again(); }} /> ${t("cards go to {player}", {player: name})}</label>
    <label><input type="radio" name="lead" checked=${desk.lead === seat} onChange=${() => { desk.lead = seat; again(); }} /> ${t("{player} leads", {player: name})}</label>
    <label class="wide">${t("cards of {player}", {player: name})}
      <input value=${desk.typed[seat]} aria-describedby=${`wrong-${seat}`} aria-invalid=${desk.wrong[seat] ? "true" : null}
        onInput=${(event) => typed(seat, event.target.value, again)} /></label>
    <span id=${`wrong-${seat}`} class="trouble">${desk.wrong[seat]}</span>
    <ul class="hand small" role="list" aria-label=${t("chosen for {player}", {player: name})}>${desk.hands[seat].map((card) => html`<li key=${card}>
      <button type="button" class="card" aria-label=${t("take {card} back", {card: called(card)})} onClick=${() => give(null, card, again)}><${Card} card=${card} /></button>
    </li>`)}</ul>
  </div>`;
}

function called(card) {
  return desk.named[card] ?? card;
}

async function nameCards(again) {
  const found = await ask("pack", {ruleset: desk.ruleset, lang: store.state.lang});
  desk.deck = found.cards;
  found.cards.forEach((card, place) => { desk.named[card] = found.names[place]; });
  desk.hands = desk.hands.map((hand) => hand.filter((card) => desk.deck.includes(card)));
  again();
}

function ByHand({again}) {
  const held = new Set(desk.hands.flat());
  const use = () => {
    desk.text = made();
    return trying(() => act.openText(desk.text), again);
  };
  return html`<section class="form" aria-labelledby="by-hand">
    <h2 id="by-hand">${t("Card by card")}</h2>
    <${RuleSets} label=${t("rule set")} value=${desk.ruleset} choose=${(name) => { desk.ruleset = name; nameCards(again); }} />
    <label>${t("players")} <select value=${desk.names.length} onChange=${(event) => resize(Number(event.target.value), again)}>
      ${[2, 3, 4, 5].map((each) => html`<option key=${each} value=${each} selected=${each === desk.names.length}>${each}</option>`)}</select></label>
    <label class="wide">${t("what else is told")} <input value=${desk.rest} placeholder="king=60 pagat=60" onInput=${(event) => { desk.rest = event.target.value; }} /></label>
    ${desk.names.map((_, seat) => html`<${Hand} key=${seat} seat=${seat} again=${again} />`)}
    <div class="pack" role="group" aria-label=${t("the pack")}>
      ${desk.deck.map((card) => html`<button type="button" key=${card} class="card" draggable="true" aria-label=${called(card)}
        aria-pressed=${String(held.has(card))} onDragStart=${(event) => event.dataTransfer.setData("text/plain", card)}
        onClick=${() => give(held.has(card) ? null : desk.into, card, again)}><${Card} card=${card} /></button>`)}
    </div>
    <p><button type="button" onClick=${use}>${t("play from here")}</button>
      <button type="button" onClick=${() => { desk.hands = desk.names.map(() => []); desk.typed = desk.names.map(() => ""); again(); }}>${t("clear")}</button></p>
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
  return html`<section class="form" aria-labelledby="by-chance">
    <h2 id="by-chance">${t("By chance")}</h2>
    <${RuleSets} label=${t("rule set")} value=${desk.ruleset} choose=${(name) => { desk.ruleset = name; again(); }} />
    <label>${t("tricks")} ${number("tricks")}</label> <label>${t("seed")} ${number("seed")}</label>
    <label>${t("players")} <select onChange=${(event) => { desk.dealt = Number(event.target.value); again(); }}>
      ${[0, 2, 3, 4, 5].map((each) => html`<option key=${each} value=${each} selected=${each === desk.dealt}>${each || t("as usual")}</option>`)}</select></label>
    <p><button type="button" onClick=${deal}>${t("deal")}</button></p>
    <label>${t("property")} <select onChange=${(event) => { desk.want = event.target.value; }}>
      ${(desk.wants ?? []).map((want) => html`<option key=${want} value=${want}>${want}</option>`)}</select></label>
    <button type="button" onClick=${compose}>${t("compose a problem")}</button>
  </section>`;
}

export function SetUp() {
  const [, turn] = useState(0);
  const again = () => turn((times) => times + 1);
  const [names, setNames] = useState([]);
  useEffect(async () => {
    nameCards(again);
    setNames((await shelf()).position);
    desk.wants ??= (await ask("compose", {want: "list"})).answer.wants.map((each) => each.want);
    again();
  }, [store.state.lang]);
  const open = (name) => trying(async () => act.openText((await taken(name)).text), again);
  return html`<div class="set-up">
    <${Shelf} label=${t("from the shelf")} names=${names} choose=${open} />
    <div class="panels"><${AsText} again=${again} /><${ByHand} again=${again} /><${Chance} again=${again} /></div>
  </div>`;
}
