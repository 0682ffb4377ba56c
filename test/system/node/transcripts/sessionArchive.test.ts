import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getTranscriptFolder } from "../../../../extension/node/transcripts/projectFolder.ts";
import { SessionArchive } from "../../../../extension/node/transcripts/sessionArchive.ts";
import { SessionIndex } from "../../../../extension/node/transcripts/sessionIndex.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { systemClock } from "../../../fakes/systemClock.ts";
import { onSmallDisk } from "../checkpoints/smallDisk.ts";

let root: string;
let now: number;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-archive-")));
  now = Date.now();
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** A saved conversation, and what lists and changes it. */
function setup(text: string) {
  const environment = () => ({ CLAUDE_CONFIG_DIR: path.join(root, "config") });
  const [folder, trash] = [path.join(root, "folder"), path.join(root, "trash")];
  fs.mkdirSync(folder);
  const transcripts = getTranscriptFolder(environment(), root, folder);
  const sessionId = randomUUID();
  fs.mkdirSync(path.join(transcripts, sessionId, "subagents"), { recursive: true });
  fs.writeFileSync(path.join(transcripts, `${sessionId}.jsonl`), text);
  const index = new SessionIndex({
    environment,
    folders: () => [folder],
    logger: silentLogger,
    clock: systemClock,
    cache: { load: () => undefined, save: () => {}, setAside: () => {} },
  });
  const archive = new SessionArchive({ environment, trash, now: () => now });
  return { index, archive, transcripts, trash, only: async () => (await index.list())[0]! };
}
const prompt = JSON.stringify({ type: "user", message: { content: "first" } });

it.each([`${prompt}\n`, prompt, `${prompt}\n{"type":"user","mess`])(
  "renames in claude's own form, also after a truncated line: %s",
  async (text) => {
    const { archive, only } = setup(text);
    await archive.rename(await only(), 'A "new" title');
    expect(await only()).toMatchObject({ title: 'A "new" title', firstPrompt: "first" });
  },
);

it("does not report a title as saved that a full disk truncated", async (context) => {
  await onSmallDisk(context, "256k", async (small) => {
    const own = root;
    root = small;
    try {
      const { archive, only } = setup(`${JSON.stringify({ type: "user", message: { content: "x".repeat(4000) } })}\n`);
      const { bavail, bsize } = fs.statfsSync(small);
      fs.writeFileSync(path.join(small, "full"), Buffer.alloc(bavail * bsize));
      await expect(
        archive.rename(await only(), "a title that is longer than the rest of a block"),
      ).rejects.toMatchObject({ code: "ENOSPC" });
    } finally {
      root = own;
    }
  });
});

it("deletes a conversation with all that belongs to it, and restores it", async () => {
  const { archive, index, only, transcripts } = setup(`${prompt}\n`);
  const before = fs.readdirSync(transcripts).sort();
  const undo = await archive.remove(await only());
  expect(fs.readdirSync(transcripts)).toEqual([]);
  expect(await index.list()).toEqual([]);
  await undo();
  expect(fs.readdirSync(transcripts).sort()).toEqual(before);
  expect(await only()).toMatchObject({ title: "first" });
});

it("keeps what was deleted for 30 days", async () => {
  const { archive, only, trash } = setup(`${prompt}\n`);
  await archive.remove(await only());
  fs.mkdirSync(path.join(trash, "something else"));
  now += 29 * 24 * 60 * 60 * 1000;
  await archive.purge();
  expect(fs.readdirSync(trash)).toHaveLength(2);
  now += 2 * 24 * 60 * 60 * 1000;
  await archive.purge();
  expect(fs.readdirSync(trash)).toEqual(["something else"]);
  await new SessionArchive({ environment: () => ({}), trash: path.join(root, "none"), now: () => now }).purge();
});

it("creates nothing for a conversation that is gone", async () => {
  const { archive, only, transcripts } = setup(`${prompt}\n`);
  const session = await only();
  await archive.remove(session);
  await expect(archive.rename(session, "x")).rejects.toMatchObject({ code: "ENOENT" });
  await expect(archive.archive(session, true)).rejects.toMatchObject({ code: "ENOENT" });
  expect(fs.readdirSync(transcripts)).toEqual([]);
});

it("archives in claude's own form, undone by later messages but not by a tag", async () => {
  const { archive, only, transcripts } = setup(
    JSON.stringify({ type: "user", uuid: "p", message: { content: "hello" } }),
  );
  const session = await only();
  await archive.archive(session, true);
  expect(JSON.parse(fs.readFileSync(path.join(transcripts, session.sessionId, "archived.json"), "utf8"))).toMatchObject(
    { archived: true, by: "user" },
  );
  now = Date.now() + 1_000;
  await archive.setTag(session, "later");
  expect(await only()).toMatchObject({ isArchived: true, tag: "later" });
  await archive.setTag(session, "");
  expect((await only()).tag).toBeUndefined();
  const file = path.join(transcripts, `${session.sessionId}.jsonl`);
  fs.utimesSync(file, now / 1_000 + 5, now / 1_000 + 5);
  expect(await only()).toMatchObject({ isArchived: false });
  await archive.archive(session, false);
  fs.utimesSync(file, 10, 10);
  expect(await only()).toMatchObject({ isArchived: false });
});

it("lists deleted conversations after a restart, and restores them without overwriting anything", async () => {
  const { archive, index, only, transcripts, trash } = setup(`${prompt}\n`);
  const session = await only();
  await archive.remove(session);
  fs.mkdirSync(path.join(trash, "5-damaged"));
  const again = new SessionArchive({ environment: () => ({}), trash, now: () => now });
  expect(await again.listDeleted()).toMatchObject([{ title: "first", folder: session.folder, time: now }]);
  const [{ id } = { id: "" }] = await again.listDeleted();
  await again.restore(id);
  expect(await index.list()).toMatchObject([{ title: "first" }]);
  expect(await again.listDeleted()).toEqual([]);
  await expect(again.restore(id)).rejects.toThrow("nothing is kept");
  await expect(again.restore("../../config")).rejects.toThrow("nothing is kept");
  const undo = await archive.remove(await only());
  fs.writeFileSync(path.join(transcripts, `${session.sessionId}.jsonl`), "newer");
  await expect(undo()).rejects.toThrow("was written since");
  expect(fs.readFileSync(path.join(transcripts, `${session.sessionId}.jsonl`), "utf8")).toBe("newer");
  // Neither is lost.
  expect(await again.listDeleted()).toHaveLength(1);
});

it("restores also what lies in a folder that another program made again meanwhile", async () => {
  const { archive, only, transcripts } = setup(`${prompt}\n`);
  const session = await only();
  const at = (...names: readonly string[]): string => path.join(transcripts, session.sessionId, ...names);
  for (const name of ["agent-1.jsonl", "agent-2.jsonl"]) fs.writeFileSync(at("subagents", name), "before");
  fs.mkdirSync(at("tool-results"));
  fs.writeFileSync(at("tool-results", "1.txt"), "before");
  const undo = await archive.remove(session);
  fs.mkdirSync(at("subagents"), { recursive: true });
  for (const name of ["subagents/agent-2.jsonl", "archived.json"]) fs.writeFileSync(at(name), "since");
  await undo();
  const names = ["subagents/agent-1.jsonl", "subagents/agent-2.jsonl", "tool-results/1.txt", "archived.json"];
  expect(names.map((name) => fs.readFileSync(at(name), "utf8"))).toEqual(["before", "since", "before", "since"]);
  expect(await only()).toMatchObject({ title: "first" });
});

describe("a deletion is all or nothing", () => {
  const full = () => Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const otherDisk = () => Object.assign(new Error("another disk"), { code: "EXDEV" });

  it.each(
    [1, 2, 3, 4].flatMap(
      (nth) =>
        [
          [nth, false],
          [nth, true],
        ] as const,
    ),
  )("when step %i fails, from one disk to another: %s", async (nth, isOtherDisk) => {
    const { archive, index, only, transcripts } = setup(`${prompt}\n`);
    const before = fs.readdirSync(transcripts, { recursive: true }).sort();
    const session = await only();
    const { rename, cp } = fs.promises;
    let steps = 0;
    const step = <A extends unknown[], R>(run: (...args: A) => Promise<R>, ...args: A): Promise<R> =>
      ++steps === nth ? Promise.reject(full()) : run(...args);
    vi.spyOn(fs.promises, "rename").mockImplementation((from, to) => {
      const isAcross = path.dirname(String(from)) !== path.dirname(String(to));
      return isOtherDisk && isAcross ? Promise.reject(otherDisk()) : step(rename, from, to);
    });
    vi.spyOn(fs.promises, "cp").mockImplementation((from, to, options) => step(cp, from, to, options));
    const outcome = await archive.remove(session).then(
      (undo) => undo,
      () => undefined,
    );
    vi.restoreAllMocks();
    if (outcome) {
      expect(fs.readdirSync(transcripts).filter((name) => !name.includes(".removed-"))).toEqual([]);
      await outcome();
    } else expect(await archive.listDeleted()).toEqual([]);
    expect(fs.readdirSync(transcripts, { recursive: true }).sort()).toEqual(before);
    expect((await index.list()).map(({ title }) => title)).toEqual(["first"]);
  });

  it("restores at the next start what was being deleted when the window was killed", async () => {
    const { archive, index, only, transcripts, trash } = setup(`${prompt}\n`);
    const { sessionId } = await only();
    const part = path.join(trash, `${now}-${sessionId}.part`);
    fs.mkdirSync(part, { recursive: true });
    fs.writeFileSync(
      path.join(part, "about.json"),
      JSON.stringify({ title: "first", folder: path.join(root, "folder"), place: transcripts }),
    );
    for (const name of [sessionId, `${sessionId}.jsonl`])
      fs.renameSync(path.join(transcripts, name), path.join(part, name));
    expect([await archive.listDeleted(), await index.list()]).toEqual([[], []]);
    now += 120_000;
    await archive.purge();
    expect(fs.readdirSync(transcripts).sort()).toEqual([sessionId, `${sessionId}.jsonl`].sort());
    expect(fs.readdirSync(trash)).toEqual([]);
  });

  it("believes no file of the trash that names another folder", async () => {
    const { archive, trash } = setup(`${prompt}\n`);
    const kept = path.join(trash, `${now}-x`);
    fs.mkdirSync(kept, { recursive: true });
    fs.writeFileSync(
      path.join(kept, "about.json"),
      JSON.stringify({ title: "t", folder: "/f", place: path.join(root, "elsewhere") }),
    );
    fs.writeFileSync(path.join(kept, "evil.jsonl"), "x");
    await expect(archive.restore(`${now}-x`)).rejects.toThrow();
    expect(fs.existsSync(path.join(root, "elsewhere"))).toBe(false);
  });
});
