// What one player can know: hands he does not see, what he has heard, how many deals there are, which card is best.
import {ask} from "./ask.js";
import {exact} from "./table.js";
import {Faults, tried} from "./form.js";
import * as act from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

const {store} = act;

function Outcomes({answer}) {
  if (!answer.cards?.length) return null;
  const worlds = (answer.cards[0].per_world ?? []).slice(0, 12);
  const own = (world) => {
    const found = world.tokens ?? world.sheet ?? {};
    return found[answer.player] ?? "";
  };
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${t("cards and outcomes")}><table>
    <thead><tr><th scope="col">${t("card")}</th><th scope="col">${t("expected")}</th><th scope="col">${t("worst")}</th>
      ${worlds.map((world) => html`<th scope="col" key=${world.world}>${world.world}</th>`)}</tr></thead>
    <tbody>${answer.cards.map((card) => html`<tr key=${card.card}><th scope="row">${card.card}${card.names ? `=${card.names}` : ""}</th>
      <td class="number">${exact(card.expected_exact ?? card.expected ?? "")}</td><td class="number">${card.worst ?? ""}</td>
      ${(card.per_world ?? []).slice(0, 12).map((world) => html`<td class="number" key=${world.world}>${own(world)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

export function KnowView() {
  const {table} = store;
  const [deals, setDeals] = useState(null);
  const [decided, setDecided] = useState(null);
  const [faults, setFaults] = useState([]);
  const [, turn] = useState(0);
  if (!table) return html`<p>${t("Set up a position, or take one from the shelf.")}</p>`;
  store.state.know ??= {};
  const told = store.state.know;
  const me = table.players.includes(told.me) ? told.me : table.to_play ?? table.players[0];
  const hidden = told.hidden ?? table.players.filter((name) => name !== me);
  const set = (change) => {
    Object.assign(told, change);
    act.keep("replace");
    turn((times) => times + 1);
  };
  const toggle = (name) => set({hidden: hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]});
  const written = () => tried(async () => set({text: await asForm()}), setFaults);
  const known = async () => told.text || asForm();
  const asForm = async () => {
    if (!table.complete) return store.state.text;
    const body = {...act.question(), player: me, hidden: hidden.filter((name) => name !== me), void: told.void ?? {}, declared: told.declared ?? {}};
    return (await ask("hidden", body)).text;
  };
  const seek = (name, put) => () => tried(async () => {
    act.announce(t("Searching"));
    const found = await ask(name, {position: await known(), sample: told.sample ?? 0, lang: store.state.lang});
    put(found);
    const best = found.answer.advice?.expected;
    act.announce(best ? t("Best on average: {card}", {card: best}) : found.text.trim().split("\n")[0]);
  }, setFaults);
  return html`<div class="know">
    <div class="panels">
      <section class="form" aria-labelledby="heard">
        <h2 id="heard">${t("Seen and heard")}</h2>
        <label>${t("I am")} <select value=${me} onChange=${(event) => set({me: event.target.value, hidden: undefined})}>
          ${table.players.map((name) => html`<option key=${name} value=${name} selected=${name === me}>${name}</option>`)}</select></label>
        ${table.players.filter((name) => name !== me).map((name) => html`<div class="field" key=${name}>
          <label><input type="checkbox" checked=${hidden.includes(name)} onChange=${() => toggle(name)} /> ${t("the hand of {player} is unknown", {player: name})}</label>
          <label>${t("{player} has none of these suits", {player: name})} <input size="8" value=${told.void?.[name] ?? ""} placeholder="h d T"
            onInput=${(event) => set({void: {...told.void, [name]: event.target.value}})} /></label>
          ${!table.scored && html`<label>${t("{player} declared", {player: name})} <input value=${told.declared?.[name] ?? ""} placeholder="12 trumps, pass"
            onInput=${(event) => set({declared: {...told.declared, [name]: event.target.value}})} /></label>`}
        </div>`)}
        <details open=${Boolean(told.text)}><summary>${t("as text, for whatever else is known")}</summary>
          <button type="button" onClick=${written}>${t("write what stands above")}</button>
          <label class="wide">${t("what I know, as text")} <textarea value=${told.text ?? ""} onInput=${(event) => set({text: event.target.value})}></textarea></label>
        </details>
        <label>${t("deals that are drawn, 0 for all")} <input type="number" min="0" max="1000" value=${told.sample ?? 0}
          onInput=${(event) => set({sample: Number(event.target.value)})} /></label>
        <p><button type="button" onClick=${seek("deals", setDeals)}>${t("count the deals")}</button>
          <button type="button" onClick=${seek("decide", setDecided)}>${t("decide")}</button></p>
        <${Faults} faults=${faults} />
      </section>
      <section class="form" aria-labelledby="answers">
        <h2 id="answers">${t("Answers")}</h2>
        ${deals && html`<pre tabindex="0">${deals.text}</pre>`}
        ${decided && html`<${Outcomes} answer=${decided.answer} /><pre tabindex="0">${decided.text}</pre>`}
      </section>
    </div>
  </div>`;
}
