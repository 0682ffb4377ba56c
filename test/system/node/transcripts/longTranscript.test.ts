import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ExportAction } from "../../../../extension/core/conversations/actions/exportAction.ts";
import { FindActions } from "../../../../extension/core/conversations/actions/findActions.ts";
import { ConversationMentions } from "../../../../extension/core/conversations/composer/mentions/conversationMentions.ts";
import { TranscriptPages } from "../../../../extension/node/transcripts/transcriptPages.ts";
import { findSourceMentions } from "../../../../extension/shared/contract/composer/suggestions.ts";
import type { FindHit } from "../../../../extension/shared/contract/find.ts";
import {
  type ExportFormat,
  exportFormats,
  getExportLayout,
} from "../../../../extension/shared/pages/export/exported.ts";
import { createConversationSearch } from "../../../../extension/vscode/texts/conversationSearch.ts";
import { joinReversed } from "../../../../extension/vscode/texts/reversedTexts.ts";
import { setup } from "../../../unit/core/conversations/actionsSetup.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-long-"));
const long = path.join(root, "long.jsonl");
const short = path.join(root, "short.jsonl");
const session = { sessionId: "0123abcd", folder: "/w", title: "A long one", firstPrompt: "ask 0", time: 1 };
const mebibyte = 1024 * 1024;
/** Maximum growth of the heap: a part with its rendered texts, and the pages that a search leaves loaded. */
const maxGrowth = 40 * mebibyte;

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;
function measureHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/**
 * Writes turns with a call, its output and a reply, whose ids of messages and calls repeat, as those of some gateways
 * do.
 */
function writeTranscript(file: string, turns: number, outputLength: number): void {
  const handle = fs.openSync(file, "w");
  let parentUuid: string | null = null;
  const add = (type: string, uuid: string, content: unknown, id?: string, toolUseResult?: object): void => {
    fs.writeSync(
      handle,
      `${JSON.stringify({ type, uuid, parentUuid, message: { ...(id === undefined ? {} : { id }), content }, toolUseResult })}\n`,
    );
    parentUuid = uuid;
  };
  for (let turn = 0; turn < turns; turn++) {
    add("user", `p${turn}`, `ask ${turn}`);
    add(
      "assistant",
      `c${turn}`,
      [{ type: "tool_use", id: `t${turn % 7}`, name: "Bash", input: { command: `run ${turn}` } }],
      `m${turn % 5}`,
    );
    const output = `${turn % 100 === 0 ? "a needle " : ""}${`line ${turn}\n`.repeat(Math.ceil(outputLength / 10))}`;
    add("user", `r${turn}`, [{ type: "tool_result", tool_use_id: `t${turn % 7}`, content: output }]);
    if (turn % 100 === 50) {
      const file_path = path.join(root, `edited${turn % 300}.txt`);
      add(
        "assistant",
        `e${turn}`,
        [{ type: "tool_use", id: `w${turn}`, name: "Edit", input: { file_path, old_string: "a", new_string: "b" } }],
        `e${turn}`,
      );
      const result = {
        filePath: file_path,
        originalFile: `before ${turn}\n`,
        oldString: "a",
        newString: "b",
        structuredPatch: [],
      };
      add("user", `f${turn}`, [{ type: "tool_result", tool_use_id: `w${turn}`, content: "ok" }], undefined, result);
    }
    add("assistant", `a${turn}`, [{ type: "text", text: `done ${turn}, **well**` }], `n${turn % 5}`);
  }
  fs.closeSync(handle);
}

/** A transcript of 50 MB, written on first use. */
function getMedium(): string {
  const file = path.join(root, "medium.jsonl");
  if (!fs.existsSync(file)) writeTranscript(file, 2_600, 20_000);
  return file;
}

/** Writes one turn of a few megabytes, beside each step of which a long branch was abandoned. */
function writeAbandoned(file: string): void {
  const handle = fs.openSync(file, "w");
  const add = (uuid: string, parentUuid: string | null, type: string, content: unknown, id?: string): void =>
    void fs.writeSync(
      handle,
      `${JSON.stringify({ type, uuid, parentUuid, message: { ...(id === undefined ? {} : { id }), content } })}\n`,
    );
  add("p", null, "user", "ask");
  let parent = "p";
  for (let step = 0; step < 300; step++) {
    const call = [{ type: "tool_use", id: `t${step}`, name: "Bash", input: { command: `run ${step}` } }];
    add(`c${step}`, parent, "assistant", call, `m${step}`);
    add(`r${step}`, `c${step}`, "user", [
      { type: "tool_result", tool_use_id: `t${step}`, content: `${step} `.repeat(3_000) },
    ]);
    parent = `r${step}`;
    for (let other = 0; other < 3; other++) {
      const text = `abandoned ${step} `.repeat(3_000);
      add(
        `x${step}-${other}`,
        other === 0 ? parent : `x${step}-${other - 1}`,
        "assistant",
        [{ type: "text", text }],
        `x${step}-${other}`,
      );
    }
  }
  add("a", parent, "assistant", [{ type: "text", text: "done" }], "m");
  fs.closeSync(handle);
}

beforeAll(() => {
  writeTranscript(long, 5_200, 20_000);
  writeTranscript(short, 260, 20_000);
});
afterAll(() => fs.rmSync(root, { recursive: true }));

async function openSaved(file: string) {
  const history = {
    open: async (_session: unknown, before?: string, through?: string) =>
      new TranscriptPages(file, { before, through }),
    lastEntry: async () => undefined,
    findCut: async () => ({ kind: "beginning" as const }),
  };
  const world = await setup({ saved: [session], history });
  await world.actions.openListed("0123abcd");
  const { transcript } = world.conversations.current!.conversation;
  const find = new FindActions({
    conversations: world.conversations,
    dialogs: world.person,
    panels: world.person,
    loadSearching: async () => createConversationSearch(),
  });
  const search = async (text: string) =>
    (await find.find(world.conversations.current!.id, { text, isCase: false, isRegex: false })) as readonly FindHit[];
  /** Exports the conversation to a file, as the dialog does. `onPart` is called while a part is in memory. */
  const save = async (format: ExportFormat, target: string, onPart = (): void => {}): Promise<void> => {
    const dialogs = {
      say: () => {},
      saveExport: async (conversation: Parameters<typeof world.person.saveExport>[0]) => {
        const layout = getExportLayout(conversation, format);
        async function* texts() {
          for await (const part of conversation.parts()) {
            yield layout.texts(part).join(layout.separator);
            onPart();
          }
        }
        await joinReversed(texts(), layout, (joined) => fs.promises.copyFile(joined, target));
      },
    };
    await new ExportAction({
      conversations: world.conversations,
      actions: world.actions,
      dialogs: dialogs as never,
      clock: world.clock,
      mask: String,
    }).run();
  };
  return { ...world, transcript, search, save };
}

/** Counts how much the heap grows while parts are read, and afterwards. */
function watchHeap(transcript: Awaited<ReturnType<typeof openSaved>>["transcript"]): () => number {
  const before = measureHeap();
  let most = 0;
  const { readParts } = transcript;
  transcript.readParts = async function* (this: typeof transcript) {
    let count = 0;
    for await (const part of readParts.call(this)) {
      yield part;
      if (count++ % 20 === 0) most = Math.max(most, measureHeap() - before);
    }
  };
  return () => Math.max(most, measureHeap() - before);
}

it("searches 100 MB like a loaded conversation, and keeps little of it in memory", {
  timeout: 60_000,
  tags: "thorough",
}, async () => {
  expect(fs.statSync(long).size).toBeGreaterThan(100 * mebibyte);
  const { transcript, search } = await openSaved(long);
  const getGrowth = watchHeap(transcript);
  const hits = await search("needle");
  expect(hits).toHaveLength(52);
  expect(getGrowth()).toBeLessThan(maxGrowth);
  expect(transcript.hasOlder).toBe(true);
});

it("shows hits anywhere in 50 MB with little in memory", { timeout: 60_000 }, async () => {
  const { transcript, search } = await openSaved(getMedium());
  const hits = await search("needle");
  const before = measureHeap();
  for (const hit of [hits[0]!, hits[20]!, hits[25]!, hits[1]!]) {
    const { items, hasNewer } = await transcript.loadPage("", { kind: "around", id: hit.id }, 50);
    expect(items.map(({ id }) => id)).toContain(hit.id);
    expect(hasNewer).toBe(true);
    expect(await transcript.calls.findDetails(hit.id)).toMatchObject({
      kind: "command",
      command: expect.stringMatching(/^run \d+00$|^run 0$/),
    });
    expect(measureHeap() - before).toBeLessThan(maxGrowth / 2);
  }
  expect(transcript.hasOlder).toBe(true);
});

it("finds all changes of files in 50 MB with little in memory", { timeout: 60_000, tags: "thorough" }, async () => {
  const { transcript, conversations } = await openSaved(getMedium());
  const getGrowth = watchHeap(transcript);
  const { changed } = conversations.current!.conversation.edits;
  const states = async (promptId?: string) => {
    const found: unknown[] = [];
    for await (const { path: file, before } of changed.readAll(promptId))
      found.push([path.basename(file), before?.text]);
    return found;
  };
  // Three files were edited again and again. Their first state counts.
  expect(await states()).toEqual([50, 150, 250].map((turn) => [`edited${turn}.txt`, `before ${turn}\n`]));
  expect(await states("p1100")).toEqual(
    [1150, 1250, 1350].map((turn) => [`edited${turn % 300}.txt`, `before ${turn}\n`]),
  );
  expect(await states("gone")).toEqual([]);
  expect(getGrowth()).toBeLessThan(maxGrowth / 2);
  expect(transcript.hasOlder).toBe(true);
});

it("counts the usage of all turns in 50 MB with little in memory", { timeout: 60_000, tags: "thorough" }, async () => {
  const { transcript } = await openSaved(getMedium());
  const getGrowth = watchHeap(transcript);
  expect(transcript.hasOlderTurns).toBe(true);
  await transcript.readTurns();
  expect(transcript.turns.map(({ prompt }) => prompt?.text)).toEqual(
    Array.from({ length: 2_600 }, (_, turn) => `ask ${turn}`),
  );
  expect(getGrowth()).toBeLessThan(maxGrowth / 2);
  expect([transcript.hasOlder, transcript.hasOlderTurns]).toEqual([true, false]);
});

it("mentions a conversation of 50 MB with little in memory", { timeout: 60_000, tags: "thorough" }, async () => {
  const { transcript, conversations, list, exports } = await openSaved(getMedium());
  const getGrowth = watchHeap(transcript);
  const mentions = new ConversationMentions({
    conversations,
    list,
    read: (key, use) => exports.read(key, use),
    layoutOf: (about) => getExportLayout(about, "markdown"),
  });
  const here = { conversation: conversations.current!.id, folder: "/w" };
  const [mention] = findSourceMentions("as in @conversation:a-long-one-0123abcd");
  const found = await mentions.read(here, mention!);
  expect(found!.length).toBeGreaterThan(45 * mebibyte);
  expect(found!.start.length).toBeLessThan(4 * mebibyte);
  expect(found!.start).toMatch(/^# A long one\n.*> ask 0\n.*> ask 1\n/s);
  expect(getGrowth()).toBeLessThan(maxGrowth / 2);
});

it("exports 100 MB with little in memory", { timeout: 60_000, tags: "thorough" }, async () => {
  const { transcript, save } = await openSaved(long);
  const before = measureHeap();
  let [most, count] = [0, 0];
  const target = path.join(root, "long.md");
  await save("markdown", target, () => {
    if (count++ % 20 === 0) most = Math.max(most, measureHeap() - before);
  });
  expect(most).toBeLessThan(maxGrowth);
  expect(transcript.hasOlder).toBe(true);
  const text = fs.readFileSync(target, "utf8");
  expect(text.startsWith("# A long one\n\n/w · ")).toBe(true);
  expect([...text.matchAll(/^> ask (\d+)$/gm)].map(([, turn]) => Number(turn))).toEqual(
    Array.from({ length: 5_200 }, (_, turn) => turn),
  );
});

it("reads from disk what a loaded conversation has: the same hits, and the same documents", async () => {
  const [parts, loaded] = [await openSaved(short), await openSaved(short)];
  await loaded.transcript.loadPages(Number.POSITIVE_INFINITY);
  expect(loaded.transcript.hasOlder).toBe(false);
  for (const format of exportFormats) {
    const [one, other] = [path.join(root, `one.${format}`), path.join(root, `other.${format}`)];
    await parts.save(format, one);
    await loaded.save(format, other);
    expect(fs.readFileSync(one, "utf8") === fs.readFileSync(other, "utf8"), format).toBe(true);
  }
  expect(parts.transcript.hasOlder).toBe(true);
  expect(JSON.parse(fs.readFileSync(path.join(root, "one.json"), "utf8"))).toMatchObject({
    version: 1,
    title: "A long one",
    sessionId: "0123abcd",
  });
  for (const text of ["needle", "done 1", "run"]) expect(await parts.search(text)).toEqual(await loaded.search(text));
  expect(parts.transcript.hasOlder).toBe(true);
});

it("keeps nothing of abandoned branches in memory but their names", async () => {
  const file = path.join(root, "abandoned.jsonl");
  writeAbandoned(file);
  expect(fs.statSync(file).size).toBeGreaterThan(30 * mebibyte);
  const pages = new TranscriptPages(file);
  const before = measureHeap();
  const { frames, hasOlder } = await pages.read();
  // The page is a few megabytes long, and its reader stays.
  expect(measureHeap() - before).toBeLessThan(12 * mebibyte);
  expect([frames.length > 100, hasOlder, JSON.stringify(frames).includes("abandoned")]).toEqual([true, true, false]);
  let count = frames.length;
  for (let isMore = hasOlder; isMore; ) {
    const page = await pages.read();
    count += page.frames.length;
    isMore = page.hasOlder;
  }
  expect(count).toBe(602);
});
