/** The status of a question that needs Z3, which could not be fetched; no answer has it. */
export const NO_PROVER = 424;

// An archive of modules laid where Python finds them.
export function unpacked(python, archive) {
  python.FS.writeFile("/coming.tar.xz", new Uint8Array(archive));
  python.runPython(`
import importlib, os, shutil, site
shutil.unpack_archive("/coming.tar.xz", site.getsitepackages()[0], "xztar", filter="data")
os.remove("/coming.tar.xz")
importlib.invalidate_caches()
`);
}
