// Compiles every module below a folder by Pyodide's own Python: node compile.mjs PYODIDE FOLDER. Each .py gets a .pyc in its
// place, which needs no source beside it and is not looked at for its date.
import {pathToFileURL} from "node:url";
import {join, resolve} from "node:path";

const [pyodide, folder] = process.argv.slice(2).map((each) => resolve(each));
const {loadPyodide} = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({indexURL: `${pyodide}/`});
python.FS.mkdirTree("/made");
python.mountNodeFS("/made", folder);
const failed = python.runPython(`
import compileall
from pathlib import Path
from py_compile import PycInvalidationMode
good = compileall.compile_dir("/made", quiet=1, legacy=True, stripdir="/made", optimize=0,
                              invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
0 if good else 1
`);
process.exit(failed);
