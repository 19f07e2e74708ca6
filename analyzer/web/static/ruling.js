// A ruling as it is read: stamped, a headline, law, what now; the readings side by side where no source settles it.
import * as act from "./store.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {Sentence} from "./verdict.js";
import {counted, t} from "./words.js";

const SHORT = 110;
const CARD = /[♥♦♠♣]|\bT\d/g;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The lines under some that begin with a mark, up to the next line as deep. */
function behind(lines, place, deep) {
  const end = lines.findIndex((each, at) => at > place && (!each || each.search(/\S/) <= deep));
  return lines.slice(place + 1, end < 0 ? undefined : end).map((each) => each.trim().replace(/^- /, ""));
}

/** What a ruling says, by the places of its lines: a text of one line for each thing told. */
export function partsOf(text) {
  const lines = text.trimEnd().split("\n").map((each) => each.trimEnd());
  const [stamp] = /^[A-ZÆØÅ]+( [A-ZÆØÅ]+)*/.exec(lines[0]) ?? [""];
  const marked = (mark) => lines.map((each, place) => ({each, place})).filter(({each}) => each.startsWith(`  ${mark} `)).map(({each, place}) => ({text: each.slice(4), law: behind(lines, place, 2)}));
  const breaches = marked("-");
  const readings = marked("*");
  const said = lines.map((each) => /^ {2,4}(?=[^\s*-])/.test(each));
  const from = breaches.length || readings.length ? lines.findLastIndex((each) => /^ {2}[-*] /.test(each)) : 0;
  const applied = lines.findIndex((each, place) => said[place] && lines[place + 1]?.startsWith("    - "));
  const proofs = lines.filter((each, place) => said[place] && /\[[\w., -]+\]\.?$/.test(each));
  const now = lines.filter((each, place) => place > from && said[place] && place !== applied && !proofs.includes(each) && !(readings.length && each.startsWith("    ")));
  return {
    stamp, about: lines[0].slice(stamp.length).replace(/^[:,;\s]+/, ""), breaches, readings,
    laws: applied < 0 ? breaches.flatMap(({law}) => law) : behind(lines, applied, 2), now: now.map((each) => each.trim()), proofs: proofs.map((each) => each.trim()),
  };
}

/** The line that tells what came of it; none where that is what was told, card by card. */
function result({breaches, readings, now}) {
  const [first] = now;
  return !breaches.length && !readings.length && first?.length < SHORT && (first.match(CARD) ?? []).length < 3 && !/ - |: [♥♦♠♣]/.test(first) ? first : null;
}

function Headline({told, verdict}) {
  const {breaches, readings} = told;
  if (breaches.length > 1) return counted("1 breach", "{number} breaches", breaches.length);
  if (breaches.length) return html`<${Sentence} text=${capital(breaches[0].text)} />`;
  if (readings.length) return t("It hangs on how the rules are read");
  return html`<${Sentence} text=${capital(result(told) ?? (verdict.settled === "yes" ? t("All was as the rules have it") : told.about))} />`;
}

/** The verdict stamped, a headline and a sentence, its law, what now, and all of it folded. */
export function Ruling({verdict}) {
  const told = partsOf(verdict.text);
  const {stamp, about, breaches, readings, laws, proofs} = told;
  const kind = {no: "no", open: "open"}[verdict.settled] ?? "";
  const now = told.now.slice(result(told) ? 1 : 0);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(verdict.text);
      act.announce(t("The ruling is copied."));
    } catch {
      act.announce(verdict.text);
    }
  };
  return html`${stamp && html`<div class=${`stamp ${kind}`} aria-hidden="true">${stamp}</div>`}
    <p class="verdict"><span class="sr">${stamp}: </span><${Headline} told=${told} verdict=${verdict} /></p>
    <p class="sub">${about}</p>
    ${breaches.length > 1 && html`<ol class="breaches">${breaches.map((each, place) => html`<li key=${place}><${Sentence} text=${capital(each.text)} /></li>`)}</ol>`}
    ${readings.length > 0 && html`<ul class="readings" role="list">${readings.map((each, place) => html`<li key=${place}><${Sentence} text=${capital(each.text)} /></li>`)}</ul>`}
    ${laws.length > 0 && html`<blockquote>${[...new Set(laws)].map((each, place) => (/^\[\d+\]/.test(each) ? html`<cite key=${place}>${each.replace(/^\[\d+\] /, "")}</cite>` : html`<p key=${place}><${Sentence} text=${each} /></p>`))}</blockquote>`}
    ${now.length > 0 && html`<h3>${t("What now")}</h3>${now.map((each, place) => html`<p class="now" key=${place}><${Sentence} text=${each} /></p>`)}`}
    ${proofs.length > 0 && html`<details><summary>${t("The proof")}</summary>${proofs.map((each, place) => html`<p key=${place}><${Sentence} text=${each} /></p>`)}</details>`}
    <details><summary>${t("The ruling in full")}</summary><pre tabindex="0">${verdict.text}</pre></details>
    <p class="chips no-print"><button type="button" class="chip" onClick=${copy}>${t("copy ruling")}</button>
      <button type="button" class="chip" onClick=${() => window.print()}>${t("print")}</button></p>`;
}
