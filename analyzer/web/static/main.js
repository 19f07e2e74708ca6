// The page: its tabs, its live region, and what starts it.
import {get} from "./ask.js";
import {BoardView} from "./boardview.js";
import {DisputeView} from "./dispute.js";
import {Numerals} from "./cards.js";
import {Icon} from "./icons.js";
import {KeysPage, openKeys, pressed} from "./keys.js";
import {KnowView} from "./know.js";
import {RulesView} from "./rulesview.js";
import {ScoreView} from "./score.js";
import {SetUp} from "./setup.js";
import {TABS} from "./state.js";
import * as act from "./store.js";
import {html, render, useLayoutEffect, useState} from "./vendor/htm-preact-standalone.js";
import {t, titled} from "./words.js";

const {store} = act;
const VIEWS = {
  "table": BoardView, "set up": SetUp, "dispute": DisputeView, "what I know": KnowView, "score sheet": ScoreView, "rules": RulesView,
};

function Tabs() {
  const move = (event) => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    const to = {Home: 0, End: TABS.length - 1}[event.key];
    if (step === undefined && to === undefined) return;
    event.preventDefault();
    const at = TABS.indexOf(store.state.tab);
    const tab = TABS[to ?? (at + step + TABS.length) % TABS.length];
    act.chooseTab(tab);
    document.getElementById(`tab-${TABS.indexOf(tab)}`).focus();
  };
  return html`<nav aria-label=${t("views")}><div class="rail" role="tablist" aria-orientation="vertical" aria-label=${t("views")} onKeyDown=${move}>
    ${TABS.map((tab, place) => {
      const chosen = tab === store.state.tab;
      return html`<button type="button" role="tab" id=${`tab-${place}`} key=${tab} aria-selected=${String(chosen)}
        aria-controls="view" tabIndex=${chosen ? 0 : -1} onClick=${() => act.chooseTab(tab)}><${Icon} name=${tab} /><span>${t(tab)}</span></button>`;
    })}
  </div></nav>`;
}

function Status() {
  return html`<div class=${`status ${store.kind}`} role="status" aria-live="polite"><span key=${store.times}>${store.said}</span></div>`;
}

const TITLES = {
  "set up": "Set up", "dispute": "Dispute", "what I know": "What I know", "score sheet": "Score sheet", "rules": "Rules",
};

function Head() {
  const {state, table} = store;
  const onTable = state.tab === "table";
  const title = onTable ? titled(state.title) || t("Table") : t(TITLES[state.tab]);
  return html`<header>
    <span class="mark" aria-hidden="true">Tarok<i>·</i></span>
    <h1>${title}</h1>
    ${onTable && table && html`<p class="facts">${table.facts.join(" · ")}</p>`}
    <div class="always">
      <label class="ghost opener" tabindex="-1"><input class="sr" type="file" accept=".yaml,.yml,.txt,.json" onChange=${opened} /><span>${t("open a file")}</span></label>
      <button type="button" class="ghost" onClick=${act.switchLanguage}><span>${t("language")}</span></button>
      <button type="button" class="ghost" onClick=${openKeys}><span>${t("keys")}</span></button>
      <button type="button" class="primary" onClick=${act.share}>${t("share")}</button>
    </div>
  </header>`;
}

/** Open a file of this device: a position, a dispute or an evening. */
async function opened(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  const text = await file.text();
  const kind = /^[ {"']*format["']?\s*:\s*["']?tarok-(dispute|session)/m.exec(text)?.[1] ?? "position";
  try {
    await act.openText(text, kind);
  } catch (error) {
    act.refused(error);
  }
}

function Trouble() {
  if (!store.trouble.length) return null;
  return html`<div class="trouble note"><ul>${store.trouble.map((each, place) => html`<li key=${place}>${each.message}</li>`)}</ul>
    <button type="button" class="chip" onClick=${act.forgetTrouble}>${t("close")}</button></div>`;
}

function App() {
  const [, again] = useState(0);
  useLayoutEffect(() => act.subscribe(() => again((times) => times + 1)), []);
  const View = VIEWS[store.state.tab];
  const onTable = store.state.tab === "table";
  return html`
    <${Head} />
    <${Tabs} />
    <main aria-busy=${String(store.working > 0)}>
      <${Status} />
      <${Trouble} />
      ${!onTable && act.isAsking() && html`<p class="busy"><button type="button" class="chip" onClick=${act.stop}>${t("stop")}</button></p>`}
      <div id="view" class=${onTable ? "view on-table" : "view"} role="tabpanel" aria-labelledby=${`tab-${TABS.indexOf(store.state.tab)}`}><${View} /></div>
    </main>
    <${KeysPage} /><${Numerals} />`;
}

async function start() {
  const lost = await act.fromLink();
  const asked = new URLSearchParams(location.search).get("lang");
  await act.speak(store.state.lang ?? asked);
  store.state.session ??= act.keptEvening();
  const refused = await act.checkTree();
  render(html`<${App} />`, document.getElementById("page"));
  window.addEventListener("popstate", act.fromAddress);
  window.addEventListener("keydown", pressed);
  if (store.state.text !== null || store.state.tab !== "table") await act.show("nothing");
  else {
    const first = store.first ?? (await get("api/shelf/prop1"));
    // Whoever has gone to another tab meanwhile stays there, and whoever has opened something else keeps that.
    if (!act.hasOpened()) await act.openText(first.text, first.kind, null, {recorded: first.recorded ?? {}});
  }
  act.tellLost(lost, refused);
}

start();
