// Translations from the server; the English text is the key.
let words = {};
let titles = {};
let cards = {};
let letters = {};
let games = {};
let clauses = {};

export const SUITS = {h: "hearts", d: "diamonds", s: "spades", c: "clubs", T: "trumps"};
const LETTERS = {en: {R: "K", D: "Q", C: "C", V: "J"}, da: {R: "K", D: "D", C: "C", V: "B"}};  // French uses the letters of the pack

export function learn(told) {
  words = told.words;
  titles = told.titles;
  cards = told.cards;
  games = told.games;
  clauses = told.clauses;
}

/** Choose the court letters: the language's or the pack's (R D C V). */
export function useLetters(lang, ofPack) {
  letters = ofPack ? {} : LETTERS[lang] ?? {};
}

export function letter(face) {
  return letters[face] ?? face;
}

/** The text in the reader's language; `put` fills in each `{name}`. */
export function t(text, put = {}) {
  const found = words[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in put ? put[name] : whole));
}

/** A label with a colon; French adds a no-break space. */
export function heads(text) {
  return `${t(text)}${document.documentElement.lang === "fr" ? "\u00a0" : ""}:`;
}

/** A title or question; shipped ones are translated. */
export function titled(text) {
  return titles[text] ?? text;
}

/** The name of a game or another group. */
export function game(name) {
  return games[name] ?? t(name);
}

/** A clause's name, or its id in a custom rule set. */
export function clauseCalled(id) {
  return clauses[id] ?? id;
}

/** Singular or plural text for a number. */
export function counted(one, many, number) {
  return number === 1 ? t(one) : t(many, {number});
}

/** A card or move for reading aloud. */
export function called(word) {
  const leads = /^lead\[(.*)\]$/.exec(word);
  if (leads) return t("{player} leads", {player: leads[1]});
  const [card, names] = word.split("=");
  return `${cards[card] ?? word}${names ? `: ${t(SUITS[names])}` : ""}`;
}
