// The table: hands around the trick in playing order, with playable cards.
import {Back, Card, held, rows, Suit} from "./cards.js";
import {announce, changed, forget, known, play, store} from "./store.js";
import {html, useLayoutEffect, useRef, useState} from "./vendor/htm-preact-standalone.js";
import {clauseCalled, counted, SUITS, t} from "./words.js";

const MANY = 9;

function worthOf(card) {
  return (known()?.cards ?? []).filter((each) => each.word.split("=")[0] === card.card);
}

/** A card's description: why it is illegal, or its value. */
function described(card) {
  const told = worthOf(card);
  if (!card.words.length && !told.length) return card.clause ? `${card.why} [${clauseCalled(card.clause)}]` : card.why ?? "";
  if (store.state.hides) return t("the answers are hidden");
  const found = told.map((each) => each.text).filter(Boolean);
  return found.length ? found.join("; ") : t("no value yet");
}

/** Group equal values, with the suits that the Fool names; best first. */
function alike(found) {
  const groups = new Map();
  for (const each of found) {
    const key = `${each.pill}|${each.does}`;
    groups.set(key, {...groups.get(key) ?? each, names: [...groups.get(key)?.names ?? [], each.word.split("=")[1]]});
  }
  return [...groups.values()].sort((one, other) => other.best - one.best);
}

/** The value under a card; its full text is a tooltip. */
function Worth({card}) {
  if (store.state.hides) return null;
  const groups = alike(worthOf(card)).filter((each) => each.pill || each.does);
  if (!groups.length) return card.words.length && store.searching ? html`<span class="worth soft" aria-hidden="true"><b></b></span>` : null;
  return groups.map((each) => html`<span key=${each.word} class=${`worth${each.best ? " best" : ""}`} aria-hidden="true" title=${each.text}>
    ${groups.length > 1 && html`<i>${each.names.map((suit) => html`<${Suit} suit=${suit} key=${suit} />`)}</i>`}
    ${each.pill && html`<b>${fractions(each.pill)}</b>`}${each.does && html`<span>${each.does}</span>`}
  </span>`);
}

/** A suit that a led Fool may name, with its value. */
function Naming({word, card}) {
  const suit = word.split("=")[1];
  const told = store.state.hides ? null : worthOf(card).find((each) => each.word === word);
  const said = told ? [told.pill, told.does].filter(Boolean).join(" ") : "";
  return html`<button type="button" class=${told?.best ? "best" : null} aria-label=${said ? `${t(SUITS[suit])}: ${said}` : t(SUITS[suit])} onClick=${() => play([word], store.at)}>
    <${Suit} suit=${suit} />${said && html`<small aria-hidden="true">${said}</small>`}</button>`;
}

function HandCard({card, turn, first}) {
  const [naming, setNaming] = useState(false);
  const {at} = store;
  const legal = card.words.length > 0 || store.forgetting;
  const best = worthOf(card).some((each) => each.best);
  const id = `v-${card.card}`;
  const slot = useRef(null);
  useLayoutEffect(() => { if (best) slot.current.scrollIntoView({block: "nearest", inline: "nearest"}); }, [best]);
  const press = () => {
    if (store.forgetting) return forget(card.card);
    if (!legal) return announce(described(card));
    if (card.words.length > 1) return setNaming(!naming);
    return play(card.words, at);
  };
  return html`<div role="listitem" ref=${slot} class=${`slot${best ? " best" : ""}`}>
    <button type="button" class="card" aria-label=${card.name} aria-describedby=${id} aria-disabled=${legal ? "false" : "true"}
      tabIndex=${turn && first ? 0 : -1} data-card=${card.card} data-first=${first ? "yes" : null} onClick=${press}
      aria-expanded=${card.words.length > 1 ? String(naming) : null}>
      <${Card} card=${card.card} />
    </button>
    <${Worth} card=${card} />
    <span class="sr" id=${id}>${described(card)}</span>
    ${naming && html`<div class="naming" role="group" aria-label=${t("the Fool names")}>
      ${card.words.map((word) => html`<${Naming} key=${word} word=${word} card=${card} />`)}
    </div>`}
  </div>`;
}

let byKeys = false;
addEventListener("pointerdown", () => { byKeys = false; }, true);
addEventListener("keydown", (event) => { byKeys ||= ["Tab", "Enter", " "].includes(event.key); }, true);

/** Arrow keys move between a hand's cards; after a click they step through the line. */
function between(event) {
  if (!byKeys) return;
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  const edge = {Home: 0, End: -1}[event.key];
  if ((step === undefined && edge === undefined) || !event.target.matches?.(".card")) return;
  event.preventDefault();
  event.stopPropagation();
  const cards = [...event.currentTarget.querySelectorAll(".card")];
  const to = edge === undefined ? cards.indexOf(event.target) + step : edge;
  cards.at(to % cards.length)?.focus();
}

/** A phone held upright: a hand of at least LONG cards takes two rows. */
const UPRIGHT = matchMedia("(max-width: 760px) and (min-height: 600px) and (orientation: portrait)");
const LONG = 16;
const tightly = (number) => (number > MANY ? " tight" : "");

/** Card backs for unknown or hidden cards. */
const backs = (number) => Array.from({length: number}, (_, place) => html`<span class="slot" key=${place} aria-hidden="true"><span class="card"><${Back} /></span></span>`);

function Backs({number}) {
  return html`<div class=${`fan backs${tightly(number)}`} aria-hidden="true">${backs(number)}</div>`;
}

function Hand({seat, own, first}) {
  const {table, state} = store;
  const cards = table.over ? seat.held : seat.hand;
  const tight = tightly(cards.length + seat.hidden);
  if (!table.over && state.only !== null && state.only !== seat.name) {
    return html`<p class="sr">${counted("1 card unseen", "{number} cards unseen", cards.length)}</p><${Backs} number=${cards.length} />`;
  }
  const one = (each) => (table.over
    ? html`<div role="listitem" class="slot" key=${each.card}><span class="card"><${Card} card=${each.card} /></span><span class="sr">${each.name}</span></div>`
    : html`<${HandCard} key=${each.card} card=${each} turn=${seat.to_play} first=${each.card === first} />`);
  const label = table.over ? t("what {player} held", {player: seat.name}) : null;
  const half = Math.ceil(cards.length / 2);
  const lines = own && cards.length >= LONG && UPRIGHT.matches ? [held(cards).slice(0, half), held(cards).slice(half)] : own ? [held(cards)] : cards.length > MANY ? rows(cards, Math.ceil(cards.length / 2) + 3) : [held(cards)];
  return html`<div class=${`hand${table.over ? " over" : ""}`} role="list" aria-label=${label} onKeyDown=${between}>
    ${lines.map((line, place) => html`<div class=${`fan${tight}`} key=${place}>${line.map(one)}${place === lines.length - 1 && backs(seat.hidden)}</div>`)}
  </div>`;
}

function Seat({seat}) {
  const {table} = store;
  const first = held(seat.hand).find((card) => card.words.length)?.card;
  const facts = [...seat.notes];
  if (seat.tricks !== null) facts.push(counted("1 trick", "{number} tricks", seat.tricks));
  if (seat.points !== null) facts.push(seat.points === 1 ? t("1 point") : t("{number} points", {number: exact(seat.points)}));
  if (seat.amount) facts.push(signed(seat.amount));
  const side = table.sides?.[seat.name] ?? "";
  return html`<div class=${`seat ${seat.place} ${side}${seat.to_play ? " turn" : ""}`} role="group" aria-label=${t("hand of {player}", {player: seat.name})}>
    <h2 class="who"><span class="name">${seat.name}</span> <small>${facts.join(" · ")}</small></h2>
    ${seat.hidden > 0 && html`<p class="sr">${counted("1 card unseen", "{number} cards unseen", seat.hidden)}</p>`}
    <${Hand} seat=${seat} own=${seat.place === "below"} first=${first} />
  </div>`;
}

/** Thirds and halves as single characters: `27⅔`. */
function fractions(text) {
  return text.replace(/(\d )?\b([12]\/3|1\/2)\b/g, (_, whole, part) => `${whole?.trim() ?? ""}${{"1/3": "⅓", "2/3": "⅔", "1/2": "½"}[part]}`);
}

/** A number for display: `27⅔`. */
export function exact(number) {
  const text = Array.isArray(number) ? number.join("/") : String(number);
  const told = /^(-?)(\d+)\/(\d+)$/.exec(text);
  if (!told) return text.replace("-", "−");
  const [over, under] = [Number(told[2]), Number(told[3])];
  const whole = Math.floor(over / under);
  const rest = over % under ? `${over % under}/${under}` : "";
  return fractions(`${told[1] && "−"}${[whole || (rest ? "" : "0"), rest].filter((part) => part !== "").join(" ")}`);
}

export function signed(amount) {
  return amount > 0 ? `+${amount}` : String(amount).replace("-", "−");
}

function placeOf(name) {
  return store.table.seats.find((seat) => seat.name === name)?.place ?? "below";
}

/** A trick's cards, each at its player's side, the winner's marked. */
function Laid({cards, kind = "", label, winner}) {
  return html`<ul class=${`trick ${kind}`} role="list" aria-label=${label}>
    ${cards.map((laid) => html`<li key=${laid.card} class=${`laid ${placeOf(laid.player)}${laid.picked ? " picked" : ""}${laid.player === winner ? " winner" : ""}`}>
      <${Card} card=${laid.card} names=${laid.names} />
      <span class="by">${laid.player}<span class="sr">: ${laid.name}</span></span>
    </li>`)}
  </ul>`;
}

/** The last trick, moving to its winner. */
function Gathered({trick: {cards, winner}}) {
  return html`<div class=${`trick gone to-${placeOf(winner)}`} aria-hidden="true">
    ${cards.map((laid) => html`<div key=${laid.card} class=${`laid ${placeOf(laid.player)}`}><${Card} card=${laid.card} names=${laid.names} /></div>`)}
  </div>`;
}

function winnerOf(table) {
  return table.tricks.at(-1)?.winner ?? table.to_play;
}

function Middle() {
  const {table} = store;
  const outcome = table.over && table.outcome;
  const drawn = useRef({});
  if (drawn.current.table !== table) {
    const before = drawn.current.table;
    const led = before?.last_trick.length > 0 && table.trick.length === 1 && table.moves.length === before.moves.length + 1;
    drawn.current = {table, gone: led ? {cards: before.last_trick, winner: winnerOf(before)} : null};
  }
  const {gone} = drawn.current;
  return html`<div class=${`middle${outcome ? " over" : ""}`}>
    ${gone && html`<${Gathered} key=${`gone${table.moves.length}`} trick=${gone} />`}
    <${Laid} cards=${table.trick} label=${t("trick")} />
    ${table.last_trick.length > 0 && html`<${Laid} cards=${table.last_trick} kind="won" label=${t("last trick")} winner=${winnerOf(table)} />`}
    ${outcome
      ? html`<div class="outcome"><strong>${table.outcome}</strong>
          ${table.amounts && html`<span>${Object.entries(table.amounts).map(([name, amount]) => html`<span key=${name}>${name} <b>${signed(amount)}</b></span>`)}</span>`}</div>`
      : html`<p class="togo">${!table.trick.length && table.to_play && html`<span>${t("{player} leads", {player: table.to_play})}</span>`}
          <small>${counted("1 trick to go", "{number} tricks to go", table.tricks_left)}</small></p>`}
    ${table.other.length + table.untold.length > 0 && html`<p class="other">
      ${table.other.map((each) => html`<button type="button" key=${each.word} onClick=${() => play([each.word], store.at)}>${each.text}</button>`)}
      ${table.untold.length > 0 && html`<select aria-label=${t("{player} plays a card that is not known", {player: table.to_play})} onChange=${(event) => play([event.target.value], store.at)}>
        <option value="" selected>${t("another card…")}</option>${table.untold.map((each) => html`<option key=${each.word} value=${each.word}>${each.text}</option>`)}</select>`}
    </p>`}
  </div>`;
}

export function Table() {
  const {table} = store;
  const place = useRef(null);
  const focus = useRef(false);
  useLayoutEffect(() => {
    // The focused card is gone: focus the next player's first card.
    if (focus.current && !document.activeElement?.closest?.("button, input, select, textarea")) {
      (place.current?.querySelector("[data-first]") ?? document.querySelector("[data-undo]"))?.focus();
    }
    focus.current = false;
  }, [table]);
  const focused = place.current?.contains(document.activeElement);
  if (focused && document.activeElement.matches(".card, .naming button")) focus.current = true;
  const above = table.seats.filter((seat) => seat.place === "above").reverse();
  const others = table.seats.filter((seat) => seat.place !== "above");
  return html`<div class=${`table seats-${table.seats.length}`} ref=${place}>
    ${above.length > 0 && html`<div class="far">${above.map((seat) => html`<${Seat} key=${seat.name} seat=${seat} />`)}</div>`}
    ${others.map((seat) => html`<${Seat} key=${seat.name} seat=${seat} />`)}
    <${Middle} />
  </div>`;
}

/** Toggle full screen. */
export function fullScreen() {
  const table = document.querySelector(".board-view");
  if (document.fullscreenElement) document.exitFullscreen();
  else table?.requestFullscreen?.().then(changed, () => announce(t("This browser has no full screen.")));
}
