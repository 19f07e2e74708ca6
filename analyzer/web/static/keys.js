// One table of keys for the handler and the help page, so they cannot differ.
import * as act from "./store.js";
import {TABS} from "./state.js";
import {fullScreen} from "./table.js";
import {html, useEffect, useRef, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

let help = () => {};
const SETTING = "tarok-one-letter-keys";

/** True unless one-letter keys are switched off. */
function single() {
  return act.kept(SETTING) !== "off";
}

export const KEYS = [
  {key: "ArrowLeft", shown: "←", does: "one card back", run: act.undo},
  {key: "ArrowRight", shown: "→", does: "one card on", run: act.redo},
  {key: "ArrowUp", shown: "↑", does: "back to the lead of the trick", run: act.backTrick},
  {key: "ArrowDown", shown: "↓", does: "on to the end of the trick", run: act.onTrick},
  {key: "Home", shown: "Home", does: "to the start", run: act.toStart},
  {key: "End", shown: "End", does: "to the end of the line", run: act.toEnd},
  {key: "b", shown: "B", does: "play the best line", run: act.bestLine},
  {key: "n", shown: "N", does: "play the best card", run: act.bestCard},
  {key: "s", shown: "S", does: "copy the link", run: act.share},
  {key: "u", shown: "U", does: "take the last change of the lines back", run: act.unalter},
  {key: "h", shown: "H", does: "hide or show the answers", run: act.hideAnswers},
  {key: "f", shown: "F", does: "full screen", run: fullScreen},
  {key: "l", shown: "L", does: "the other language", run: act.switchLanguage},
  ...TABS.map((tab, place) => ({key: String(place + 1), shown: String(place + 1), does: tab, run: () => act.chooseTab(tab)})),
  {key: "?", shown: "?", does: "this page of keys", run: () => help()},
];

function writing(target) {
  return target.closest?.("input, textarea, select, [contenteditable], dialog, [role=tablist], [data-arrows]") != null;
}

/** Handle a key, except while typing or with Ctrl, Alt or Meta. */
export function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || writing(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = KEYS.find((each) => each.key === key);
  if (!found || event.isComposing || (key.length === 1 && !single())) return;
  event.preventDefault();
  found.run();
}

export function KeysPage() {
  const dialog = useRef(null);
  useEffect(() => {
    help = () => dialog.current?.showModal();
  }, []);
  const [on, setOn] = useState(single());
  const set = (event) => {
    act.keepHere(SETTING, event.target.checked ? "on" : "off");
    setOn(event.target.checked);
  };
  return html`<dialog ref=${dialog} aria-labelledby="keys-title">
    <h2 id="keys-title">${t("Keys")}</h2>
    <table>
      <thead><tr><th scope="col">${t("key")}</th><th scope="col">${t("what it does")}</th></tr></thead>
      <tbody>${KEYS.map((each) => html`<tr key=${each.key}><td><kbd>${each.shown}</kbd></td><td>${t(each.does)}</td></tr>`)}</tbody>
    </table>
    <p>${t("Arrows go from card to card, Enter plays it.")}</p>
    <p><label><input type="checkbox" checked=${act.letters()} onChange=${(event) => { act.letters(event.target.checked); act.changed(); }} /> ${t("the letters of the pack on the cards: R D C V")}</label></p>
    <p><label><input type="checkbox" checked=${on} onChange=${set} /> ${t("one-letter keys")}</label></p>
    <button type="button" onClick=${() => dialog.current.close()}>${t("close")}</button>
  </dialog>`;
}

export function openKeys() {
  help();
}
