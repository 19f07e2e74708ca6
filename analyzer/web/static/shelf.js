// What is on the shelf, asked for once.
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

/** The names of the items in their groups, as they come. */
export function grouped(items) {
  const found = new Map();
  for (const [name, item] of Object.entries(items)) found.set(item.group, [...(found.get(item.group) ?? []), name]);
  return [...found];
}

/** The name of the next item of the same group; of the first behind the last. */
export function nextOf(items, name) {
  const [, names] = grouped(items).find(([group]) => group === items[name]?.group) ?? ["", []];
  return names[(names.indexOf(name) + 1) % names.length];
}

/** The name on the shelf of a file that another one on it names. */
export function onShelf(file) {
  return file.replace(/^\.\.\//, "").replace(/\.yaml$/, "");
}
