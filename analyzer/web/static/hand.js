// A hand of an evening: what this game asks, with buttons for players and cards. The texts of a file are behind it.
import {html} from "./vendor/htm-preact-standalone.js";
import {block, Choice, Numbers, pairs, Pick} from "./widgets.js";
import {called, t} from "./words.js";

/** Cards that were lost or won: `- {lost: hR, by: Dora}`, each with who laid it. */
function early(text) {
  return [...(text ?? "").matchAll(/(lost|won): \[?([\w]+)\]?, by: ([^,}]+)/g)].map((found) => ({how: found[1], card: found[2], by: found[3]}));
}

function earlyText(list) {
  return list.map((each) => `- {${each.how}: ${each.card}, by: ${each.by}}`).join("\n");
}

/** A card that was lost or won early: who laid it, once it is pressed. */
function Early({field, players, value, set}) {
  const list = early(value);
  const without = (card) => list.filter((each) => each.card !== card);
  const press = (card) => set(earlyText(list.some((each) => each.card === card) ? without(card) : [...list, {how: "lost", card, by: players[0]}]));
  return html`<${Pick} label=${field.about} options=${field.choices} chosen=${list.map((each) => each.card)} press=${press} />
    ${list.map((each) => html`<p class="said" key=${each.card}>${called(each.card)}
      <${Choice} label=${t("{card}: lost or won", {card: called(each.card)})} options=${["lost", "won"]} value=${each.how} show=${t} set=${(how) => set(earlyText([...without(each.card), {...each, how: how || each.how}]))} />
      <${Choice} label=${t("{card}: by whom", {card: called(each.card)})} options=${players} value=${each.by} set=${(by) => set(earlyText([...without(each.card), {...each, by: by || each.by}]))} /></p>`)}`;
}

/** The last trick: its winner, the card that it was won with, and the cards that were lost in it. */
function LastTrick({field, players, value, set}) {
  const told = pairs(value);
  const change = (key) => (chosen) => set(block({...told, [key]: chosen}));
  const lost = Object.fromEntries([...(told.lost ?? "").matchAll(/([^{},:]+): \[?([\w ]+)\]?/g)].map((found) => [found[2], found[1].trim()]));
  const lose = (card, by) => {
    const left = {...lost, [card]: by};
    if (!by || lost[card] === by) delete left[card];
    change("lost")(Object.keys(left).length ? `{${Object.entries(left).map(([each, who]) => `${who}: [${each}]`).join(", ")}}` : "");
  };
  return html`<${Choice} label=${field.about} options=${players} value=${told.winner} set=${change("winner")} />
    ${told.winner && html`<div class="q">${t("With")}</div>
      <${Pick} label=${t("the card that won the last trick")} options=${field.choices} chosen=${[told.with]} press=${(card) => change("with")(told.with === card ? "" : card)} />
      <details open=${Object.keys(lost).length > 0}><summary>${t("Lost in the last trick")}</summary>
        ${field.choices.filter((card) => card !== told.with).map((card) => html`<p class="said" key=${card}>${called(card)}
          <${Choice} label=${t("{card}: by whom", {card: called(card)})} options=${players.filter((each) => each !== told.winner)} value=${lost[card]} set=${(by) => lose(card, by)} /></p>`)}
      </details>`}`;
}

function Said({players, value, set, id}) {
  const told = pairs(value);
  const bare = (text) => (text ?? "").replace(/^\[|\]$/g, "");
  const type = (name) => (event) => set(block({...told, [name]: event.target.value.trim() ? `[${event.target.value}]` : ""}));
  return html`<p class="numbers">${players.map((name) => html`<label key=${name}>${name} <input id=${`${id}-${name}`} value=${bare(told[name])}
    aria-label=${t("{player} declared", {player: name})} placeholder=${t("12 trumps, pass")} onInput=${type(name)} /></label>`)}</p>`;
}

function Field({field, players, value, set, id}) {
  switch (field.kind) {
    case "player": return html`<${Choice} label=${field.about} options=${players} value=${value} set=${set} />`;
    case "word": return html`<${Choice} label=${field.about} options=${field.choices} value=${value} set=${set} />`;
    case "card": return html`<${Pick} label=${field.about} options=${field.choices} chosen=${[value]} press=${(card) => set(value === card ? "" : card)} />`;
    case "numbers": return html`<${Numbers} label=${field.about} keys=${players} value=${value} set=${set} id=${id} />`;
    case "side-numbers": return html`<${Numbers} label=${field.about} keys=${["declarer"]} show=${() => t("declarer's side")} value=${value} set=${set} id=${id} />`;
    case "during": return html`<${Early} field=${field} players=${players} value=${value} set=${set} />`;
    case "last-trick": return html`<${LastTrick} field=${field} players=${players} value=${value} set=${set} />`;
    default: return html`<${Said} players=${players} value=${value} set=${set} id=${id} />`;
  }
}

/** The questions of a hand; what a file told beside them is named, and may be taken out. */
export function HandForm({fields, players, hand, set, at}) {
  const rest = Object.keys(hand).filter((key) => hand[key] && !fields.some((each) => each.key === key) && key !== "file");
  return html`${fields.map((field) => html`<div class="question" key=${field.key}><div class="q">${field.about}</div>
      <${Field} field=${field} players=${players} value=${hand[field.key] ?? ""} set=${(value) => set(field.key, value)} id=${`${at}-${field.key}`} /></div>`)}
    ${rest.length > 0 && html`<p class="chips">${rest.map((key) => html`<button type="button" class="chip" key=${key} onClick=${() => set(key, "")}>${key}: ${hand[key].replaceAll("\n", "; ")} ×</button>`)}</p>`}`;
}
