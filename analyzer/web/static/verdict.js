// The verdict beside the table: a headline, a sentence, who can force what, values as ranges.
import {ask} from "./ask.js";
import {Small} from "./cards.js";
import * as act from "./store.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {called, t} from "./words.js";

const {store} = act;
const CARD = /([♥♦♠♣])(10|[RDCV1-9])|\bT(\d+)\b/g;
const SUITS = {"♥": "h", "♦": "d", "♠": "s", "♣": "c"};
const TERM = /\b(Ultimo|Bagud|Pagat|Tout|Nolo|Valat)\b([:.,]*)/;

/** A text whose terms open what the rules say of them. */
const Terms = ({text}) => text.split(TERM).map((part, place, all) => [part, html`<span class="term-end"><button type="button" class="term" title=${t("what the rules say")}
  onClick=${() => act.lookUp(part)}>${part}</button>${all[place + 1]}</span>`, null][place % 3]);

/** A sentence with its cards drawn small; `draw` may draw them otherwise. */
export function Sentence({text, draw = (word) => html`<${Small} word=${word} />`}) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(CARD)) {
    parts.push(Terms({text: text.slice(from, found.index)}), draw(found[1] ? SUITS[found[1]] + found[2] : found[0]));
    from = found.index + found[0].length;
  }
  return html`${parts}${Terms({text: text.slice(from)})}`;
}

/** A card, a goal or a moment that is asked about: what the page asks, in the reader's words. */
function Question() {
  const {table, state} = store;
  const chosen = `${state.question} ${state.player}`.trim();
  const choose = (event) => {
    const [question, ...player] = event.target.value.split(" ");
    Object.assign(state, {question, player: player.join(" ")});
    act.keep("replace");
    act.seek(true);
  };
  const goals = table.goals.map((each) => [`${each.goal} ${each.player}`, each.text]);
  const choices = [["all", t("everything")], ["tokens", t("what is sure, and what comes of it")], ...goals];
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
  return html`<h3>${what}</h3><ul class="ranges" role="list">${ranges.map((each) => html`<li key=${each.name}>
    <span>${each.name}</span>
    <svg class="range" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="ground" width="100" height="8" rx="4" /><rect class=${each.low < 0 ? "bad" : "good"} x=${Math.min(at(each.low), 97)} width=${Math.max(3, at(each.high) - at(each.low))} height="8" rx="1.5" />
      <path class="zero" d=${`M${at(0)} 0V8`} />
    </svg>
    <b>${each.text}</b></li>`)}</ul>`;
}

/** What was asked why, as long as the table is at that moment or in the play that shows it. */
function reasons() {
  const {why, state} = store;
  const here = act.words();
  const same = why && why.text === state.text && why.lang === state.lang && why.from.every((word, place) => word === here[place]);
  return same && [why.moves, ...why.others].some((line) => here.slice(why.from.length).every((word, place) => word === line[place])) ? why : null;
}

/** Numbered sentences with small cards, each of which moves the table to where it is laid. */
function Reasons() {
  const why = reasons();
  if (!why) return null;
  const card = (word) => {
    const place = why.moves.indexOf(word);
    const moves = place >= 0 ? why.moves.slice(0, place + 1) : why.others.find((line) => line[0] === word);
    return moves
      ? html`<button type="button" class="step" aria-label=${t("to where {card} is laid", {card: called(word)})} onClick=${() => act.toMoment(why, moves)}><${Small} word=${word} /></button>`
      : html`<${Small} word=${word} />`;
  };
  return html`<div class="reasons"><p><strong><${Sentence} text=${why.verdict} /></strong></p>
    <ol>${why.sentences.map((each, place) => html`<li key=${place}><${Sentence} text=${each} draw=${card} /></li>`)}</ol>
    ${why.moves.length > 0 && html`<p class="line">${t("The play that shows it")}: ${why.moves.map((word) => html`${card(word)} `)}</p>`}
    ${act.words().length === why.from.length && why.moves.length > 0 && html`<button type="button" class="chip" onClick=${() => act.tryLine(why.moves, store.at)}>${t("follow this play")}</button>`}
    ${act.words().length > why.from.length && html`<button type="button" class="chip" onClick=${() => act.toMoment(why, [])}>${t("back to where it was asked")}</button>`}</div>`;
}

/** Why a goal is forced or not: it is asked for when it is pressed. */
function Why() {
  const {table} = store;
  const {goals} = table;
  const chosen = goals.find((each) => each.goal === store.state.question && each.player === store.state.player);
  const asked = chosen ?? chief(goals);
  const at = store.at;
  const seek = async () => {
    try {
      act.announce(t("Searching"), "move");
      const told = await ask("why", {...act.question(), goal: asked.goal, for: asked.player});
      if (at !== act.here()) return;
      const others = table.seats.flatMap((seat) => seat.hand).flatMap((each) => each.words).map((word) => [word]);
      store.why = {...told, others, text: store.state.text, lang: store.state.lang, from: act.words()};
      act.announce(told.verdict, "move");
    } catch (error) {
      act.refused(error);
    }
  };
  return asked ? html`<div class="chips"><button type="button" class="chip on why" onClick=${seek}>${t("why")}</button></div>` : null;
}

/** The goal that the headline is about: the first that somebody may still have. */
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
  return html`<details><summary>${t("Play against best play")}</summary><p>${t("Played by the best card")}:
    ${table.players.map((name) => html`<label class="auto" key=${name}>
      <input type="checkbox" checked=${store.auto.has(name)} onChange=${() => auto(name)} /> ${name}</label>`)}</p></details>`;
}

/** What is asked of a solver: of the goal that is chosen, else what the file asks, or the cards make worth asking. */
export function stipulation() {
  const {question, player} = store.state;
  return store.table.goals.find((each) => each.goal === question && each.player === player)?.asked ?? store.table.stipulation;
}

/** Whether the table is a problem that somebody set: its question stands above the answer. */
function isPosed() {
  return store.table.posed || store.problem?.text === store.state.text;
}

export function Verdict() {
  const {searching, table} = store;
  const worth = act.known();
  const {verdict} = worth ?? {};
  if (store.state.hides) {
    return html`<section aria-label=${t("Values")} class="verdict-part"><p class="verdict">${table.over ? table.outcome ?? table.status : html`<${Sentence} text=${stipulation()} />`}</p>
      <p class="sub">${t("What would you play?")} ${t("The answers are hidden.")}</p></section>`;
  }
  if (table.over) {
    return html`<section aria-label=${t("Values")} class="verdict-part"><p class="verdict">${table.outcome ?? table.status}</p><${Reasons} /></section>`;
  }
  return html`<section aria-label=${t("Values")} class="verdict-part">
    ${isPosed() && html`<p class="posed"><${Sentence} text=${stipulation()} /></p>`}
    <p class="verdict">${verdict ? html`<${Sentence} text=${verdict.headline} />` : t("Searching")}</p>
    <p class="sub">${verdict && html`<${Sentence} text=${verdict.why} /> `}${searching && !(worth?.complete) && html`<span class="searching">${searching} ${!act.isAsking() && worth ? t("not finished: these are not all values yet.") : ""}</span>`}</p>
    ${!worth?.answer?.worlds && html`<${Why} />`}<${Reasons} />
    <${Question} />
    ${verdict && html`<${Forces} rows=${verdict.forces} /><${Ranges} ranges=${verdict.ranges} what=${verdict.what} />`}
    ${worth && worth.guesses.length > 0 && html`<details><summary>${t("Open: likely at most, not proved")}</summary>
      <ul class="guesses">${worth.guesses.map((line, place) => html`<li key=${place}>${line}</li>`)}</ul></details>`}
    ${worth && worth.position.length > 0 && html`<details><summary>${t("In full sentences")}</summary>
      <ul>${worth.position.map((line, place) => html`<li key=${place}><${Sentence} text=${line} /></li>`)}</ul></details>`}
    <${Against} />
  </section>`;
}
