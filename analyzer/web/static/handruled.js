// The ruling on a recorded hand: breaches with law and remedy, and the sums; prints on one page.
import {Words} from "./blocks.js";
import * as act from "./store.js";
import {signed} from "./table.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {clauseCalled, heads, t} from "./words.js";

const {store} = act;

function Breach({breach}) {
  return html`<li><p><strong>${breach.at}: <${Words} spans=${breach.what} /></strong></p>
    ${breach.legal.length > 0 && html`<p class="sub">${heads("It could have been")} ${breach.legal.map((each, place) => html`${place > 0 && ", "}<${Words} spans=${each} key=${place} />`)}</p>`}
    <blockquote><p>${breach.law}</p><cite>${clauseCalled(breach.clause)} · ${breach.source}</cite></blockquote>
    <p class="now"><b>${t("What now")}:</b> <${Words} spans=${breach.remedy} /></p></li>`;
}

function Line({line, players}) {
  const kind = {illegal: "no", unsettled: "open"}[line.verdict] ?? "";
  const pots = line.sums.some((each) => each.pots);
  return html`<article class="ruled-line">${line.name && html`<h4>${line.name}</h4>`}
    <div class=${`stamp ${kind}`}>${line.stamp.toUpperCase()}</div>
    <p class="verdict"><${Words} spans=${line.headline} first /></p>
    ${line.breaches.length > 0 && html`<ol class="breaches">${line.breaches.map((each, place) => html`<${Breach} key=${place} breach=${each} />`)}</ol>`}
    ${line.unsettled.length > 0 && html`<ul class="readings" role="list">${line.unsettled.map((each, place) => html`<li key=${place}><${Words} spans=${each} /></li>`)}</ul>`}
    <div class="scrolled" tabindex="0" role="region" aria-label=${t("the result")}><table class="sums"><thead><tr><td></td>${players.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}${pots && html`<th scope="col">${t("pots")}</th>`}</tr></thead>
      <tbody>${line.sums.map((sum) => html`<tr key=${sum.name}><th scope="row">${sum.name}</th>${sum.amounts.map((amount, seat) => html`<td key=${seat} class="number">${signed(amount)}</td>`)}${pots && html`<td>${sum.pots}</td>`}</tr>`)}</tbody></table></div>
    ${line.others.map((told) => html`<p key=${told}>${told}</p>`)}
    ${line.stops && html`<p class="sub">${line.stops}</p>`}
    ${line.breaches.length > 0 && line.moves.length > 0 && html`<p class="chips"><button type="button" class="chip" onClick=${() => act.goWords(line.moves)}>${t("the table before it")}</button></p>`}</article>`;
}

/** The ruling; a hand with a breach is ruled on when it is opened. */
export function HandRuled() {
  const found = act.ruling();
  if (!found && !store.table.moves.length && !store.table.recorded) return null;
  const copy = () => navigator.clipboard.writeText(found.text).then(() => act.announce(t("The ruling is copied.")), () => act.announce(found.text));
  return html`<section class="ruled" aria-labelledby="ruled"><h3 id="ruled">${t("The ruling")}</h3>
    ${found
      ? html`${found.lines.map((line, place) => html`<${Line} key=${place} line=${line} players=${found.players} />`)}
        <p class="chips"><button type="button" class="chip" onClick=${copy}>${t("copy ruling")}</button>
          <button type="button" class="chip" onClick=${() => window.print()}>${t("print")}</button>
          <button type="button" class="chip" onClick=${() => { store.ruling = null; act.changed(); }}>${t("close")}</button></p>`
      : html`<button type="button" class="chip" onClick=${act.rule}>${t("rule on the hand")}</button>`}</section>`;
}
