// A dispute in the form of its kind: the facts and the verdict, also by another rule set.
import {ask} from "./ask.js";
import {Faults, Fields, RuleSets, tried} from "./form.js";
import {headline, spoken} from "./blocks.js";
import {Ruling} from "./ruling.js";
import {onShelf, shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {fileText, listOf} from "./told.js";
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

/** The form of the kind; of the first kind that the rule set has where it has none such. */
async function formOf(told) {
  const body = {of: "dispute", ruleset: told.ruleset, kind: told.kind, seats: listOf(told.values.players).length, lang: store.state.lang};
  const key = JSON.stringify(body);
  forms.set(key, forms.get(key) ?? (await ask("form", body).catch(() => ask("form", {...body, kind: null}))));
  told.kind = forms.get(key).kind;
  return forms.get(key);
}

/** Disputes of the shelf by what they are called: some letters of it find them. */
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

/** The disputes of the game that is told, whichever of its rule sets they are settled by. */
function ofTheGame(items, ruleset) {
  const [game] = ruleset.split("-");
  return Object.fromEntries(Object.entries(items).filter(([, each]) => each.ruleset.split("-")[0] === game));
}

/** So many disputes of a kind are a press away; the others are found by what they are called. */
const NEAR = 5;

/** Disputes of the shelf that are of the kind that is told: how such a thing is told, a press away. */
function Examples({items, kind, choose}) {
  const names = Object.keys(items).filter((name) => items[name].group === kind).slice(0, NEAR);
  return names.length > 0 && html`<h3>${t("As it was at other tables")}</h3>
    <ul class="examples" role="list">${names.map((name) => html`<li key=${name}><button type="button" class="chip" onClick=${() => choose(name)}>${titled(items[name].title)}</button></li>`)}</ul>`;
}

export function DisputeView() {
  const told = facts();
  const [form, setForm] = useState(null);
  const [items, setItems] = useState({});
  const [verdict, setVerdict] = useState(null);
  const [faults, setFaults] = useState([]);
  const [, turn] = useState(0);
  const trying = async (work) => {
    await tried(work, setFaults);
    act.keep("replace");
  };
  const rule = async (other = null) => {
    const {fields} = await formOf(told);
    const format = told.ruleset.startsWith("danish") ? "tarok-dispute/1" : "tarok-dispute/2";
    const dispute = fileText({format, ruleset: told.ruleset, kind: told.kind}, fields, told.values);
    const found = await ask("check", {dispute, ruleset: other, lang: store.state.lang});
    setVerdict(found);
    if (matchMedia("(max-width: 760px)").matches) requestAnimationFrame(() => document.querySelector(".settled")?.scrollIntoView());
    const {stamp, sentences} = headline(found.document);
    act.announce(`${stamp}: ${spoken(sentences[0])}`);
  };
  const fill = async (text) => {
    const {values} = await ask("filled", {text});
    if (values.position) Object.assign(values, (await ask("filled", {text: (await taken(onShelf(values.position))).text})).values, values);
    const filled = {text: null, ruleset: values.ruleset || "danish", kind: values.kind ?? "discard", values};
    const itsForm = await formOf(filled);
    Object.assign(told, filled);
    setForm(itsForm);
    setVerdict(null);
    await rule();
  };
  useEffect(() => trying(async () => {
    setItems((await shelf()).dispute);
    if (told.text) await fill(told.text);
    else setForm(await formOf(told));
  }), [told.ruleset, told.kind, told.text, listOf(told.values.players).length, store.state.lang]);
  const again = () => turn((times) => times + 1);
  const set = (key, value) => {
    told.values[key] = value;
    setVerdict(null);
    again();
  };
  const settle = (other = null) => trying(() => rule(other));
  const cases = ofTheGame(items, told.ruleset);
  const open = (name) => trying(async () => { await fill((await taken(name)).text); again(); });
  if (!form) return html`<${Faults} faults=${faults} />`;
  return html`<div class="dispute">
    <div class="over">
      <${RuleSets} label=${t("rule set")} value=${told.ruleset} choose=${(name) => { told.ruleset = name; setVerdict(null); again(); }} />
      <${Cases} items=${cases} choose=${open} /></div>
    <div class="tiles" role="group" aria-label=${t("the question")}>${form.kinds.slice(0, 6).map((each) => html`<button type="button" class="tile" key=${each.kind} aria-pressed=${String(each.kind === told.kind)}
      onClick=${() => { told.kind = each.kind; setVerdict(null); again(); }}><b>${each.about}</b><small>${each.asked}</small></button>`)}
    <label class="tile"><b>${t("Something else…")}</b><select aria-label=${t("what it is about")} value=${told.kind} onChange=${(event) => { told.kind = event.target.value; setVerdict(null); again(); }}>
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
          <${RuleSets} label=${t("what another rule set would say")} value="" none="—" choose=${(name) => name && settle(name)} />`
          : html`<p class="sub">${t("Not settled yet.")}</p><${Examples} items=${cases} kind=${told.kind} choose=${open} />`}
      </section>
    </div>
  </div>`;
}
