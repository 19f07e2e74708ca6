// What a notebook in a browser does: node notebook.mjs FOLDER PLACE, lines of Python as JSON on standard input; what they print on
// standard output. FOLDER is the built page, PLACE where it is served: micropip comes from there, and nothing is asked elsewhere.
import {readdirSync, readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [folder, place] = [resolve(process.argv[2]), process.argv[3]];
const {loadPyodide} = await import(pathToFileURL(join(folder, "python/pyodide.mjs")));
const fetched = globalThis.fetch;
globalThis.fetch = (asked, ...rest) => {
  if (!String(asked.url ?? asked).startsWith(place)) throw new Error(`asked elsewhere: ${asked.url ?? asked}`);
  return fetched(asked, ...rest);
};
const said = [];
const python = await loadPyodide({indexURL: `${folder}/python/`, stdout: (line) => said.push(line)});
const [installer] = readdirSync(join(folder, "notebook/micropip")).filter((name) => name.endsWith(".whl"));
await python.loadPackage(`${place}notebook/micropip/${installer}`, {messageCallback: () => undefined});
await python.runPythonAsync(JSON.parse(readFileSync(0, "utf8")));
process.stdout.write(said.map((line) => `${line}\n`).join(""));
