import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AttachmentStore } from "../../extension/core/conversations/composer/attachmentStore.ts";
import { KnownCommands } from "../../extension/core/conversations/composer/knownCommands.ts";
import { PinnedSessions } from "../../extension/core/conversations/list/pinnedSessions.ts";
import { RewoundSessions } from "../../extension/core/conversations/list/rewoundSessions.ts";
import { SessionProfiles } from "../../extension/core/conversations/list/sessionProfiles.ts";
import { SavedComments } from "../../extension/core/conversations/requests/savedComments.ts";
import { parseConversation, parseWindow } from "../../extension/core/conversations/savedConversation.ts";
import { loadShownFacts } from "../../extension/core/conversations/shownRecord.ts";
import { OpenConversations } from "../../extension/node/checkpoints/points/openConversations.ts";
import { PointLog } from "../../extension/node/checkpoints/points/pointLog.ts";
import { readJournal } from "../../extension/node/checkpoints/restore/journalFile.ts";
import { claimFormat } from "../../extension/node/checkpoints/store/storeFormat.ts";
import { readRecord } from "../../extension/node/isolation/record.ts";
import { FileLocks } from "../../extension/node/storage/fileLocks.ts";
import { SharedFile } from "../../extension/node/storage/sharedFile.ts";
import { StateFiles } from "../../extension/node/storage/stateFiles.ts";
import { parseIndex } from "../../extension/node/transcripts/indexFile.ts";
import { SessionArchive } from "../../extension/node/transcripts/sessionArchive.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { readVersion } from "../../extension/shared/base/savedText.ts";
import { createAccessMemory } from "../../extension/vscode/api/accessMemory.ts";
import { TrustMemory } from "../../extension/vscode/settings/trustMemory.ts";

/**
 * Files as the first version wrote them: `window/` as the folder of a window, `shared/` as the one that all windows
 * share. Never change a recording.
 */
const recorded = path.join(import.meta.dirname, "../fixtures/state");

const session = "5f0c2a7e-1111-4222-8333-444455556666";
const conversation = "0b1c2d3e-aaaa-4bbb-8ccc-ddddeeeeffff";
const attachment = "9d0e1f20-1234-4567-89ab-cdef01234567";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-saved-"));
  fs.cpSync(recorded, root, { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const at = (name: string): string => path.join(root, name);
const open = (folder: string) => new StateFiles(at(folder), silentLogger);
const share = (name: string) =>
  new SharedFile(at(name), { locks: new FileLocks(at("locks")), backups: at("backups"), tellUnread: () => {} });
const archive = () => new SessionArchive({ environment: () => ({}), trash: at("shared/trash"), now: () => Date.now() });
const notes = () =>
  new OpenConversations({
    folder: at("shared/open-conversations"),
    run: "other",
    listDeleted: async () => [],
    logger: silentLogger,
  });
const loaded = <T>(text: string | undefined, parse: (text: string) => T): T | undefined =>
  text === undefined ? undefined : parse(text);

interface Kind {
  /** Returns what the owner of the file reads in it. */
  readonly read: () => unknown;
  /** The value in the recording, and the one if it can read nothing. */
  readonly expected: unknown;
  readonly nothing: unknown;
  /** Writes to the same name. */
  readonly write: () => unknown;
}

/**
 * Every JSON file that is saved as a whole, by its place, with its owner. The texts of merges are read in the suites of
 * the editor, stores of checkpoints and notes of windows below, the others in `stateTable.test.ts`.
 */
const kinds: Readonly<Record<string, Kind>> = {
  "window/window.json": {
    read: () => loaded(open("window").load("window"), parseWindow),
    expected: {
      shown: conversation,
      open: [conversation],
      sessions: { [conversation]: { sessionId: session, folder: "/w", profile: "work" } },
    },
    nothing: undefined,
    write: () => saveIn("window", "window"),
  },
  [`window/${conversation}.json`]: {
    read: () => loaded(open("window").load(conversation), parseConversation),
    expected: expect.objectContaining({
      draft: "half a thought",
      sessionId: session,
      choices: { permissionMode: "plan", model: "opus", maxBudgetUsd: 5 },
      grants: { rules: ["Bash(npm test:*)"], directories: ["/other"], denied: ["Bash(rm:*)"] },
      unsent: [{ id: "p3", text: "later", isHeld: true }],
      attachments: [expect.objectContaining({ id: attachment })],
      view: { open: ["a"], anchor: { id: "p1", offset: 3 } },
    }),
    nothing: undefined,
    write: () => saveIn("window", conversation),
  },
  "window/offered_by_folder.json": {
    read: () => new KnownCommands(open("window")).get("/w", undefined),
    expected: {
      commands: [{ name: "review", description: "Reviews", argumentHint: "", source: { kind: "project" } }],
      agents: ["general"],
    },
    nothing: undefined,
    write: () => saveIn("window", "offered_by_folder"),
  },
  [`window/attachments/${attachment}.json`]: {
    read: () => new AttachmentStore(open("window/attachments"), () => "").get(attachment),
    expected: "hello",
    nothing: undefined,
    write: () => saveIn("window/attachments", attachment),
  },
  "window/comments/comments.json": {
    read: () => new SavedComments(open("window/comments")).load(),
    expected: [{ uri: "file:///w/a.ts", lines: [1, 2], path: "a.ts", code: "let a;", texts: ["Why?"] }],
    nothing: [],
    write: () => saveIn("window/comments", "comments"),
  },
  "shared/cache/sessions.json": {
    read: () => [...(parseIndex(open("shared/cache").load("sessions"))?.values() ?? [])],
    expected: [
      {
        size: 10,
        modified: 1,
        summary: { title: "Fix", firstPrompt: "one", createdAt: 1 },
        counted: { upTo: 10, messages: 2 },
      },
    ],
    nothing: [],
    write: () => saveIn("shared/cache", "sessions"),
  },
  [`shared/sessionProfiles/${session}.json`]: {
    read: () => [...new SessionProfiles(open("shared/sessionProfiles"), () => true).read()],
    expected: [[session, "work"]],
    nothing: [],
    write: () => saveIn("shared/sessionProfiles", session),
  },
  [`shared/shown/${session}.json`]: {
    read: () => loadShownFacts(open("shared/shown"), session),
    expected: {
      version: 1,
      calls: [
        { id: "t1", state: "done", elapsedMs: 500, decided: { code: "allowed" } },
        { id: "t2", state: "denied", decided: { code: "denied" } },
        expect.objectContaining({ id: "t3", decided: expect.objectContaining({ code: "always" }) }),
      ],
      turns: [{ id: "turn:m1:0", durationMs: 5_000, waitedMs: 102_000, costUsd: 0.25 }],
    },
    nothing: undefined,
    write: () => saveIn("shared/shown", session),
  },
  [`shared/rewinds/${session}.json`]: {
    read: () => [...new RewoundSessions(open("shared/rewinds")).read()],
    expected: [[session, [{ sessionId: "6a0c2a7e-1111-4222-8333-444455556666", at: 5 }]]],
    nothing: [],
    write: () => saveIn("shared/rewinds", session),
  },
  "shared/trust.json": {
    read: () => new TrustMemory(share("shared/trust.json")).read(),
    expected: { known: ["a"], off: ["b"], without: ["/w"] },
    nothing: { known: [], off: [], without: [] },
    write: () => new TrustMemory(share("shared/trust.json")).change((now) => ({ ...now, known: ["z"] })),
  },
  "shared/access.json": {
    read: () => createAccessMemory(share("shared/access.json")).read(),
    expected: ["x.y"],
    nothing: [],
    write: () => createAccessMemory(share("shared/access.json")).change(() => ["z.z"]),
  },
  "shared/pinned.json": {
    read: () => [...new PinnedSessions(share("shared/pinned.json")).list()],
    expected: [session],
    nothing: [],
    write: () => new PinnedSessions(share("shared/pinned.json")).set(["z"], true),
  },
  "shared/isolated/0a1b2c3d/record.json": {
    read: () => readRecord(at("shared/isolated/0a1b2c3d")),
    expected: expect.objectContaining({
      kind: "copy",
      origin: "/w",
      leftOut: [{ path: "big.bin", reason: "special" }],
    }),
    nothing: undefined,
    // A folder with a record that cannot be read is listed, and never changed.
    write: () => {},
  },
  [`shared/trash/1700000000000-${session}/about.json`]: {
    read: () => archive().listDeleted(),
    expected: [
      { id: `1700000000000-${session}`, sessionId: session, title: "Old", folder: "/w", time: 1_700_000_000_000 },
    ],
    nothing: [],
    write: () => {},
  },
};

/** Saves another text, as an owner does, and waits until the disk has it. */
async function saveIn(folder: string, name: string): Promise<void> {
  const files = open(folder);
  files.save(name, '{"version":1}');
  await files.flush(name);
}

/** Returns every text below the folder. */
const listTexts = (): readonly string[] =>
  fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .flatMap((name) => (fs.statSync(at(name)).isFile() ? [fs.readFileSync(at(name), "utf8")] : []));

describe.each(Object.entries(kinds))("%s", (name, { read, expected, nothing, write }) => {
  it("is read as the first version wrote it", async () => expect(await read()).toEqual(expected));

  it("is read with a field that this version does not know", async () => {
    fs.writeFileSync(
      at(name),
      JSON.stringify({ ...JSON.parse(fs.readFileSync(at(name), "utf8")), added: { by: "a later version" } }),
    );
    expect(await read()).toEqual(expected);
  });

  it("stays untouched when a newer version wrote it", async () => {
    const newer = fs.readFileSync(at(name), "utf8").replace('"version":1', '"version":2');
    fs.writeFileSync(at(name), newer);
    expect(await read()).toEqual(name.endsWith("about.json") ? expected : nothing);
    await write();
    expect(fs.readFileSync(at(name), "utf8")).toBe(newer);
  });

  it("is kept when it is damaged", async () => {
    const damaged = fs.readFileSync(at(name), "utf8").slice(0, -8);
    fs.writeFileSync(at(name), damaged);
    expect(await read()).toEqual(nothing);
    if (name.startsWith("window/window") || name.includes(conversation))
      open("window").setAside(path.basename(name, ".json"));
    await write();
    if (!name.includes("/cache/")) expect(listTexts()).toContain(damaged);
  });
});

it.each(['{"version":2}', '{"version":1,"ti', ""])(
  "does not purge a deleted conversation with the note %s",
  async (text) => {
    const about = at(`shared/trash/1700000000000-${session}/about.json`);
    fs.writeFileSync(about, text);
    await archive().purge();
    expect(fs.existsSync(about)).toBe(true);
    fs.writeFileSync(about, '{"version":1}');
    await archive().purge();
    expect(fs.existsSync(about)).toBe(false);
  },
);

describe("a store of checkpoints", () => {
  const store = "shared/checkpoints/store";

  it("is read as the first version wrote it", async () => {
    await claimFormat(at(store));
    expect(await new PointLog(at(`${store}/points.jsonl`)).read()).toMatchObject([
      { id: "c1", cause: { kind: "message", prompt: "p1" }, session },
    ]);
    expect(await readJournal(at(store))).toMatchObject({
      id: "r1",
      operations: [{ path: "a.txt", after: { kind: "executable" }, mode: 0o755 }],
    });
  });

  it("is refused when a newer version wrote it", async () => {
    fs.writeFileSync(at(`${store}/restore-journal.json`), '{"version":2}');
    await expect(readJournal(at(store))).rejects.toThrow("a newer version of Tandem");
    fs.writeFileSync(at(`${store}/format.json`), '{"version":2}');
    await expect(claimFormat(at(store))).rejects.toThrow("a newer version of Tandem");
  });

  it("keeps lines that are no points when its log is replaced", async () => {
    const file = at(`${store}/points.jsonl`);
    const damaged = `${fs.readFileSync(file, "utf8")}{"id":\n`;
    fs.writeFileSync(file, damaged);
    const log = new PointLog(file);
    await log.replace(await log.read());
    expect(listTexts()).toContain(damaged);
    expect(await log.read()).toMatchObject([{ id: "c1" }]);
  });
});

it("cleans up nothing while a newer version's window runs, and keeps a damaged note", async () => {
  const note = at("shared/open-conversations/run.json");
  expect((await notes().read())({ conversation })).toBe(false);
  const host = { pid: process.pid };
  fs.writeFileSync(note, JSON.stringify({ version: 1, host, conversations: [conversation], sessions: [] }));
  expect((await notes().read())({ conversation })).toBe(true);
  fs.writeFileSync(note, JSON.stringify({ version: 2, host }));
  await expect(notes().read()).rejects.toThrow("a newer version of Tandem");
  fs.writeFileSync(note, "{");
  await notes().read();
  expect(listTexts()).toContain("{");
});

it.each([
  ['{"version":2,"draft":"cut of', 2],
  ['{ "version": 3 }', 3],
  ['{"open":[],"version":4}', 4],
  ['{"open":[{"version":9}]}', 1],
  ['{"version":"2"}', 1],
  ["damaged", 1],
  ["", 1],
])("reads the version of %s", (text, version) => expect(readVersion(text)).toBe(version));
