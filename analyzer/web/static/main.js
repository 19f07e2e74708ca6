// The page: its tabs, its live region, and what starts it.
import {get} from "./ask.js";
import {BoardView} from "./boardview.js";
import {DisputeView} from "./dispute.js";
import {KeysPage, openKeys, pressed} from "./keys.js";
import {KnowView} from "./know.js";
import {RulesView} from "./rulesview.js";
import {ScoreView} from "./score.js";
import {SetUp} from "./setup.js";
import {TABS, fromFragment} from "./state.js";
import * as act from "./store.js";
import {html, render, useLayoutEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;
const VIEWS = {
  "board": BoardView, "set up": SetUp, "dispute": DisputeView, "what I know": KnowView, "score sheet": ScoreView, "rules": RulesView,
};

function Tabs() {
  const move = (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const to = {Home: 0, End: TABS.length - 1}[event.key];
    if (step === undefined && to === undefined) return;
    event.preventDefault();
    const at = TABS.indexOf(store.state.tab);
    const tab = TABS[to ?? (at + step + TABS.length) % TABS.length];
    act.chooseTab(tab);
    document.getElementById(`tab-${TABS.indexOf(tab)}`).focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t("views")} onKeyDown=${move}>
    ${TABS.map((tab, place) => {
      const chosen = tab === store.state.tab;
      return html`<button type="button" role="tab" id=${`tab-${place}`} key=${tab} aria-selected=${String(chosen)}
        aria-controls="view" tabIndex=${chosen ? 0 : -1} onClick=${() => act.chooseTab(tab)}>${t(tab)}</button>`;
    })}
  </div>`;
}

function Status() {
  return html`<div class="status" role="status" aria-live="polite"><span key=${store.times}>${store.said}</span></div>`;
}

function App() {
  const [, again] = useState(0);
  useLayoutEffect(() => act.subscribe(() => again((times) => times + 1)), []);
  const View = VIEWS[store.state.tab];
  return html`
    <header>
      <${Tabs} />
      <div class="always">
        <button type="button" onClick=${act.switchLanguage}>${t("language")}</button>
        <button type="button" onClick=${openKeys}>${t("keys")}</button>
      </div>
    </header>
    <${Status} />
    ${store.trouble.length > 0 && html`<ul class="trouble">${store.trouble.map((each, place) => html`<li key=${place}>${each.message}</li>`)}</ul>`}
    <main aria-busy=${String(store.working > 0)}><div id="view" role="tabpanel" aria-labelledby=${`tab-${TABS.indexOf(store.state.tab)}`}><${View} /></div></main>
    <${KeysPage} />`;
}

async function start() {
  store.state = fromFragment(location.hash);
  const asked = new URLSearchParams(location.search).get("lang");
  await act.speak(store.state.lang ?? asked);
  render(html`<${App} />`, document.getElementById("page"));
  window.addEventListener("popstate", act.fromAddress);
  window.addEventListener("keydown", pressed);
  if (store.state.text !== null || store.state.tab !== "board") return act.show("nothing");
  const first = store.first ?? (await get("api/shelf/prop1"));
  // Whoever has gone to another tab meanwhile stays there.
  return act.openText(first.text, first.kind, null, {recorded: first.recorded ?? {}});
}

start();
