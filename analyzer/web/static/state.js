// The whole state of the page, and its place in the fragment of the address.
import {checked, node, read, sound, written} from "./tree.js";

export const TABS = ["board", "set up", "dispute", "what I know", "score sheet", "rules"];
export const QUESTIONS = ["all", "tokens"];

export function fresh() {
  return {
    lang: null, tab: "board", text: null, title: "", root: node(), path: [],
    question: "all", player: "", dispute: null, session: null, know: null,
  };
}

/** The state as the fragment of an address; blanks of a position in one line are written `_`. */
export function toFragment(state) {
  const told = new URLSearchParams();
  if (state.text !== null) told.set("p", state.text.includes("\n") ? state.text : state.text.replaceAll(" ", "_"));
  if (state.title) told.set("n", state.title);
  if (state.root.kids.length) told.set("t", JSON.stringify(written(state.root)));
  if (state.path.length) told.set("at", state.path.join("."));
  if (state.question !== "all") told.set("q", `${state.question} ${state.player}`.trim());
  if (state.tab !== "board") told.set("v", state.tab);
  if (state.lang) told.set("lang", state.lang);
  for (const key of ["dispute", "session", "know"]) {
    if (state[key] !== null) told.set(key, JSON.stringify(state[key]));
  }
  return `#${told}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The state that a fragment tells; what it tells badly is as if it were not told. */
export function fromFragment(fragment) {
  const told = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = fresh();
  const text = told.get("p");
  if (text !== null) state.text = text.includes("\n") || !text.includes("_/_") ? text : text.replaceAll("_", " ");
  state.title = told.get("n") ?? "";
  const tree = parsed(told.get("t"));
  if (Array.isArray(tree)) state.root = checked(read(tree));
  const path = (told.get("at") ?? "").split(".").filter(Boolean).map(Number);
  state.path = sound(state.root, path);
  const [question, ...player] = (told.get("q") ?? "all").split(" ");
  state.question = question;
  state.player = player.join(" ");
  if (TABS.includes(told.get("v"))) state.tab = told.get("v");
  if (["en", "da"].includes(told.get("lang"))) state.lang = told.get("lang");
  for (const key of ["dispute", "session", "know"]) {
    if (told.has(key)) state[key] = parsed(told.get(key));
  }
  return state;
}
