// Python in a worker: loads Pyodide, the core and the analyzer, then answers one question after the other.
import "./unxz.js";
import {loadPyodide} from "../python/pyodide.mjs";
import {unpacked} from "./unpack.js";

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

/** Z3 comes when the first dispute is asked. */
async function needed(python, name) {
  if (name !== "check") return;
  prover ??= fetched("../prover.tar.xz").then((archive) => unpacked(python, archive));
  await prover;
}

function refused(error) {
  return [500, JSON.stringify({schema: "tarok-analyze/error/1", errors: [{message: String(error?.message ?? error).trim().split("\n").at(-1)}]})];
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
    const {python, answered} = await ready;
    await needed(python, name);
    if (flag) python.setInterruptBuffer(flag);
    const told = answered(name, body, (kind, each) => self.postMessage({id, kind, text: each}));
    [status, text] = told.toJs();
    told.destroy();
  } catch (error) {
    [status, text] = refused(error);
  }
  self.postMessage({id, status, text});
};
