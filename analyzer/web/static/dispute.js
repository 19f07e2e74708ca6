// A dispute: a form for the facts, and the verdict, also under another rule set.
import {ask} from "./ask.js";
import {byField, Faults, Fields, filledIn, RuleSets, tried} from "./form.js";
import {headline, spoken} from "./blocks.js";
import {Ruling} from "./ruling.js";
import {onShelf, shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {file, listOf} from "./told.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t, titled} from "./words.js";

const {store} = act;
const forms = new Map();

function facts() {
  store.state.dispute ??= {};
  const told = store.state.dispute;
  told.ruleset ??= act.gameHere();
  told.kind ??= "discard";
  told.values ??= {};
  return told;
}

/** The form of this kind, or of the rule set's first kind. */
async function formOf(told) {
  const body = {of: "dispute", ruleset: told.ruleset, kind: told.kind, seats: listOf(told.values.players).length, lang: store.state.lang};
  const key = JSON.stringify(body);
  forms.set(key, forms.get(key) ?? (await ask("form", body).catch(() => ask("form", {...body, kind: null}))));
  told.kind = forms.get(key).kind;
  return forms.get(key);
}

/** A search for disputes on the shelf by title. */
function Cases({items, choose}) {
  const named = Object.fromEntries(Object.keys(items).map((name) => [titled(items[name].title), name]));
  const typed = ({target}) => {
    if (!named[target.value]) return;
    choose(named[target.value]);
    target.value = "";
  };
  return html`<div class="from-shelf"><label for="cases">${t("find an old case")}</label><input id="cases" type="search" list="case-titles" onInput=${typed} />
    <datalist id="case-titles">${Object.keys(named).map((title) => html`<option key=${title} value=${title} />`)}</datalist></div>`;
}

/** The disputes of a game, under any of its rule sets. */
function ofTheGame(items, ruleset) {
  const [game] = ruleset.split("-");
  return Object.fromEntries(Object.entries(items).filter(([, each]) => each.ruleset.split("-")[0] === game));
}

/** Number of examples; the others are found by title. */
const NEAR = 5;

/** Buttons for some disputes of this kind. */
function Examples({items, kind, choose}) {
  const names = Object.keys(items).filter((name) => items[name].group === kind).slice(0, NEAR);
  return names.length > 0 && html`<h3>${t("As it was at other tables")}</h3>
    <ul class="examples" role="list">${names.map((name) => html`<li key=${name}><button type="button" class="chip" onClick=${() => choose(name)}>${titled(items[name].title)}</button></li>`)}</ul>`;
}

/** Key of a verdict: other facts, rules or language need a new one. */
const factsOf = (told) => JSON.stringify([told.ruleset, told.kind, told.values, store.state.lang]);
const asked = (told) => JSON.stringify([factsOf(told), told.settled ?? null]);

/** Scroll the view, and not the page around it, to the verdict. */
function showVerdict() {
  const view = document.getElementById("view");
  const verdict = document.querySelector(".settled");
  if (verdict) view.scrollTop += verdict.getBoundingClientRect().top - view.getBoundingClientRect().top;
}

export function DisputeView() {
  const told = facts();
  const [form, setForm] = useState(null);
  const [items, setItems] = useState({});
  const [ruled, setRuled] = useState({});
  const [faults, setFaults] = useState([]);
  const [, turn] = useState(0);
  const [last] = useState({});  // key of the last requested verdict
  const again = () => turn((times) => times + 1);
  const verdict = typeof told.settled === "string" && ruled.of === factsOf(told) ? ruled.found : null;
  // In turn: a press waits until the form is filled in.
  const trying = async (work, anew = true) => {
    await tried(work, setFaults, anew);
    act.keep("replace");
    again();
  };
  const rule = async () => {
    const {fields} = await formOf(told);
    const of = factsOf(told);
    last.of = asked(told);
    const format = told.ruleset.startsWith("danish") ? "tarok-dispute/1" : "tarok-dispute/2";
    filledIn(fields, told.values);
    const {text, keys} = file({format, ruleset: told.ruleset, kind: told.kind}, fields, told.values);
    const found = await byField(() => ask("check", {dispute: text, ruleset: told.settled || null, lang: store.state.lang}), fields, keys);
    setRuled({of, found});
    if (matchMedia("(max-width: 760px)").matches) requestAnimationFrame(showVerdict);
    const {stamp, sentences} = headline(found.document);
    act.announce(`${stamp}: ${spoken(sentences[0])}`);
  };
  const fill = async (text) => {
    const {values} = await ask("filled", {text});
    if (values.position) Object.assign(values, (await ask("filled", {text: (await taken(onShelf(values.position))).text})).values, values);
    const filled = {text: null, settled: "", ruleset: values.ruleset || "danish", kind: values.kind ?? "discard", values};
    const itsForm = await formOf(filled);
    Object.assign(told, filled);
    setForm(itsForm);
    await rule();
  };
  useEffect(() => void trying(async () => {
    setItems((await shelf()).dispute);
    if (told.text) await fill(told.text);
    else setForm(await formOf(told));
    if (typeof told.settled === "string" && last.of !== asked(told)) await rule();
  }, false), [told.ruleset, told.kind, told.text, listOf(told.values.players).length, store.state.lang, told.settled, told]);
  const change = (facts) => {
    Object.assign(told, {settled: null}, facts);
    act.keep("replace");
    again();
  };
  const set = (key, value) => change({values: {...told.values, [key]: value}});
  const settle = (other = "") => {
    const before = told.settled;
    change({settled: other});
    return trying(() => rule().catch((error) => {
      if (other) told.settled = before;  // the other rules refuse it: the verdict stays
      throw error;
    }));
  };
  const cases = ofTheGame(items, told.ruleset);
  const open = (name) => trying(async () => fill((await taken(name)).text));
  if (!form) return html`<${Faults} faults=${faults} />`;
  return html`<div class="dispute">
    <div class="over">
      <${RuleSets} label=${t("rule set")} value=${told.ruleset} choose=${(ruleset) => change({ruleset})} />
      <${Cases} items=${cases} choose=${open} /></div>
    <div class="tiles" role="group" aria-label=${t("the question")}>${form.kinds.slice(0, 6).map((each) => html`<button type="button" class="tile" key=${each.kind} aria-pressed=${String(each.kind === told.kind)}
      onClick=${() => change({kind: each.kind})}><b>${each.about}</b><small>${each.asked}</small></button>`)}
    <label class="tile"><b>${t("Something else…")}</b><select aria-label=${t("what it is about")} value=${told.kind} onChange=${(event) => change({kind: event.target.value})}>
      ${form.kinds.map((each) => html`<option title=${each.asked} key=${each.kind} value=${each.kind} selected=${each.kind === told.kind}>${each.about}</option>`)}
    </select></label></div>
    <div class="panels">
      <section class="form" aria-labelledby="facts">
        <h2 id="facts">${t("The facts")}</h2>
        <${Fields} fields=${form.fields} values=${told.values} set=${set} ruleset=${told.ruleset}
          players=${listOf(told.values.players || form.players.join(","))} />
        <p class="settle"><button type="button" class="primary" onClick=${() => settle()}>${t("settle")}</button></p>
        <${Faults} faults=${faults} />
      </section>
      <section class=${`form ${verdict ? "settled" : ""}`} aria-labelledby="verdict">
        <h2 id="verdict">${t("Verdict")}</h2>
        ${verdict ? html`<${Ruling} verdict=${verdict} />
          <${RuleSets} label=${t("what another rule set would say")} value=${told.settled} none="—" choose=${settle} />`
          : html`<p class="sub">${t("Not settled yet.")}</p><${Examples} items=${cases} kind=${told.kind} choose=${open} />`}
      </section>
    </div>
  </div>`;
}
