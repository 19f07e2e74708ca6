// The score sheet of an evening: its hands one after another, and who pays whom.
import {ask} from "./ask.js";
import {Faults, Fields, fileText, RuleSets, Shelf, tried} from "./form.js";
import {shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

const known = new Map();

/** The name on the shelf of a hand that a shipped evening names. */
function onShelf(file) {
  return file.replace(/^\.\.\//, "").replace(/\.yaml$/, "");
}

/** What can be told of a hand, asked for once in each language. */
async function handFields() {
  const {lang} = store.state;
  known.set(lang, known.get(lang) ?? (await ask("form", {of: "hand", lang})).fields);
  return known.get(lang);
}

function sheetText(told, fields) {
  const hands = told.hands.map((hand) => {
    const lines = fileText({}, fields, hand).trimEnd().split("\n").filter(Boolean);
    return lines.length ? lines.map((line, place) => `${place ? "    " : "  - "}${line}`).join("\n") : "  - {}";
  });
  return [`format: tarok-session/1`, `ruleset: ${told.ruleset}`, `players: [${told.players}]`,
    told.more.trim(), "hands:", ...hands].filter(Boolean).join("\n") + "\n";
}

function Sheet({answer}) {
  const players = Object.keys(answer.totals);
  const amounts = (hand) => hand.tokens ?? hand.sheet ?? {};
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${t("Score sheet")}><table class="sheet">
    <thead><tr><th scope="col">${t("hand")}</th><th scope="col">${t("dealer")}</th>${players.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
    <tbody>${answer.hands.map((hand) => html`<tr key=${hand.number}><th scope="row">${hand.number}</th><td>${hand.dealer}</td>
      ${players.map((name) => html`<td class="number" key=${name}>${amounts(hand)[name] ?? ""}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row" colspan="2">${t("total")}</th>${players.map((name) => html`<td class="number" key=${name}>${answer.totals[name]}</td>`)}</tr></tfoot>
  </table></div>`;
}

export function ScoreView() {
  store.state.session ??= {};
  const told = store.state.session;
  told.ruleset ??= "danish";
  told.players ??= "A, B, C";
  told.hands ??= [];
  told.more ??= "";
  told.recorded ??= {};
  const [names, setNames] = useState([]);
  const [fields, setFields] = useState([]);
  const [found, setFound] = useState(null);
  const [faults, setFaults] = useState([]);
  const [, turn] = useState(0);
  const again = () => {
    act.keep("replace");
    turn((times) => times + 1);
  };
  const trying = async (work) => {
    await tried(work, setFaults);
    again();
  };
  const fill = async (text) => {
    const {values, parts} = await ask("filled", {text});
    const rest = Object.entries(values).filter(([key]) => !["format", "ruleset", "players", "hands", "title", "source", "teaches"].includes(key));
    Object.assign(told, {
      text: null, ruleset: values.ruleset || "danish", players: values.players || "A, B, C", hands: parts.hands ?? [],
      more: rest.map(([key, value]) => (value.includes("\n") || /^\w+: /.test(value) ? `${key}:\n  ${value.replaceAll("\n", "\n  ")}` : `${key}: ${value}`)).join("\n"),
    });
  };
  useEffect(() => trying(async () => {
    setNames((await shelf()).session);
    setFields(await handFields());
    if (told.text) await fill(told.text);
  }), [told.text, store.state.lang]);
  const total = () => trying(async () => {
    const answer = await ask("score", {session: sheetText(told, await handFields()), recorded: told.recorded, lang: store.state.lang});
    setFound(answer);
    act.announce(t("The evening is scored."));
  });
  const addTable = () => trying(async () => {
    const {text} = await ask("recorded", act.question());
    const name = [...Array(told.hands.length + 1).keys()].map((at) => t("hand {number}", {number: at + 1})).find((each) => !told.recorded[each]);
    told.recorded[name] = text;
    told.hands.push({file: name});
  });
  const look = (name) => trying(async () => {
    await act.openText(told.recorded[name] ?? (await taken(onShelf(name))).text);
  });
  const change = (place) => (key, value) => {
    told.hands[place][key] = value;
    again();
  };
  return html`<div class="score">
    <h1>${t("Score sheet")}</h1>
    <${Shelf} label=${t("from the shelf")} names=${names} choose=${(name) => trying(async () => fill((await taken(name)).text))} />
    <${RuleSets} label=${t("rule set")} value=${told.ruleset} choose=${(name) => { told.ruleset = name; again(); }} />
    <label>${t("players")} <input value=${told.players} onInput=${(event) => { told.players = event.target.value; again(); }} /></label>
    <div class="panels">
      <section class="form" aria-labelledby="hands">
        <h2 id="hands">${t("Hands")}</h2>
        ${told.hands.map((hand, place) => html`<div class="field" key=${place}>
          <h3>${t("hand {number}", {number: place + 1})}</h3>
          <${Fields} fields=${fields} values=${hand} set=${change(place)} at=${`hand-${place}-`} />
          ${hand.file && html`<button type="button" onClick=${() => look(hand.file)}>${t("look at hand {number}", {number: place + 1})}</button>`}
          <button type="button" onClick=${() => { told.hands.splice(place, 1); again(); }}>${t("delete hand {number}", {number: place + 1})}</button>
        </div>`)}
        <label class="wide">${t("what lay there before")} <textarea rows="2" value=${told.more} onInput=${(event) => { told.more = event.target.value; again(); }}></textarea></label>
        <p><button type="button" onClick=${() => { told.hands.push({dealer: told.hands.length ? "" : told.players.split(",")[0].trim()}); again(); }}>${t("add a hand")}</button>
          ${store.table?.over && html`<button type="button" onClick=${addTable}>${t("add the hand of the table")}</button>`}
          <button type="button" onClick=${total}>${t("score it")}</button>
          <button type="button" onClick=${() => window.print()}>${t("print")}</button></p>
        <${Faults} faults=${faults} />
      </section>
      <section class="form printed" aria-labelledby="sheet">
        <h2 id="sheet">${t("Who pays whom")}</h2>
        ${found ? html`<${Sheet} answer=${found.answer} /><pre tabindex="0">${found.text}</pre>` : html`<p>${t("Nothing is scored yet.")}</p>`}
      </section>
    </div>
  </div>`;
}
