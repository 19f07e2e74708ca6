// Puts questions to a built page's Python without a browser: node asked.mjs FOLDER, a line [name, body] each on standard input;
// a line [status, text, events] each on standard output. Last a line {"memory": bytes}.
import {readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

const folder = resolve(process.argv[2]);
const {loadPyodide} = await import(pathToFileURL(join(folder, "python/pyodide.mjs")));
const python = await loadPyodide({indexURL: `${folder}/python/`});
const {unpacked} = await import(pathToFileURL(join(folder, "static/unpack.js")));
for (const archive of ["board.tar.xz", "prover.tar.xz"]) unpacked(python, readFileSync(join(folder, archive)));
const answered = python.runPython("from analyzer.web.here import answered; answered");
for await (const line of createInterface({input: process.stdin})) {
  const [name, body] = JSON.parse(line);
  const events = [];
  const told = answered(name, body ?? undefined, (kind, text) => events.push([kind, text]));
  const [status, text] = told.toJs();
  told.destroy();
  process.stdout.write(`${JSON.stringify([status, text, events])}\n`);
}
process.stdout.write(`${JSON.stringify({memory: python._module.HEAPU8.length, seconds: process.cpuUsage().user / 1e6})}\n`);
