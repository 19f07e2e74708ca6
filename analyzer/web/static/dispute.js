// A dispute in the form of its kind: the facts, the verdict, and what another rule set would say.
import {ask, Refused} from "./ask.js";
import {Faults, Fields, fileText, RuleSets, Shelf} from "./form.js";
import {shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

function facts() {
  store.state.dispute ??= {};
  const told = store.state.dispute;
  told.ruleset ??= "danish";
  told.kind ??= "discard";
  told.values ??= {};
  return told;
}

export function DisputeView() {
  const told = facts();
  const [form, setForm] = useState(null);
  const [names, setNames] = useState([]);
  const [verdict, setVerdict] = useState(null);
  const [faults, setFaults] = useState([]);
  const [, turn] = useState(0);
  const tried = async (work) => {
    try {
      setFaults([]);
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setVerdict(null);
      setFaults(error.errors);
      act.announce(t("{number} faults", {number: error.errors.length}));
    }
    act.keep("replace");
  };
  const fill = async (text) => {
    const {values} = await ask("filled", {text});
    Object.assign(told, {text: null, ruleset: values.ruleset || "danish", kind: values.kind ?? "discard", values});
    setVerdict(null);
  };
  useEffect(() => tried(async () => {
    setNames((await shelf()).dispute);
    if (told.text) await fill(told.text);
    const body = {of: "dispute", ruleset: told.ruleset, kind: told.kind, lang: store.state.lang};
    const found = await ask("form", body).catch(() => ask("form", {...body, kind: null}));
    told.kind = found.kind;
    setForm(found);
  }), [told.ruleset, told.kind, told.text, store.state.lang]);
  const again = () => turn((times) => times + 1);
  const set = (key, value) => {
    told.values[key] = value;
    again();
  };
  const text = () => fileText(
    {format: told.ruleset.startsWith("danish") ? "tarok-dispute/1" : "tarok-dispute/2", ruleset: told.ruleset, kind: told.kind},
    form.fields, told.values,
  );
  const settle = (other = null) => tried(async () => {
    const found = await ask("check", {dispute: text(), ruleset: other, lang: store.state.lang});
    setVerdict(found);
    act.announce(found.text.trim().split("\n").find((line) => /[A-ZÆØÅ]{5}/.test(line)) ?? found.text);
  });
  if (!form) return html`<h1>${t("Dispute")}</h1><${Faults} faults=${faults} />`;
  return html`<div class="dispute">
    <h1>${t("Dispute")}</h1>
    <${Shelf} label=${t("from the shelf")} names=${names} choose=${(name) => tried(async () => { await fill((await taken(name)).text); again(); })} />
    <${RuleSets} label=${t("rule set")} value=${told.ruleset} choose=${(name) => { told.ruleset = name; setVerdict(null); again(); }} />
    <label>${t("what it is about")} <select value=${told.kind} onChange=${(event) => { told.kind = event.target.value; setVerdict(null); again(); }}>
      ${form.kinds.map((each) => html`<option key=${each.kind} value=${each.kind} selected=${each.kind === told.kind}>${each.about}</option>`)}
    </select></label>
    <div class="panels">
      <section class="form" aria-labelledby="facts">
        <h2 id="facts">${t("The facts")}</h2>
        <${Fields} fields=${form.fields} values=${told.values} set=${set} />
        <p><button type="button" onClick=${() => settle()}>${t("settle")}</button></p>
        <${Faults} faults=${faults} />
      </section>
      <section class="form" aria-labelledby="verdict">
        <h2 id="verdict">${t("Verdict")}</h2>
        ${verdict ? html`<pre tabindex="0">${verdict.text}</pre>
          <${RuleSets} label=${t("what another rule set would say")} value="" none="—" choose=${(name) => name && settle(name)} />`
          : html`<p>${t("Not settled yet.")}</p>`}
      </section>
    </div>
  </div>`;
}
