// A ruling: stamp, headline, payments, law, reasons, readings, remedy.
import {Block, headline, Law, Words} from "./blocks.js";
import * as act from "./store.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

/** The laws that were broken; if none, all that apply. */
function lawsBroken(laws) {
  const broken = laws.filter((each) => each.broken);
  return broken.length > 0 ? broken : laws;
}

export function Ruling({verdict}) {
  const {blocks} = verdict.document;
  const {sentences: [head], stamp, verdict: ruled} = headline(verdict.document);
  const of = (...kinds) => blocks.filter((each) => kinds.includes(each.block));
  const part = (...roles) => blocks.filter((each) => roles.includes(each.role));
  const laws = lawsBroken(of("law")), about = part("about").flatMap((each) => each.sentences);
  const kind = {illegal: "no", unsettled: "open"}[ruled] ?? "";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(verdict.text);
      act.announce(t("The ruling is copied."));
    } catch {
      act.announce(verdict.text);
    }
  };
  return html`<div class=${`stamp ${kind}`} aria-hidden="true">${stamp}</div>
    <p class="verdict"><span class="sr">${stamp}: </span><${Words} spans=${head} first /></p>
    ${part("due").map((each, place) => html`<${Block} block=${each} key=${place} />`)}
    <p class="sub">${about.map((each, place) => html`<span key=${place}>${place > 0 && " · "}<${Words} spans=${each} /></span>`)}</p>
    <div class="print-only">${part("facts").map((each, place) => html`<${Block} block=${each} key=${place} />`)}</div>
    ${of("steps").map((each, place) => html`<${Block} block=${each} key=${place} />`)}
    ${laws.length > 0 && html`<blockquote>${laws.map((law) => html`<${Law} law=${law} key=${law.clause} />`)}</blockquote>`}
    ${part("reasons", "open").map((each, place) => html`<${Block} block=${each} key=${place} />`)}
    ${part("remedy").length > 0 && html`<h3>${t("What now")}</h3>${part("remedy").map((each, place) => html`<${Block} block=${each} key=${place} />`)}`}
    ${of("notes").map((each, place) => html`<${Block} block=${each} key=${place} />`)}
    ${of("proof").length > 0 && html`<details><summary>${t("The proof")}</summary>${of("proof").map((each, place) => html`<${Block} block=${each} key=${place} />`)}</details>`}
    <details><summary>${t("The ruling in full")}</summary><pre tabindex="0">${verdict.text}</pre></details>
    <p class="chips no-print"><button type="button" class="chip" onClick=${copy}>${t("copy ruling")}</button>
      <button type="button" class="chip" onClick=${() => window.print()}>${t("print")}</button></p>`;
}
