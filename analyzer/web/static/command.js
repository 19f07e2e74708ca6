// Typed commands: a card's name plays it; every command makes one announcement.
import {ask, Refused} from "./ask.js";
import {spoken} from "./blocks.js";
import * as act from "./store.js";
import {html, useState} from "./vendor/htm-preact-standalone.js";
import {called, t} from "./words.js";

const {store} = act;

/** Commands other than cards, named like the page's buttons. */
const COMMANDS = {
  undo: act.undo, redo: act.redo, start: act.toStart, end: act.toEnd, "best card": act.bestCard, "best play": act.bestLine,
  verdict: () => act.announce(store.state.hides ? t("The answers are hidden.") : [act.known()?.verdict?.headline, act.known()?.verdict?.why].filter(Boolean).map(spoken).join(" ") || store.searching),
  hand: () => act.announce(store.table.seats.filter((seat) => seat.to_play).flatMap((seat) => seat.hand.map((each) => each.name)).join(", ")),
  trick: () => act.announce(store.table.trick.map((laid) => `${laid.player}: ${laid.name}`).join(", ") || store.table.status),
};

/** Play the card that a text names, or say why not. */
async function playNamed(text) {
  const cards = store.table.seats.flatMap((seat) => seat.hand);
  const byName = cards.find((each) => each.name?.toLowerCase() === text.toLowerCase());
  const word = cards.flatMap((each) => each.words).find((each) => each === text);
  if (word) return act.play([word]);
  const found = byName ? {cards: [byName.card], names: []} : await ask("cards", {cards: text, lang: store.state.lang});
  const named = found.cards.length === 1 && cards.find((each) => each.card === found.cards[0]);
  if (named?.words?.length === 1) return act.play(named.words);
  if (named?.words?.length) return act.announce(named.words.map((each) => `${each} (${called(each)})`).join(", "));
  return act.announce(named ? named.why ?? t("nothing there") : t("nobody holds {card}", {card: found.names.join(", ") || text}));
}

export function Command() {
  const [text, setText] = useState("");
  const done = async (event) => {
    event.preventDefault();
    const said = text.trim().toLowerCase();
    if (!said) return;
    setText("");
    const known = Object.keys(COMMANDS).find((each) => each === said || t(each).toLowerCase() === said);
    try {
      await (known ? COMMANDS[known]() : playNamed(text.trim()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      act.announce(error.message);
    }
  };
  return html`<details><summary>${t("by words")}</summary><form class="command" onSubmit=${done}><label>${t("command")}
    <input value=${text} autocomplete="off" spellcheck=${false} placeholder=${t("a card's name, or undo, verdict, hand, trick")} onInput=${(event) => setText(event.target.value)} /></label></form></details>`;
}
