// A field to type Python into: it runs in a worker, so that the page stays alive, and a run may be ended by another.
const [code, run, said, out] = ["code", "run", "said", "out"].map((id) => document.getElementById(id));
let worker = null;

function begun() {
  worker?.terminate();
  run.disabled = true;
  said.textContent = "Python is coming …";
  worker = new Worker("static/typed.js", {type: "module"});
  worker.onmessage = ({data: {ready, text, done, failed}}) => {
    if (text !== undefined) out.textContent += `${text}\n`;
    if (ready || done) Object.assign(run, {disabled: false, textContent: "run"});
    if (ready) said.textContent = "";
    if (done) said.textContent = failed ? "It did not come to its end." : "Done.";
  };
}

run.addEventListener("click", () => {
  if (run.textContent === "stop") return begun();  // Python starts anew, and forgets what was
  out.textContent = "";
  said.textContent = "Running …";
  run.textContent = "stop";
  worker.postMessage(code.value);
});
code.addEventListener("keydown", (event) => event.ctrlKey && event.key === "Enter" && !run.disabled && run.click());
begun();
