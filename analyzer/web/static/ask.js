// Asking the server: one answer, or one that grows. Everything the page knows comes through here.
import {t} from "./words.js";

/** A question that was not answered, and why: the server refused it, or did not answer. */
export class Refused extends Error {
  constructor(told) {
    const errors = told.errors ?? [];
    super(errors.map((each) => each.message).join("\n"));
    this.errors = errors;
  }
}

async function refusal(response) {
  const told = await response.json().catch(() => ({errors: [{message: response.statusText}]}));
  return new Refused(told);
}

/** Wait for the server; what ends the waiting is told, but that the asker gave up. */
async function heard(waiting) {
  try {
    return await waiting;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({errors: [{message: t("the board does not answer")}]});
  }
}

export async function get(path) {
  const response = await heard(fetch(path));
  if (!response.ok) throw await refusal(response);
  return response.json();
}

function posted(name, body, signal) {
  const headers = {"Content-Type": "application/json"};
  return heard(fetch(`api/${name}`, {method: "POST", headers, body: JSON.stringify(body), signal}));
}

export async function ask(name, body, signal) {
  const response = await posted(name, body, signal);
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Calls `told(event, data)` for every event of an answer that grows; an aborted one ends in silence. */
export async function follow(name, body, signal, told) {
  try {
    const response = await posted(name, body, signal);
    if (!response.ok) throw await refusal(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
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
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}
