import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { FileHistory } from "../../../../extension/core/conversation/ports/fileHistory.ts";
import type { ConversationFiles } from "../../../../extension/node/checkpoints/conversationFiles.ts";
import { isFuzzing } from "../../../fuzz/runs.ts";
import { setup } from "../../../unit/core/conversations/actionsSetup.ts";
import { MemoryStore, prompt } from "../../../unit/core/conversations/setup.ts";
import { settled } from "../../../unit/core/protocol/setup.ts";
import { readTree } from "./readTree.ts";
import { openWindow } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

/**
 * Calls of a file history and saves, after a number of which nothing goes on, as after the end of the extension host.
 */
class Life {
  #left: number;
  readonly ended: Promise<void>;
  #end = (): void => {};

  constructor(left: number) {
    this.#left = left;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async step(): Promise<void> {
    if (this.#left-- > 0) return;
    this.#end();
    await new Promise<void>(() => {});
  }

  /** Returns the history, each call of which is a step before it and one after it. */
  guard(files: ConversationFiles): FileHistory {
    const step = (): Promise<void> => this.step();
    const guarded = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        await step();
        const result = await call(...args);
        await step();
        return result;
      };
    };
    return {
      onDidChange: (listener) => files.onDidChange(listener),
      list: guarded(() => files.list()),
      before: guarded((sent: string) => files.before(sent)),
      take: guarded((...args: Parameters<FileHistory["take"]>) => files.take(...args)),
      compare: guarded((...args: Parameters<FileHistory["compare"]>) => files.compare(...args)),
      changedByOthers: guarded((...args: Parameters<FileHistory["changedByOthers"]>) => files.changedByOthers(...args)),
      changedInBackground: guarded((...args: Parameters<FileHistory["changedInBackground"]>) =>
        files.changedInBackground(...args),
      ),
      findUncovered: guarded((...args: Parameters<FileHistory["findUncovered"]>) => files.findUncovered(...args)),
      findDeleted: guarded((...args: Parameters<FileHistory["findDeleted"]>) => files.findDeleted(...args)),
      read: guarded((...args: Parameters<FileHistory["read"]>) => files.read(...args)),
      find: guarded((...args: Parameters<FileHistory["find"]>) => files.find(...args)),
      findVersions: guarded((path: string) => files.findVersions(path)),
      get isFollowingCalls() {
        return files.isFollowingCalls;
      },
      readAll: guarded((...args: Parameters<FileHistory["readAll"]>) => files.readAll(...args)),
      restore: guarded((...args: Parameters<FileHistory["restore"]>) => files.restore(...args)),
      cancel: guarded((...args: Parameters<FileHistory["cancel"]>) => files.cancel(...args)),
    };
  }
}

const id = "11111111-1111-4111-8111-111111111111";

/** A rewind over a turn that ends after some calls. Resolves to undefined if it was done before that. */
async function endAfter(calls: number, isEdited: boolean) {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one\n", "b.txt": "one\n", "lib/c.txt": "one\n" }, true);
  const store = new MemoryStore();
  /** The window of a life, with the files of its conversation. */
  const begin = async (life: Life, saved: MemoryStore) => {
    const files = openWindow(place, [folder]).open("one", folder, "s1");
    saved.onFlush = () => life.step();
    const window = await setup({
      store: saved,
      fileHistory: () => life.guard(files),
      chooseFolder: async () => folder,
      load: async (session) => (session === "s1" ? [prompt(id, "make it red")] : []),
    });
    return { ...window, files };
  };
  const first = await begin(new Life(Number.POSITIVE_INFINITY), store);
  first.shown.conversation.submit("make it red", [], id);
  await settled();
  await first.files.take({ kind: "message", prompt: id });
  const before = readTree(folder);
  first.clis.at(-1)?.write({ type: "system", subtype: "init", session_id: "s1" });
  write("a.txt", "two\n");
  fs.rmSync(path.join(folder, "b.txt"));
  write("new/d.txt", "two\n");
  await first.files.take({ kind: "turnEnd", prompt: id });
  first.clis.at(-1)?.write({ type: "result", subtype: "success" });
  await settled();
  const after = readTree(folder);
  await first.conversations.close();

  const life = new Life(calls);
  const second = await begin(life, copyStore(store));
  const done = second.rewind.run(second.shown.id, id).then(() => true);
  const isDone = await Promise.race([done, life.ended.then(() => false)]);
  const third = copyStore(second.store);
  if (isEdited) write("a.txt", "mine\n");
  const last = await begin(new Life(Number.POSITIVE_INFINITY), third);
  const { memory } = last.shown.conversation.rewinds;
  return {
    isDone,
    before,
    after,
    folder,
    last,
    memory,
    prompts: last.shown.conversation.transcript.prompts.loaded.map(({ text }) => text),
    rewinds: (await last.files.list()).filter(({ cause }) => cause.kind === "rewind"),
  };
}

/** Number of calls from one end of a window to the next: each takes half a second and more. */
const stride = isFuzzing ? 1 : 3;

function copyStore({ texts }: MemoryStore): MemoryStore {
  const copy = new MemoryStore();
  for (const [name, text] of texts) copy.texts.set(name, text);
  return copy;
}

it("rewinds files and messages together or not at all, after whichever call the window ends", async () => {
  const outcomes = new Set<string>();
  for (let calls = 0; ; calls += stride) {
    const { isDone, before, after, folder, last, memory, prompts, rewinds } = await endAfter(calls, false);
    const isRewound = rewinds.length > 0;
    outcomes.add(isRewound ? "rewound" : "not rewound");
    expect([readTree(folder), prompts], `after ${calls} calls`).toEqual(
      isRewound ? [before, []] : [after, ["make it red"]],
    );
    expect(memory.pending).toBeUndefined();
    if (isRewound) {
      await last.rewind.reverse("undo");
      expect([readTree(folder), last.person.rewindFailures]).toEqual([after, []]);
    }
    await last.conversations.close();
    if (isDone) break;
  }
  expect([...outcomes].sort()).toEqual(["not rewound", "rewound"]);
}, 120_000);

it("keeps what the user writes after the window ended, whichever call that was", async () => {
  for (let calls = 0; ; calls += stride) {
    const { isDone, folder, last, memory, prompts } = await endAfter(calls, true);
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8"), `after ${calls} calls`).toBe("mine\n");
    expect([
      fs.existsSync(path.join(folder, "b.txt")),
      fs.existsSync(path.join(folder, "new/d.txt")),
      prompts.length,
    ]).toEqual(prompts.length === 0 ? [true, false, 0] : [false, true, 1]);
    expect(memory.pending).toBeUndefined();
    await last.conversations.close();
    if (isDone) break;
  }
}, 120_000);
