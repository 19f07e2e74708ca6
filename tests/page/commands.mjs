// The command line in the page's Python: node commands.mjs FOLDER ROOT, a line [command, arguments] each on standard input, the
// arguments as JSON; a line [status, output, []] each on standard output. What the page leaves out is read from the checkout.
import {readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

const [folder, root] = process.argv.slice(2).map((each) => resolve(each));
const {loadPyodide} = await import(pathToFileURL(join(folder, "python/pyodide.mjs")));
const {unpacked} = await import(pathToFileURL(join(folder, "static/unpack.js")));
const python = await loadPyodide({indexURL: `${folder}/python/`});
for (const archive of ["board.tar.xz", "prover.tar.xz"]) unpacked(python, readFileSync(join(folder, archive)));
for (const place of ["checkout", "packages"]) python.FS.mkdirTree(`/${place}`);
python.mountNodeFS("/checkout", root);
python.mountNodeFS("/packages", process.env.PACKAGES);
const answered = python.runPython(`
import contextlib, io, json, os, sys
import analyzer
analyzer.__path__.append("/checkout/analyzer")
sys.path.append("/packages")
os.chdir("/checkout")
from analyzer.cli.main import main
def answered(command, told):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\\n")
    with contextlib.redirect_stdout(out):
        status = main([command, *json.loads(told)])
    out.seek(0)
    return status, json.dumps(out.read())
answered
`);
for await (const line of createInterface({input: process.stdin})) {
  const told = answered(...JSON.parse(line));
  const [status, text] = told.toJs();
  told.destroy();
  process.stdout.write(`${JSON.stringify([status, text, []])}\n`);
}
process.stdout.write("{}\n");
