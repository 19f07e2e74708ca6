// A rule set, clause by clause, in the reader's language.
import {ask} from "./ask.js";
import {RuleSets} from "./form.js";
import * as act from "./store.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {clauseCalled, t} from "./words.js";

const {store} = act;

/** Pairs of a chapter and its clauses. */
function chapters(clauses) {
  const found = new Map();
  for (const each of clauses) found.set(each.chapter, [...(found.get(each.chapter) ?? []), each]);
  return [...found];
}

export function RulesView() {
  const [name, setName] = useState(store.table?.ruleset && store.rulesets.includes(store.table.ruleset) ? store.table.ruleset : "danish");
  const [found, setFound] = useState(null);
  const [looked, setLooked] = useState(store.looked ?? "");
  useEffect(async () => setFound(await ask("rules", {ruleset: name, lang: store.state.lang})), [name, store.state.lang]);
  const wanted = looked.toLowerCase();
  const clauses = (found?.clauses ?? []).filter((each) => `${each.id} ${clauseCalled(each.id)} ${each.statement}`.toLowerCase().includes(wanted));
  return html`<div class="rules"><div class="over">
    <${RuleSets} label=${t("rule set")} value=${name} choose=${setName} />
    <label>${t("look for")} <input type="search" value=${looked} onInput=${(event) => setLooked(store.looked = event.target.value)} /></label></div>
    ${found && html`<section class="sheet"><h2>${found.title}</h2><div class="clauses">${chapters(clauses).map(([name, all]) => html`<h3 key=${name}>${name}</h3><dl>${all.map((each) => html`<dt key=${each.id}>${each.statement}</dt>
      <dd><small>${clauseCalled(each.id)} · ${each.standing}${each.sources.map((told) => html` · ${told}`)}</small></dd>`)}</dl>`)}</div></section>`}
  </div>`;
}
