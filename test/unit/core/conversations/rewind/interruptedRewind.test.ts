import { expect, it } from "vitest";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { setup } from "../actionsSetup.ts";
import { MemoryStore, prompt } from "../setup.ts";
import { begin } from "./rewindSetup.ts";

it("keeps an edit of the user when claude cannot start after a restore", async () => {
  const history = new MemoryFileHistory();
  let fail = (): void => {};
  const window = await setup({ fileHistory: () => history, launch: () => fail() });
  const { submitting, shown, cli, rewind, person } = window;
  submitting.submit(shown.id, "one");
  const { id = "" } = shown.conversation.transcript.prompts.loaded[0] ?? {};
  await history.take({ kind: "message", prompt: id });
  for (const name of ["/w/f", "/w/g"]) history.files.set(name, "1");
  cli.write({ type: "result", subtype: "success" });
  fail = () => {
    history.files.set("/w/g", "mine");
    throw new Error("no process");
  };
  await rewind.run(shown.id, id);
  expect(person.rewindFailures).toEqual([{ code: "conversationNotTruncated", files: "back", changed: ["/w/g"] }]);
  expect(Object.fromEntries(history.files)).toEqual({ "/w/f": "1", "/w/g": "mine" });
});

it("restores nothing if the first phase of the rewind cannot be saved", async () => {
  const store = new MemoryStore();
  const { rewind, person, shown, turn, history, disk, prompts } = await begin({ store });
  const id = await turn("one", { "/w/f": "1" });
  store.onFlush = () => {
    throw new Error("the disk is full");
  };
  await rewind.run(shown.id, id);
  expect(person.rewindFailures).toEqual([
    { code: "filesNotRestored", problem: { code: "refused", reason: "the disk is full" } },
  ]);
  expect([disk(), prompts()]).toEqual([{ "/w/f": "1" }, ["one"]]);
  expect(history.checkpoints.filter(({ cause }) => cause.kind === "rewind")).toEqual([]);
});

it("finishes a rewind whose files are restored, even if a later phase cannot be saved", async () => {
  const store = new MemoryStore();
  const { rewind, person, shown, turn, disk, prompts } = await begin({ store });
  const id = await turn("one", { "/w/f": "1" });
  let flushes = 0;
  store.onFlush = () => {
    if (flushes++ > 0) throw new Error("the disk is full");
  };
  await rewind.run(shown.id, id);
  expect(person.rewindFailures).toEqual([]);
  expect([disk(), prompts()]).toEqual([{}, []]);
});

/** A window that ended after the files of a rewind were restored, and the next one. */
async function interrupt() {
  const store = new MemoryStore();
  const history = new MemoryFileHistory();
  const first = await begin({ store, history });
  await first.turn("make it\nred", { "/w/f": "1" });
  const [sent] = first.shown.conversation.transcript.prompts.loaded;
  const id = sent?.id ?? "";
  first.shown.draft = "and then";
  let flushes = 0;
  const ended = new Promise<void>((resolve) => {
    // Ends at the save of the next phase.
    store.onFlush = () => {
      if (flushes++ === 0) return undefined;
      resolve();
      return new Promise<void>(() => {});
    };
  });
  void first.rewind.run(first.shown.id, id);
  await ended;
  const saved = new MemoryStore();
  for (const [name, text] of store.texts) saved.texts.set(name, text);
  const reopen = () =>
    setup({ store: saved, fileHistory: () => history, load: async () => [prompt(id, "make it\nred")] });
  const notices = ({ shown }: Awaited<ReturnType<typeof reopen>>) =>
    shown.conversation.transcript
      .page("", { kind: "end" }, 50)
      .items.flatMap((item) => (item.kind === "notice" ? [item.notice] : []));
  return { history, reopen, notices };
}

it("returns the message to the composer after finishing a rewind at the next start", async () => {
  const { history, reopen, notices } = await interrupt();
  const next = await reopen();
  expect(Object.fromEntries(history.files)).toEqual({});
  expect(next.shown.conversation.transcript.prompts.loaded).toEqual([]);
  expect(notices(next)).toEqual([{ code: "rewindFinished", step: "rewind", prompt: expect.any(String), undo: true }]);
  expect(next.shown.draft).toBe("make it\nred\nand then");
});

it("lets the user retry an interrupted rewind once, then opens the conversation as it is", async () => {
  const { history, reopen, notices } = await interrupt();
  const list = history.list.bind(history);
  history.list = () => Promise.reject(new Error("another window uses the store"));
  const next = await reopen();
  expect(next.shown.conversation.state.problem).toEqual({
    code: "rewindInterrupted",
    detail: "another window uses the store",
  });
  history.list = list;
  await next.shown.restart();
  expect(next.shown.conversation.state.problem).toBeUndefined();
  expect(notices(next)).toMatchObject([{ code: "rewindFinished" }]);

  const other = await interrupt();
  other.history.list = () => Promise.reject(new Error("another window uses the store"));
  const last = await other.reopen();
  await last.shown.restart();
  expect(last.shown.conversation.state.problem).toBeUndefined();
  expect(other.notices(last)).toEqual([
    { code: "rewindUnknown", step: "rewind", prompt: expect.any(String), reason: "another window uses the store" },
  ]);
  expect(last.shown.conversation.transcript.prompts.loaded).toHaveLength(1);
});
