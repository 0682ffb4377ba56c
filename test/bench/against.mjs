// Compares the benches of two revisions of the project in alternating pairs.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packRevision } from "./packRevision.mjs";
import { compareRuns } from "./pairs.mjs";

const child = path.join(path.dirname(fileURLToPath(import.meta.url)), "againstChild.mjs");

/**
 * Measures the benches `names` of `revision` and of the project `rounds` times each, in processes of their own and in
 * an order that changes with each round. Those `inEditor` are today's scripts on the packages of both, that of the
 * project being `file`; of the others each revision runs its own. Returns the rows of `compareRuns`.
 */
export async function compareRevisions(project, revision, { names, rounds, inEditor, file }) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-against-"));
  const before = path.join(root, "checkout");
  const run = (checkout, ...given) => {
    const { status } = spawnSync(process.execPath, [child, ...given], { cwd: checkout, stdio: "inherit" });
    if (status !== 0) throw new Error(`${given[0]} failed in ${checkout === before ? revision : "this revision"}.`);
  };
  const measure = (side, name) => {
    const rows = path.join(root, "rows.json");
    const isInEditor = inEditor.includes(name);
    run(side === "before" && !isInEditor ? before : project, name, rows, side === "before" ? packed : file);
    return JSON.parse(fs.readFileSync(rows, "utf8"));
  };
  const packed = path.join(root, "before.vsix");
  try {
    execFileSync("git", ["worktree", "add", "--detach", "--quiet", before, revision], {
      cwd: project,
      stdio: "inherit",
    });
    provideDependencies(project, before);
    packRevision(before, packed, path.join(root, "staged"));
    const rows = [];
    for (const name of names) {
      const runs = { before: [], now: [] };
      for (let round = 0; round < rounds; round++)
        for (const side of round % 2 === 0 ? ["before", "now"] : ["now", "before"])
          runs[side].push(measure(side, name));
      const compared = compareRuns(runs.before, runs.now);
      // A later bench may fail, and all of them take long.
      for (const { what, before: old, now, ratio } of compared)
        console.log(`${what}: ${[old, now, ratio].join(" | ")}`);
      rows.push(...compared);
    }
    return rows;
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
    execFileSync("git", ["worktree", "prune"], { cwd: project });
  }
}

/** Links the packages that both revisions pin alike, and installs the others. */
function provideDependencies(project, checkout) {
  const installs = path.join("test", "host", "installs");
  for (const folder of [
    ".",
    ...fs.readdirSync(path.join(checkout, installs)).map((name) => path.join(installs, name)),
  ]) {
    const [own, other] = [project, checkout].map((each) => readText(path.join(each, folder, "package-lock.json")));
    const packages = path.join(project, folder, "node_modules");
    if (own === other && fs.existsSync(packages))
      fs.symlinkSync(packages, path.join(checkout, folder, "node_modules"), "junction");
    else if (folder === ".")
      execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: checkout, stdio: "inherit" });
  }
}

function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}
