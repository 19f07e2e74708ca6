// Compiles every module below a folder by Pyodide's own Python: node compile.mjs PYODIDE FOLDER. Each .py gets a .pyc in its
// place, which needs no source beside it and is not looked at for its date. What only a reader of tracebacks needs is left
// out, also of modules that are compiled already: the page tells an error by its words, and it is a quarter of a download.
import {pathToFileURL} from "node:url";
import {join, resolve} from "node:path";

const [pyodide, folder] = process.argv.slice(2).map((each) => resolve(each));
const {loadPyodide} = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({indexURL: `${pyodide}/`});
python.FS.mkdirTree("/made");
python.mountNodeFS("/made", folder);
python.runPython(`
import importlib.util, marshal
from pathlib import Path
from types import CodeType

HEAD = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)  # kept by a digest that nobody looks at
NO_PLACE, UNITS = 0b1111_1000, 8  # an entry of the table of lines: no line for so many units of code at most

def less(code):
    units = len(code.co_code) // 2
    whole, rest = divmod(units, UNITS)
    table = bytes([NO_PLACE | UNITS - 1]) * whole + (bytes([NO_PLACE | rest - 1]) if rest else b"")
    inner = tuple(less(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inner)

for path in Path("/made").rglob("*.py"):
    name = path.relative_to("/made").as_posix()
    code = compile(path.read_bytes(), name, "exec", dont_inherit=True, optimize=2)
    path.with_suffix(".pyc").write_bytes(HEAD + marshal.dumps(less(code)))
for path in Path("/made").rglob("*.pyc"):
    if not path.with_suffix(".py").exists():
        path.write_bytes(HEAD + marshal.dumps(less(marshal.loads(path.read_bytes()[16:]))))
`);
process.exit(0);
