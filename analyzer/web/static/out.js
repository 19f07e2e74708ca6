// What leaves the page: files, a line of text, pictures, paper, a certificate; and why something is so.
import {ask, Refused} from "./ask.js";
import * as act from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

function save(name, kind, content) {
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

export function Out() {
  const goal = !["all", "tokens"].includes(store.state.question);
  const asked = () => ({...act.question(), goal: store.state.question, for: store.state.player});
  const button = (name, work) => html`<button type="button" onClick=${safely(work)}>${t(name)}</button>`;
  return html`<section aria-labelledby="out">
    <h2 id="out">${t("Out")}</h2>
    <p class="tools">
      ${button("download YAML", async () => save("position.yaml", "text/yaml", (await ask("yaml", act.question())).text))}
      ${button("copy one line", copyLine)}
      ${button("save SVG", async () => save("position.svg", "image/svg+xml", (await ask("svg", act.question())).text))}
      ${button("save PNG", png)}
      ${button("print", async () => window.print())}
      ${goal && !store.table.scored && button("certificate", async () => save("certificate.json", "application/json", (await ask("certificate", asked())).text))}
    </p>
  </section>`;
}

/** Why a goal is forced or not: in words, and a play that can be followed step by step. */
export function Why() {
  const [found, setFound] = useState(null);
  const {question, player} = store.state;
  const key = JSON.stringify([act.words(), question, player]);
  const seek = safely(async () => {
    act.announce(t("Searching"));
    const told = await ask("why", {...act.question(), goal: question, for: player});
    setFound({...told, key});
    act.announce(told.text.trim().split("\n").find((line) => line.trim()) ?? "");
  });
  if (["all", "tokens"].includes(question) || store.table.over) return null;
  return html`<p><button type="button" onClick=${seek}>${t("why")}</button></p>
    ${found?.key === key && html`<pre tabindex="0">${found.text}</pre>
      ${found.moves.length > 0 && html`<button type="button" onClick=${() => act.tryLine(found.moves)}>${t("follow this play")}</button>`}`}`;
}

/** The line looked at card by card: who could force the Ultimo when, with mistakes marked; a click goes there. */
export function Audit() {
  const [found, setFound] = useState(null);
  const key = JSON.stringify([store.state.text, act.words()]);
  const seek = safely(async () => {
    act.announce(t("Searching"));
    setFound({...(await ask("audit", act.question())), key});
    act.announce(t("The line was looked at."));
  });
  if (!store.table.moves.length) return null;
  const shown = found?.key === key ? found : null;
  const lead = store.state.path.length - store.table.moves.length;
  return html`<section aria-labelledby="audit">
    <h2 id="audit">${t("The line looked at")}</h2>
    <button type="button" onClick=${seek}>${t("look at every card")}</button>
    ${shown && shown.points.length > 0 && html`<div class="scrolled" tabindex="0" role="region" aria-label=${t("who could force the Ultimo when")}><table>
      <thead><tr><th scope="col">${t("card")}</th>${store.table.players.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}<th scope="col">${t("mistakes")}</th></tr></thead>
      <tbody>${shown.points.map((point) => html`<tr key=${point.step}>
        <th scope="row"><button type="button" class="step" onClick=${() => act.goTo(store.state.path.slice(0, lead + point.step))}>${point.player}: ${point.card}</button></th>
        ${store.table.players.map((name) => html`<td key=${name}>${point.sure[name] ?? ""}</td>`)}
        <td>${point.marks.length > 0 && html`<strong>! </strong>${point.marks.join("; ")}`}</td></tr>`)}</tbody>
    </table></div>`}
    ${shown && html`<details><summary>${t("in words")}</summary><pre tabindex="0">${shown.text}</pre></details>`}
  </section>`;
}
