// Lines of Python in the page's Python: node searched.mjs FOLDER, the lines as JSON on standard input; `clock` there tells the
// processor seconds used so far. What they print goes to standard output.
import {readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const folder = resolve(process.argv[2]);
const {loadPyodide} = await import(pathToFileURL(join(folder, "python/pyodide.mjs")));
const python = await loadPyodide({indexURL: `${folder}/python/`});
const {unpacked} = await import(pathToFileURL(join(folder, "static/unpack.js")));
unpacked(python, readFileSync(join(folder, "board.tar.xz")));
python.globals.set("clock", () => process.cpuUsage().user / 1e6);
python.runPython(JSON.parse(readFileSync(0, "utf8")));
