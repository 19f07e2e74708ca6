// The verdict: a headline, a reason, who can force what, values as ranges.
import {spoken, Terms, Words} from "./blocks.js";
import {Small} from "./cards.js";
import * as act from "./store.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {called, heads, t} from "./words.js";

const {store} = act;

/** Number of reasons shown unfolded. */
const SHOWN = 3;
const valueOf = (goal) => `${goal.goal} ${goal.player}`;

/** The select for the question: everything, guarantees, or a goal. */
function Question() {
  const {table, state} = store;
  const chosen = ["all", "tokens"].includes(state.question) ? state.question : act.goalAsked() ? valueOf(act.goalAsked()) : "all";
  const choose = (event) => {
    const [question, ...player] = event.target.value.split(" ");
    const own = table.asked && valueOf(table.asked) === event.target.value;
    Object.assign(state, own ? {question: "asked", player: ""} : {question, player: player.join(" ")});
    act.keep("replace");
    act.seek(true);
  };
  const asked = table.asked ? [[valueOf(table.asked), table.asked.text]] : [];
  const goals = table.goals.map((each) => [valueOf(each), each.text]).filter(([value]) => value !== asked[0]?.[0]);
  const choices = [...asked, ["all", t("everything")], ["tokens", t("guarantees and results")], ...goals];
  return html`<label class="ask"><span>${t("question")}</span>
    <select value=${chosen} onChange=${choose}>
      ${choices.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}

function Forces({rows}) {
  const {players} = store.table;
  if (!rows.length) return null;
  return html`<h3 id="forces">${t("Who can force what")}</h3>
    <table class="forces" aria-labelledby="forces">
      <thead><tr><td></td>${players.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr key=${row.goal}><th scope="row">${row.goal}</th>
        ${row.cells.map((cell, place) => html`<td key=${place}>${cell.dot !== "blank" && html`<span class=${`dot ${cell.dot}`} title=${cell.why}>${cell.text}</span>`}</td>`)}</tr>`)}</tbody>
    </table>`;
}

function Ranges({ranges, what}) {
  if (!ranges.length) return null;
  const least = Math.min(0, ...ranges.map((each) => each.low));
  const most = Math.max(0, ...ranges.map((each) => each.high));
  const wide = most - least || 1;
  const at = (number) => (100 * (number - least)) / wide;
  return html`<details><summary>${what}</summary><ul class="ranges" role="list">${ranges.map((each) => html`<li key=${each.name}>
    <span>${each.name}</span>
    <svg class="range" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="ground" width="100" height="8" rx="4" /><rect class=${each.low < 0 ? "bad" : "good"} x=${Math.min(at(each.low), 97)} width=${Math.max(3, at(each.high) - at(each.low))} height="8" rx="1.5" />
      <path class="zero" d=${`M${at(0)} 0V8`} />
    </svg>
    <b>${each.text}</b></li>`)}</ul></details>`;
}

/** Numbered reasons; their cards move the table to where they are played. */
function Reasons() {
  const why = act.reasons();
  if (!why) return null;
  const card = (word) => {
    const place = why.moves.indexOf(word);
    const moves = place >= 0 ? why.moves.slice(0, place + 1) : why.others.find((line) => line[0] === word);
    return moves
      ? html`<button type="button" class="step" aria-label=${t("to where {card} is played", {card: called(word)})} onClick=${() => act.toMoment(why, moves)}><${Small} word=${word} named=${false} /></button>`
      : html`<${Small} word=${word} />`;
  };
  const above = why.open ? spoken(act.known()?.verdict?.why ?? []) : "";
  const told = why.sentences.filter((each) => spoken(each) !== above)
    .map((each, place) => html`<li key=${place}><${Words} spans=${each} draw=${card} /></li>`);
  return html`<div class="reasons">${!why.open && html`<p><strong><${Words} spans=${why.verdict} /></strong></p>`}
    <ol>${told.slice(0, SHOWN)}</ol>
    ${told.length > SHOWN && html`<details><summary>${t("more")}</summary><ol start=${SHOWN + 1}>${told.slice(SHOWN)}</ol></details>`}
    ${why.moves.length > 0 && html`<p class="line">${heads("The play that shows it")} ${why.moves.map((word) => html`${card(word)} `)}</p>`}
    ${act.words().length === why.from.length && why.moves.length > 0 && html`<button type="button" class="chip" onClick=${() => act.tryLine(why.moves, store.at)}>${t("follow this play")}</button>`}
    ${act.words().length > why.from.length && html`<button type="button" class="chip" onClick=${() => act.toMoment(why, [])}>${t("back to where it was asked")}</button>`}</div>`;
}

/** A button that asks why a goal is forced or not. */
function Why() {
  const {table} = store;
  const asked = act.goalAsked() ?? chief(table.goals);
  return asked ? html`<div class="chips"><button type="button" class="chip on why" onClick=${() => act.askWhy(asked)}>${t("why")}</button></div>` : null;
}

/** The headline's goal: a certain one, otherwise the first open one. */
function chief(goals) {
  const answers = act.known()?.answer?.goals ?? {};
  const open = goals.filter((each) => answers[each.player]?.[each.goal] && answers[each.player][each.goal].status !== "impossible");
  const sure = open.find((each) => ["forced", "automatic"].includes(answers[each.player][each.goal].status) && !["bagud", "last_trick"].includes(each.goal));
  return sure ?? open[0] ?? goals[0];
}

function Against() {
  const {table} = store;
  const auto = (name) => {
    if (!store.auto.delete(name)) store.auto.add(name);
    act.seek();
    act.changed();
  };
  return html`<details><summary>${t("Play against best play")}</summary><p>${heads("Played by the best card")}
    ${table.players.map((name) => html`<label class="auto" key=${name}>
      <input type="checkbox" checked=${store.auto.has(name)} onChange=${() => auto(name)} /> ${name}</label>`)}</p></details>`;
}

/** The solver's question: the chosen goal's, otherwise the position's. */
export function stipulation() {
  return (store.state.question === "asked" ? null : act.goalAsked()?.asked) ?? store.table.stipulation;
}

export function Verdict() {
  const {searching, table} = store;
  const worth = act.known();
  const {verdict} = worth ?? {};
  if (store.state.hides) {
    return html`<section aria-label=${t("Values")} class="verdict-part"><p class="verdict">${table.over ? table.outcome ?? table.status : html`<${Terms} text=${stipulation()} />`}</p>
      <p class="sub">${t("What would you play?")} ${t("The answers are hidden.")}</p></section>`;
  }
  if (table.over) {
    return html`<section aria-label=${t("Values")} class="verdict-part"><p class="verdict">${table.outcome ?? table.status}</p><${Reasons} /></section>`;
  }
  const ruled = act.ruling()?.lines.find((line) => line.verdict !== "legal");
  if (ruled) {
    return html`<section aria-label=${t("Values")} class="verdict-part"><p class="verdict"><${Words} spans=${ruled.headline} first /></p>
      <${Question} /><details><summary>${t("Who can force what")}</summary>${verdict && html`<p><${Words} spans=${verdict.headline} /></p><${Forces} rows=${verdict.forces} /><${Ranges} ranges=${verdict.ranges} what=${verdict.what} />`}</details></section>`;
  }
  return html`<section aria-label=${t("Values")} class="verdict-part">
    ${store.state.question !== "all" && store.state.question !== "tokens" && html`<p class="posed"><${Terms} text=${stipulation()} /></p>`}
    <p class="verdict">${verdict ? html`<${Words} spans=${verdict.headline} />` : act.isAsking() || !searching ? t("Searching") : searching}</p>
    <p class="sub">${verdict && html`<${Words} spans=${verdict.why} /> `}${(verdict || act.isAsking()) && searching && !(worth?.complete) && html`<span class="searching">${searching} ${!act.isAsking() && worth ? t("not finished: these are not all values yet.") : ""}</span>`}</p>
    ${verdict && (table.complete || table.tricks_left > act.EXPLAINED) && !act.reasons()?.open && html`<${Why} />`}<${Reasons} />
    ${worth?.deals?.length > 0 && html`<p class="chips">${worth.deals.map((deal) => html`<button type="button" class="chip" key=${String(deal.works)}
      onClick=${() => act.openText(deal.text, "position", "table", {question: act.goalAsked().goal, player: act.goalAsked().player}).catch(act.refused)}>${deal.works ? t("a deal where it works") : t("a deal where it fails")}</button>`)}</p>`}
    <${Question} />
    ${verdict && html`<${Forces} rows=${verdict.forces} /><${Ranges} ranges=${verdict.ranges} what=${verdict.what} />`}
    ${worth && worth.guesses.length > 0 && html`<details><summary>${t("Open: likely at most, not proved")}</summary>
      <ul class="guesses">${worth.guesses.map((line, place) => html`<li key=${place}>${line}</li>`)}</ul></details>`}
    ${worth && worth.position.length > 0 && html`<details><summary>${t("In full sentences")}</summary>
      <ul>${worth.position.map((line, place) => html`<li key=${place}><${Words} spans=${line} /></li>`)}</ul></details>`}
    <${Against} />
  </section>`;
}
