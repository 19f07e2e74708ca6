// Keeps the page for the time without a network, and gives it the headers by which a search can be interrupted.
const STORE = "tarok-BUILD";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("tarok-") && name !== STORE) await caches.delete(name);
  await self.clients.claim();
})()));

async function answered(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request, {ignoreSearch: true});
  if (kept) return kept;
  const got = await fetch(request);
  if (!got.ok) return got;
  const headers = new Headers(got.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  const made = new Response(got.body, {status: got.status, statusText: got.statusText, headers});
  await store.put(request, made.clone());
  return made;
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answered(event.request));
});
