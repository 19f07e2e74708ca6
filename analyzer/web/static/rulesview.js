// A rule set, clause by clause, in the reader's language.
import {ask} from "./ask.js";
import {RuleSets} from "./form.js";
import * as act from "./store.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

export function RulesView() {
  const [name, setName] = useState(store.table?.ruleset && store.rulesets.includes(store.table.ruleset) ? store.table.ruleset : "danish");
  const [found, setFound] = useState(null);
  const [looked, setLooked] = useState(store.looked ?? "");
  useEffect(async () => setFound(await ask("rules", {ruleset: name, lang: store.state.lang})), [name, store.state.lang]);
  const wanted = looked.toLowerCase();
  const clauses = (found?.clauses ?? []).filter((each) => `${each.id} ${each.statement}`.toLowerCase().includes(wanted));
  return html`<div class="rules">
    <${RuleSets} label=${t("rule set")} value=${name} choose=${setName} />
    <label>${t("look for")} <input type="search" value=${looked} onInput=${(event) => setLooked(store.looked = event.target.value)} /></label>
    ${found && html`<h2>${found.title}</h2><dl class="clauses">${clauses.map((each) => html`<dt key=${each.id}><code>${each.id}</code> <small>${each.standing}</small></dt>
      <dd>${each.statement}${each.sources.length > 0 && html`<br /><small>${each.sources.join("; ")}</small>`}</dd>`)}</dl>`}
  </div>`;
}
