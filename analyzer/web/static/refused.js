// The slow questions, and the error of an unanswered one.
export const LONG = new Set(["worth", "best", "why", "audit", "certificate", "check", "deals", "decide", "compose", "solve"]);

/** The abort reason when the reader stops a question. */
export const STOPPED = "stopped";

/** The question was refused, or the server does not answer. */
export class Refused extends Error {
  constructor(told) {
    const errors = told.errors ?? [];
    super(errors.map((each) => each.message).join("\n"));
    this.errors = errors;
  }
}
