// What the page says, in the reader's language. The words come from the server; English ones are their own keys.
let words = {};

export function learn(told) {
  words = told;
}

/** The text in the reader's language; `{name}` in it is where a word is put in. */
export function t(text, put = {}) {
  const found = words[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in put ? put[name] : whole));
}
