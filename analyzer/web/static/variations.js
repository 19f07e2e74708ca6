// What was tried: the line that is played, its variations with names and comments.
import * as act from "./store.js";
import * as tree from "./tree.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

function Step({at, path, here}) {
  const now = here === path.join(".");
  return html`<button type="button" class=${now ? "step now" : "step"} aria-current=${now ? "step" : null}
    onClick=${() => act.goTo(path)}>${at.word}</button>${at.name && html` <em>${at.name}</em>`}${at.note && html` <q>${at.note}</q>`} `;
}

const drawn = new WeakMap();

/** A line as it was drawn before, where nothing in it has changed: hundreds of variations are not drawn anew for a move. */
function branch(at, path, here) {
  const where = path.join(".");
  const within = !where || `${here}.`.startsWith(`${where}.`) ? here : "";
  const key = `${where} ${within} ${at.edits}`;
  const known = drawn.get(at);
  if (known?.key === key) return known.shown;
  const shown = html`<${Branch} at=${at} path=${path} here=${within} edits=${at.edits} />`;
  drawn.set(at, {key, shown});
  return shown;
}

/** A line as far as it goes on alone, then a list of what follows. */
function Branch({at, path, here}) {
  const steps = [];
  let node = at;
  let where = path;
  for (;;) {
    if (node.word !== null) steps.push(html`<${Step} key=${where.join(".")} at=${node} path=${where} here=${here} />`);
    if (node.kids.length !== 1) break;
    node = node.kids[0];
    where = [...where, 0];
  }
  return html`${steps}${node.kids.length > 0 && html`<ul class="branches">
    ${node.kids.map((kid, place) => html`<li key=${kid.word}>${branch(kid, [...where, place], here)}</li>`)}
  </ul>`}`;
}

export function Tree() {
  const {root, path} = store.state;
  const at = tree.nodeAt(root, path);
  const set = (key) => (event) => {
    at[key] = event.target.value;
    tree.touch(root, path);
    act.keep("replace");
    act.changed();
  };
  const alter = (how) => () => {
    store.state.path = how(root, path);
    act.show();
  };
  return html`<section aria-labelledby="tried">
    <h2 id="tried">${t("Lines")}</h2>
    <div class="tree">${branch(root, [], path.join("."))}</div>
    ${path.length > 0 && html`<div class="edit">
      <label>${t("name of this line")} <input value=${at.name} onInput=${set("name")} /></label>
      <label>${t("comment")} <input value=${at.note} onInput=${set("note")} /></label>
      <button type="button" onClick=${alter(tree.promoted)}>${t("promote")}</button>
      <button type="button" onClick=${alter(tree.deleted)}>${t("delete")}</button>
    </div>`}
  </section>`;
}
