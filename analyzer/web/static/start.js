// The first screen: doors, games, and an example.
import {openShelf, Thumbnail} from "./library.js";
import {grouped, shelf} from "./shelf.js";
import * as act from "./store.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {counted, game, t, titled} from "./words.js";

const EXAMPLE = "prop1";
/** The most popular games. */
const FIRST = ["danish", "tarot"];

/** Open a local position, dispute or session file. */
export async function openFile(file) {
  if (!file) return;
  const text = await file.text();
  const kind = /^[ {"']*format["']?\s*:\s*["']?tarok-(dispute|session)/m.exec(text)?.[1] ?? "position";
  try {
    await act.openText(text, kind);
  } catch (error) {
    if (!error.errors?.length) return act.refused(error);
    const [first, ...more] = error.errors;
    const rest = more.length ? ` ${counted("(and 1 more fault)", "(and {number} more faults)", more.length)}` : "";
    act.refused(Object.assign(error, {errors: [{message: t("{file} cannot be opened: {fault}", {file: file.name, fault: first.message}) + rest}]}));
  }
}

export function opened(event) {
  const [file] = event.target.files;
  event.target.value = "";
  return openFile(file);
}

const open = (name) => openShelf(name).catch(act.refused);

/** Buttons for the games; each opens the game's first problem. */
function Games({items}) {
  const first = new Map(grouped(items).map(([group, [name]]) => [group, name]));
  const names = [...new Set([...FIRST, ...act.store.rulesets])].filter((name) => first.has(name));
  return html`<h2>${t("The games")}</h2><div class="shelf games">${names.map((name) => html`
    <button type="button" class="problem" key=${name} onClick=${() => open(first.get(name))}><${Thumbnail} hands=${items[first.get(name)].hands} /><span>${game(name)}</span></button>`)}</div>`;
}

export function Start() {
  const [items, setItems] = useState({});
  useEffect(async () => setItems((await shelf()).position), []);
  const last = act.keptLast();
  const example = items[EXAMPLE];
  return html`<div class="sheet start">
    <p class="lead">${t("Shows who could force it, what was legal and what everybody pays: with proof.")}</p>
    <div class="tiles doors">
      ${last && html`<button type="button" class="tile" onClick=${() => act.goOn(last)}><b>${t("go on")}</b><small>${t("where you were")}</small></button>`}
      <button type="button" class="tile" onClick=${() => open(EXAMPLE)}><b>${t("look")}</b><small>${t("at a problem and its answer")}</small></button>
      <button type="button" class="tile" onClick=${() => act.chooseTab("set up")}><b>${t("type")}</b><small>${t("cards that were held, or a whole hand")}</small></button>
      <label class="tile door" tabindex="-1"><input class="sr" type="file" accept=".yaml,.yml,.txt,.json" onChange=${opened} /><b>${t("open a file")}</b><small>${t("a position, a dispute, an evening")}</small></label>
    </div>
    ${example && html`<button type="button" class="problem example" onClick=${() => open(EXAMPLE)}><${Thumbnail} hands=${example.hands} />
      <span><b>${titled(example.title)}</b><br />${t("B leads. With the king he gives A the last trick; the nine saves it.")}</span></button>`}
    <${Games} items=${items} />
  </div>`;
}
