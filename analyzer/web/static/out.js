// Exports: files, text, pictures, print, certificates; the audit, the strip.
import {ask, Refused} from "./ask.js";
import * as act from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import * as tree from "./tree.js";
import {called, heads, t} from "./words.js";

const {store} = act;

export function save(name, kind, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type: kind}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function safely(work) {
  return async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      act.announce(error.message);
    }
  };
}

async function png() {
  const {text} = await ask("svg", act.question());
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * picture.naturalWidth;
  canvas.height = 2 * picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  save("position.png", "image/png", await new Promise((done) => canvas.toBlob(done, "image/png")));
}

async function copyLine() {
  const line = store.table.text ?? store.state.text;
  try {
    await navigator.clipboard.writeText(line);
    act.announce(t("Copied: {text}", {text: line}));
  } catch {
    act.announce(line);
  }
}

/** Show the link as a QR code for a phone. */
async function code(show) {
  const {text} = await ask("qr", {text: act.link().href, lang: store.state.lang});
  show(URL.createObjectURL(new Blob([text], {type: "image/svg+xml"})));
}

export function Out() {
  const [shown, show] = useState(null);
  const goal = act.goalAsked();
  const asked = () => ({...act.question(), goal: goal.goal, for: goal.player});
  const button = (name, work) => html`<button type="button" class="chip" onClick=${safely(work)}>${t(name)}</button>`;
  return html`<section class="out" aria-labelledby="out"><details>
    <summary><h3 id="out">${t("Out")}</h3></summary>
    <p class="chips">
      ${button("download YAML", async () => save("position.yaml", "text/yaml", (await ask("yaml", {...act.question(), title: store.state.title || null})).text))}
      ${button("copy one line", copyLine)}
      ${button("save SVG", async () => save("position.svg", "image/svg+xml", (await ask("svg", act.question())).text))}
      ${button("save PNG", png)}
      ${button("QR code of the link", () => code(show))}
      ${button("print", async () => window.print())}
      ${goal && store.table.pots && button("certificate", async () => save("certificate.json", "application/json", (await ask("certificate", asked())).text))}
    </p>
    ${shown && html`<img class="qr" src=${shown} alt=${t("QR code of the link")} />`}
  </details></section>`;
}

const LANE = 54;
const EDGE = 84;

/** The y of a percentage in a lane. */
function level(lane, percent) {
  return lane * LANE + 8 + (LANE - 20) * (1 - percent / 100);
}

/** A stepped path through the heights, with gaps for null. */
function steps(lane, heights, column) {
  let drawn = "";
  heights.forEach((percent, place) => {
    if (percent === null) return;
    const from = heights[place - 1] == null ? "M" : "L";
    const y = level(lane, percent);
    drawn += `${from}${EDGE + place * column} ${y}H${EDGE + (place + 1) * column}`;
  });
  return drawn;
}

/** A lane per player over the tricks; `!` above marks a mistake, a click goes to the card. */
function Graph({graph, points, go}) {
  const names = Object.keys(graph.lines);
  const column = points.length > 30 ? 12 : 22;  // a full hand fits a page
  const wide = EDGE + points.length * column + 4;
  const low = names.length * LANE;
  const first = (place) => place === 0 || points[place].trick !== points[place - 1].trick;
  return html`<svg class="graph" role="img" aria-label=${t("{what} over the tricks", {what: graph.title})} viewBox=${`0 -16 ${wide} ${low + 34}`} width=${wide} height=${low + 34}>
    ${names.map((name, lane) => html`<g key=${name}>
      <text x="2" y=${lane * LANE + 28}>${name}</text>
      ${graph.levels.map((each) => html`<line key=${each.percent} class="level" x1=${EDGE} x2=${wide} y1=${level(lane, each.percent)} y2=${level(lane, each.percent)} />`)}
      <path class="run" d=${steps(lane, graph.lines[name], column)} />
    </g>`)}
    ${points.map((point, place) => html`<g key=${place} class="column" onClick=${() => go(point.step)}>
      <title>${point.player}: ${point.card}${point.marks.map((mark) => ` ! ${mark}`)}</title>
      ${first(place) && html`<line class="turn" x1=${EDGE + place * column} x2=${EDGE + place * column} y1="-14" y2=${low + 14} />
        <text x=${EDGE + place * column + 3} y=${low + 13}>${point.trick}</text>`}
      <rect class="press" x=${EDGE + place * column} y="-16" width=${column} height=${low + 34} />
      ${point.marks.length > 0 && html`<text class="mistake" x=${EDGE + (place + 0.3) * column} y="-2">!</text>`}
    </g>`)}
  </svg>`;
}

/** True if `line` begins with `moves`. */
function begins(moves, line) {
  return moves.every((word, place) => word === line[place]);
}

/** The audit of the line, card by card, with mistakes. */
export function Audit() {
  const {audit: found} = store;
  const setFound = (told) => {
    store.audit = told;
  };
  const [chosen, choose] = useState(0);
  const moves = act.words();
  const {text, lang} = store.state;
  const seek = safely(async () => {
    act.announce(t("Searching"));
    setFound({...(await ask("audit", act.question())), position: text, lang, moves});
    act.markWrong(moves, store.audit.points);
    choose(0);
    act.announce(t("The line was looked at."));
  });
  // It stays while you step through the audited line.
  const shown = found?.position === text && found.lang === lang && begins(moves, found.moves) ? found : null;
  if (!shown && !store.table.moves.length) return null;
  const lead = shown && shown.moves[0]?.startsWith("lead[") ? 1 : 0;
  const go = (step) => act.goWords(shown.moves.slice(0, lead + step));
  const graph = shown?.graphs[chosen];
  return html`<section class="audit" aria-labelledby="audit">
    <h3 id="audit">${t("The line looked at")}</h3>
    ${store.table.moves.length > 0 && html`<button type="button" class="chip" onClick=${seek}>${t("look at every card")}</button>`}
    ${graph && html`<label>${t("graph of")} <select onChange=${(event) => choose(Number(event.target.value))}>
        ${shown.graphs.map((each, place) => html`<option key=${place} value=${place} selected=${place === chosen}>${each.title}</option>`)}
      </select></label>
      <div class="scrolled" tabindex="0" role="region" aria-label=${t("graph")}><${Graph} graph=${graph} points=${shown.points} go=${go} /></div>
      <p class="legend">${heads("from low to high")} ${graph.levels.map((each) => each.text).join(", ")}</p>`}
    ${shown && shown.points.length > 0 && html`<div class="scrolled long" tabindex="0" role="region" aria-label=${t("card by card")}><table>
      <thead><tr><th scope="col">${t("card")}</th>${store.table.players.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}<th scope="col">${t("mistakes")}</th></tr></thead>
      <tbody>${shown.points.map((point) => html`<tr key=${point.step}>
        <th scope="row"><button type="button" class="step" onClick=${() => go(point.step)}>${point.player}: ${point.card}</button></th>
        ${store.table.players.map((name) => html`<td key=${name}>${point.sure[name] ?? ""}</td>`)}
        <td>${point.marks.length > 0 && html`<strong>! </strong>${point.marks.join("; ")}`}</td></tr>`)}</tbody>
    </table></div>`}
    ${shown && html`<details><summary>${t("in words")}</summary><pre tabindex="0">${shown.text}</pre></details>`}
  </section>`;
}

/** The audit of the current line, or null. */
function auditHere() {
  const {audit} = store;
  const {text, lang} = store.state;
  return audit?.position === text && audit.lang === lang && begins(act.words(), audit.moves) ? audit : null;
}

const HIGH = 30;

/** The strip under the table: each move's player, mistakes, and value before it. */
export function Strip() {
  const {root, path, hides} = store.state;
  const audit = hides ? null : auditHere();
  const whole = tree.wordsTo(root, tree.toTheEnd(root, path));
  const moves = store.table.moves;
  const lead = whole[0]?.startsWith("lead[") ? 1 : 0;
  const count = whole.length - lead;
  if (!count) return html`<span class="strip"></span>`;
  const players = store.table.players;
  const wide = 100 / count;
  const line = audit?.graphs[0]?.lines ?? {};
  const steps = whole.slice(lead).map((word, place) => {
    const point = audit?.points[place];
    const who = point?.player ?? moves[place]?.player;
    const stood = point ? line[who]?.[place] ?? 20 : 20;
    const high = 6 + (HIGH - 12) * (stood / 100);
    return {word, who: players.indexOf(who), high, wrong: point?.marks ?? [], x: place * wide};
  });
  const now = path.length - lead;
  const go = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.min(count, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count)));
    act.goWords(whole.slice(0, lead + place));
  };
  return html`<svg class="strip" role="img" aria-label=${t("move {now} of {number}", {now, number: count})} viewBox=${`0 0 100 ${HIGH}`} preserveAspectRatio="none" onClick=${go}>
    ${steps.map((step, place) => html`<g key=${place} class=${`by${step.who} ${place < now ? "done" : ""}`}>
      <title>${called(step.word)}${step.wrong.map((each) => ` ? ${each}`)}</title>
      <rect class="press" x=${step.x} y="0" width=${wide} height=${HIGH} />
      <rect class="block" x=${step.x + wide * 0.08} y=${HIGH - step.high} width=${wide * 0.84} height=${step.high} rx=${Math.min(1, wide / 6)} />
      ${step.wrong.length > 0 && html`<rect class="wrong" x=${step.x + wide * 0.08} y="0" width=${wide * 0.84} height="4" />`}
      ${place === now && html`<rect class="now" x=${step.x + wide * 0.08} y=${HIGH - 3} width=${wide * 0.84} height="3" />`}
    </g>`)}
  </svg>`;
}
