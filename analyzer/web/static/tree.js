// The tree of everything that was tried: a node for each move, its variations, its name and its comment.
// A path is the place of a child at each step from the root. `last` is the child that was left last, so that
// going back and forward returns to it.

export function node(word = null) {
  return {word, kids: [], last: 0, name: "", note: ""};
}

export function nodeAt(root, path) {
  return path.reduce((at, place) => at.kids[place], root);
}

export function wordsTo(root, path) {
  const words = [];
  let at = root;
  for (const place of path) {
    at = at.kids[place];
    words.push(at.word);
  }
  return words;
}

/** The path to the node after `words`, played on from `path`; nodes that are missing are made. */
export function grown(root, path, words) {
  const found = [...path];
  let at = nodeAt(root, path);
  for (const word of words) {
    let place = at.kids.findIndex((kid) => kid.word === word);
    if (place < 0) place = at.kids.push(node(word)) - 1;
    at.last = place;
    found.push(place);
    at = at.kids[place];
  }
  return found;
}

/** The path with what was played behind it last. */
export function toTheEnd(root, path) {
  const found = [...path];
  let at = nodeAt(root, path);
  while (at.kids.length) {
    found.push(at.last);
    at = at.kids[at.last];
  }
  return found;
}

/** Everything of another tree of the same position put into this one, so that nothing that was tried is lost. */
export function merged(at, other) {
  at.name ||= other.name;
  at.note ||= other.note;
  for (const kid of other.kids) {
    let mine = at.kids.find((each) => each.word === kid.word);
    if (!mine) at.kids.push((mine = node(kid.word)));
    merged(mine, kid);
  }
}

/** Marks every step of a path as the one that was taken last. */
export function remember(root, path) {
  let at = root;
  for (const place of path) {
    at.last = place;
    at = at.kids[place];
  }
}

/** The variation becomes the first of its place; the path to it then. */
export function promoted(root, path) {
  const at = nodeAt(root, path.slice(0, -1));
  const [kid] = at.kids.splice(path.at(-1), 1);
  at.kids.unshift(kid);
  at.last = 0;
  return [...path.slice(0, -1), 0];
}

/** The variation is gone; the path to the place it began at. */
export function deleted(root, path) {
  const at = nodeAt(root, path.slice(0, -1));
  at.kids.splice(path.at(-1), 1);
  at.last = 0;
  return path.slice(0, -1);
}

export function size(at) {
  return at.kids.reduce((sum, kid) => sum + size(kid), at.kids.length);
}

// As a list: words one after another, what is said of a node behind it, and where several follow, a list for each.
export function written(root) {
  const list = [];
  for (let at = root; ; at = at.kids[0]) {
    if (at.word !== null) list.push(at.word);
    const said = {};
    if (at.name) said.n = at.name;
    if (at.note) said.c = at.note;
    if (at.last) said.l = at.last;
    if (Object.keys(said).length) list.push(said);
    if (at.kids.length !== 1) {
      list.push(...at.kids.map(written));
      return list;
    }
  }
}

export function read(list) {
  const root = node();
  fill(root, list);
  return root;
}

function fill(from, list) {
  let at = from;
  for (const each of list) {
    if (typeof each === "string") {
      const kid = node(each);
      at.kids.push(kid);
      at = kid;
    } else if (Array.isArray(each)) {
      fill(at, each);
    } else if (each && typeof each === "object") {
      at.name = String(each.n ?? "");
      at.note = String(each.c ?? "");
      at.last = Number(each.l) || 0;
    }
  }
}

/** The path with whatever leads nowhere left out. */
export function sound(root, path) {
  const found = [];
  let at = root;
  for (const place of path) {
    if (!at.kids[place]) break;
    found.push(place);
    at = at.kids[place];
  }
  return found;
}

export function checked(at) {
  if (!at.kids[at.last]) at.last = 0;
  at.kids.forEach(checked);
  return at;
}
