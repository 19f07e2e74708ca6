// The page's words; the server translates them, English ones are the keys.
let words = {};
let titles = {};
let cards = {};
let letters = {};
let games = {};
let clauses = {};

export const SUITS = {h: "hearts", d: "diamonds", s: "spades", c: "clubs", T: "trumps"};
const LETTERS = {en: {R: "K", D: "Q", C: "C", V: "J"}, da: {R: "K", D: "D", C: "C", V: "B"}};  // French cards bear the letters of the pack

export function learn(told) {
  words = told.words;
  titles = told.titles;
  cards = told.cards;
  games = told.games;
  clauses = told.clauses;
}

/** Which letters stand on the courts: those of the language, or of the pack (R D C V). */
export function useLetters(lang, ofPack) {
  letters = ofPack ? {} : LETTERS[lang] ?? {};
}

export function letter(face) {
  return letters[face] ?? face;
}

/** The text in the reader's language; `{name}` in it is where a word is put in. */
export function t(text, put = {}) {
  const found = words[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in put ? put[name] : whole));
}

/** A word before what it heads, as its language sets a colon. */
export function heads(text) {
  return `${t(text)}${document.documentElement.lang === "fr" ? "\u00a0" : ""}:`;
}

/** A title or question; shipped ones are translated. */
export function titled(text) {
  return titles[text] ?? text;
}

/** A game as its players call it; other groups by their word. */
export function game(name) {
  return games[name] ?? t(name);
}

/** What a clause is called; one of a rule set of the reader's own by its id. */
export function clauseCalled(id) {
  return clauses[id] ?? id;
}

/** One of something, or a number of them. */
export function counted(one, many, number) {
  return number === 1 ? t(one) : t(many, {number});
}

/** A card, or a move of one, as it is read aloud. */
export function called(word) {
  const leads = /^lead\[(.*)\]$/.exec(word);
  if (leads) return t("{player} leads", {player: leads[1]});
  const [card, names] = word.split("=");
  return `${cards[card] ?? word}${names ? `: ${t(SUITS[names])}` : ""}`;
}
