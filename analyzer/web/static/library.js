// The shipped problems, with thumbnails.
import {Card} from "./cards.js";
import {grouped, nextOf, shelf, taken} from "./shelf.js";
import * as act from "./store.js";
import {html} from "./vendor/htm-preact-standalone.js";
import {game, t, titled} from "./words.js";

const {store} = act;
const MOST = 6;
const CARD = /^(fool|[hdscT][0-9RDCV]+)$/;

/** Open a shelf problem and remember which. */
export async function openShelf(name) {
  await act.openText((await taken(name)).text);
  store.problem = {name, text: store.state.text};
  act.changed();
}

/** Open the next problem of the same group. */
export async function nextProblem() {
  const {position} = await shelf();
  await openShelf(nextOf(position, store.problem.name));
}

/** A problem's hands, drawn small. */
export function Thumbnail({hands}) {
  return html`<span class="thumb" aria-hidden="true">${Object.entries(hands).map(([name, text]) => {
    const cards = text.split(/[\s,]+/).filter((word) => CARD.test(word));
    return html`<span class="row" key=${name}>${cards.slice(0, MOST).map((card) => html`<span class="mini" key=${card}><${Card} card=${card} /></span>`)}${cards.length > MOST && html`<i>+${cards.length - MOST}</i>`}</span>`;
  })}</span>`;
}

export function Library({items, choose}) {
  return html`<details class="library"><summary>${t("Library of problems")} (${Object.keys(items).length})</summary>
    ${grouped(items).map(([group, names]) => html`<section key=${group} aria-label=${game(group)}><h3>${game(group)}</h3>
      <div class="shelf">${names.map((name) => html`<button type="button" class="problem" key=${name} onClick=${() => choose(name)}>
        <${Thumbnail} hands=${items[name].hands} /><span>${titled(items[name].title)}</span>${items[name].asked && html`<small>${titled(items[name].asked)}</small>`}</button>`)}</div></section>`)}
  </details>`;
}
