// The store: the state, the server's last answers, and all actions.
import {spoken as read} from "./blocks.js";
import {ask, follow, get, isAsking, Refused, stopAsking, whenAsking} from "./ask.js";
import {fresh, fromFragment, toFragment} from "./state.js";
import * as tree from "./tree.js";
import {learn, t, useLetters} from "./words.js";

export const store = {
  state: fresh(),
  table: null,        // the current table, from the server
  at: "",             // the moment that the table shows
  worth: null,        // the cards' values, as far as known
  searching: "",      // the search's status or error
  kind: "move",       // a move, which the table shows too, or a note
  said: "",           // the live region's text
  times: 0,           // count of announcements, so that a repeated text is read again
  trouble: [],        // faults of the last question, or lost parts of a link
  rulesets: [],
  first: null,        // file the server started with
  working: 0,         // number of tasks that the views wait for
  auto: new Set(),    // players on automatic best play
  audit: null,        // the audit of a line
  ruling: null,       // the ruling on a recorded hand
  why: null,          // the last reasons, and their moment
  problem: null,      // the open shelf problem
  undone: [],         // states before changes of the lines
  forgetting: false,  // true if the next touched card becomes unknown
};

const listeners = new Set();
const tables = new Map();
const KEPT = 600;
/** Up to this many tricks left, reasons come unasked. */
export const EXPLAINED = 6;
const HEARD_TOGETHER = {all: 700, one: 3000};
const EVENING = "tarok-evening";
const LAST = "tarok-last";
const LETTERS = "tarok-letters";
let asking = null;
let searching = null;
let playing = null;
let untold = false;  // true until the drawn table is announced

whenAsking(() => changed());

export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changed() {
  for (const each of listeners) each();
}

/** Count a task that the views wait for: 1 at its start, -1 at its end. */
export function working(more) {
  store.working += more;
  changed();
}

/** Announce words to screen readers, after a pending table status: a later status would replace them. */
export function announce(words, kind = "note") {
  store.said = untold ? `${store.table.status} ${words}`.trim() : words;
  untold = false;
  store.kind = kind;
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

/** The goal in question and its player; null if everything is asked. */
export function goalAsked() {
  const {question: asked, player} = store.state;
  if (asked === "asked") return store.table?.asked ?? null;
  return store.table?.goals.find((each) => each.goal === asked && each.player === player) ?? (player ? {goal: asked, player} : null);
}

/** The table's game, the default of the forms. */
export function gameHere() {
  return store.table?.ruleset.split("+")[0] ?? "danish";
}

/** Key of the current moment; an action is valid only at the moment it was drawn for. */
function here() {
  return JSON.stringify([store.state.text, words()]);
}

/** Write the state to the address: push a history entry or replace the last. */
export function keep(how = "push") {
  const fragment = toFragment(store.state);
  keepEvening();
  if (store.state.text !== null) keepHere(LAST, fragment);
  if (fragment === location.hash) return;
  try {
    history[how === "push" ? "pushState" : "replaceState"](null, "", fragment);
  } catch {
    // Safari allows 100 changes in 30 seconds; the next one tells all of it.
  }
}

/** Read local storage; null if it is blocked. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepHere(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage there is still the address.
  }
}

function keepEvening() {
  if (store.state.session?.hands?.length) keepHere(EVENING, JSON.stringify(store.state.session));
}

/** The fragment of the last visit. */
export function keptLast() {
  return kept(LAST);
}

export async function goOn(fragment) {
  history.pushState(null, "", fragment);
  await fromAddress();
}

/** The session in local storage, or null. */
export function keptEvening() {
  const {state} = fromFragment(`#session=${encodeURIComponent(kept(EVENING) ?? "{}")}`);
  return state.session?.hands?.length ? state.session : null;
}

/** Read the state when the page opens; return lost parts. */
export async function fromLink() {
  const {state, lost} = fromFragment(location.hash);
  store.state = state;
  return lost;
}

/** Read the state when the browser goes back or forward. */
export async function fromAddress() {
  const before = store.state;
  const {state, lost} = fromFragment(location.hash);
  store.state = state;
  state.lang ??= before.lang;
  state.session = before.session ?? state.session;
  for (const key of ["dispute", "know"]) state[key] ??= before[key];
  if (state.lang !== before.lang) await speak(state.lang);
  const same = state.text === before.text;
  const trouble = same && tree.holds(before.root, state.root) ? [] : await checkTree();
  if (same) keepTried(before.root);
  await show("replace");
  tellLost(lost, trouble);
}

/** Keep the lines that an older address of the same position does not have. */
function keepTried(root) {
  const told = store.state;
  const words = tree.wordsTo(told.root, told.path);
  tree.merged(root, told.root);
  told.root = root;
  told.path = tree.grown(root, [], words);
}

/** Remove illegal moves from the tree; return a message for each. */
export async function checkTree() {
  const {state} = store;
  if (state.text === null || !state.root.kids.length) return [];
  try {
    const {refused} = await ask("tree", {position: state.text, tree: tree.written(state.root), lang: state.lang});
    const before = words();
    for (const each of refused) tree.pruned(state.root, each.moves);
    tree.checked(state.root);
    state.path = tree.follows(state.root, before);
    return refused.map((each) => ({message: `${each.moves.join(" ")}: ${each.message}`}));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    Object.assign(state, {root: tree.node(), path: []});
    return [];
  }
}

/** Report the unreadable parts of a link. */
export function tellLost(lost, refused) {
  const told = [...lost.map((name) => ({message: t("this part of the link cannot be read: {name}", {name})})), ...refused];
  if (!told.length) return;
  store.trouble = [{message: t("The link is damaged: what could be read is shown.")}, ...store.trouble, ...told.slice(0, 12)];
  announce(store.trouble[0].message);
}

export function forgetTrouble() {
  store.trouble = [];
  changed();
}

export async function speak(lang) {
  const told = await get(`api/words${lang ? `?lang=${lang}` : ""}`);
  learn(told);
  store.state.lang = told.lang;
  letters();
  store.rulesets = told.rulesets;
  store.languages = told.languages;
  store.first = told.first;
  store.public = told.public;
  document.documentElement.lang = told.lang;
  document.title = t("Tarok board");
  tables.clear();
}

/** Report a refusal; ignore an aborted question. */
export function refused(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof Refused)) throw error;
  store.trouble = error.errors;
  announce(store.trouble.map((each) => each.message).join(" "));
}

/** The table after moves from the state's position. Throws: Refused. */
async function tableAfter(moves, signal) {
  const body = {...question(), moves};
  const key = JSON.stringify([body.position, moves, body.lang]);
  const found = tables.get(key) ?? (await ask("table", body, signal));
  if (tables.size > KEPT) tables.clear();
  tables.set(key, found);
  return found;
}

function given() {
  asking?.abort();
  searching?.abort();
  asking = new AbortController();
  return asking.signal;
}

/** Show the table of the path; `how` is passed to keep, except "nothing". */
export async function show(how = "push", aloud = true) {
  playing = null;
  const signal = given();
  store.trouble = [];
  if (how !== "nothing") keep(how);
  if (store.state.text === null) return changed();
  const at = here();
  try {
    const found = await tableAfter(words(), signal);
    if (signal.aborted) return undefined;
    drawn(found, at);
    return seek(aloud);
  } catch (error) {
    return refused(error);
  }
}

function drawn(found, at) {
  Object.assign(store, {table: found, at, worth: null, searching: ""});
}

/** Restart the search for values. A quick result is announced with the move, in one sentence; a later one is shown. */
export function seek(aloud = false) {
  searching?.abort();
  const {table} = store;
  untold ||= aloud;
  const tell = (more = "") => untold && announce(more, "move");
  if (!table || table.over || store.state.tab !== "table" || store.state.hides) {
    tell();
    return changed();
  }
  searching = new AbortController();
  store.searching = t("Searching");
  const {signal} = searching;
  setTimeout(() => !signal.aborted && tell(), HEARD_TOGETHER[store.state.question === "all" ? "all" : "one"]);
  changed();
  return follow("worth", question(), signal, (event, told) => {
    if (event === "error" && !["asked", "all", "tokens"].includes(store.state.question)) {
      // The link's question does not fit: say so, and ask the position's.
      Object.assign(store.state, {question: "asked", player: ""});
      keep("replace");
      tellLost(["q"], []);
      return seek(aloud);
    }
    if (event === "error") store.searching = told.errors.map((each) => each.message).join(" ");
    else {
      store.worth = told;
      store.searching = told.now;
      if (told.answer) tell(told.verdict ? read(told.verdict.headline) : "");
    }
    changed();
    if (event !== "done") return undefined;
    tell();
    playItself();
    const goal = goalAsked();
    if (goal && table.tricks_left <= EXPLAINED && !reasons()) askWhy(goal, true);
    return undefined;
  }).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    store.searching = error.message;
    tell();
    changed();
  });
}

/** Ask why a goal is forced or not; `open` if the page asks by itself. */
export async function askWhy(goal, open = false) {
  const {at, table} = store;
  try {
    if (!open) announce(t("Searching"), "move");
    const told = await ask("why", {...question(), goal: goal.goal, for: goal.player}, open ? searching?.signal : undefined);
    if (at !== here()) return;
    const others = table.seats.flatMap((seat) => seat.hand).flatMap((each) => each.words).map((word) => [word]);
    store.why = {...told, others, open, text: store.state.text, lang: store.state.lang, from: words()};
    if (open) changed();
    else announce(read(told.verdict), "move");
  } catch (error) {
    if (!open) refused(error);
  }
}

/** The last reasons, while the table is at their moment or in the play that shows them. */
export function reasons() {
  const {why, state} = store;
  const at = words();
  const same = why && why.text === state.text && why.lang === state.lang && why.from.every((word, place) => word === at[place]);
  return same && [why.moves, why.shown ?? []].some((line) => at.slice(why.from.length).every((word, place) => word === line[place])) ? why : null;
}

/** End all searches; results so far stay. */
export function stop() {
  stopAsking();
  announce(t("stopped"));
}

export {isAsking};

/** Play the best card for a player on automatic play. */
function playItself() {
  const best = store.worth?.cards.find((each) => each.best);
  if (best && store.auto.has(store.table.to_play)) play([best.word]);
}

/** Play from the shown moment; a second press does nothing. */
export async function play(moves, at = store.at) {
  if (at !== here() || playing === at) return undefined;
  playing = at;
  const before = words();
  const signal = given();
  try {
    const found = await tableAfter([...before, ...moves], signal);
    if (signal.aborted || at !== here()) return undefined;
    store.state.path = tree.grown(store.state.root, store.state.path, moves);
    store.trouble = [];
    drawn(found, here());
    keep();
    return seek(true);
  } catch (error) {
    return refused(error);
  } finally {
    if (playing === at) playing = null;
  }
}

/** Add a line as a variation if the server accepts it. */
export async function tryLine(moves, at = store.at) {
  if (at !== here()) return announce(t("The table has moved on."));
  try {
    await tableAfter([...words(), ...moves]);
  } catch (error) {
    return refused(error);
  }
  if (at !== here()) return undefined;
  tree.grown(store.state.root, store.state.path, moves);
  return show();
}

/** Go to a moment in the play that shows a reason; keep the play as a line. */
export async function toMoment({from, moves: whole}, moves) {
  if (store.why) store.why.shown = moves;
  try {
    await tableAfter([...from, ...moves]);
  } catch (error) {
    return refused(error);
  }
  const {root} = store.state;
  const start = tree.follows(root, from);
  if (whole.length && moves.every((word, place) => word === whole[place])) tree.grown(root, start, whole);
  return goTo(tree.grown(root, start, moves));
}

export function goTo(path) {
  tree.remember(store.state.root, path);
  store.state.path = path;
  return show();
}

/** Go to the moment after these moves, in any line. */
export function goWords(moves) {
  return goTo(tree.follows(store.state.root, moves));
}

/** Store an audit's mistakes at its moves. */
export function markWrong(moves, points) {
  const {root, lang} = store.state;
  const lead = moves[0]?.startsWith("lead[") ? 1 : 0;
  points.forEach(({marks}, place) => {
    const path = tree.follows(root, moves.slice(0, lead + place + 1));
    if (path.length !== lead + place + 1) return;
    tree.nodeAt(root, path).wrong = marks.length ? {lang, told: marks.join("; ")} : undefined;
    tree.touch(root, path);
  });
}

/** Change the lines, with undo. */
export function alter(how) {
  const {root, path} = store.state;
  store.undone.push({root: tree.copied(root), path: [...path], text: store.state.text});
  store.state.path = how(root, path);
  return show();
}

/** Undo the last change of the lines. */
export function unalter() {
  const before = store.undone.pop();
  if (!before || before.text !== store.state.text) return announce(t("nothing there"));
  Object.assign(store.state, {root: before.root, path: tree.sound(before.root, before.path)});
  return show();
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

/** Go back to the lead of this or the previous trick. */
export function backTrick() {
  const {path} = store.state;
  const moves = store.table?.moves ?? [];
  if (!path.length || !moves.length) return undo();
  const trick = moves.at(-1).trick;
  const lead = path.length - moves.length;
  const first = moves.findIndex((each) => each.trick === trick);
  return goTo(path.slice(0, first > 0 ? first + lead : 0));
}

/** Go on to the end of the next trick, as far as it was played. */
export async function onTrick() {
  const left = store.table?.tricks_left;
  do {
    const at = tree.nodeAt(store.state.root, store.state.path);
    if (!at.kids.length) break;
    store.state.path = [...store.state.path, at.last];
    await show("nothing", false);
  } while (store.table && store.table.tricks_left === left);
  await show();
}

/** Rule on the recorded hand, otherwise on the table's line. */
export async function rule() {
  try {
    const {text, lang} = store.state;
    const at = here();
    store.ruling = {...(await ask("ruling", question())), of: text, lang, at};
    announce(store.ruling.lines.map((each) => `${each.name && `${each.name}: `}${read(each.headline)}`).join(" "));
  } catch (error) {
    refused(error);
  }
}

/** The last ruling, while its hand is on the table. */
export function ruling() {
  const {ruling: found, state} = store;
  return found?.of === state.text && found.lang === state.lang && (store.table.recorded || found.at === here()) ? found : null;
}

/** Play the best line to the end, if the table has not moved on. */
export async function bestLine() {
  const at = store.at;
  try {
    announce(t("Searching"));
    const found = await ask("best", question());
    if (at !== here()) announce(t("The table has moved on."));
    else if (found.moves.length) await play(found.moves, at);
  } catch (error) {
    refused(error);
  }
}

export function bestCard() {
  const best = store.worth?.cards.find((each) => each.best) ?? null;
  if (best) return play([best.word]);
  return announce(t("the best card is not found yet"));
}

let opening = 0;

/** True once something is open or being opened. */
export function hasOpened() {
  return opening > 0 || store.state.text !== null;
}

/** Open a position with its lines, a dispute, or a session. */
export async function openText(text, kind = "position", tab = "table", more = {}) {
  if (kind !== "position") {
    if (kind === "session") rememberEvening();
    store.state[kind] = {text, ...more};
    store.state.tab = kind === "dispute" ? "dispute" : "score sheet";
    keep();
    return changed();
  }
  const turn = opening += 1;
  const found = await ask("open", {position: text, lang: store.state.lang});
  if (turn !== opening) return undefined;  // a newer text was opened
  const root = tree.node();
  found.lines.forEach((line) => {
    const path = tree.grown(root, [], line.moves);
    if (path.length) tree.nodeAt(root, path).name = line.name;
  });
  tree.checked(root);
  clearLast(root);
  Object.assign(store.state, {text: found.text, title: found.title ?? "", root, path: [], only: found.seen_by ?? null, question: more.question ?? "asked", player: more.player ?? ""});
  if (tab) store.state.tab = tab;
  if (found.broken) await rule();
  return show("push", !found.broken);  // whose turn it is must not replace the announced ruling
}

/** Toggle: the next touched card becomes unknown. */
export function forgetting() {
  store.forgetting = !store.forgetting;
  announce(store.forgetting ? t("Touch the card that nobody remembers.") : "");
}

/** Make a card unknown: questions then cover every deal that fits. */
export async function forget(card) {
  store.forgetting = false;
  announce("");
  try {
    const asked = goalAsked();
    const {text} = await ask("yaml", {...question(), title: store.state.title || null, forgotten: card});
    await openText(text, "position", "table", asked ? {question: asked.goal, player: asked.player} : {});
  } catch (error) {
    refused(error);
  }
}

const evenings = [];

/** Save the session for undo. */
export function rememberEvening() {
  evenings.push(JSON.stringify(store.state.session));
  if (evenings.length > 100) evenings.shift();
}

export function undoEvening() {
  if (!evenings.length) return announce(t("nothing there"));
  store.state.session = JSON.parse(evenings.pop());
  keep("replace");
  return announce(t("The last change is taken back."));
}

function clearLast(at) {
  at.last = 0;
  at.kids.forEach(clearLast);
}

export async function chooseTab(tab) {
  const other = tab !== store.state.tab;
  store.state.tab = tab;
  store.said = "";
  keep(other ? "push" : "replace");
  // Other tabs show no values: the search ends, and starts again on return.
  if (tab !== "table") searching?.abort();
  changed();
  if (tab === "table" && !store.worth?.complete) await seek();
}

/** Show a term in the rules. */
export function lookUp(term) {
  store.looked = term;
  return chooseTab("rules");
}

export async function chooseLanguage(lang) {
  await speak(lang);
  await show("replace");
}

export function switchLanguage() {
  const known = store.languages;
  return chooseLanguage(known[(known.indexOf(store.state.lang) + 1) % known.length]);
}

/** The cards' values, unless the answers are hidden. */
export function known() {
  return store.state.hides ? null : store.worth;
}

/** Hide or show the answers; the link keeps the choice. */
export function hideAnswers() {
  store.state.hides = !store.state.hides;
  keep("replace");
  if (store.state.hides) searching?.abort();
  announce(store.state.hides ? t("The answers are hidden.") : t("The answers are shown."));
  return store.state.hides || store.worth?.complete ? undefined : seek();
}

/** Show only the hand of the player to move, or all hands. */
export function onlyOne() {
  const {state, table} = store;
  state.only = state.only === null ? table.to_play ?? table.players[0] : null;
  keep("replace");
  changed();
}

/** True for the pack's court letters; `ofPack` sets it. */
export function letters(ofPack) {
  if (ofPack !== undefined) keepHere(LETTERS, ofPack ? "pack" : "language");
  const pack = kept(LETTERS) === "pack";
  useLetters(store.state.lang, pack);
  return pack;
}

/** True if the address works only on this machine. */
function isHere() {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}

/** The link to this state, on the public page if there is one. */
export function link() {
  keep("replace");
  const address = new URL(store.public ?? location.href);
  address.search = "";
  address.hash = location.hash;
  return address;
}

export async function share() {
  const address = link();
  const told = isHere() && !store.public ? t("It opens on this machine; on another, put its board's address before the #.") : "";
  try {
    await navigator.clipboard.writeText(address.href);
    announce(`${t("The link is copied.")} ${told}`.trim());
  } catch {
    announce(`${t("The address of this page is the link.")} ${told}`.trim());
  }
}
