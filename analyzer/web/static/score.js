// The score sheet: a row for each hand, a form for the chosen hand, live totals.
import {ask, Refused} from "./ask.js";
import {Words} from "./blocks.js";
import {Faults, RuleSets, Shelf, tried} from "./form.js";
import {HandForm} from "./hand.js";
import {onShelf, shelf, taken} from "./shelf.js";
import {save} from "./out.js";
import * as act from "./store.js";
import {signed} from "./table.js";
import {lines} from "./told.js";
import {html, useEffect, useRef, useState} from "./vendor/htm-preact-standalone.js";
import {clauseCalled, t, titled} from "./words.js";

const {store} = act;
const forms = new Map();
const PAUSE = 250;
const POTS = {king: () => t("king pot"), pagat: () => t("Pagat pot")};

async function formOf(kind, body) {
  const key = JSON.stringify([kind, body]);
  forms.set(key, forms.get(key) ?? (await ask(kind, body)));
  return forms.get(key);
}

function sheetText(told, hands = told.hands) {
  const items = hands.map((hand) => {
    const all = Object.entries(hand).filter(([, value]) => value).flatMap(([key, value]) => lines(key, value));
    return all.length ? all.map((each, place) => `${place ? "    " : "  - "}${each}`).join("\n") : "  - {}";
  });
  return [`format: tarok-session/1`, `ruleset: ${told.ruleset}`, `players: [${told.players}]`, told.more.trim(), items.length ? "hands:" : "hands: []", ...items].filter(Boolean).join("\n") + "\n";
}

function Sheet({told, answer, seating, chosen, choose}) {
  const players = told.players.split(",").map((each) => each.trim()).filter(Boolean);
  const amounts = (hand) => hand?.tokens ?? hand?.sheet ?? {};
  const pots = Object.entries(answer?.pots ?? {});
  return html`<div class="scrolled"><table class="evening" aria-label=${t("Score sheet")} style=${{"--columns": players.length + pots.length}}>
    <thead><tr><th scope="col">${t("Hand")}</th><th scope="col">${t("what happened")}</th>${players.map((name) => html`<th scope="col" class="number" key=${name}>${name}</th>`)}
      ${pots.map(([name]) => html`<th scope="col" class="number pot" key=${name}>${POTS[name]()}</th>`)}</tr></thead>
    <tbody>${told.hands.map((_, place) => {
      const found = answer?.hands[place];
      const {dealer, out} = seating[place] ?? {};
      return html`<tr key=${place} class=${place === chosen ? "chosen" : ""}><th scope="row"><button type="button" class="step" aria-pressed=${String(place === chosen)} onClick=${() => choose(place)}><span class="sr">${t("Hand")} </span>${place + 1}</button></th>
        <td>${found ? html`<${Words} spans=${answer.rows[place]} first />` : t("not complete yet")}</td>${players.map((name) => html`<td class=${`number${name === out ? " out" : ""}`} key=${name} title=${name === dealer ? t("dealer") : name === out ? t("sits out") : null}>${name === dealer && html`<span class="deals"><span class="sr">${t("dealer")} </span></span>`}${found ? signed(amounts(found)[name] ?? 0) : ""}${name === out && html`<span class="sr"> ${t("sits out")}</span>`}</td>`)}
        ${pots.map(([name]) => html`<td class="number pot" key=${name}>${found?.pots_after?.[name] ?? found?.pots?.[name] ?? ""}</td>`)}</tr>`;
    })}</tbody>
    <tfoot><tr><th scope="row" colspan="2">${t("total")}</th>${players.map((name) => html`<td class="number" key=${name}>${signed(answer?.totals?.[name] ?? 0)}</td>`)}
      ${pots.map(([name, amount]) => html`<td class="number pot" key=${name}>${amount}</td>`)}</tr></tfoot>
  </table></div>`;
}

/** Every payment of a hand; its clause opens on demand. */
function Transfers({hand, ruleset}) {
  const [rules, setRules] = useState({});
  const open = async (event) => {
    if (!event.currentTarget.open) return;
    const found = await formOf("rules", {ruleset, lang: store.state.lang});
    setRules(Object.fromEntries(found.clauses.map((each) => [each.id, each])));
  };
  if (!hand?.transfers?.length) return null;
  return html`<details class="transfers" onToggle=${open}><summary>${t("Each payment with its clause")} (${hand.transfers.length})</summary>
    <ul>${hand.transfers.map((each, place) => html`<li key=${place}>${each.from} → ${each.to}: <b>${each.amount}</b>
      <details class="clause"><summary>${clauseCalled(each.clause)}</summary>${rules[each.clause] && html`<blockquote>${rules[each.clause].statement}<cite>${rules[each.clause].sources.join("; ")}</cite></blockquote>`}</details></li>`)}</ul></details>`;
}

export function ScoreView() {
  store.state.session ??= {};
  const told = store.state.session;
  told.ruleset ??= act.gameHere();
  told.players ??= store.table?.players.join(", ") ?? "A, B, C";
  told.hands ??= [];
  told.more ??= "";
  told.recorded ??= {};
  const [items, setItems] = useState({});
  const [fields, setFields] = useState([]);
  const [answer, setAnswer] = useState(null);
  const [seating, setSeating] = useState([]);
  const [faults, setFaults] = useState([]);
  const [chosen, choose] = useState(Math.max(0, told.hands.length - 1));
  const [, turn] = useState(0);
  const players = told.players.split(",").map((each) => each.trim()).filter(Boolean);
  const at = Math.min(chosen, told.hands.length - 1);
  const again = () => {
    act.keep("replace");
    turn((times) => times + 1);
  };
  const trying = async (work) => {
    await tried(work, setFaults);
    again();
  };
  // Typing in one field is one undo step.
  const typed = useRef("");
  const before = (what) => {
    if (what && typed.current === what) return;
    typed.current = what;
    act.rememberEvening();
  };
  const doing = (what, work) => () => {
    before(what);
    work();
    again();
  };
  const fill = async (text) => {
    const {values, parts} = await ask("filled", {text});
    const rest = Object.entries(values).filter(([key]) => !["format", "ruleset", "players", "hands", "title", "source", "teaches"].includes(key));
    Object.assign(told, {
      text: null, ruleset: values.ruleset || "danish", players: values.players || "A, B, C", hands: parts.hands ?? [], title: values.title ?? "",
      more: rest.flatMap(([key, value]) => lines(key, value)).join("\n"),
    });
    choose(Math.max(0, told.hands.length - 1));
  };
  useEffect(() => trying(async () => {
    setItems((await shelf()).session);
    setFields((await formOf("form", {of: "hand", ruleset: told.ruleset, seats: players.length, lang: store.state.lang})).fields);
    if (told.text) await fill(told.text);
  }), [told.text, told.ruleset, players.length, store.state.lang]);
  // Who deals and who sits out, also for an incomplete hand.
  const dealers = told.hands.map((hand, place) => hand.dealer || (hand.file && answer?.hands[place]?.dealer) || "");
  const misdealt = told.hands.flatMap((hand, place) => (hand.misdeal ? [String(place + 1)] : []));
  useEffect(() => {
    if (!told.text) ask("seating", {ruleset: told.ruleset, players, dealers, misdealt}).then((found) => setSeating(found.hands), () => setSeating([]));
  }, [JSON.stringify([told.ruleset, players, dealers, misdealt])]);
  // The totals stop at the first incomplete hand.
  const asked = JSON.stringify([told, store.state.lang]);
  useEffect(() => {
    let gone = false;
    const score = (hands) => ask("score", {session: sheetText(told, hands), recorded: told.recorded, lang: store.state.lang});
    const wait = setTimeout(async () => {
      for (let count = told.hands.length; count > 0 && !told.text; count -= 1) {
        try {
          const found = await score(told.hands.slice(0, count));
          if (gone) return;
          setAnswer({...found.answer, rows: found.rows, asked});
          if (count === told.hands.length) setFaults([]);
          return;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          if (gone) return;
          // Incomplete is not a fault: the row says so.
          if (count === told.hands.length) setFaults(error.errors.filter((each) => !each.lacking).map((each) => ({message: each.message})));
        }
      }
      if (!gone) setAnswer(null);
    }, PAUSE);
    return () => {
      gone = true;
      clearTimeout(wait);
    };
  }, [asked]);
  const addTable = () => trying(async () => {
    const {text} = await ask("recorded", act.question());
    const name = [...Array(told.hands.length + 1).keys()].map((each) => t("hand {number}", {number: each + 1})).find((each) => !told.recorded[each]);
    before("");
    told.recorded[name] = text;
    choose(told.hands.push({file: name}) - 1);
  });
  const look = (name) => trying(async () => act.openText(told.recorded[name] ?? (await taken(onShelf(name))).text));
  const set = (key, value) => {
    before(`${at} ${key}`);
    told.hands[at][key] = value;
    again();
  };
  const hand = told.hands[at];
  return html`<div class="score"><div class="two">
    <section class="sheet printed" aria-labelledby="sheet">
      <h2 id="sheet">${titled(told.title) || t("Score sheet")}</h2>
      <${Sheet} told=${told} answer=${answer} seating=${seating} chosen=${at} choose=${choose} />
      <p class="chips no-print">
        <button type="button" class="primary" onClick=${doing("", () => choose(told.hands.push({dealer: told.hands.length ? "" : players[0] ?? ""}) - 1))}>${t("add a hand")}</button>
        ${store.table?.over && html`<button type="button" class="chip" onClick=${addTable}>${t("add the hand of the table")}</button>`}
        <button type="button" class="chip" onClick=${() => { typed.current = ""; act.undoEvening(); }}>${t("undo")}</button>
        <button type="button" class="chip" onClick=${() => window.print()}>${t("print")}</button>
        <button type="button" class="chip" onClick=${() => save("evening.yaml", "text/yaml", sheetText(told))}>${t("save the evening")}</button>
      </p>
      <details class="no-print" open=${!told.hands.length}><summary>${t("Game and players")}</summary>
        <${RuleSets} label=${t("rule set")} value=${told.ruleset} choose=${(name) => doing("", () => { told.ruleset = name; })()} />
        <label>${t("players")} <input value=${told.players} onInput=${(event) => { before("players"); told.players = event.target.value; again(); }} /></label>
        <${Shelf} label=${t("from the shelf")} items=${items} choose=${(name) => trying(async () => { before(""); await fill((await taken(name)).text); })} />
      </details>
    </section>
    <section class="sheet no-print" aria-labelledby="hand-title">
      ${hand
        ? html`<h2 id="hand-title">${t("hand {number}", {number: at + 1})}</h2>
          ${hand.file
            ? html`<p>${t("It was recorded card by card.")}</p><p class="chips"><button type="button" class="chip" onClick=${() => look(hand.file)}>${t("look at hand {number}", {number: at + 1})}</button></p>`
            : html`<${HandForm} fields=${fields} players=${players} out=${seating[at]?.out} hand=${hand} set=${set} ruleset=${told.ruleset} at=${`hand-${at}`} />`}
          <${Transfers} hand=${answer?.hands[at]} ruleset=${told.ruleset} />
          <${Faults} faults=${faults} />
          <p class="chips"><button type="button" class="chip" onClick=${doing("", () => { told.hands.splice(at, 1); })}>${t("delete hand {number}", {number: at + 1})}</button></p>`
        : html`<h2 id="hand-title">${t("No hand yet")}</h2><p>${t("Add a hand: who won the last trick, with what, and the points are asked for.")}</p><${Faults} faults=${faults} />`}
    </section>
  </div></div>`;
}
