// The shelf, fetched once.
import {get} from "./ask.js";

let known = null;

export function shelf() {
  known ??= get("api/shelf").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

export async function taken(name) {
  return get(`api/shelf/${name}`);
}

/** Pairs of a group and its item names. */
export function grouped(items) {
  const found = new Map();
  for (const [name, item] of Object.entries(items)) found.set(item.group, [...(found.get(item.group) ?? []), name]);
  return [...found];
}

/** The next name in the same group; after the last, the first. */
export function nextOf(items, name) {
  const [, names] = grouped(items).find(([group]) => group === items[name]?.group) ?? ["", []];
  return names[(names.indexOf(name) + 1) % names.length];
}

/** The shelf name of a file, from its path in another file. */
export function onShelf(file) {
  return file.replace(/^\.\.\//, "").replace(/\.yaml$/, "");
}
