// One player's view: hidden hands, declarations, possible deals, the best card.
import {ask} from "./ask.js";
import {Card, held, Small, Suit} from "./cards.js";
import {exact, signed} from "./table.js";
import {Faults, tried} from "./form.js";
import * as act from "./store.js";
import {headline, spoken, Words} from "./blocks.js";
import {html, useEffect, useState} from "./vendor/htm-preact-standalone.js";
import {Choice} from "./widgets.js";
import {called, SUITS, t} from "./words.js";

const {store} = act;

/** Each card's result: average, worst, and deal by deal. */
function Outcomes({answer}) {
  if (!answer.cards?.length) return null;
  const own = (world) => signed((world.tokens ?? world.sheet ?? {})[answer.player] ?? "");
  const worlds = (card) => (card.per_world ?? []).slice(0, 12);
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${t("cards and outcomes")}><table class="outcomes">
    <thead><tr><th scope="col">${t("card")}</th><th scope="col">${t("expected")}</th><th scope="col">${t("worst")}</th>
      ${worlds(answer.cards[0]).map((world) => html`<th scope="col" key=${world.world}>${world.world}</th>`)}</tr></thead>
    <tbody>${answer.cards.map((card) => {
      const word = card.names ? `${card.card}=${card.names}` : card.card;
      return html`<tr key=${word} class=${word === answer.advice?.expected ? "chosen" : ""}><th scope="row"><${Small} word=${word} /></th>
      <td class="number"><b>${exact(card.expected_exact ?? card.expected ?? "")}</b></td><td class="number">${signed(card.worst ?? "")}</td>
      ${worlds(card).map((world) => html`<td class="number" key=${world.world}>${own(world)}</td>`)}</tr>`;
    })}</tbody>
  </table></div>`;
}

/** An answer: headline, paragraph, and the full text behind a click. */
function Told({told: {text, document: {blocks}}, children}) {
  const [head, second] = blocks;
  const rest = second?.block === "paragraph" ? second.sentences : [];
  return html`<p class="verdict"><${Words} spans=${head.sentences[0]} /></p><p class="sub">${rest.map((each, place) => html`<span key=${place}><${Words} spans=${each} />${" "}</span>`)}</p>${children}
    <details><summary>${t("In full sentences")}</summary><pre tabindex="0">${text}</pre></details>`;
}

/** Buttons for the suits that a player is void in. */
function Without({label, value, set}) {
  const chosen = value.split(/[ ,]+/).filter(Boolean);
  const press = (suit) => set((chosen.includes(suit) ? chosen.filter((each) => each !== suit) : [...chosen, suit]).join(" "));
  return html`<div class="said">${label}<div class="seg" role="group" aria-label=${label}>${Object.entries(SUITS).map(([suit, name]) => html`<button type="button" key=${suit}
    aria-label=${t(name)} title=${t(name)} aria-pressed=${String(chosen.includes(suit))} onClick=${() => press(suit)}><${Suit} suit=${suit} /></button>`)}</div></div>`;
}

export function KnowView() {
  const {table} = store;
  const [found, setFound] = useState({});
  const [faults, setFaults] = useState([]);
  const [, turn] = useState(0);
  const [last] = useState({});  // key of the last question
  if (table) store.state.know ??= {};
  const told = store.state.know;
  const asked = () => JSON.stringify([told, store.state.text, act.words(), store.state.lang]);
  useEffect(() => {
    if (!table || !told.asked || told.at !== act.words().join(" ") || last.of === asked()) return;
    last.of = asked();
    seek(last.of);
  });
  if (!table) return html`<p>${t("Set up a position, or take one from the shelf.")}</p>`;
  const me = table.players.includes(told.me) ? told.me : table.to_play ?? table.players[0];
  const hidden = told.hidden ?? table.players.filter((name) => name !== me);
  const set = (change) => {
    Object.assign(told, {asked: null}, change);
    act.keep("replace");
    turn((times) => times + 1);
  };
  const toggle = (name) => set({hidden: hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]});
  const written = () => tried(async () => set({text: await asForm()}), setFaults);
  const known = async () => told.text || asForm();
  const asForm = async () => {
    if (!table.complete) return act.words().length ? (await ask("yaml", act.question())).text : store.state.text;
    const body = {...act.question(), player: me, hidden: hidden.filter((name) => name !== me), void: told.void ?? {}, declared: told.declared ?? {}};
    return (await ask("hidden", body)).text;
  };
  const seek = (of) => tried(async () => {
    if (of !== asked()) return;  // a fact changed meanwhile
    act.announce(t("Searching"));
    const answered = await ask(told.asked, {position: await known(), sample: told.sample ?? 0, lang: store.state.lang});
    setFound({of, ...answered});
    const best = answered.answer.advice?.expected;
    act.announce(best ? t("Best on average: {card}", {card: called(best)}) : spoken(headline(answered.document).sentences[0]));
  }, setFaults);
  const press = (question) => {
    last.of = null;
    set({asked: question, at: act.words().join(" ")});
  };
  return html`<div class="know">
    <div class="panels">
      <section class="form" aria-labelledby="heard">
        <h2 id="heard">${t("Seen and heard")}</h2>
        <div class="said">${t("I am")}<${Choice} label=${t("I am")} options=${table.players} value=${me} set=${(name) => set({me: name || me, hidden: undefined})} /></div>
        <div class="hand small" aria-hidden="true">${held(table.seats.find((seat) => seat.name === me).hand).map((each) => html`<span class="card" key=${each.card}><${Card} card=${each.card} /></span>`)}</div>
        ${table.players.filter((name) => name !== me).map((name) => html`<div class="field" key=${name}>
          <label class="q"><input type="checkbox" checked=${hidden.includes(name)} onChange=${() => toggle(name)} /> ${t("the hand of {player} is unknown", {player: name})}</label>
          ${hidden.includes(name) && html`<${Without} label=${t("{player} has none of these suits", {player: name})} value=${told.void?.[name] ?? ""} set=${(suits) => set({void: {...told.void, [name]: suits}})} />
          ${table.pots && html`<label class="said">${t("{player} declared", {player: name})} <input value=${told.declared?.[name] ?? ""} placeholder=${t("12 trumps, pass")}
            onInput=${(event) => set({declared: {...told.declared, [name]: event.target.value}})} /></label>`}`}
        </div>`)}
        <details open=${Boolean(told.text)}><summary>${t("as text, for whatever else is known")}</summary>
          <button type="button" onClick=${written}>${t("fill in from the form above")}</button>
          <label class="wide">${t("what I know, as text")} <textarea value=${told.text ?? ""} onInput=${(event) => set({text: event.target.value})}></textarea></label>
        </details>
        <label>${t("deals that are drawn, 0 for all")} <input type="number" min="0" max="1000" value=${told.sample ?? 0}
          onInput=${(event) => set({sample: Number(event.target.value)})} /></label>
        <p class="said"><button type="button" class="primary" onClick=${() => press("decide")}>${t("decide")}</button>
          <button type="button" class="chip" onClick=${() => press("deals")}>${t("count the deals")}</button></p>
        <${Faults} faults=${faults} />
      </section>
      <section class="form" aria-labelledby="answers">
        <h2 id="answers">${t("Answers")}</h2>
        ${found.of === asked() ? html`<${Told} told=${found}>${told.asked === "decide" && html`<${Outcomes} answer=${found.answer} />`}<//>` : html`<p class="sub">${t("How many deals fit, and which card is best over them.")}</p>`}
      </section>
    </div>
  </div>`;
}
