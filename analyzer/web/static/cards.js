// Card drawings: a corner index, visible in a fan, and a body for courts, numbers, trumps and Fool. A drawing has no
// accessible name: its button has one.
import {html} from "./vendor/htm-preact-standalone.js";
import {called, letter, SUITS} from "./words.js";

const SHAPES = {
  h: "M12 21C5 15 2 11.5 2 7.8A5.2 5.2 0 0 1 12 5.6 5.2 5.2 0 0 1 22 7.8C22 11.5 19 15 12 21Z",
  d: "M12 2 20 12 12 22 4 12Z",
  s: "M12 2C16 7 21 10 21 14.5A4.4 4.4 0 0 1 13.4 17.5L15 22H9L10.6 17.5A4.4 4.4 0 0 1 3 14.5C3 10 8 7 12 2Z",
  c: "M12 2.5A4.3 4.3 0 0 1 15.6 9.2 4.3 4.3 0 1 1 13.2 15.8L15 22H9L10.8 15.8A4.3 4.3 0 1 1 8.4 9.2 4.3 4.3 0 0 1 12 2.5Z",
};
const STAR = "M12 1.5 15 9 23 9.5 16.8 14.6 18.9 22.3 12 18 5.1 22.3 7.2 14.6 1 9.5 9 9Z";
const KINDS = {...SUITS, f: "fool"};

/** Line drawings for the trumps, on a 24 by 24 grid. */
const VIGNETTES = [
  "M4 18q3-9 8-9 6 0 8 5-4 5-9 5-4 0-7-1ZM15 11l5-4M16 12.5h.01M8 19v3M11 19v3",                    // 1 wren
  "M3 12 12 4l9 8M6 10v10h12V10M10 20v-6h4v6",                                                         // 2 house
  "M12 21v-7M12 3 5 11h4l-4 5h14l-4-5h4Z",                                                             // 3 fir
  "M3 16h18l-3 4H6ZM11 16V3l7 9h-7M9 13V7l-4 6Z",                                                      // 4 boat
  "M3 12q6-7 13 0-7 7-13 0ZM16 12l5-4v8ZM7 11h.01",                                                    // 5 fish
  "M8 21V8H6V4h3v2h2V4h2v2h2V4h3v4h-2v13ZM11 21v-5h2v5M12 11v1",                                      // 6 tower
  "M2 20V9h20v11M5 20a3.5 3.5 0 0 1 7 0M12 20a3.5 3.5 0 0 1 7 0M2 6h20",                              // 7 bridge
  "M5 20V9q0-4 4-4h1q2-3 5-1 1 2-1 3v5q4 0 5 4v4M9 20v-4M14 8h.01",                                  // 8 hound
  "M6 17q2-2 2-6a4 4 0 0 1 8 0q0 4 2 6ZM12 7V4M10.5 19.5a1.6 1.6 0 0 0 3 0",                         // 9 bell
  "M12 11 7 3 4 5l8 6 8-6-3-2ZM12 11 5 19l3 2 4-10 4 10 3-2ZM9.5 21l1-5M14.5 21l-1-5",                 // 10 mill
  "M12 6v15M12 6a2 2 0 1 1 .01 0M7 10h10M4 14q1 7 8 7 7 0 8-7",                                       // 11 anchor
  "M9 21v-7q-4-1-3-5l3-1M9 8 5 3M9 8 7 2M9 8q4-1 6 3l3 3v7M14 21v-5h-3M11 10h.01",                   // 12 stag
  "M4 21V12l4-3 4 3v9M12 21h8V11h-8M8 9V3M6.5 5h3M7 21v-4h2v4M16 14v3",                               // 13 church
  "M9 8h6l1 9H8ZM10 8q0-4 2-4t2 4M7 20h10M12 11v3",                                                   // 14 lantern
  "M6 21q-1-9 5-14l2-4 2 4q5 3 4 8l-3 1-3-3q-1 4 1 8ZM14 9h.01",                                     // 15 horse
  "M10 21l1-13h2l1 13ZM9 8h6M10 8V5h4v3M4 5l3 1M20 5l-3 1M5 21h14",                                   // 16 light
  "M4 14q0-6 8-6t8 6l-4 4H8ZM8 8 6 3M16 8l2-5M9 13h.01M15 13h.01M10 16h4",                           // 17 bull
  "M4 20V7l3 2 2-3 3 3 3-3 2 3 3-2v13ZM9 20v-5h6v5M7 12h.01M17 12h.01",                              // 18 castle
  "M12 8a4 4 0 1 0 .01 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",        // 19 sun
  "M5 20q0-8 6-9l-4-4 4 1 3-5 1 5q5 2 4 8l-3-3q1 5-2 7ZM14 10h.01",                                  // 20 eagle
  "M15 3a9 9 0 1 0 6 13A8 8 0 0 1 15 3ZM10 10h.01M9 15q2 1 4-1",                                      // 21 moon
];

/** Heads of the courts, on a 40 by 60 grid: a filled path, and lines over it. */
const COURTS = {
  R: ["M9 20 7 6l7 6 6-9 6 9 7-6-2 14ZM12 22h16v9q0 12-8 16-8-4-8-16Z",
    "M12 34q8 6 16 0M16 27h.01M24 27h.01M20 27v5M17 35q3-2 6 0M8 58q2-10 12-10t12 10"],
  D: ["M11 17 9 7l6 5 5-7 5 7 6-5-2 10ZM9 38q-3-20 11-20t11 20l-5-4V28H14v6Z",
    "M14 26v6q0 7 6 9 6-2 6-9v-6M17 30h.01M23 30h.01M18 36q2 1.5 4 0M7 58q3-12 13-12t13 12M16 47l4 5 4-5"],
  C: ["M10 24q0-13 11-13 9 0 9 10l-2 4H10ZM21 11q2-8 11-6-5 2-6 8ZM12 26h15v8q0 8-7 11-8-3-8-11Z",
    "M12 29h15M19 29v9M14 33h2M22 33h2M7 58q3-11 13-11t13 11M14 24h12"],
  V: ["M8 21q2-11 13-11t12 9l-6 2H9ZM29 12q1-7 7-8-2 6-5 11ZM12 23h16v8q0 8-8 11-8-3-8-11Z",
    "M11 24v9M29 24v9M16 28h.01M24 28h.01M17 35q3 2 6 0M8 58q2-11 12-11t12 11M20 47v11"],
};
const FOOL = ["M9 25q-1-15 11-15t11 15l7-3-4 9-4-3H10l-4 3-4-9ZM13 28h14v6q0 8-7 10-7-2-7-10Z",
  "M2 22h.01M38 22h.01M20 10V5M17 32h.01M23 32h.01M16 37q4 4 8 0M8 58l4-9 4 4 4-5 4 5 4-4 4 9"];

function suitOf(card) {
  return card === "fool" ? "f" : card[0];
}

function sign(suit, x, y, size) {
  return html`<path d=${suit === "f" ? STAR : SHAPES[suit]} transform=${`translate(${x} ${y}) scale(${size / 24})`} />`;
}

function head([filled, drawn], suit) {
  return html`<g transform="translate(11.5 14) scale(.92)">
    <rect class="panel" x="-1" y="-1" width="38" height="66" rx="4" />
    <g transform="scale(.9)"><path class="robe" d=${filled} /><path class="line" d=${drawn} /></g>
    ${sign(suit, 25, 51, 10)}
  </g>`;
}

function body(suit, face) {
  if (suit === "f") return head(FOOL, "f");
  if (suit === "T") {
    return html`<rect class="panel" x="5" y="20" width="40" height="56" rx="4" /><rect class="rim" x="7" y="22" width="36" height="52" rx="3" />
      <use href=${`#numeral-${face}`} x="25" y="45" />
      <path class="line vignette" transform="translate(12 48) scale(1.08)" d=${VIGNETTES[Number(face) - 1]} />`;
  }
  if (COURTS[face]) return head(COURTS[face], suit);
  return html`${sign(suit, 12, 30, 27)}<g class="faint">${sign(suit, 31, 62, 11)}</g>`;
}

export function Card({card, names}) {
  const suit = suitOf(card);
  const face = suit === "f" ? "" : card.slice(1);
  return html`<svg class=${`face ${KINDS[suit]}`} viewBox="0 0 50 80" aria-hidden="true" focusable="false">
    <rect class="paper" x=".5" y=".5" width="49" height="79" rx="5.5" />
    ${body(suit, face)}
    <text class=${face.length > 1 ? "index two" : "index"} x="9.5" y="15.5">${letter(face)}</text>
    ${suit !== "T" && sign(suit, suit === "f" ? 3.5 : 4, suit === "f" ? 4 : 19, suit === "f" ? 12 : 10)}
    ${names && html`<g class=${KINDS[names]}>${names === "T" ? html`<text class="index" x="40" y="17">T</text>` : sign(names, 34, 4, 13)}</g>`}
  </svg>`;
}

/** The large trump numerals, drawn once. */
export function Numerals() {
  return html`<svg class="sr" aria-hidden="true" focusable="false"><defs>
    ${VIGNETTES.map((_, place) => html`<text key=${place} id=${`numeral-${place + 1}`} class="numeral">${place + 1}</text>`)}
  </defs></svg>`;
}

export function Back() {
  return html`<svg class="face back" viewBox="0 0 50 80" aria-hidden="true" focusable="false">
    <rect class="paper" x=".5" y=".5" width="49" height="79" rx="5.5" />
    <rect class="weave" x="4" y="4" width="42" height="72" rx="3" /><path class="cross" d="M4 22 46 58M4 58 46 22M25 4v72M4 40h42" />
  </svg>`;
}

export function Suit({suit}) {
  return html`<svg class=${`suit ${KINDS[suit]}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${suit === "T" ? html`<path d="M4 3h16v4h-6v14h-4V7H4Z" />` : sign(suit, 0, 0, 24)}
  </svg>`;
}

/** A card within text: suit and face, in colour. */
export function Small({word, named = true}) {
  const [card, names] = word.split("=");
  if (!/^(fool|[hdscT]\w+)$/.test(card)) return html`<span>${called(word)}</span>`;
  const suit = suitOf(card);
  return html`<span class=${`small-card ${KINDS[suit]}`} role=${named ? "img" : null} aria-label=${named ? called(word) : null} aria-hidden=${named ? null : "true"}>${suit !== "T" && html`<${Suit} suit=${suit} />`}${suit === "f" ? "" : letter(card.slice(1))}${names && html`<${Suit} suit=${names} />`}</span>`;
}

/** Sort a hand: trumps from the highest, the Fool, then the suits. */
export function held(cards) {
  const ranks = "hdsc";
  const place = (card) => {
    if (card === "fool") return 100;
    if (card[0] === "T") return 50 - Number(card.slice(1));
    const faces = ["R", "D", "C", "V", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
    const red = "hd".includes(card[0]);
    const face = faces.indexOf(card.slice(1));
    return 200 + 20 * ranks.indexOf(card[0]) + (red && face > 3 ? 17 - face : face);
  };
  return [...cards].sort((one, other) => place(one.card) - place(other.card));
}

/** Group a hand's suits into rows of up to `most` cards. */
export function rows(cards, most) {
  const suits = new Map();
  for (const each of held(cards)) {
    const suit = suitOf(each.card) === "f" ? "T" : suitOf(each.card);
    suits.set(suit, [...(suits.get(suit) ?? []), each]);
  }
  const found = [];
  for (const suit of suits.values()) {
    if (found.length && found.at(-1).length + suit.length <= most) found.at(-1).push(...suit);
    else found.push([...suit]);
  }
  return found;
}
