// Values as forms hold them (words plain, parts as JSON), and the file's text.
const BARE = /^\p{L}[\p{L}\d ]*$/u;
const NOT_TEXT = /^(true|false|yes|no|null|on|off|y|n)$/i;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The parts of a value; null for plain text. */
export function parsed(value) {
  if (!/^[[{]/.test(value ?? "")) return null;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Pack parts into a form value, without empty ones; "" if none is left. */
export function packed(parts) {
  const left = Array.isArray(parts) ? parts : Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== "" && part !== undefined));
  return Object.keys(left).length ? JSON.stringify(left) : "";
}

/** A part as a field value; asPart is the reverse. */
export function asText(part) {
  if (part === undefined || part === null) return "";
  return typeof part === "object" ? JSON.stringify(part) : String(part);
}

export function asPart(text, kind = "") {
  if (kind === "choice" && /^(true|false)$/.test(text)) return text === "true";
  return parsed(text) ?? (["number", "choice"].includes(kind) ? asNumber(text) : text);
}

/** Typed text as a number if it is one; `8 1/3` stays text. */
export function asNumber(text) {
  const told = text.trim().replace("−", "-").replace(/^\+(?=\d)/, "").replace(",", ".");
  return NUMBER.test(told) && String(Number(told)) === told ? Number(told) : text;
}

/** The names in a value: a JSON list or comma-separated. */
export function listOf(value) {
  return parsed(value) ?? (value ?? "").split(",").map((each) => each.trim()).filter(Boolean);
}

/** The cards under these keys, as text. */
export function cardsOf(values, keys) {
  const words = (part) => (part && typeof part === "object" ? Object.values(part).map(words).join(" ") : part ?? "");
  return keys.map((key) => words(parsed(values[key]) ?? values[key])).join(" ").trim();
}

const isBare = (parts) => parts && typeof parts === "object" && !Array.isArray(parts) && !Object.keys(parts).length;

/** A value in YAML flow style. */
export function flow(value) {
  if (Array.isArray(value)) return `[${value.filter((each) => !isBare(each)).map(flow).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([key, part]) => `${flow(key)}: ${flow(part)}`).join(", ")}}`;
  return typeof value !== "string" || (BARE.test(value) && !NOT_TEXT.test(value)) ? String(value) : JSON.stringify(value);
}

/** A key and its value as lines; a list of objects gets a line each. */
export function lines(key, value) {
  const parts = parsed(value);
  if (Array.isArray(parts) && parts.some((each) => typeof each === "object")) {
    return [`${key}:`, ...parts.filter((each) => !isBare(each)).map((each) => `  - ${flow(each)}`)];
  }
  return [`${key}: ${parts ? flow(parts) : value === "null" || NUMBER.test(value) ? value : flow(value)}`];
}

function field({key, kind}, value) {
  if (value === "null" || ["number", "choice"].includes(kind)) return [`${key}: ${value}`];
  if (["list", "players"].includes(kind) && !parsed(value)) return [`${key}: ${flow(listOf(value))}`];
  return parsed(value) ? lines(key, value) : [`${key}: ${JSON.stringify(value)}`];
}

/** The text of a file, head then fields, and the key of each line. */
export function file(head, fields, values) {
  const told = Object.entries(head).map(([key, value]) => [key, `${key}: ${value}`]);
  for (const each of fields) {
    const value = (values[each.key] ?? "").trim();
    if (value) told.push(...field(each, value).map((line) => [each.key, line]));
  }
  return {text: told.map(([, line]) => `${line}\n`).join(""), keys: told.map(([key]) => key)};
}
