// The connection to the local server; the page without a server has another wire.js.
import {Refused, STOPPED} from "./refused.js";
import {t} from "./words.js";

/** The id by which the server gives pages their turn. */
const PAGE = crypto.randomUUID?.() ?? String(Math.random());

async function refusal(response) {
  const told = await response.json().catch(() => ({errors: [{message: response.statusText}]}));
  return new Refused(told);
}

/** Wait for the server; every error except an abort becomes Refused. */
async function heard(waiting) {
  try {
    return await waiting;
  } catch (error) {
    if (error.name === "AbortError" || error === STOPPED) throw error;
    throw new Refused({errors: [{message: t("the board does not answer")}]});
  }
}

async function posted(name, body, signal) {
  const headers = {"Content-Type": "application/json"};
  if (body.lang) headers["Accept-Language"] = body.lang;
  const told = JSON.stringify({page: PAGE, ...body});
  const response = await heard(fetch(`api/${name}`, {method: "POST", headers, body: told, signal}));
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Fetch the page's words, or something from the shelf. */
export async function get(path) {
  const response = await heard(fetch(path));
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** The answer to a question. */
export async function sent(name, body, signal) {
  return heard((await posted(name, body, signal)).json());
}

/** Call `told(event, data)` for each event of a stream. */
export async function streamed(name, body, signal, told) {
  const reader = (await posted(name, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const {done, value} = await heard(reader.read());
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const each of events) {
      const [, kind, data] = /^event: (.*)\ndata: (.*)$/s.exec(each);
      if (!signal.aborted) told(kind, JSON.parse(data));
    }
  }
}
