// Single and streaming questions.
import {LONG, Refused, STOPPED} from "./refused.js";
import {get, sent, streamed} from "./wire.js";
import {t} from "./words.js";

export {get, Refused};

const underWay = new Set();
let changed = () => {};

/** Set the callback for a question's start and end. */
export function whenAsking(run) {
  changed = run;
}

/** True while a slow question is running. */
export function isAsking() {
  return underWay.size > 0;
}

/** Abort all slow questions. */
export function stopAsking() {
  for (const each of underWay) each.abort(STOPPED);
}

/** Run work; the caller can abort it, and stopAsking too if it may be slow. */
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

/** Call `told(event, data)` for each event of a stream; an aborted stream ends silently. */
export async function follow(name, body, signal, told) {
  try {
    await stoppable(name, signal, (given) => streamed(name, body, given, told));
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}
