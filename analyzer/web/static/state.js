// The page's state, kept in the address fragment. Links are untrusted: parts that do not fit are left out and named.
import {checked, node, read, sound, written} from "./tree.js";

export const TABS = ["table", "set up", "dispute", "what I know", "score sheet", "rules"];
const LONGEST = 500_000;
/** A question: the position's, everything, guarantees, or a goal with its player. */
const QUESTION = /^(asked|all|tokens|[a-z][a-z_-]*(?:[<>]=[\d/]+)?)(?: (?:for )?(.+))?$/;

export function fresh() {
  return {
    lang: null, tab: "table", text: null, title: "", root: node(), path: [], question: "asked", player: "",
    hides: false, only: null, dispute: null, session: null, know: null,
  };
}

/** Write the state as a fragment; blanks of a one-line position become `_`. */
export function toFragment(state) {
  const told = new URLSearchParams();
  if (state.text !== null) told.set("p", state.text.includes("\n") ? state.text : state.text.replaceAll(" ", "_"));
  if (state.title) told.set("n", state.title);
  if (state.root.kids.length) told.set("t", JSON.stringify(written(state.root)));
  if (state.path.length) told.set("at", state.path.join("."));
  if (state.question !== "asked") told.set("q", state.player ? `${state.question} for ${state.player}` : state.question);
  if (state.hides) told.set("hide", "answers");
  if (state.only) told.set("only", state.only);
  if (state.tab !== "table") told.set("v", state.tab);
  if (state.lang) told.set("lang", state.lang);
  for (const key of Object.keys(SHAPES)) {
    if (state[key] !== null) told.set(key, JSON.stringify(state[key]));
  }
  return `#${told}`;
}

const isText = (value) => typeof value === "string";
const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isTexts = (value) => isMap(value) && Object.values(value).every(isText);
const maybe = (is) => (value) => value === undefined || value === null || is(value);
const isQuestion = (value) => ["decide", "deals"].includes(value);
const listOf = (is) => (value) => Array.isArray(value) && value.every(is);

/** The keys and types of each form in the state. */
const SHAPES = {
  dispute: {text: isText, ruleset: isText, kind: isText, values: isTexts, settled: isText},
  session: {
    text: isText, ruleset: isText, players: isText, hands: listOf(isMap), more: isText, title: isText, recorded: isTexts,
  },
  know: {me: isText, hidden: listOf(isText), void: isTexts, declared: isTexts, text: isText, sample: Number.isFinite, asked: isQuestion, at: isText},
};

/** The entries of a form that fit its shape, or null; `lost` gets the names of the rest. */
function formed(key, text, lost) {
  const told = parsed(text);
  if (!isMap(told)) {
    lost.push(key);
    return null;
  }
  const found = Object.entries(told).filter(([name, value]) => {
    const fits = SHAPES[key][name] && maybe(SHAPES[key][name])(value);
    if (!fits) lost.push(`${key}: ${name}`);
    return fits;
  });
  return Object.fromEntries(found);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Read a fragment: the state, and the names of its bad parts. */
export function fromFragment(fragment) {
  const state = fresh();
  const lost = [];
  if (fragment.length > LONGEST) return {state, lost: ["#"]};
  const told = new URLSearchParams(fragment.replace(/^#/, ""));
  const text = told.get("p");
  if (text !== null) state.text = text.includes("\n") || !text.includes("_/_") ? text : text.replaceAll("_", " ");
  state.title = told.get("n") ?? "";
  if (told.has("t")) {
    const tree = parsed(told.get("t"));
    if (Array.isArray(tree)) state.root = checked(read(tree, lost));
    else lost.push("t");
  }
  const path = (told.get("at") ?? "").split(".").filter(Boolean).map(Number);
  state.path = sound(state.root, path);
  if (state.path.length < path.length) lost.push("at");
  const asked = QUESTION.exec(told.get("q") ?? "asked");
  if (asked) Object.assign(state, {question: asked[1], player: asked[2] ?? ""});
  else lost.push("q");
  Object.assign(state, {hides: told.has("hide"), only: told.get("only")});
  if (told.has("v")) {
    const tab = TABS.find((each) => each.includes(told.get("v")));
    if (tab) state.tab = tab;
    else lost.push("v");
  }
  if (["en", "da", "fr"].includes(told.get("lang"))) state.lang = told.get("lang");
  for (const key of Object.keys(SHAPES)) {
    if (told.has(key)) state[key] = formed(key, told.get(key), lost);
  }
  return {state, lost};
}
