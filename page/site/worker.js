// Python in a worker: loads Pyodide, the core and the analyzer, then answers one question after the other.
import "./unxz.js";
import {loadPyodide} from "../python/pyodide.mjs";
import {NO_PROVER, unpacked} from "./unpack.js";

const at = (path) => new URL(path, import.meta.url);
const said = (loading) => self.postMessage({loading});

async function fetched(path) {
  const response = await fetch(at(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

async function start() {
  const archive = fetched("../board.tar.xz");
  const python = await loadPyodide({indexURL: at("../python/").href});
  said("python");
  unpacked(python, await archive);
  said("unpacked");
  const answered = python.runPython("from analyzer.web.here import answered; answered");
  said("ready");
  return {python, answered};
}

const ready = start();
ready.catch(() => {});
let flag = null;
let prover = null;

/** Ask; where Z3 is needed and not there it is fetched first, which a discard and naming the Fool need. */
async function asked({python, answered}, ...question) {
  try {
    return answered(...question);
  } catch (error) {
    if (error.type !== "ModuleNotFoundError") throw error;
  }
  prover ??= fetched("../prover.tar.xz").then((archive) => unpacked(python, archive));
  await prover.catch(() => {
    prover = null;
    throw Object.assign(new Error("Z3 did not come"), {status: NO_PROVER});
  });
  return answered(...question);
}

function refused(error) {
  return [error.status ?? 500, JSON.stringify({schema: "tarok-analyze/error/1", errors: [{message: String(error?.message ?? error).trim().split("\n").at(-1)}]})];
}

self.onmessage = async ({data}) => {
  if (data.flag) {
    flag = data.flag;
    return;
  }
  const {id, name, body} = data;
  let status;
  let text;
  try {
    const there = await ready;
    if (flag) there.python.setInterruptBuffer(flag);
    const told = await asked(there, name, body, (kind, each) => self.postMessage({id, kind, text: each}));
    [status, text] = told.toJs();
    told.destroy();
  } catch (error) {
    [status, text] = refused(error);
  }
  self.postMessage({id, status, text});
};
