// What a notebook in a browser does: node notebook.mjs FOLDER ROOT, lines of Python as JSON on standard input; what they print on
// standard output. The wheel is laid as micropip lays it; the packages that it needs are those of the page, less the project's own.
import {readdirSync, readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const folder = resolve(process.argv[2]);
const {loadPyodide} = await import(pathToFileURL(join(folder, "python/pyodide.mjs")));
const {unpacked} = await import(pathToFileURL(join(folder, "static/unpack.js")));
const python = await loadPyodide({indexURL: `${folder}/python/`});
for (const archive of ["board.tar.xz", "prover.tar.xz"]) unpacked(python, readFileSync(join(folder, archive)));
python.runPython(`
import shutil, site
for name in ("analyzer", "constraint"):
    shutil.rmtree(f"{site.getsitepackages()[0]}/{name}")
`);
const [wheel] = readdirSync(join(folder, "notebook"));
const bytes = new Uint8Array(readFileSync(join(folder, "notebook", wheel)));
python.unpackArchive(bytes, "wheel", {extractDir: python.runPython("site.getsitepackages()[0]")});
python.FS.mkdirTree("/packages");
python.mountNodeFS("/packages", process.env.PACKAGES);
const printed = python.runPython(`
import contextlib, io, sys
sys.path.append("/packages")
def printed(lines):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(lines, {})
    return out.getvalue()
printed
`);
process.stdout.write(printed(JSON.parse(readFileSync(0, "utf8"))));
