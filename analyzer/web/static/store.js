// The one store: the state, what the server last said of it, and everything that can be done.
import {ask, follow, get, Refused} from "./ask.js";
import {fresh, fromFragment, toFragment} from "./state.js";
import * as tree from "./tree.js";
import {learn, t} from "./words.js";

export const store = {
  state: fresh(),
  table: null,        // the table at this moment, as the server told it
  worth: null,        // what its cards are worth, as far as it is known
  searching: "",      // what is sought, or why it ended
  said: "",           // what the live region says
  times: 0,           // how often it said something, so that the same words are heard twice
  trouble: [],        // what went wrong with the last question
  rulesets: [],
  first: null,        // what the server was started with
  working: 0,         // how many things are being done that the views wait for
  auto: new Set(),    // players that are played by their best card
};

const listeners = new Set();
const tables = new Map();
const KEPT = 600;
let asking = null;
let searching = null;

export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changed() {
  for (const each of listeners) each();
}

/** Something more is being done that the views wait for, or something less. */
export function working(more) {
  store.working += more;
  changed();
}

/** Say something to everybody, also those who do not see the page. */
export function announce(words) {
  store.said = words;
  store.times += 1;
  changed();
}

export function words() {
  return tree.wordsTo(store.state.root, store.state.path);
}

export function question() {
  const {text, question: asked, player} = store.state;
  return {position: text, moves: words(), lang: store.state.lang, question: asked, for: player || null};
}

/** Write the state into the address: as a new place to come back to, or in place of the present one. */
export function keep(how = "push") {
  const fragment = toFragment(store.state);
  if (fragment === location.hash) return;
  if (how === "push") history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}

/** The state that the address tells. */
export async function fromAddress() {
  const before = store.state;
  store.state = fromFragment(location.hash);
  store.state.lang ??= before.lang;
  if (store.state.text === before.text) keepTried(before.root);
  if (store.state.lang !== before.lang) await speak(store.state.lang);
  await show("replace");
}

/** An older address of the same position knows less: what was tried since stays. */
function keepTried(root) {
  const told = store.state;
  const words = tree.wordsTo(told.root, told.path);
  tree.merged(root, told.root);
  told.root = root;
  told.path = tree.grown(root, [], words);
}

export async function speak(lang) {
  const told = await get(`api/words${lang ? `?lang=${lang}` : ""}`);
  learn(told.words);
  store.state.lang = told.lang;
  store.rulesets = told.rulesets;
  store.first = told.first;
  document.documentElement.lang = told.lang;
  document.title = t("Tarok board");
  tables.clear();
}

function refused(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof Refused)) throw error;
  store.trouble = error.errors;
  announce(store.trouble.map((each) => each.message).join(" "));
}

/** Show the table after the moves of the path; `how` the address keeps it. */
export async function show(how = "push", aloud = true) {
  asking?.abort();
  searching?.abort();
  store.trouble = [];
  if (how !== "nothing") keep(how);
  if (store.state.text === null) return changed();
  const body = question();
  const key = JSON.stringify([body.position, body.moves, body.lang]);
  asking = new AbortController();
  try {
    const signal = asking.signal;
    const found = tables.get(key) ?? (await ask("table", body, signal));
    if (signal.aborted) return undefined;
    if (tables.size > KEPT) tables.clear();
    tables.set(key, found);
    store.table = found;
    store.worth = null;
    store.searching = "";
    if (aloud) announce(found.status);
    else changed();
  } catch (error) {
    return refused(error);
  }
  return seek();
}

/** Ask what the cards are worth; a new move ends the old search. */
export function seek() {
  searching?.abort();
  const table = store.table;
  if (!table || table.over || !table.complete || store.state.tab !== "board") return changed();
  searching = new AbortController();
  store.searching = t("Searching");
  changed();
  const signal = searching.signal;
  return follow("worth", question(), signal, (event, told) => {
    if (event === "error") store.searching = told.errors.map((each) => each.message).join(" ");
    else {
      store.worth = told;
      store.searching = told.now;
    }
    if (event === "done" && told.position.length) announce(`${table.status} ${told.position[0]}`);
    else changed();
    if (event === "done") playItself();
  }).catch(refused);
}

/** Play the best card where the player to move is played by it. */
function playItself() {
  const best = store.worth?.cards.find((each) => each.best);
  if (best && store.auto.has(store.table.to_play)) play([best.word]);
}

export function play(moves) {
  store.state.path = tree.grown(store.state.root, store.state.path, moves);
  return show();
}

/** Keep a line as a variation, to be followed step by step. */
export function tryLine(moves) {
  const {root, path} = store.state;
  tree.grown(root, path, moves);
  return show();
}

export function goTo(path) {
  tree.remember(store.state.root, path);
  store.state.path = path;
  return show();
}

/** To the moment after these moves, in whatever line they are. */
export function goWords(moves) {
  return goTo(tree.grown(store.state.root, [], moves));
}

export function undo() {
  if (!store.state.path.length) return undefined;
  store.state.path = store.state.path.slice(0, -1);
  return show();
}

export function redo() {
  const at = tree.nodeAt(store.state.root, store.state.path);
  if (!at.kids.length) return undefined;
  store.state.path = [...store.state.path, at.last];
  return show();
}

export function toStart() {
  if (!store.state.path.length) return undefined;
  store.state.path = [];
  return show();
}

export function toEnd() {
  const path = tree.toTheEnd(store.state.root, store.state.path);
  if (path.length === store.state.path.length) return undefined;
  store.state.path = path;
  return show();
}

/** Back to where this trick, or the one before it, was led. */
export function backTrick() {
  const {path} = store.state;
  const moves = store.table?.moves ?? [];
  if (!path.length || !moves.length) return undo();
  const trick = moves.at(-1).trick;
  const lead = path.length - moves.length;
  const first = moves.findIndex((each) => each.trick === trick);
  return goTo(path.slice(0, first > 0 ? first + lead : 0));
}

/** On to the end of the trick that is played next, as far as it was played. */
export async function onTrick() {
  const left = store.table?.tricks_left;
  do {
    const at = tree.nodeAt(store.state.root, store.state.path);
    if (!at.kids.length) return;
    store.state.path = [...store.state.path, at.last];
    await show("nothing");
  } while (store.table && store.table.tricks_left === left);
  keep();
}

export async function bestLine() {
  try {
    announce(t("Searching"));
    const found = await ask("best", question());
    if (found.moves.length) await play(found.moves);
  } catch (error) {
    refused(error);
  }
}

export function bestCard() {
  const best = store.worth?.cards.find((each) => each.best) ?? null;
  if (best) return play([best.word]);
  return announce(t("the best card is not found yet"));
}

/** Open a text: a position with the lines of its file as variations, a dispute or an evening in its form. */
export async function openText(text, kind = "position", tab = "board", more = {}) {
  if (kind !== "position") {
    store.state[kind] = {text, ...more};
    store.state.tab = kind === "dispute" ? "dispute" : "score sheet";
    keep();
    return changed();
  }
  const found = await ask("open", {position: text, lang: store.state.lang});
  const root = tree.node();
  found.lines.forEach((line) => {
    const path = tree.grown(root, [], line.moves);
    if (path.length) tree.nodeAt(root, path).name = line.name;
  });
  tree.checked(root);
  clearLast(root);
  Object.assign(store.state, {text: found.text, title: found.title ?? "", root, path: []});
  if (tab) store.state.tab = tab;
  return show();
}

function clearLast(at) {
  at.last = 0;
  at.kids.forEach(clearLast);
}

export async function chooseTab(tab) {
  store.state.tab = tab;
  keep("replace");
  // Nobody reads the values on another view: their search ends, and begins anew where it was not finished.
  if (tab !== "board") searching?.abort();
  changed();
  if (tab === "board" && !store.worth?.complete) await seek();
}

export async function switchLanguage() {
  await speak(store.state.lang === "da" ? "en" : "da");
  await show("replace");
}

export async function share() {
  keep("replace");
  const address = new URL(location.href);
  address.search = "";
  try {
    await navigator.clipboard.writeText(address.href);
    announce(t("The link is copied."));
  } catch {
    announce(t("The address of this page is the link."));
  }
}
