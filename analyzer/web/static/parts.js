// Controls with parts: one per player, rows, deeds, events, words.
import {asPart, asText, cardsOf, listOf, packed, parsed} from "./told.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {Choice, Pick, Some} from "./widgets.js";
import {called, t} from "./words.js";

const FEW = 7;

/** A part for each player. */
export function Each({field, value, set, id, label, Control, named, ...more}) {
  const told = parsed(value) ?? {};
  const [part] = field.parts;
  return html`${more.players.map((name) => html`<div class="part" key=${name}><span class="who">${name}</span>
    <${Control} field=${part} ...${more} id=${`${id}-${name}`} label=${label ? `${label.replace(/[.?]$/, "")}: ${name}` : name} value=${asText(told[name])} set=${(text) => set(packed({...told, [name]: asPart(text, part.kind)}))} /></div>`)}`;
}

/** Rows of a part; a new deed starts with the next player. */
export function Rows({field, value, set, id, label, Control, named, ...more}) {
  const told = parsed(value) ?? listOf(value);
  const [part] = field.parts;
  const put = (rows) => set(packed(rows));
  const next = () => {
    const [last] = Object.keys(told.at(-1) ?? {});
    const {players, values} = more;
    return part.kind !== "deed" || part.choices.length ? {} : {[last ? players[(players.indexOf(last) + 1) % players.length] : values.lead || players[0]]: ""};
  };
  return html`<ol class="rows">${told.map((row, place) => html`<li key=${place}>
      <${Control} field=${part} ...${more} id=${`${id}-${place}`} label=${`${label.replace(/[.?]$/, "")} ${place + 1}`} value=${asText(row)} set=${(text) => put(told.map((each, at) => (at === place ? asPart(text, part.kind) || {} : each)))} />
      <button type="button" class="chip out" aria-label=${t("take {number} out", {number: place + 1})} onClick=${() => put(told.filter((_, at) => at !== place))}>×</button></li>`)}</ol>
    <button type="button" class="chip" aria-label=${`${label.replace(/[.?]$/, "")}: ${t("add")}`} onClick=${() => put([...told, next()])}>+ ${t("add")}</button>`;
}

/** A player (or one of the choices) and a deed. */
export function Deed({field, value, set, id, label, Control, named, ...more}) {
  const [who = "", what = ""] = Object.entries(parsed(value) ?? {})[0] ?? [];
  const [part] = field.parts;
  const put = (name, deed) => set(JSON.stringify({[name]: deed}));
  const among = parsed(more.values.hands)?.[who] ?? cardsOf(more.values, ["hands"]);
  return html`<div class="deed"><${Choice} label=${t("{what}: by whom", {what: label})} options=${field.choices.length ? field.choices : more.players} value=${who} set=${(name) => put(name || who, what)} show=${field.choices.length ? named : undefined} />
    <${Control} field=${part} ...${more} id=${id} label=${label} value=${asText(what)} set=${(text) => put(who, asPart(text, part.kind))} among=${asText(among)} /></div>`;
}

/** An event in a trick: a card led or played, or words said. */
export function Event({field, value, set, id, label, Control, named, ...more}) {
  const told = parsed(value) ?? {};
  const [card, names] = field.parts;
  const verb = field.choices.find((each) => {
    const [key, word] = each.split(" ");
    return key in told && (!word || told[key] === word);
  }) ?? "";
  const [key, word] = verb.split(" ");
  const choose = (chosen) => {
    const [now, said] = (chosen || verb).split(" ");
    set(JSON.stringify({[now]: said ?? told.leads ?? told.plays ?? ""}));
  };
  const change = (what) => (text) => set(JSON.stringify({...told, [what]: text}));
  return html`<select aria-label=${`${label}: ${t("what")}`} value=${verb} onChange=${(event) => choose(event.target.value)}>${!verb && html`<option value=""></option>`}
      ${field.choices.map((each) => html`<option key=${each} value=${each} selected=${each === verb}>${named(each)}</option>`)}</select>
    ${verb && !word && html`<${Control} field=${card} ...${more} id=${id} label=${`${label}: ${t("card")}`} value=${told[key]} set=${change(key)} />`}
    ${(key === "claims" || told.leads === "fool") && html`<${Control} field=${names} ...${more} label=${`${label}: ${names.about}`} value=${told.names ?? ""} set=${change("names")} />`}`;
}

/** Words as chips: buttons if few, otherwise typed with suggestions. */
export function Words({field, value, set, id, label, named}) {
  const told = parsed(value) ?? (value ? [value] : []);
  const put = (words) => set(words.length ? JSON.stringify(words) : "");
  const few = field.choices.length <= FEW;
  const rest = few ? told.filter((each) => !field.choices.includes(each)) : told;
  const add = (event) => {
    const text = event.target.value.trim();
    if (!text) return;
    event.target.value = "";
    put([...told, field.choices[field.names.indexOf(text)] ?? text]);
  };
  const picked = (event) => (!event.inputType || event.inputType === "insertReplacementText") && add(event);
  return html`${few && html`<${Some} label=${label} options=${field.choices} value=${told} set=${put} show=${named} />`}
    ${rest.map((each) => html`<button type="button" class="chip" key=${each} aria-label=${t("take {what} out", {what: field.choices.includes(each) ? named(each) : each})} onClick=${() => put(told.filter((one) => one !== each))}>${field.choices.includes(each) ? named(each) : each} ×</button>`)}
    ${field.kind === "words" && html`<input id=${id} list=${`${id}-words`} aria-label=${label} placeholder=${few ? "" : t("12 trumps, pass")} onChange=${add} onInput=${picked} />
      <datalist id=${`${id}-words`}>${few ? "" : field.names.map((each) => html`<option key=${each} value=${each} />`)}</datalist>`}`;
}

/** Cards lost or won early; for a pressed card, who played it. */
export function Early({field, players, value, set, label}) {
  const list = (parsed(value) ?? []).map((each) => ({how: each.won ? "won" : "lost", card: asText(each.won ?? each.lost), by: each.by, to: each.to}));
  const put = (all) => set(packed(all.map((each) => JSON.parse(packed({[each.how]: each.card, by: each.by, to: each.to})))));
  const without = (card) => list.filter((each) => each.card !== card);
  const press = (card) => put(list.some((each) => each.card === card) ? without(card) : [...list, {how: "lost", card, by: players[0]}]);
  return html`<${Pick} label=${label} options=${field.choices} chosen=${list.map((each) => each.card)} press=${press} />
    ${list.map((each) => html`<p class="said" key=${each.card}>${called(each.card)}
      <${Choice} label=${t("{card}: lost or won", {card: called(each.card)})} options=${["lost", "won"]} value=${each.how} show=${t} set=${(how) => put([...without(each.card), {...each, how: how || each.how}])} />
      <${Choice} label=${t("{card}: by whom", {card: called(each.card)})} options=${players} value=${each.by} set=${(by) => put([...without(each.card), {...each, by: by || each.by}])} /></p>`)}`;
}

/** The last trick: winner, winning card, and the cards lost in it. */
export function LastTrick({field, players, value, set, label}) {
  const told = parsed(value) ?? {};
  const change = (key, part) => set(packed({...told, [key]: part}));
  const lost = Object.fromEntries(Object.entries(told.lost ?? {}).flatMap(([who, cards]) => [cards].flat().map((card) => [card, who])));
  const lose = (card, by) => {
    const left = {...lost, [card]: lost[card] === by ? "" : by};
    const who = players.filter((name) => Object.values(left).includes(name));
    change("lost", who.length ? Object.fromEntries(who.map((name) => [name, Object.keys(left).filter((each) => left[each] === name)])) : "");
  };
  return html`<${Choice} label=${label} options=${players} value=${told.winner} set=${(name) => change("winner", name)} />
    ${told.winner && html`<div class="q">${t("With")}</div>
      <${Pick} label=${t("the card that won the last trick")} options=${field.choices} chosen=${[told.with].flat()} press=${(card) => change("with", told.with === card ? "" : card)} />
      <details open=${Object.keys(lost).length > 0}><summary>${t("Lost in the last trick")}</summary>
        ${field.choices.filter((card) => card !== told.with).map((card) => html`<p class="said" key=${card}>${called(card)}
          <${Choice} label=${t("{card}: by whom", {card: called(card)})} options=${players.filter((each) => each !== told.winner)} value=${lost[card]} set=${(by) => lose(card, by)} /></p>`)}
      </details>`}`;
}
