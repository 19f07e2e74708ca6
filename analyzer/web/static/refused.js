// Which questions may take long, and how one ends without an answer.
export const LONG = new Set(["worth", "best", "why", "audit", "certificate", "check", "deals", "decide", "compose", "solve"]);

/** Why a question is given up when a reader stops it. */
export const STOPPED = "stopped";

/** A question that was not answered, and why: it was refused, or nobody answers. */
export class Refused extends Error {
  constructor(told) {
    const errors = told.errors ?? [];
    super(errors.map((each) => each.message).join("\n"));
    this.errors = errors;
  }
}
