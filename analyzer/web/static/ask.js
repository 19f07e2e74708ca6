// Asking: one answer, or one that grows.
import {LONG, Refused, STOPPED} from "./refused.js";
import {get, sent, streamed} from "./wire.js";
import {t} from "./words.js";

export {get, Refused};

const underWay = new Set();
let changed = () => {};

/** What is called whenever a question is begun or ended. */
export function whenAsking(run) {
  changed = run;
}

/** Whether something that may take long is being asked. */
export function isAsking() {
  return underWay.size > 0;
}

/** Give up all that is being asked and may take long. */
export function stopAsking() {
  for (const each of underWay) each.abort(STOPPED);
}

/** Do something that `stop` gives up, where it may take long; who asked may give it up too. */
async function stoppable(name, signal, work) {
  if (!LONG.has(name)) return work(signal);
  const own = new AbortController();
  const give = () => own.abort();
  signal?.addEventListener("abort", give);
  if (signal?.aborted) give();
  underWay.add(own);
  changed();
  try {
    return await work(own.signal);
  } catch (error) {
    if (own.signal.reason === STOPPED) throw new Refused({errors: [{message: t("stopped")}]});
    throw error;
  } finally {
    signal?.removeEventListener("abort", give);
    underWay.delete(own);
    changed();
  }
}

export const ask = (name, body, signal) => stoppable(name, signal, (given) => sent(name, body, given));

/** Calls `told(event, data)` for every event of a growing answer; one given up ends in silence. */
export async function follow(name, body, signal, told) {
  try {
    await stoppable(name, signal, (given) => streamed(name, body, given, told));
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}
