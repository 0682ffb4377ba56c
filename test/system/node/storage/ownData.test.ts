import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OwnDataFiles } from "../../../../extension/node/storage/ownData.ts";
import { dataGroups } from "../../../../extension/shared/contract/ownData.ts";

let root: string;
let secrets: Set<string>;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-data-"));
  secrets = new Set(["server token"]);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const shared = () => path.join(root, "globalStorage", "tandem");
const write = (name: string, text = "text"): void => {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), text);
};
const open = () =>
  new OwnDataFiles({
    shared: shared(),
    workspace: path.join(root, "workspaceStorage", "one", "tandem"),
    secrets: { keys: async () => [...secrets], delete: async (key) => void secrets.delete(key) },
    endSaving: async () => {},
  });
const listFiles = () =>
  fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.statSync(path.join(root, name)).isFile());

/** Files of a window that has used everything, by their places. */
function fill(): void {
  for (const name of [
    "checkpoints/a/points.jsonl",
    "isolated/b/record.json",
    "trash/1-s/s.jsonl",
    "traces/trace-1.jsonl",
    "cache/sessions.json",
  ])
    write(`globalStorage/tandem/${name}`);
  for (const name of [
    "trust.json",
    "trust.v1.json",
    "trust.json.1700000000000.damaged",
    "trust.json.b1946ac9.tmp",
    "texts/h/b1946ac9",
    "rewinds/s.json",
    "conversations/w/window.json",
    "processes/p",
  ])
    write(`globalStorage/tandem/${name}`);
  for (const place of ["one/tandem", "two/tandem", "two/other"])
    write(`workspaceStorage/${place}/conversations/window.json`);
}

it("measures what there is, by group", async () => {
  expect(await open().measure()).toEqual([{ group: "secrets", bytes: undefined }]);
  fill();
  const sizes = Object.fromEntries((await open().measure()).map(({ group, bytes }) => [group, bytes]));
  expect(sizes).toEqual({
    conversations: 12,
    checkpoints: 4,
    isolated: 4,
    deleted: 4,
    traces: 4,
    decisions: 20,
    caches: 8,
    secrets: undefined,
  });
});

it("deletes the groups that were chosen, in every workspace, and nothing else", async () => {
  fill();
  expect(await open().remove(["conversations", "decisions", "secrets"])).toEqual([]);
  expect([...secrets]).toEqual([]);
  expect(listFiles().sort()).toEqual(
    [
      ...[
        "cache/sessions.json",
        "checkpoints/a/points.jsonl",
        "isolated/b/record.json",
        "processes/p",
        "texts/h/b1946ac9",
        "traces/trace-1.jsonl",
        "trash/1-s/s.jsonl",
      ].map((name) => `globalStorage/tandem/${name}`),
      "workspaceStorage/two/other/conversations/window.json",
    ].sort(),
  );
});

it("leaves only notes of running processes when everything was chosen", async () => {
  fill();
  await open().remove(dataGroups);
  expect(listFiles().sort()).toEqual([
    "globalStorage/tandem/processes/p",
    "workspaceStorage/two/other/conversations/window.json",
  ]);
});

it.skipIf(process.platform === "win32")("removes a link, not what it leads to", async () => {
  write("elsewhere/precious.txt");
  fs.mkdirSync(shared(), { recursive: true });
  fs.symlinkSync(path.join(root, "elsewhere"), path.join(shared(), "traces"));
  await open().remove(["traces"]);
  expect(listFiles()).toEqual(["elsewhere/precious.txt"]);
});

it.each([
  ["", "globalStorage/tandem"],
  ["of a profile", "profiles/work/globalStorage/tandem"],
])("finds the conversations of all workspaces from a window without a folder too %s", async (_, place) => {
  fill();
  const files = new OwnDataFiles({
    shared: path.join(root, place),
    workspace: undefined,
    secrets: { keys: async () => [], delete: async () => {} },
    endSaving: async () => {},
  });
  await files.remove(["conversations"]);
  const left = listFiles().filter((name) => name.startsWith("workspaceStorage/"));
  expect(left).toEqual(["workspaceStorage/two/other/conversations/window.json"]);
});
