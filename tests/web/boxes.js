// What is cut, outside of the window or over something else, in words.
() => {
  const faults = [];
  const called = (e) => `${e.tagName.toLowerCase()} ${(e.getAttribute("aria-label") || e.innerText || "").slice(0, 50)}`;
  const seen = (e) => {
    const {width, height} = e.getBoundingClientRect();
    return width > 1 && height > 1 && e.checkVisibility({opacityProperty: true, visibilityProperty: true})
      && !e.closest("details:not([open]) > :not(summary), .sr, [aria-hidden=true]");
  };
  const scrolls = (e, way) => /auto|scroll/.test(getComputedStyle(e)[`overflow${way}`]);
  const above = (e) => (e.parentElement ? [e.parentElement, ...above(e.parentElement)] : []);
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const e of [...document.querySelectorAll("header *, nav *, main *")].filter((e) => e.innerText?.trim() && seen(e))) {
    const {left, right} = e.getBoundingClientRect();
    const clips = getComputedStyle(e).overflowX !== "visible" && !scrolls(e, "X");
    if (clips && e.scrollWidth > e.clientWidth + 1) faults.push(`cut: ${called(e)}`);
    if ((left < -1 || right > innerWidth + 1) && !above(e).some((p) => scrolls(p, "X"))) faults.push(`outside: ${called(e)}`);
  }
  const box = (e) => {
    const {left, top, right, bottom} = e.getBoundingClientRect();
    const found = {left, top, right, bottom};
    for (const p of above(e).filter((p) => getComputedStyle(p).overflow !== "visible")) {
      const q = p.getBoundingClientRect();
      found.left = Math.max(found.left, q.left), found.right = Math.min(found.right, q.right);
      found.top = Math.max(found.top, q.top), found.bottom = Math.min(found.bottom, q.bottom);
    }
    return found;
  };
  const apart = (those, least) => those.forEach((a, place) => those.slice(place + 1).forEach((b) => {
    if (a.contains(b) || b.contains(a) || (a.closest("label") && a.closest("label") === b.closest("label"))) return;
    const p = box(a), q = box(b);
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left), high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > least && high > least) faults.push(`over one another: ${called(a)} | ${called(b)}`);
  }));
  const all = (what, not) => [...document.querySelectorAll(what)].filter((e) => seen(e) && !e.closest(not));
  const floats = ".settle, [role=menu]";  // lies above what scrolls below it
  apart(all("button, input, select, summary, a[href], textarea", `.hand, .trick, .card, ${floats}`), 2);
  apart(all("main :is(p, h1, h2, h3, td, th, li, label, .who)", `.middle, .slot, ${floats}`).filter((e) => e.innerText.trim()), 3);
  return faults;
}
