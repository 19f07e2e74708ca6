// Python in a worker for what somebody types; names stay from one run to the next.
import "./unxz.js";
import {loadPyodide} from "../python/pyodide.mjs";
import {unpacked} from "./unpack.js";

const at = (path) => new URL(path, import.meta.url);

async function start() {
  const archive = fetch(at("../board.tar.xz")).then((found) => found.arrayBuffer());
  const say = {batched: (text) => self.postMessage({text})};
  const python = await loadPyodide({indexURL: at("../python/").href, stdout: say.batched, stderr: say.batched});
  unpacked(python, await archive);
  const run = python.runPython(`
import traceback
from pyodide.code import eval_code
names = {"__name__": "__main__"}
def run(typed):
    try:
        found = eval_code(typed, names)
        if found is not None: print(repr(found))
        return True
    except BaseException as error:
        print("".join(traceback.format_exception_only(error)), end="")
        return False
run`);
  self.postMessage({ready: true});
  return run;
}

const ready = start();
ready.catch((error) => self.postMessage({text: String(error), done: true, failed: true}));

self.onmessage = async ({data}) => {
  const run = await ready;
  self.postMessage({done: true, failed: !run(data)});
};
