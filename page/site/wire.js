// The wire to Python in a worker: in the place of the file of this name that speaks to a server. One question at a time is at
// work, and the short ones go before the long ones that wait. A search ends by an interrupt where the page may share memory,
// else with its worker.
import {LONG, Refused, STOPPED} from "./refused.js";
import {NO_PROVER} from "./unpack.js";
import {t} from "./words.js";

const INTERRUPT = 2;
const flag = self.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;

let worker = null;
let number = 0;
let current = null;
let starts = 0;
let come = false;
const waiting = [];

function begun() {
  starts += 1;
  const fresh = new Worker(new URL("./worker.js", import.meta.url), {type: "module"});
  fresh.onmessage = ({data}) => {
    if (data.loading) dispatchEvent(new CustomEvent("tarok-loading", {detail: data.loading}));
    else if (current?.id === data.id) heard(data);
  };
  fresh.onerror = (event) => {
    if (fresh !== worker) return;
    worker = null;
    ended({status: 500, text: JSON.stringify({errors: [{message: `${t("the board does not answer")} ${event.message ?? ""}`.trim()}]})});
  };
  if (flag) fresh.postMessage({flag});
  return fresh;
}

function heard(data) {
  if (data.kind) current.told?.(data.kind, JSON.parse(data.text));
  else ended(data);
}

/** The question at work is answered: its asker is told, and the next one begins. */
function ended({status, text}) {
  const one = current;
  current = null;
  if (one && !one.gone) {
    if (status === 200) one.done(text ? JSON.parse(text) : null);
    else if (status === NO_PROVER) one.failed(new Refused({errors: [{message: t("Z3 is needed for this dispute, and comes over the network the first time.")}]}));
    else one.failed(new Refused(JSON.parse(text)));
  }
  next();
}

function next() {
  if (!come || current || waiting.length === 0) return;
  const short = waiting.findIndex((one) => !LONG.has(one.name));
  [current] = waiting.splice(Math.max(short, 0), 1);
  if (flag) Atomics.store(flag, 0, 0);
  worker ??= begun();
  worker.postMessage({id: current.id, name: current.name, body: current.body});
}

function left(one, reason) {
  one.gone = true;
  one.failed(reason === STOPPED ? reason : new DOMException("", "AbortError"));
  const place = waiting.indexOf(one);
  if (place >= 0) waiting.splice(place, 1);
  if (one !== current) return;
  if (flag) {
    Atomics.store(flag, 0, INTERRUPT);
    return;
  }
  worker.onerror = null;
  worker.terminate();
  worker = null;
  current = null;
  queueMicrotask(next); // what is given up by the same signal is not begun
}

function posted(name, body, signal, told) {
  return new Promise((done, failed) => {
    if (signal?.aborted) {
      failed(new DOMException("", "AbortError"));
      return;
    }
    const one = {id: ++number, name, body: JSON.stringify(body ?? {}), done, failed, told, gone: false};
    signal?.addEventListener("abort", () => { if (one === current || waiting.includes(one)) left(one, signal.reason); }, {once: true});
    waiting.push(one);
    next();
  });
}

async function told(name) {
  const response = await fetch(new URL(`../told/${name}.json`, import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Refused({errors: [{message: t("the board does not answer")}]});
  return response.json();
}

let files = null;

/** What is known without a question: the words of the page, the shelf, and its files, which come as one. */
export async function get(path) {
  const [what, ...item] = path.replace(/^api\//, "").replace("?lang=", "-").replace(/^words$/, "words-en").split("/");
  if (!item.length) return told(what);
  files ??= told("files").catch((error) => {
    files = null;
    throw error;
  });
  const all = await files;
  const name = item.join("/");
  if (!Object.hasOwn(all, name)) throw new Refused({errors: [{message: t("{name} is not on the shelf", {name})}]});
  return all[name];
}

/** The answer to a question. */
export const sent = (name, body, signal) => posted(name, body, signal);

/** Calls `told(event, data)` for every event of an answer that grows. */
export async function streamed(name, body, signal, told) {
  await posted(name, body, signal, (kind, data) => { if (!signal.aborted) told(kind, data); });
}

/** What other programs ask: `tarok.ask(NAME, BODY)` answers as `POST /api/NAME` does, `tarok.follow` tells what grows. */
self.tarok = {ask: sent, follow: streamed, starts: () => starts, shared: flag !== null};

// What the worker loads comes first, with its bar: so nothing is fetched twice.
self.tarokComing.then(() => {
  come = true;
  worker ??= begun();
  next();
});
