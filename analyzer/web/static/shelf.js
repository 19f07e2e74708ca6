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
