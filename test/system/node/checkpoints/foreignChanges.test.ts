import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { CopySource } from "../../../../extension/node/checkpoints/points/sharedPoints.ts";
import { message, openWindow, restoreAllFiles, turnEnd } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

function begin(files: Readonly<Record<string, string>> = {}) {
  const one = makeWorkspace(files);
  const at = (name: string): string => path.join(one.folder, name);
  return { ...one, at, window: openWindow(one.place, [one.folder]) };
}

it("lists the checkpoints that a copy shares with its original, also through another copy", async () => {
  const { folder, window } = begin({ "a.txt": "one" });
  const files = window.open();
  const takeTurn = async (conversation: typeof files, prompt: string): Promise<void> => {
    await conversation.take(message(prompt));
    await conversation.take(turnEnd(prompt));
  };
  await takeTurn(files, "p1");
  await takeTurn(files, "p2");
  await files.take({ kind: "rewind", to: (await files.before("p2"))?.id ?? expect.fail() });
  const list = async (conversation: typeof files) =>
    (await conversation.list()).map(({ cause }) =>
      "prompt" in cause && cause.prompt !== undefined ? `${cause.kind} ${cause.prompt}` : cause.kind,
    );
  const [first, second] = [
    ["message p1", "turnEnd p1"],
    ["message p2", "turnEnd p2"],
  ] as const;
  expect(await list(files)).toEqual([...first, ...second, "rewind"]);
  const whole = window.open("whole", folder, "session of whole", "session of one");
  expect(await list(whole)).toEqual([...first, ...second]);
  const part = (copyOf?: CopySource) => window.open("part", folder, "session of part", copyOf);
  const source = { sessionId: "session of one", before: "p2" };
  expect(await list(part(source))).toEqual(first);
  await takeTurn(part(source), "q");
  await takeTurn(files, "p3");
  const own = ["message q", "turnEnd q"];
  expect(await list(part())).toEqual([...first, ...own]);
  const further = window.open("further", folder, "session of further", "session of part");
  expect(await list(further)).toEqual([...first, ...own]);
  expect(await list(whole)).toEqual([...first, ...second, "message p3", "turnEnd p3"]);
});

it("tells changes by others from those of its own turns", async () => {
  const { at, write, window } = begin({ a: "1", b: "1", c: "1", d: "1", e: "1" });
  const files = window.open();
  const first = await files.take(message("p1"));
  write("a", "by its turn");
  write("b", "saved by the user meanwhile");
  files.noteSave(at("b"));
  await files.take(turnEnd("p1"));
  write("c", "between two turns");
  await files.take(message("p2"));
  write("a", "again");
  await files.take(turnEnd("p2"));
  write("d", "after the last turn");
  const others = window.open("other");
  await others.take(message("q1"));
  write("e", "by the turn of another conversation");
  await others.take(turnEnd("q1"));
  expect([...(await files.changedByOthers(first.id))].sort()).toEqual([at("b"), at("c"), at("d"), at("e")]);
});

it("remembers a file that the user saved through an aborted, failed or preview checkpoint", async () => {
  const { place, folder, at, write } = begin({ a: "1", b: "1", c: "1", d: "1" });
  const limits = { maxFiles: 100 };
  const files = openWindow(place, [folder], { limits }).open();
  const first = await files.take(message("p1"));
  const save = (name: string): void => {
    write(name, "saved by the user");
    files.noteSave(at(name));
  };
  save("b");
  const aborted = new AbortController();
  const taking = files.take({ kind: "manual", name: "" }, aborted.signal);
  aborted.abort();
  await expect(taking).rejects.toThrow();
  save("c");
  limits.maxFiles = 1;
  expect((await files.take({ kind: "manual", name: "" })).folders[0]?.uncovered).toBe("tooManyFiles");
  limits.maxFiles = 100;
  save("d");
  await files.take({ kind: "preview" });
  const saved = [at("b"), at("c"), at("d")];
  expect([...(await files.changedByOthers(first.id))].sort()).toEqual(saved);
  await files.take(turnEnd("p1"));
  const log = fs.readFileSync(path.join(place, "store", hashPath(folder), "points.jsonl"), "utf8");
  // Previews are removed after a day.
  const kept = log.split("\n").filter((line) => line !== "" && JSON.parse(line).cause.kind !== "preview");
  expect(kept.map((line) => JSON.parse(line).saved)).toEqual([undefined, ["b", "c", "d"]]);
  expect([...(await files.changedByOthers(first.id))].sort()).toEqual(saved);
});

it("counts edits between turns as changes by others if the first turn's end is unrecorded", async () => {
  const { at, write, window } = begin({ a: "1", b: "1", c: "1" });
  const files = window.open();
  const first = await files.take(message("p1"));
  write("a", "by its turn, or by the user after it");
  await files.take(message("p2"));
  write("b", "by its turn");
  await files.take(turnEnd("p2"));
  expect([...(await files.changedByOthers(first.id))]).toEqual([at("a")]);
  const second = await files.take(message("p3"));
  files.noteTurn(undefined);
  write("b", "by the user after it");
  files.noteTurn("p4");
  write("c", "by its turn, or by the user before it");
  expect([...(await files.changedByOthers(second.id))].sort()).toEqual([at("b"), at("c")]);
});

it("counts what the running turn of another conversation wrote as changes by others", async () => {
  const { at, write, window } = begin({ a: "1", b: "1" });
  const files = window.open();
  const first = await files.take(message("p1"));
  await window.open("other").take(message("q1"));
  write("a", "by either turn");
  await files.take(turnEnd("p1"));
  expect([...(await files.changedByOthers(first.id))]).toEqual([at("a")]);
});

it.skipIf(process.platform === "win32")(
  "tells permissions that others changed from those that its own turns changed",
  async () => {
    const { at, window } = begin({ own: "1", theirs: "1", "their script": "1" });
    const files = window.open();
    const first = await files.take(message("p1"));
    fs.chmodSync(at("own"), 0o600);
    await files.take(turnEnd("p1"));
    fs.chmodSync(at("theirs"), 0o600);
    fs.chmodSync(at("their script"), 0o755);
    expect([...(await files.changedByOthers(first.id))].sort()).toEqual([at("their script"), at("theirs")]);
  },
);

it("does not count what a restore wrote as changes by others", async () => {
  const { at, write, window } = begin({ a: "1", b: "1" });
  const files = window.open();
  const first = await files.take(message("p1"));
  write("a", "by its turn");
  await files.take(turnEnd("p1"));
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  await files.take(message("p2"));
  write("b", "by its turn");
  await files.take(turnEnd("p2"));
  expect(await files.changedByOthers(first.id)).toEqual(new Set());
  expect(fs.readFileSync(at("a"), "utf8")).toBe("1");
});

it("counts what changed while the extension host was gone as changed by others", async () => {
  const { place, folder, at, write, window } = begin({ a: "1" });
  const first = await window.open().take(message("p1"));
  write("a", "by its turn, or by the user after a crash");
  const later = openWindow(place, [folder]).open();
  await later.take(message("p2"));
  await later.take(turnEnd("p2"));
  expect(await later.changedByOthers(first.id)).toEqual(new Set([at("a")]));
});

it("counts everything as changed by others where a state between is lost", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "b.txt": "two" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take({ kind: "message", prompt: "p1" });
  write("a.txt", "1");
  await files.take({ kind: "turnEnd", prompt: "p1" });
  write("b.txt", "mine");
  const lost = await files.take({ kind: "message", prompt: "p2" });
  write("b.txt", "theirs");
  await files.take({ kind: "turnEnd", prompt: "p2" });
  expect([...(await files.changedByOthers(first.id))]).toEqual([path.join(folder, "b.txt")]);
  const name = lost.folders[0]?.snapshot ?? "";
  fs.rmSync(path.join(place, "store", hashPath(folder), "git/objects", name.slice(0, 2), name.slice(2)));
  const again = openWindow(place, [folder]).open();
  expect([...(await again.changedByOthers(first.id))].sort()).toEqual(
    ["a.txt", "b.txt"].map((each) => path.join(folder, each)),
  );
});
