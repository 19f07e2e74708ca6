// A form made from the fields that the server tells, and the text of a file made from what was filled in.
import {Refused} from "./ask.js";
import {announce, store, working} from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

/** The text of a file: the keys that stand first, then those that were filled in. */
export function fileText(head, fields, values) {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}`);
  for (const field of fields) {
    const value = (values[field.key] ?? "").trim();
    if (!value) continue;
    const several = value.startsWith("- ") && field.kind !== "text";
    if (field.kind === "block" || several) lines.push(`${field.key}:`, ...value.split("\n").map((line) => `  ${line}`));
    else if (field.kind === "list") lines.push(`${field.key}: [${value}]`);
    else if (field.kind === "text") lines.push(`${field.key}: ${JSON.stringify(value.replace(/^- /gm, "").replaceAll("\n", ", "))}`);
    else lines.push(`${field.key}: ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

function Field({field, value, set, at}) {
  const id = `${at}${field.key}`;
  const about = `${id}-about`;
  const shared = {id, "aria-describedby": about, "aria-required": field.required ? "true" : null};
  const input = (event) => set(field.key, event.target.value);
  const control = field.kind === "choice"
    ? html`<select ...${shared} value=${value} onChange=${input}>
        <option value=""></option>${field.choices.map((each) => html`<option key=${each} value=${each} selected=${each === value}>${each}</option>`)}
      </select>`
    : field.kind === "block"
      ? html`<textarea ...${shared} rows=${Math.max(2, value.split("\n").length)} value=${value} onInput=${input}></textarea>`
      : html`<input ...${shared} value=${value} inputmode=${field.kind === "number" ? "numeric" : null} onInput=${input} />`;
  return html`<div class="field">
    <label for=${id}><code>${field.key}</code>${field.required ? " *" : ""}</label>
    ${control}
    <small id=${about}>${field.about}${field.example && html` ${t("Example")}: <code>${field.example}</code>`}</small>
  </div>`;
}

/** The fields of a form, each in its place whatever is typed: what must be told, then the rest. */
export function Fields({fields, values, set, at = "field-"}) {
  const needed = fields.filter((each) => each.required);
  const more = fields.filter((each) => !each.required);
  const [open, setOpen] = useState(false);
  const told = more.some((each) => values[each.key]);
  const shown = (field) => html`<${Field} key=${field.key} field=${field} value=${values[field.key] ?? ""} set=${set} at=${at} />`;
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

export function Shelf({label, names, choose}) {
  return html`<label>${label}
    <select onChange=${(event) => event.target.value && choose(event.target.value)}>
      <option value="">—</option>
      ${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
    </select>
  </label>`;
}
