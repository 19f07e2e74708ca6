// A dispute in the form of its kind: the facts and the verdict, also by another rule set.
import {ask} from "./ask.js";
import {Faults, Fields, fileText, RuleSets, Shelf, tried} from "./form.js";
import {shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {Sentence} from "./verdict.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;
const forms = new Map();

function facts() {
  store.state.dispute ??= {};
  const told = store.state.dispute;
  told.ruleset ??= "danish";
  told.kind ??= "discard";
  told.values ??= {};
  return told;
}

/** The form of the kind; of the first kind that the rule set has where it has none such. */
async function formOf(told) {
  const body = {of: "dispute", ruleset: told.ruleset, kind: told.kind, lang: store.state.lang};
  const key = JSON.stringify(body);
  forms.set(key, forms.get(key) ?? (await ask("form", body).catch(() => ask("form", {...body, kind: null}))));
  told.kind = forms.get(key).kind;
  return forms.get(key);
}

const depth = (line) => line.search(/\S/);

/** A line with those that it runs on in, which stand so deep. */
function runningOn(lines, from, deep) {
  const end = lines.findIndex((each, place) => place > from && depth(each) !== deep);
  return lines.slice(from, end < 0 ? undefined : end).map((each) => each.trim()).join(" ");
}

/** The verdict stamped, a sentence, and the whole ruling with its law: that of a breach, or what was applied. */
function Ruling({verdict}) {
  const lines = verdict.text.trim().split("\n");
  const line = runningOn(lines, 0, 2);
  const [stamp] = /^[A-ZÆØÅ]+( [A-ZÆØÅ]+)*/.exec(line) ?? [""];
  const rest = line.slice(stamp.length).replace(/^[:,;\s]+/, "");
  const kind = {no: "no", open: "open"}[verdict.settled] ?? "";
  const breach = lines.findIndex((each) => each.startsWith("  - "));
  const told = breach < 0 ? rest : runningOn(lines, breach, 4).slice(2);
  const head = told.charAt(0).toUpperCase() + told.slice(1);
  const first = breach < 0 ? lines.findIndex((each) => each.startsWith("    - ")) : breach;
  const block = first < 0 ? [] : lines.slice(first, lines.indexOf("", first) < 0 ? undefined : lines.indexOf("", first));
  const law = block.filter((each) => breach < 0 || depth(each) > 4).map((each) => each.trim().replace(/^- /, ""));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(verdict.text);
      act.announce(t("The ruling is copied."));
    } catch {
      act.announce(verdict.text);
    }
  };
  return html`${stamp && html`<div class=${`stamp ${kind}`} aria-hidden="true">${stamp}</div>`}
    <p class="verdict"><span class="sr">${stamp}: </span><${Sentence} text=${head} /></p>
    ${breach >= 0 && html`<p class="sub">${rest}</p>`}
    ${law.length > 0 && html`<blockquote><${Sentence} text=${law.join(" ")} /></blockquote>`}
    <p class="chips no-print"><button type="button" class="chip" onClick=${copy}>${t("copy ruling")}</button>
      <button type="button" class="chip" onClick=${() => window.print()}>${t("print")}</button></p>
    <details><summary>${t("The ruling in full")}</summary><pre tabindex="0">${verdict.text}</pre></details>`;
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
  const fill = async (text) => {
    const {values} = await ask("filled", {text});
    const filled = {text: null, ruleset: values.ruleset || "danish", kind: values.kind ?? "discard", values};
    const itsForm = await formOf(filled);
    Object.assign(told, filled);
    setForm(itsForm);
    setVerdict(null);
  };
  useEffect(() => trying(async () => {
    setItems((await shelf()).dispute);
    if (told.text) await fill(told.text);
    else setForm(await formOf(told));
  }), [told.ruleset, told.kind, told.text, store.state.lang]);
  const again = () => turn((times) => times + 1);
  const set = (key, value) => {
    told.values[key] = value;
    again();
  };
  const settle = (other = null) => trying(async () => {
    const {fields} = await formOf(told);
    const format = told.ruleset.startsWith("danish") ? "tarok-dispute/1" : "tarok-dispute/2";
    const dispute = fileText({format, ruleset: told.ruleset, kind: told.kind}, fields, told.values);
    const found = await ask("check", {dispute, ruleset: other, lang: store.state.lang});
    setVerdict(found);
    act.announce(found.text.trim().split("\n").find((line) => /[A-ZÆØÅ]{5}/.test(line)) ?? found.text);
  });
  if (!form) return html`<${Faults} faults=${faults} />`;
  return html`<div class="dispute">
    <${Shelf} label=${t("from the shelf")} items=${items} choose=${(name) => trying(async () => { await fill((await taken(name)).text); again(); })} />
    <${RuleSets} label=${t("rule set")} value=${told.ruleset} choose=${(name) => { told.ruleset = name; setVerdict(null); again(); }} />
    <div class="tiles" role="group" aria-label=${t("the question")}>${form.kinds.slice(0, 6).map((each) => html`<button type="button" class="tile" key=${each.kind} aria-pressed=${String(each.kind === told.kind)}
      onClick=${() => { told.kind = each.kind; setVerdict(null); again(); }}><b>${each.about}</b><small>${each.asked}</small></button>`)}
    <label class="tile"><b>${t("Something else…")}</b><select aria-label=${t("what it is about")} value=${told.kind} onChange=${(event) => { told.kind = event.target.value; setVerdict(null); again(); }}>
      ${form.kinds.map((each) => html`<option title=${each.asked} key=${each.kind} value=${each.kind} selected=${each.kind === told.kind}>${each.about}</option>`)}
    </select></label></div>
    <div class="panels">
      <section class="form" aria-labelledby="facts">
        <h2 id="facts">${t("The facts")}</h2>
        <${Fields} fields=${form.fields} values=${told.values} set=${set} ruleset=${told.ruleset}
          players=${(told.values.players || form.players.join(",")).split(",").map((each) => each.trim()).filter(Boolean)} />
        <p><button type="button" class="primary" onClick=${() => settle()}>${t("settle")}</button></p>
        <${Faults} faults=${faults} />
      </section>
      <section class="form" aria-labelledby="verdict">
        <h2 id="verdict">${t("Verdict")}</h2>
        ${verdict ? html`<${Ruling} verdict=${verdict} />
          <${RuleSets} label=${t("what another rule set would say")} value="" none="—" choose=${(name) => name && settle(name)} />`
          : html`<p>${t("Not settled yet.")}</p>`}
      </section>
    </div>
  </div>`;
}
