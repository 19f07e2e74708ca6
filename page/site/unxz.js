// Pyodide's largest files come packed by xz, a quarter less than a server's own packing, and are unpacked while they come.
import {XzReadableStream} from "./xz-decompress.js";

const PACKED = {"pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip"};
const fetched = self.fetch;

self.fetch = async (asked, ...more) => {
  const address = new URL(asked.url ?? asked, location);
  const kind = PACKED[address.pathname.split("/").at(-1)];
  if (!kind) return fetched(asked, ...more);
  const packed = await fetched(`${address.href}.xz`);
  return packed.ok ? new Response(new XzReadableStream(packed.body), {headers: {"content-type": kind}}) : packed;
};
