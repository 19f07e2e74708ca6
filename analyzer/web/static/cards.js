// Cards drawn in the style of a tarot pack's corner indices. The drawing has no name of its own: its button has.
import {html} from "./vendor/htm-preact-standalone.js";

const SHAPES = {
  h: "M12 21C5 15 2 11.500 2 7.800A5.200 5.200 0 0 1 12 5.600 5.200 5.200 0 0 1 22 7.800C22 11.500 19 15 12 21Z",
  d: "M12 2 20 12 12 22 4 12Z",
  s: "M12 2C16 7 21 10 21 14.500A4.400 4.400 0 0 1 13.400 17.500L15 22H9L10.600 17.500A4.400 4.400 0 0 1 3 14.500C3 10 8 7 12 2Z",
  c: "M12 2.500A4.300 4.300 0 0 1 15.600 9.200 4.300 4.300 0 1 1 13.200 15.800L15 22H9L10.800 15.800A4.300 4.300 0 1 1 8.400 9.200 4.300 4.300 0 0 1 12 2.500Z",
};
const STAR = "M12 1.500 15 9 23 9.500 16.800 14.600 18.900 22.300 12 18 5.100 22.300 7.200 14.600 1 9.500 9 9Z";
const KINDS = {h: "hearts", d: "diamonds", s: "spades", c: "clubs", T: "trumps", f: "fool"};

export function suitOf(card) {
  return card === "fool" ? "f" : card[0];
}

function sign(suit, x, y, size) {
  if (suit === "T") return null;
  return html`<path d=${suit === "f" ? STAR : SHAPES[suit]} transform=${`translate(${x} ${y}) scale(${size / 24})`} />`;
}

export function Card({card, names}) {
  const suit = suitOf(card);
  const face = suit === "f" ? "" : card.slice(1);
  const large = suit === "T" ? html`<path class="frame" d="M9 34H51V70H9ZM30 38 46 52 30 66 14 52Z" />` : sign(suit, 16, 36, 30);
  return html`<svg class=${`face ${KINDS[suit]}`} viewBox="0 0 60 80" aria-hidden="true" focusable="false">
    <rect class="paper" x="1" y="1" width="58" height="78" rx="6" />
    <text class="index" x="6" y="24">${face}</text>
    ${suit !== "T" && sign(suit, suit === "f" ? 6 : 38, 8, 17)}
    ${large}
    ${names && html`<g class=${KINDS[names]}>${sign(names, 42, 56, 14)}</g>`}
  </svg>`;
}

export function Suit({suit}) {
  return html`<svg class=${`suit ${KINDS[suit]}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${suit === "T" ? html`<text x="12" y="19" class="letter">T</text>` : sign(suit, 0, 0, 24)}
  </svg>`;
}
