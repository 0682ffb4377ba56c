// `npm run bench [-- NAME …]`: prints ratios measured within one run, and the machine's kind. `npm run bench -- --write
// [NAME …]`: also writes them into the table of README.md, in place of the earlier rows of these benches. `npm run
// bench -- --against REVISION [--rounds N] NAME …`: prints the medians of another revision and of this one, measured in
// alternating pairs: of their packages for what is measured in the editor, otherwise of the scripts of each.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackage } from "../package/ensurePackage.mjs";
import { compareRevisions } from "./against.mjs";
import { writeFigures } from "./figures.mjs";
import { runBench } from "./runBench.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
/** Benches in the real editor, on the installed package. */
const inEditor = ["turn", "first", "paint", "live", "settings", "memory", "open", "idle", "review", "status"];
const names = [
  ...inEditor,
  "turnParts",
  "start",
  "stream",
  "reduce",
  "markdown",
  "stall",
  "long",
  "paintParts",
  "liveParts",
  "firstParts",
  "saved",
  "search",
  "mentions",
  "memoryParts",
  "settingsParts",
  "tools",
  "checkpoints",
  "api",
  "isolation",
];
const given = process.argv.slice(2);

/** Takes an option with its value out of the arguments. */
function takeOption(option) {
  const at = given.indexOf(option);
  if (at < 0) return undefined;
  const [, value] = given.splice(at, 2);
  if (value === undefined) throw new Error(`${option} needs a value.`);
  return value;
}

/** Takes an option without a value out of the arguments. */
function takeFlag(flag) {
  const at = given.indexOf(flag);
  if (at >= 0) given.splice(at, 1);
  return at >= 0;
}

const isWriting = takeFlag("--write");
const against = takeOption("--against");
if (isWriting && against !== undefined) throw new Error("--write and --against exclude each other.");
const rounds = Number(takeOption("--rounds") ?? 3);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error("--rounds needs a number of at least 1.");
for (const name of given)
  if (!names.includes(name)) throw new Error(`Unknown bench "${name}"; choose from ${names.join(", ")}.`);
const wanted = given.length > 0 ? given : names;
const machine = `\n${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}\n`;

/**
 * Returns the commit that is measured, with "+" if a file of it is changed, other than the one into which the figures
 * are written.
 */
function readCommit() {
  const git = (...args) => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();
  return `${git("rev-parse", "--short=8", "HEAD")}${git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!test/bench/README.md") === "" ? "" : "+"}`;
}

const { file } = await ensurePackage();
if (against === undefined) {
  // Read first: what is committed during a run of many minutes is not what ran.
  const commit = isWriting ? readCommit() : "";
  const readme = path.join(project, "test", "bench", "README.md");
  const rows = [];
  for (const name of wanted) {
    const found = await runBench(project, name, file);
    rows.push(...found);
    // Those of checkpoints have a table of their own, in extension/node/checkpoints/MEASUREMENTS.md. Written at once: a
    // later bench can fail.
    if (isWriting && name !== "checkpoints")
      fs.writeFileSync(
        readme,
        writeFigures(fs.readFileSync(readme, "utf8"), new Map([[name, found]]), { commit, machine: machine.trim() }),
      );
  }
  console.log(machine);
  console.log("| what | measured | target | |\n|---|---|---|---|");
  for (const { what, measured, target, isMet } of rows)
    console.log(`| ${what} | ${measured} | ${target} | ${isMet === undefined ? "" : isMet ? "met" : "MISSED"} |`);
  // Loud for whoever runs it with others.
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1;
} else {
  const rows = await compareRevisions(project, against, { names: wanted, rounds, inEditor, file });
  console.log(machine);
  console.log(
    `| what, medians of ${rounds} alternating pairs | ${against} | now | now against before |\n|---|---|---|---|`,
  );
  for (const { what, before, now, ratio } of rows) console.log(`| ${what} | ${before} | ${now} | ${ratio} |`);
}
