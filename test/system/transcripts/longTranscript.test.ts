import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FindHit } from "../../../extension/contract/find.ts";
import { ExportAction } from "../../../extension/conversations/actions/exportAction.ts";
import { FindActions } from "../../../extension/conversations/actions/findActions.ts";
import { createConversationSearch } from "../../../extension/editor/conversationSearch.ts";
import { joinReversed } from "../../../extension/editor/files/reversedTexts.ts";
import { type ExportFormat, exportFormats, getExportLayout } from "../../../extension/text/exported.ts";
import { TranscriptPages } from "../../../extension/transcripts/transcriptPages.ts";
import { setup } from "../../unit/conversations/actionsSetup.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-long-"));
const long = path.join(root, "long.jsonl");
const short = path.join(root, "short.jsonl");
const session = { sessionId: "s1", folder: "/w", title: "A long one", firstPrompt: "ask 0", time: 1 };
const mebibyte = 1024 * 1024;
/** Maximum growth of the heap: a part with its rendered texts, and the pages that a search leaves loaded. */
const maxGrowth = 40 * mebibyte;

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;
function measureHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Writes turns with a call, its output and a reply, whose ids of messages and calls repeat, as those of some gateways do. */
function writeTranscript(file: string, turns: number, outputLength: number): void {
  const handle = fs.openSync(file, "w");
  let parentUuid: string | null = null;
  const add = (type: string, uuid: string, content: unknown, id?: string): void => {
    fs.writeSync(handle, `${JSON.stringify({ type, uuid, parentUuid, message: { ...(id === undefined ? {} : { id }), content } })}\n`);
    parentUuid = uuid;
  };
  for (let turn = 0; turn < turns; turn++) {
    add("user", `p${turn}`, `ask ${turn}`);
    add("assistant", `c${turn}`, [{ type: "tool_use", id: `t${turn % 7}`, name: "Bash", input: { command: `run ${turn}` } }], `m${turn % 5}`);
    const output = `${turn % 100 === 0 ? "a needle " : ""}${`line ${turn}\n`.repeat(Math.ceil(outputLength / 10))}`;
    add("user", `r${turn}`, [{ type: "tool_result", tool_use_id: `t${turn % 7}`, content: output }]);
    add("assistant", `a${turn}`, [{ type: "text", text: `done ${turn}, **well**` }], `n${turn % 5}`);
  }
  fs.closeSync(handle);
}

beforeAll(() => {
  writeTranscript(long, 5_200, 20_000);
  writeTranscript(short, 260, 20_000);
});
afterAll(() => fs.rmSync(root, { recursive: true }));

async function openSaved(file: string) {
  const history = {
    open: async (_session: unknown, before?: string, through?: string) => new TranscriptPages(file, { before, through }),
    lastEntry: async () => undefined,
  };
  const world = await setup({ saved: [session], history });
  await world.actions.openListed("s1");
  const { transcript } = world.conversations.current!.conversation;
  const find = new FindActions(world.conversations, world.person, world.person, async () => createConversationSearch());
  const search = async (text: string) => (await find.find(world.conversations.current!.id, { text, isCase: false, isRegex: false })) as readonly FindHit[];
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
    await new ExportAction(world.conversations, world.actions, dialogs as never, world.clock).run();
  };
  return { transcript, search, save };
}

it("finds in 100 MB what it finds in a loaded conversation, and keeps little of it", { timeout: 60_000 }, async () => {
  expect(fs.statSync(long).size).toBeGreaterThan(100 * mebibyte);
  const { transcript, search } = await openSaved(long);
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
  const hits = await search("needle");
  expect(hits).toHaveLength(52);
  expect(most).toBeLessThan(maxGrowth);
  expect(transcript.hasOlder).toBe(true);
  // The page can show a hit however far away it is.
  const { items } = await transcript.loadPage("", { kind: "around", id: hits[20]!.id }, 3);
  expect(items.map(({ id }) => id)).toContain(hits[20]!.id);
});

it("exports 100 MB with little in memory", { timeout: 60_000 }, async () => {
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
  expect([...text.matchAll(/^> ask (\d+)$/gm)].map(([, turn]) => Number(turn))).toEqual(Array.from({ length: 5_200 }, (_, turn) => turn));
});

it("reads from disk what a loaded conversation has: the same hits, and the same documents", async () => {
  const [parts, loaded] = [await openSaved(short), await openSaved(short)];
  await loaded.transcript.loadUntil();
  expect(loaded.transcript.hasOlder).toBe(false);
  for (const format of exportFormats) {
    const [one, other] = [path.join(root, `one.${format}`), path.join(root, `other.${format}`)];
    await parts.save(format, one);
    await loaded.save(format, other);
    expect(fs.readFileSync(one, "utf8") === fs.readFileSync(other, "utf8"), format).toBe(true);
  }
  expect(parts.transcript.hasOlder).toBe(true);
  expect(JSON.parse(fs.readFileSync(path.join(root, "one.json"), "utf8"))).toMatchObject({ version: 1, title: "A long one", sessionId: "s1" });
  for (const text of ["needle", "done 1", "run"]) expect(await parts.search(text)).toEqual(await loaded.search(text));
  expect(parts.transcript.hasOlder).toBe(true);
});
