// The table of `extension/STATE.md` against the recordings of test/fixtures/state, which `savedState.test.ts` reads
// too.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseTrace } from "../../extension/core/protocol/connection/trace.ts";
import { parseSideList } from "../../extension/node/checkpoints/snapshotModel.ts";
import { listChangedIgnored } from "../../extension/node/isolation/ignoredFiles.ts";
import { readTable, toPattern } from "../host/stateTable.ts";

const recorded = path.join(import.meta.dirname, "../fixtures/state");

/** Why a file of the table has no recording. */
const reasons: Readonly<Record<string, string>> = {
  "O/**.<process>.new": "removed and never read",
  "G/processes/*": "means nothing once its process ended",
  "G/locks/*": "means nothing once its process ended",
  "O/owner": "means nothing once its process ended",
  "G/texts/<host>/<sum>": "deleted with its process",
};

/** Recordings by the names of the table. */
const recordings = fs
  .readdirSync(recorded, { recursive: true, encoding: "utf8" })
  .filter((name) => fs.statSync(path.join(recorded, name)).isFile())
  .map((name) =>
    name
      .split(path.sep)
      .join("/")
      .replace(/^shared/, "G")
      .replace(/^window/, "O"),
  );
const isBare = (name: string): boolean => !name.includes("/");
const rows = readTable().filter(({ format }) => format.includes("JSON"));
/** A name without a folder says which files of its row are JSON, or has several places. */
const names = rows.flatMap((row) => (row.names.some(isBare) ? row.names.filter(isBare) : row.names));

/** Returns the name of the table that describes a recording most closely. */
function findName(file: string): string | undefined {
  const closeness = (name: string): number => (isBare(name) ? 1_000 : name.replace(/<[^>]+>|\*/g, "").length);
  return names
    .filter((name) => toPattern(isBare(name) ? `**/${name}` : name).test(file))
    .sort((one, other) => closeness(other) - closeness(one))[0];
}

it("has a recording of each file that is JSON, or a reason for none", () => {
  const recordedNames = new Set(recordings.map(findName));
  expect(names.filter((name) => !recordedNames.has(name))).toEqual(Object.keys(reasons));
});

it("names the file of each recording", () => {
  expect(recordings.filter((file) => findName(file) === undefined)).toEqual([]);
});

it("reads a side list of a checkpoint as the first version wrote it", () => {
  // git has it as an object.
  const text = fs.readFileSync(path.join(recorded, "shared/checkpoints/store/side.json"), "utf8");
  expect(parseSideList(text)).toEqual({
    modes: new Map([["run.sh", 0o700]]),
    folderModes: new Map([["private", 0o700]]),
    emptyFolders: ["empty"],
    gaps: [{ path: "big.bin", reason: "tooLarge" }],
    excludes: "*.tmp\n",
    rules: { prefix: "", files: new Map([[".gitignore", "dist\n"]]), include: ["keep.log"] },
  });
});

it("reads a trace as the first version wrote it", () => {
  const text = fs.readFileSync(path.join(recorded, "shared/traces/trace-2026-11-28T10-00-00.jsonl"), "utf8");
  expect(parseTrace(text)).toMatchObject({ header: { tandem: "0.1.0" }, damaged: 0 });
  expect(parseTrace(text)?.entries).toHaveLength(7);
});

describe("the note about ignored files of a copy", () => {
  /** A snapshot without files. */
  const git = { run: async () => Buffer.from("") };
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-state-"));
    fs.copyFileSync(path.join(recorded, "shared/isolated/0a1b2c3d/files.json"), path.join(root, "files.json"));
    fs.mkdirSync(path.join(root, "files"));
    for (const [name, text] of Object.entries({ "kept.txt": "kept\n", "changed.txt": "changed" })) {
      fs.writeFileSync(path.join(root, "files", name), text);
      fs.utimesSync(path.join(root, "files", name), 1_700_000_000, 1_700_000_000);
    }
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));
  const listChanged = async (): Promise<readonly string[]> =>
    [...(await listChangedIgnored(root, path.join(root, "files"), path.join(root, "files"), { git }, "s"))].sort();

  it("is read as the first version wrote it", async () => expect(await listChanged()).toEqual(["changed.txt"]));

  it.each([
    ["newer", (text: string) => text.replace('"version":1', '"version":2')],
    ["damaged", (text: string) => text.slice(0, -2)],
  ])("lets every file count as changed when it is %s", async (_, change) => {
    const file = path.join(root, "files.json");
    const text = change(fs.readFileSync(file, "utf8"));
    fs.writeFileSync(file, text);
    expect(await listChanged()).toEqual(["changed.txt", "kept.txt"]);
    expect(fs.readFileSync(file, "utf8")).toBe(text);
  });
});
