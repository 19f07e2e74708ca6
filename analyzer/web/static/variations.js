// The tried lines: variations with names and comments.
import {ask} from "./ask.js";
import * as act from "./store.js";
import * as tree from "./tree.js";
import {html, useEffect} from "./vendor/htm-preact-standalone.js";
import {called, t} from "./words.js";
import {Small} from "./cards.js";

const {store} = act;

function Step({at, path, here}) {
  const now = here === path.join(".");
  return html`<button type="button" class=${now ? "step now" : "step"} aria-current=${now ? "step" : null}
    onClick=${() => act.goTo(path)} tabIndex=${path.join(".") === (here || "0") ? 0 : -1}><span aria-hidden="true"><${Small} word=${at.word} /></span><span class="sr">${called(at.word)}</span></button>${at.wrong?.lang === store.state.lang && html`<strong class="wrong" title=${at.wrong.told}>?<span class="sr"> ${at.wrong.told}</span></strong>`}${at.won && html`<span class="trick-won">→ <b>${at.won}</b></span>`}${at.name && html` <em>${at.name}</em>`}${at.note && html` <q>${at.note}</q>`} `;
}

let drawn = new WeakMap();

/** Ask who makes each move and wins each trick, if the lines changed. */
async function told(root, text) {
  const nodes = tree.inOrder(root);
  if (!nodes.length || nodes.every((each) => each.by !== undefined)) return;
  const {edits} = root;
  const {refused, moves} = await ask("tree", {position: text, tree: tree.written(root), lang: store.state.lang});
  if (refused.length || edits !== root.edits) return;
  nodes.forEach((each, place) => Object.assign(each, {by: moves[place].player, won: moves[place].winner}));
  drawn = new WeakMap();
  act.changed();
}

/** Draw a line, or reuse it if unchanged: there may be hundreds. */
function branch(at, path, here) {
  const where = path.join(".");
  const within = !where || `${here}.`.startsWith(`${where}.`) ? here : "";
  const key = `${where} ${within} ${at.edits} ${store.state.lang}`;
  const known = drawn.get(at);
  if (known?.key === key) return known.shown;
  const shown = html`<${Branch} at=${at} path=${path} here=${within} edits=${at.edits} />`;
  drawn.set(at, {key, shown});
  return shown;
}

function isCard(word) {
  return /^(fool|[hdscT]\d|[hdsc][RDCV])/.test(word);
}

/** The number of cards on a path before its last move. */
function cardsBefore(path) {
  return tree.wordsTo(store.state.root, path).slice(0, -1).filter(isCard).length;
}

/** A line up to its first fork, then a list of branches. */
function Branch({at, path, here}) {
  const steps = [];
  let node = at;
  let where = path;
  const {first_trick: first, players} = store.table ?? {players: [1]};
  for (;;) {
    const played = cardsBefore(where);
    if (node.word !== null && isCard(node.word) && (played % players.length === 0 || node === at)) {
      steps.push(html`<span class="trick-number" key=${`n${where.join(".")}`}>${first + Math.floor(played / players.length)}. ${node.by && html`<b>${node.by}</b> `}</span>`);
    }
    if (node.word !== null) steps.push(html`<${Step} key=${where.join(".")} at=${node} path=${where} here=${here} />`);
    if (node.kids.length !== 1) break;
    node = node.kids[0];
    where = [...where, 0];
  }
  return html`${steps}${node.kids.length > 0 && html`<ul class="branches">
    ${node.kids.map((kid, place) => html`<li key=${kid.word}>${branch(kid, [...where, place], here)}</li>`)}
  </ul>`}`;
}

/** Arrow keys go from move to move in displayed order. */
function along(event) {
  const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step === undefined || !event.target.matches?.(".step")) return;
  event.preventDefault();
  event.stopPropagation();
  const steps = [...event.currentTarget.querySelectorAll(".step")];
  steps[steps.indexOf(event.target) + step]?.focus();
}

export function Tree() {
  const {root, path, text} = store.state;
  const at = tree.nodeAt(root, path);
  useEffect(() => told(root, text).catch(() => null), [root, root.edits, text]);
  const set = (key) => (event) => {
    at[key] = event.target.value;
    tree.touch(root, path);
    act.keep("replace");
    act.changed();
  };
  const alter = (how) => () => act.alter(how);
  if (!root.kids.length && !store.undone.length) return null;
  return html`<section aria-labelledby="tried">
    <h3 id="tried">${t("Lines")}</h3>
    <div class="tree" data-arrows="yes" onKeyDown=${along}>${branch(root, [], path.join("."))}</div>
    ${path.length > 0 && html`<details class="edit"><summary>${t("change this line")}</summary>
      <label>${t("name of this line")} <input value=${at.name} onInput=${set("name")} /></label>
      <label>${t("comment")} <input value=${at.note} onInput=${set("note")} /></label>
      <button type="button" class="chip" onClick=${alter(tree.promoted)}>${t("promote")}</button>
      <button type="button" class="chip" onClick=${alter(tree.deleted)}>${t("delete")}</button>
    </details>`}
    ${store.undone.length > 0 && html`<p><button type="button" class="chip" onClick=${act.unalter}>${t("take the change back")}</button></p>`}
  </section>`;
}
