// The page: tabs, live region, and start.
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
import {openFile, opened} from "./start.js";
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

const OWN_NAMES = {en: "English", da: "Dansk", fr: "Français"};
const TITLES = {
  "set up": "Set up", "dispute": "Dispute", "what I know": "What I know", "score sheet": "Score sheet", "rules": "Rules",
};

/** A menu of the languages. */
function Language() {
  const [open, setOpen] = useState(false);
  const items = () => [...document.querySelectorAll(".menu [role=menuitemradio]")];
  useLayoutEffect(() => open && (items().find((each) => each.ariaChecked === "true") ?? items()[0])?.focus(), [open]);
  const close = () => {
    setOpen(false);
    document.querySelector(".menu > button").focus();
  };
  const choose = (lang) => {
    close();
    return act.chooseLanguage(lang);
  };
  const move = (event) => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!open || (!step && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return close();
    const all = items();
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  };
  return html`<span class="menu" onKeyDown=${move} onFocusOut=${(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
    <button type="button" class="ghost" aria-haspopup="menu" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}><span>${t("language")}</span></button>
    ${open && html`<span role="menu" aria-label=${t("language")}>${(store.languages ?? []).map((lang) => html`<button type="button" role="menuitemradio" lang=${lang} key=${lang}
      aria-checked=${String(lang === store.state.lang)} onClick=${() => choose(lang)}>${OWN_NAMES[lang]}</button>`)}</span>`}
  </span>`;
}

function Head() {
  const {state, table} = store;
  const onTable = state.tab === "table";
  const title = onTable ? titled(state.title) || (table ? t("Table") : "Tarok") : t(TITLES[state.tab]);
  return html`<header>
    <span class="mark" aria-hidden="true">Tarok<i>·</i></span>
    <h1>${title}</h1>
    ${onTable && table && html`<p class="facts">${table.facts.join(" · ")}</p>`}
    <div class="always">
      ${(table || !onTable) && html`<label class="ghost opener" tabindex="-1"><input class="sr" type="file" accept=".yaml,.yml,.txt,.json" onChange=${opened} /><span>${t("open a file")}</span></label>`}
      <${Language} />
      <button type="button" class="ghost keys" onClick=${openKeys}><span>${t("keys")}</span></button>
      <button type="button" class="primary" onClick=${act.share}>${t("share")}</button>
    </div>
  </header>`;
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
  window.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  window.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    openFile(file);
  });
  if (store.state.text !== null || store.state.tab !== "table") await act.show("nothing");
  else if (store.first) {
    const {first} = store;
    // Keep a position that was opened meanwhile.
    if (!act.hasOpened()) await act.openText(first.text, first.kind, null, {recorded: first.recorded ?? {}, question: store.state.question, player: store.state.player});
  }
  act.tellLost(lost, refused);
}

start();
