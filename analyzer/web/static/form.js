// A form made from the fields that the server tells, and the text of a file made from what was filled in.
import {Refused} from "./ask.js";
import {grouped} from "./shelf.js";
import {announce, store, working} from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {CardsField, Choice, Numbers, PartsField, Piles} from "./widgets.js";
import {t} from "./words.js";

const BLOCKS = new Set(["block", "hands", "parts", "amounts", "piles"]);
const TEXTS = new Set(["text", "cards", "order", "card", "player", "word"]);

/** The text of a file: the keys that stand first, then those that were filled in. */
export function fileText(head, fields, values) {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}`);
  for (const field of fields) {
    const value = (values[field.key] ?? "").trim();
    if (!value) continue;
    const several = value.startsWith("- ") && field.kind !== "text";
    if (BLOCKS.has(field.kind) || several) lines.push(`${field.key}:`, ...value.split("\n").map((line) => `  ${line}`));
    else if (field.kind === "list") lines.push(`${field.key}: [${value}]`);
    else if (TEXTS.has(field.kind)) lines.push(`${field.key}: ${JSON.stringify(value.replace(/^- /gm, "").replaceAll("\n", ", "))}`);
    else lines.push(`${field.key}: ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

/** What a field is filled in with, by its kind. */
function Control({field, value, set, id, players, ruleset, values}) {
  const about = `${id}-about`;
  const shared = {id, "aria-describedby": about, "aria-required": field.required ? "true" : null};
  const input = (event) => set(event.target.value);
  const named = (each) => field.names[field.choices.indexOf(each)] || each;
  const cards = {value, set, ruleset, label: field.about};
  switch (field.kind) {
    case "player": return html`<${Choice} label=${field.about} options=${players} value=${value} set=${set} />`;
    case "choice": return html`<${Choice} label=${field.about} options=${field.choices} value=${value} set=${set} show=${named} />`;
    case "word": return html`<select ...${shared} value=${value} onChange=${input}><option value=""></option>
      ${field.choices.map((each) => html`<option key=${each} value=${each} selected=${each === value}>${named(each)}</option>`)}</select>`;
    case "card": return html`<${CardsField} ...${cards} id=${id} described=${about} one pack=${field.choices} />`;
    case "order": return html`<${CardsField} ...${cards} id=${id} described=${about} ordered />`;
    case "cards": return html`<${CardsField} ...${cards} id=${id} described=${about} among=${field.choices.map((key) => values[key] ?? "").join(" ").trim()} />`;
    case "hands": return html`<${PartsField} ...${cards} parts=${players} />`;
    case "parts": return html`<${PartsField} ...${cards} parts=${field.choices} show=${t} />`;
    case "amounts": return html`<${Numbers} label=${field.about} keys=${field.choices} show=${t} value=${value} set=${set} id=${id} />`;
    case "piles": return html`<${Piles} label=${field.about} players=${players} kinds=${field.choices} value=${value} set=${set} id=${id} />`;
    case "block": return html`<textarea ...${shared} rows=${Math.max(2, value.split("\n").length)} value=${value} onInput=${input}></textarea>`;
    default: return html`<input ...${shared} value=${value} inputmode=${field.kind === "number" ? "numeric" : null} onInput=${input} />`;
  }
}

const LABELLED = new Set(["word", "card", "order", "cards", "block", "text", "list", "number"]);

function Field({field, at, ...more}) {
  const id = `${at}${field.key}`;
  const told = html`${field.about.replace(/\.$/, "")} <code class="sr">${field.key}</code>${field.required ? " *" : ""}`;
  return html`<div class="field">
    ${LABELLED.has(field.kind) ? html`<label class="q" for=${id}>${told}</label>` : html`<div class="q">${told}</div>`}
    <${Control} field=${field} id=${id} ...${more} />
    <small id=${`${id}-about`}>${field.example && ["block", "text", "list"].includes(field.kind) && html`${t("Example")}: <code>${field.example}</code>`}</small>
  </div>`;
}

/** The fields of a form, each in its place whatever is typed: what must be told, then the rest. */
export function Fields({fields, values, set, players, ruleset, at = "field-"}) {
  const needed = fields.filter((each) => each.required);
  const more = fields.filter((each) => !each.required);
  const [open, setOpen] = useState(false);
  const told = more.some((each) => values[each.key]);
  const shown = (field) => html`<${Field} key=${field.key} field=${field} value=${values[field.key] ?? ""} set=${(value) => set(field.key, value)}
    at=${at} players=${players} ruleset=${ruleset} values=${values} />`;
  return html`${needed.map(shown)}
    ${more.length > 0 && html`<details open=${open || told} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>${t("more that can be told")}</summary>${more.map(shown)}</details>`}`;
}

const begun = new WeakMap();

/** Do something that may be refused; what is wrong goes where `put` puts it, one thing after the other. The page is busy. */
export function tried(work, put) {
  working(1);
  const now = Promise.resolve(begun.get(put)).then(() => trying(work, put)).finally(() => working(-1));
  begun.set(put, now.catch(() => null));  // whatever went wrong, the next thing is done
  return now;
}

async function trying(work, put) {
  try {
    put([]);
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    put(error.errors);
    announce(t("faults: {number}", {number: error.errors.length}));
  }
}

export function Faults({faults}) {
  return html`<ul class="trouble" role="list" aria-label=${t("faults")}>
    ${faults.map((each, place) => html`<li key=${place}>${each.line ? `${each.line}:${each.column}: ` : ""}${each.message}</li>`)}
  </ul>`;
}

/** A choice among the shipped rule sets. */
export function RuleSets({label, value, choose, none = null}) {
  return html`<label>${label}
    <select value=${value} onChange=${(event) => choose(event.target.value)}>
      ${none && html`<option value="">${none}</option>`}
      ${store.rulesets.map((name) => html`<option key=${name} value=${name} selected=${name === value}>${name}</option>`)}
    </select>
  </label>`;
}

/** What is on the shelf, by its titles, in groups. */
export function Shelf({label, items, choose}) {
  return html`<div class="from-shelf"><label for="shelf">${label}</label>
    <select id="shelf" onChange=${(event) => event.target.value && choose(event.target.value)}>
      <option value="">—</option>
      ${grouped(items).map(([group, names]) => html`<optgroup key=${group} label=${t(group)}>
        ${names.map((name) => html`<option key=${name} value=${name}>${items[name].title}</option>`)}</optgroup>`)}
    </select></div>`;
}
