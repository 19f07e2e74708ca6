// The form for a hand of a session.
import {Control} from "./form.js";
import {flow, parsed} from "./told.js";
import {html} from "./vendor/htm-preact-standalone.js";

/** The game's questions about a hand; other keys from a file appear as removable chips. */
export function HandForm({fields, players, out, hand, set, at, ruleset}) {
  const rest = Object.keys(hand).filter((key) => hand[key] && !fields.some((each) => each.key === key));
  return html`${fields.map((field) => html`<div class="question" key=${field.key}><div class="q">${field.about}</div>
      <${Control} field=${field} players=${field.key === "dealer" ? players : players.filter((name) => name !== out)} ruleset=${ruleset} values=${hand} value=${hand[field.key] ?? ""} set=${(value) => set(field.key, value)} id=${`${at}-${field.key}`} /></div>`)}
    ${rest.length > 0 && html`<p class="chips">${rest.map((key) => html`<button type="button" class="chip" key=${key} title=${flow(parsed(hand[key]) ?? hand[key])} onClick=${() => set(key, "")}>${key.replaceAll(/[_-]/g, " ")} ×</button>`)}</p>`}`;
}
