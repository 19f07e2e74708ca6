// The tree of all tried lines: one node per move, with variations, a name and a comment.
// A path is a list of child indexes from the root. `last` is the child visited last, so that going back and forward
// returns to it. `edits` counts the changes at or below a node.

export function node(word = null) {
  return {word, kids: [], last: 0, name: "", note: "", edits: 0};
}

/** Count a change at the end of a path. */
export function touch(root, path) {
  let at = root;
  at.edits += 1;
  for (const place of path) {
    at = at.kids[place];
    at.edits += 1;
  }
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

/** Return the path after `words` from `path`; add missing nodes. */
export function grown(root, path, words) {
  const found = [...path];
  let at = nodeAt(root, path);
  let made = false;
  for (const word of words) {
    let place = at.kids.findIndex((kid) => kid.word === word);
    if (place < 0) {
      place = at.kids.push(node(word)) - 1;
      made = true;
    }
    at.last = place;
    found.push(place);
    at = at.kids[place];
  }
  if (made) touch(root, found);
  return found;
}

/** Extend a path along the last visited moves. */
export function toTheEnd(root, path) {
  const found = [...path];
  let at = nodeAt(root, path);
  while (at.kids.length) {
    found.push(at.last);
    at = at.kids[at.last];
  }
  return found;
}

/** Merge another tree of the same position into this one. */
export function merged(at, other) {
  at.edits += 1;
  at.name ||= other.name;
  at.note ||= other.note;
  for (const kid of other.kids) {
    let mine = at.kids.find((each) => each.word === kid.word);
    if (!mine) at.kids.push((mine = node(kid.word)));
    merged(mine, kid);
  }
}

/** Mark each step of a path as visited last. */
export function remember(root, path) {
  let at = root;
  for (const place of path) {
    at.last = place;
    at = at.kids[place];
  }
}

/** Make the variation the first; return its new path. */
export function promoted(root, path) {
  const at = nodeAt(root, path.slice(0, -1));
  const [kid] = at.kids.splice(path.at(-1), 1);
  at.kids.unshift(kid);
  at.last = 0;
  touch(root, path.slice(0, -1));
  return [...path.slice(0, -1), 0];
}

/** Delete the variation; return its parent's path. */
export function deleted(root, path) {
  const at = nodeAt(root, path.slice(0, -1));
  at.kids.splice(path.at(-1), 1);
  at.last = 0;
  touch(root, path.slice(0, -1));
  return path.slice(0, -1);
}

function size(at) {
  return at.kids.reduce((sum, kid) => sum + size(kid), at.kids.length);
}

/** All nodes in the order of `written`. */
export function inOrder(at) {
  return at.kids.flatMap((kid) => [kid, ...inOrder(kid)]);
}

// As a list: words in order, comments after them, a list for each branch.
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

/** Read such a list; moves beyond the limits are dropped, and `lost` gets "t". */
export function read(list, lost = []) {
  const root = node();
  fill(root, list, {left: MOST, lost});
  return root;
}

const MOST = 4000;
const DEEPEST = 400;

function fill(from, list, room, depth = 0) {
  let at = from;
  for (const each of list) {
    if (typeof each === "string") {
      if (!room.left || depth >= DEEPEST) {
        if (!room.lost.includes("t")) room.lost.push("t");
        return;
      }
      room.left -= 1;
      depth += 1;
      const kid = node(each);
      at.kids.push(kid);
      at = kid;
    } else if (Array.isArray(each)) {
      if (depth < DEEPEST) fill(at, each, room, depth + 1);
      else if (!room.lost.includes("t")) room.lost.push("t");
    } else if (each && typeof each === "object") {
      at.name = String(each.n ?? "");
      at.note = String(each.c ?? "");
      at.last = Number(each.l) || 0;
    }
  }
}

/** Remove the move that these words lead to, and its subtree. */
export function pruned(root, words) {
  let at = root;
  for (const word of words.slice(0, -1)) {
    at = at.kids.find((kid) => kid.word === word);
    if (!at) return;
  }
  at.kids = at.kids.filter((kid) => kid.word !== words.at(-1));
  at.edits += 1;
}

/** True if this tree has every move of another. */
export function holds(at, other) {
  return other.kids.every((kid) => {
    const mine = at.kids.find((each) => each.word === kid.word);
    return mine !== undefined && holds(mine, kid);
  });
}

export function copied(root) {
  return checked(read(written(root)));
}

/** The part of a path that exists. */
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

/** The path as far as these words are in the tree. */
export function follows(root, words) {
  const path = [];
  let at = root;
  for (const word of words) {
    const place = at.kids.findIndex((kid) => kid.word === word);
    if (place < 0) break;
    path.push(place);
    at = at.kids[place];
  }
  return path;
}
