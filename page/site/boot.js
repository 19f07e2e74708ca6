// The first thing that runs: is this browser able, the store for the time without a network, and the bar while things come.
const MEGABYTE = 1e6;
const SPOKEN = {
  da: {
    old: "Denne browser er for gammel til siden. En nyere Chrome, Edge, Firefox eller Safari kan vise den.",
    comes: (done, all) => `Programmet hentes: ${done} af ${all} MB. Det sker kun den første gang.`,
    starts: "Programmet starter …",
  },
  fr: {
    old: "Ce navigateur est trop ancien pour la page. Chrome, Edge, Firefox ou Safari plus récents l'affichent.",
    comes: (done, all) => `Le programme arrive : ${done} sur ${all} Mo. C'est pour la première fois seulement.`,
    starts: "Le programme démarre …",
  },
  en: {
    old: "This browser is too old for the page. A newer Chrome, Edge, Firefox or Safari shows it.",
    comes: (done, all) => `The program is coming: ${done} of ${all} MB. That is for the first time only.`,
    starts: "The program is starting …",
  },
};
const WORDS = SPOKEN[(new URLSearchParams(location.search).get("lang") ?? navigator.language).slice(0, 2)] ?? SPOKEN.en;

// A module with a tag, a try and a catch: the exceptions of WebAssembly that the core is made with.
const EXCEPTIONS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]);

function able() {
  return typeof WebAssembly === "object" && WebAssembly.validate(EXCEPTIONS) && "noModule" in HTMLScriptElement.prototype && "at" in Array.prototype;
}

const bar = document.createElement("div");
bar.id = "coming";
bar.innerHTML = "<label><progress></progress> <span></span></label>"; // no live region: that is the table's, and a bar is no news

function shown(words, value = null) {
  bar.querySelector("span").textContent = words;
  const progress = bar.querySelector("progress");
  if (value === null) progress.removeAttribute("value");
  else progress.value = value;
}

/** Fetch what the first visit needs, so that the bar knows how far it is; the worker then has it from the store. */
async function fetched() {
  const manifest = await (await fetch("manifest.json")).json();
  const names = Object.keys(manifest.parts).filter((name) => name.startsWith("python/") || name === "board.tar.xz");
  const all = names.reduce((sum, name) => sum + manifest.parts[name].raw, 0);
  let done = 0;
  const told = () => shown(WORDS.comes((done / MEGABYTE).toFixed(1), (all / MEGABYTE).toFixed(1)), done / all);
  told();
  await Promise.all(names.map(async (name) => {
    const reader = (await fetch(name)).body.getReader();
    for (;;) {
      const part = await reader.read();
      if (part.done) return;
      done += part.value.length;
      told();
    }
  }));
}

/** Fetch, one after the other, what only a later question needs, but for Z3: all tabs then work without a network. */
async function kept() {
  if (navigator.connection?.saveData) return;
  const manifest = await (await fetch("manifest.json")).json();
  const asked = new Set(performance.getEntriesByType("resource").map((entry) => entry.name));
  const parts = Object.keys(manifest.parts).filter((name) => !/^(notebook|licences|python)\/|^prover|sw\.js$/.test(name));
  const later = parts.sort((one, other) => other.startsWith("told/") - one.startsWith("told/"));  // the shelf first
  for (const name of later) if (!asked.has(new URL(name, location).href)) await (await fetch(name)).arrayBuffer();
}

async function isolated() {
  if (self.crossOriginIsolated || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  if (sessionStorage.getItem("tarok-again")) return;
  sessionStorage.setItem("tarok-again", "1");
  location.reload();
  await new Promise(() => {});
}

async function start() {
  if (!able()) {
    document.getElementById("page").textContent = WORDS.old;
    return;
  }
  await isolated().catch(() => {});
  document.body.prepend(bar);
  addEventListener("tarok-loading", ({detail}) => {
    if (detail !== "ready") return shown(WORDS.starts);
    bar.remove();
    self.tarokKept ??= kept().catch(() => {});
  });
  self.tarokComing = fetched().catch(() => {});
  import("./early.js").then((early) => early.shown()).catch(() => {});
  await import("./static/main.js");
}

start();
