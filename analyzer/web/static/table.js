// The table: hands around the trick in the order of play, and cards that can be played.
import {Card, Suit} from "./cards.js";
import {announce, play, store} from "./store.js";
import {html, useLayoutEffect, useRef, useState} from "./vendor/htm-preact-standalone.js";
import {t} from "./words.js";

function worthOf(words) {
  return (store.worth?.cards ?? []).filter((each) => words.includes(each.word));
}

/** What is said of a card: why it may not be played, or what it is worth. */
function described(card) {
  if (!card.words.length) return card.clause ? `${card.why} [${card.clause}]` : card.why ?? "";
  const found = worthOf(card.words).map((each) => each.text).filter(Boolean);
  return found.length ? found.join("; ") : t("no value yet");
}

function Worth({card}) {
  const found = worthOf(card.words);
  if (!found.length) return null;
  return html`<span class="worth" aria-hidden="true">
    ${found.map((each) => html`<span key=${each.word} class=${each.best ? "best" : ""}>
      <span class="signs">${each.marks.join("")}</span>
      ${each.chips.map((chip, place) => html`<span class="chip" key=${place}>${chip}</span>`)}
    </span>`)}
  </span>`;
}

function HandCard({card, turn, first}) {
  const [naming, setNaming] = useState(false);
  const legal = card.words.length > 0;
  const id = `v-${card.card}`;
  const press = () => {
    if (!legal) return announce(described(card));
    if (card.words.length > 1) return setNaming(!naming);
    return play(card.words);
  };
  return html`<li class="in-hand">
    <button type="button" class="card" aria-label=${card.name} aria-describedby=${id} aria-disabled=${legal ? "false" : "true"}
      tabIndex=${turn ? 0 : -1} data-card=${card.card} data-first=${first ? "yes" : null} onClick=${press}
      aria-expanded=${card.words.length > 1 ? String(naming) : null}>
      <${Card} card=${card.card} />
    </button>
    <${Worth} card=${card} />
    <span class="sr" id=${id}>${described(card)}</span>
    ${naming && html`<div class="naming" role="group" aria-label=${t("the Fool names")}>
      ${card.words.map((word) => html`<button type="button" key=${word} aria-label=${suitName(word)} onClick=${() => play([word])}>
        <${Suit} suit=${word.split("=")[1]} /></button>`)}
    </div>`}
  </li>`;
}

function suitName(word) {
  const names = {h: "hearts", d: "diamonds", s: "spades", c: "clubs", T: "trumps"};
  return t(names[word.split("=")[1]]);
}

function Seat({seat}) {
  const {table} = store;
  const first = seat.hand.find((card) => card.words.length)?.card;
  const facts = [...seat.notes];
  if (seat.tricks !== null) facts.push(t("tricks {number}", {number: seat.tricks}));
  if (seat.points !== null) facts.push(t("points {number}", {number: exact(seat.points)}));
  if (seat.amount) facts.push(signed(seat.amount));
  return html`<div class=${`seat ${seat.place}${seat.to_play ? " turn" : ""}`} role="group" aria-label=${t("hand of {player}", {player: seat.name})}>
    <h2>${seat.name} <small>${facts.join(" · ")}</small></h2>
    ${seat.hidden > 0 && html`<p>${t("{number} cards unseen", {number: seat.hidden})}</p>`}
    ${table.over && html`<ul class="hand small" role="list" aria-label=${t("what {player} held", {player: seat.name})}>
      ${seat.held.map((card) => html`<li key=${card.card}><${Card} card=${card.card} /><span class="sr">${card.name}</span></li>`)}
    </ul>`}
    ${!table.over && html`<ul class="hand" role="list">
      ${seat.hand.map((card) => html`<${HandCard} key=${card.card} card=${card} turn=${seat.to_play} first=${card.card === first} />`)}
    </ul>`}
  </div>`;
}

export function exact(number) {
  return Array.isArray(number) ? `${number[0]}/${number[1]}` : String(number);
}

export function signed(amount) {
  return amount > 0 ? `+${amount}` : String(amount).replace("-", "−");
}

export function Table() {
  const {table} = store;
  const place = useRef(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    // The card that was played is gone, and the focus with it: the next player's first card takes it.
    if (held.current && !document.activeElement?.closest?.("button, input, select, textarea")) {
      (place.current?.querySelector("[data-first]") ?? document.querySelector("[data-undo]"))?.focus();
    }
    held.current = false;
  }, [table]);
  const focused = place.current?.contains(document.activeElement);
  if (focused && document.activeElement.matches(".card, .naming button")) held.current = true;
  const above = table.seats.filter((seat) => seat.place === "above").reverse();
  const others = table.seats.filter((seat) => seat.place !== "above");
  return html`<div class=${`table seats-${table.seats.length}`} ref=${place}>
    <div class="far">${above.map((seat) => html`<${Seat} key=${seat.name} seat=${seat} />`)}</div>
    ${others.map((seat) => html`<${Seat} key=${seat.name} seat=${seat} />`)}
    <div class="middle">
      <ul class="trick" role="list" aria-label=${t("trick")}>
        ${table.trick.map((laid) => html`<li key=${laid.card} class=${laid.picked ? "picked" : ""}>
          <${Card} card=${laid.card} names=${laid.names} />
          <span>${laid.player}<span class="sr">: ${laid.name}</span></span>
        </li>`)}
      </ul>
      <p class="left">${t("{number} tricks to go", {number: table.tricks_left})}</p>
      ${table.other.length > 0 && html`<p class="other">
        ${table.other.map((each) => html`<button type="button" key=${each.word} onClick=${() => play([each.word])}>${each.text}</button>`)}
      </p>`}
    </div>
  </div>`;
}
