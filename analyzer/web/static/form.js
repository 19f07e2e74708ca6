// A form built from the server's fields.
import {Refused} from "./ask.js";
import {grouped} from "./shelf.js";
import {announce, store, working} from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {Deed, Each, Early, Event, LastTrick, Rows, Words} from "./parts.js";
import {asPart, asText, cardsOf, listOf, packed, parsed} from "./told.js";
import {CardsField, Choice, Numbers, Pick, Piles, Some} from "./widgets.js";
import {counted, game, heads, t, titled} from "./words.js";

/** The control for a field, or for a part of one, by kind. */
export function Control({field, value, set, id, label = field.about, labelled, ...more}) {
  const {players, ruleset, values} = more;
  const about = labelled && LABELLED.has(field.kind) ? `${id}-about` : null;
  const shared = {id, "aria-describedby": about, "aria-label": about ? null : label, "aria-required": field.required ? "true" : null};
  const input = (event) => set(event.target.value);
  const named = (each) => (each === "declarer" ? t("declarer's side") : field.names[field.choices.indexOf(each)] || t(each));
  const cards = {value, set, ruleset, label, id, described: about, needed: field.required && !field.choices.length};
  const parts = {field, value, set, id, label, Control, named, ...more};
  switch (field.kind) {
    case "player": return html`<${Choice} label=${label} options=${[...players, ...field.choices]} value=${value} set=${set} show=${(each) => (players.includes(each) ? each : named(each))} />`;
    case "players": return html`<${Some} label=${label} options=${players} value=${listOf(value)} set=${(names) => set(JSON.stringify(names))} none=${t("nobody")} />`;
    case "choice": return html`<${Choice} label=${label} options=${field.choices} value=${value} set=${set} show=${named} />`;
    case "word": return field.names.join("").length < SHORT ? html`<${Choice} label=${label} options=${field.choices} value=${value} set=${set} show=${named} />`
      : html`<select ...${shared} value=${value} onChange=${input}><option value=""></option>
      ${field.choices.map((each) => html`<option key=${each} value=${each} selected=${each === value}>${named(each)}</option>`)}</select>`;
    case "some": case "words": return html`<${Words} ...${parts} />`;
    case "card": if (field.choices.length) return html`<${Pick} label=${label} options=${field.choices} chosen=${[value]} press=${(card) => set(value === card ? "" : card)} />`;
      return html`<${CardsField} ...${cards} one folded among=${more.among ?? ""} />`;
    case "order": return html`<${CardsField} ...${cards} ordered among=${cardsOf(values, field.choices)} />`;
    case "cards": return html`<${CardsField} ...${cards} among=${cardsOf(values, field.choices)} />`;
    case "hands": return html`<${Each} ...${parts} field=${{...field, parts: [{...field, kind: "cards", about: ""}]}} />`;
    case "each": return html`<${Each} ...${parts} />`;
    case "rows": return html`<${Rows} ...${parts} />`;
    case "deed": return html`<${Deed} ...${parts} />`;
    case "event": return html`<${Event} ...${parts} />`;
    case "during": return html`<${Early} ...${parts} />`;
    case "last-trick": return html`<${LastTrick} ...${parts} />`;
    case "record": return html`<div class="record" role="group" aria-label=${label || null}>${field.parts.map((part) => html`<${Field} key=${part.key} field=${part} at=${`${id}-`} ...${more}
      value=${asText((parsed(value) ?? {cards: value})[part.key])} set=${(text) => set(packed({...(parsed(value) ?? (value && {cards: value})), [part.key]: asPart(text, part.kind)}))} />`)}</div>`;
    case "numbers": return html`<${Numbers} label=${label} keys=${[...players, ...field.choices]} value=${value} set=${set} id=${id} show=${(each) => (players.includes(each) ? each : named(each))} />`;
    case "amounts": return html`<${Numbers} label=${label} keys=${field.choices} show=${named} value=${value} set=${set} id=${id} />`;
    case "piles": return html`<${Piles} label=${label} players=${players} kinds=${field.choices} value=${value} set=${set} id=${id} />`;
    default: return html`<input ...${shared} value=${value} inputmode=${field.kind === "number" ? "decimal" : null} onInput=${input} />`;
  }
}

const SHORT = 90;
const LABELLED = new Set(["word", "card", "order", "cards", "text", "list", "number"]);

function Field({field, at, ...more}) {
  const id = `${at}${field.key}`;
  const told = html`${field.about.replace(/\.$/, "")} <code class="sr">${field.key}</code>${field.required ? " *" : ""}`;
  if (field.kind === "record") return html`<details class="field"><summary>${told}</summary><${Control} field=${field} id=${id} ...${more} /></details>`;
  return html`<div class="field">
    ${LABELLED.has(field.kind) ? html`<label class="q" for=${id}>${told}</label>` : html`<div class="q">${told}</div>`}
    <${Control} field=${field} id=${id} labelled ...${more} />
    <small id=${`${id}-about`}>${field.example && ["text", "list"].includes(field.kind) && html`${heads("Example")} <code>${field.example}</code>`}</small>
  </div>`;
}

/** The fields of a form, in a fixed order: required ones, then the rest. */
export function Fields({fields, values, set, players, ruleset, at = "field-", folded = false}) {
  const needed = fields.filter((each) => each.required);
  const more = fields.filter((each) => !each.required);
  const [open, setOpen] = useState(false);
  const told = more.some((each) => values[each.key]);
  const shown = (field) => html`<${Field} key=${field.key} field=${field} value=${values[field.key] ?? ""} set=${(value) => set(field.key, value)}
    at=${at} players=${players} ruleset=${ruleset} values=${values} />`;
  if (!needed.length && !folded) return more.map(shown);
  return html`${needed.map(shown)}
    ${more.length > 0 && html`<details open=${open || told} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>${t("more that can be filled in")}</summary>${more.map(shown)}</details>`}`;
}

const begun = new WeakMap();

/** Do work that may be refused, in turn, and put its faults; `anew` clears old ones first. */
export function tried(work, put, anew = true) {
  working(1);
  const now = Promise.resolve(begun.get(put)).then(() => trying(work, put, anew)).finally(() => working(-1));
  begun.set(put, now.catch(() => null));  // after a failure, too, the next work runs
  return now;
}

async function trying(work, put, anew) {
  try {
    if (anew) put([]);
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    put(error.errors);
    announce(counted("1 fault", "{number} faults", error.errors.length));
  }
}

const called = ({about}, message) => ({message: `${about.replace(/[.?]$/, "")}: ${message}`});

/** Refuse empty required fields, by name. */
export function filledIn(fields, values) {
  const empty = fields.filter(({key, required}) => required && !(values[key] ?? "").trim());
  if (empty.length) throw new Refused({errors: empty.map((each) => called(each, t("not filled in yet")))});
}

/** Ask with a text built from fields; a fault names its field, found by line in `keys`. */
export async function byField(ask, fields, keys) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused({errors: error.errors.map((each) => {
      const field = fields.find(({key}) => key === keys[each.line - 1]);
      return field ? called(field, each.message) : {message: each.message};
    })});
  }
}

export function Faults({faults}) {
  return html`<ul class="trouble" role="list" aria-label=${t("faults")}>
    ${faults.map((each, place) => html`<li key=${place}>${each.line ? `${each.line}:${each.column}: ` : ""}${each.message}</li>`)}
  </ul>`;
}

/** A select of the shipped rule sets. */
export function RuleSets({label, value, choose, none = null}) {
  return html`<label>${label}
    <select value=${value} onChange=${(event) => choose(event.target.value)}>
      ${none && html`<option value="">${none}</option>`}
      ${store.rulesets.map((name) => html`<option key=${name} value=${name} selected=${name === value}>${game(name)}</option>`)}
    </select>
  </label>`;
}

/** A select of shelf items by title, in groups. */
export function Shelf({label, items, choose}) {
  return html`<div class="from-shelf"><label for="shelf">${label}</label>
    <select id="shelf" onChange=${(event) => event.target.value && choose(event.target.value)}>
      <option value="">—</option>
      ${grouped(items).map(([group, names]) => html`<optgroup key=${group} label=${game(group)}>
        ${names.map((name) => html`<option key=${name} value=${name}>${titled(items[name].title)}</option>`)}</optgroup>`)}
    </select></div>`;
}
