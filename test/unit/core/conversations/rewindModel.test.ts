import fc from "fast-check";
import { expect, it } from "vitest";
import { RewindAction } from "../../../../extension/core/conversations/rewind/rewindAction.ts";
import { FileDecider } from "../../../../extension/core/conversations/rewind/rewindDecisions.ts";
import type { Frame } from "../../../../extension/core/protocol/frames/decode.ts";
import type { RewindParts } from "../../../../extension/shared/contract/changes/rewind.ts";
import { MemoryFileHistory } from "../../../fakes/memoryFileHistory.ts";
import type { FakeCli } from "../../../fakes/memoryPair.ts";
import { Person } from "../../../fakes/person.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";
import { settled } from "../protocol/setup.ts";
import { MemoryStore, openWindow } from "./setup.ts";

interface Entry {
  readonly uuid: string;
  readonly parent: string | undefined;
  readonly text: string;
}

/** Saved sessions as trees, and CLIs that continue them. */
class Sessions {
  readonly #entries = new Map<string, Entry[]>();

  /** The texts of the branch that ends with an entry, oldest first. */
  #branch(session: string, end: string | undefined): Entry[] {
    const all = this.#entries.get(session) ?? [];
    const found: Entry[] = [];
    for (
      let entry = all.findLast(({ uuid }) => uuid === end);
      entry;
      entry = all.findLast(({ uuid }) => uuid === entry?.parent)
    )
      found.unshift(entry);
    return found;
  }

  #parent(session: string, prompt: string): string | undefined {
    return this.#entries.get(session)?.findLast(({ uuid }) => uuid === prompt)?.parent;
  }

  readonly source = {
    open: async ({ sessionId }: { readonly sessionId: string }, before?: string, through?: string) => {
      if (!this.#entries.has(sessionId)) return undefined;
      const end =
        before === undefined
          ? (through ?? this.#entries.get(sessionId)?.at(-1)?.uuid)
          : this.#parent(sessionId, before);
      const frames = this.#branch(sessionId, end).map(
        ({ uuid, text }) => ({ type: "user", uuid, message: { role: "user", content: text } }) as unknown as Frame,
      );
      const read = async () => ({ frames, hasOlder: false, damaged: 0 });
      const copy = () => ({ read, copy });
      return { read, openAgent: async () => undefined, follow: () => ({ dispose() {} }), copy };
    },
    lastEntry: async ({ sessionId }: { readonly sessionId: string }) => this.#entries.get(sessionId)?.at(-1)?.uuid,
    findCut: async () => ({ kind: "beginning" as const }),
  };

  /** Lets a CLI continue a session as its start says, with a turn for each prompt. */
  connect(
    cli: FakeCli,
    {
      resume,
      fork,
    }: {
      readonly resume?: string | undefined;
      readonly fork?: { readonly before: string | undefined; readonly through?: string | undefined } | undefined;
    },
    onPrompt: (uuid: string, text: string) => Promise<void>,
  ): void {
    const isSaved = resume !== undefined && this.#entries.has(resume);
    const newest = resume === undefined ? undefined : this.#entries.get(resume)?.at(-1)?.uuid;
    let head =
      fork && isSaved
        ? fork.before === undefined
          ? (fork.through ?? newest)
          : this.#parent(resume, fork.before)
        : newest;
    const session = isSaved && !fork ? resume : crypto.randomUUID();
    const copied = isSaved && fork ? this.#branch(resume, head) : [];
    const plain = cli.onLine;
    cli.onLine = (frame) => {
      if (frame["type"] !== "user") return plain(frame);
      const [uuid, text] = [frame["uuid"] as string, frame["message"].content[0].text as string];
      const entries = this.#entries.get(session) ?? [...copied];
      this.#entries.set(session, entries);
      entries.push({ uuid, parent: head, text });
      head = uuid;
      void onPrompt(uuid, text).then(() => {
        cli.write({ type: "system", subtype: "init", session_id: session });
        cli.write({ type: "result", subtype: "success" });
      });
    };
  }
}

const path = fc.constantFrom("/w/a", "/w/b", "/w/c", "/w/d");
const content = fc.option(fc.string({ maxLength: 3 }), { nil: null });
const files = fc.dictionary(path, content, { maxKeys: 3 });
const parts = fc.constantFrom<RewindParts>("files", "both", "both", "conversation");
/**
 * The end of the extension host after a number of calls, and whether the store then finishes what its journal lists.
 */
const end = fc.record({ after: fc.nat(12), isFinished: fc.boolean() });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("turn" as const), files }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("edit" as const), path, content: fc.string({ maxLength: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("rewind" as const), which: fc.nat(5), parts }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("redo" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("kill" as const),
      which: fc.nat(5),
      parts,
      // The rewind ends first, then also the starts that recover it.
      ends: fc.array(end, { minLength: 1, maxLength: 3 }),
      edit: fc.option(fc.record({ path, content: fc.string({ maxLength: 3 }) }), { nil: undefined }),
      isRefused: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface State {
  readonly files: ReadonlyMap<string, string>;
  readonly prompts: readonly string[];
}

/** Runs steps on a conversation and on plain copies of its files and messages. */
async function run(steps: readonly Step[]): Promise<void> {
  const history = new MemoryFileHistory();
  const sessions = new Sessions();
  let store = new MemoryStore();
  let changes: Readonly<Record<string, string | null>> = {};
  /** True while no process starts. */
  let isRefused = false;
  const open = async () => {
    const window = openWindow({
      store,
      fileHistory: () => history,
      history: sessions.source,
      launch: () => {
        if (isRefused) throw new Error("no process");
      },
      onCli: (cli, start) =>
        sessions.connect(cli, start, async (uuid) => {
          await history.take({ kind: "message", prompt: uuid });
          for (const [each, text] of Object.entries(changes)) {
            if (text === null) history.files.delete(each);
            else history.files.set(each, text);
          }
          await history.take({ kind: "turnEnd", prompt: uuid });
        }),
    });
    const person = new Person();
    const editors = {
      getUnsaved: async () => [],
      save: async () => [],
      discard: async () => [],
      hasMergeEditor: async () => false,
      openMerge: async () => {},
    };
    const action = new RewindAction({
      listOtherWork: async () => [],
      conversations: window.conversations,
      dialogs: person,
      panels: person,
      changes: { openAll: async () => {}, openPlan: async () => {}, closePlan: async () => {} },
      files: new FileDecider({ dialogs: person, editors, sideNames: () => ({ mine: "", theirs: "" }) }),
    });
    const shown = window.conversations.restore();
    await shown.open();
    return { ...window, person, action, shown };
  };
  let window = await open();
  const { id } = window.shown;
  const prompts = (): readonly string[] =>
    window.shown.conversation.transcript.prompts.loaded.map(({ text }) => text).reverse();
  const now = (): State => ({ files: new Map(history.files), prompts: prompts() });
  const expectState = (expected: State): void => {
    expect(Object.fromEntries(history.files)).toEqual(Object.fromEntries(expected.files));
    expect(prompts()).toEqual(expected.prompts);
    // Nothing is left under way.
    expect(window.shown.conversation.rewinds.memory.pending).toBeUndefined();
    expect(window.person.rewindFailures).toEqual([]);
  };
  /** The rewinds that can be undone or redone. */
  const listRewinds = (): readonly string[] => [
    ...history.checkpoints.flatMap(({ id: checkpoint, cause }) => (cause.kind === "rewind" ? [checkpoint] : [])),
    ...window.shown.conversation.rewinds.memory.done.map((record) => record.id),
  ];
  /**
   * Lets the extension host end at a call of the history or at a save. Resolves to true if the work was done before.
   */
  const endsBefore = async (after: number, work: () => Promise<unknown>): Promise<boolean> => {
    let left = after;
    const ended = new Promise<void>((resolve) => {
      const step = (): Promise<void> | undefined => {
        if (left-- > 0) return undefined;
        resolve();
        return new Promise<void>(() => {});
      };
      history.onStep = step;
      store.onFlush = step;
    });
    const isDone = await Promise.race([work().then(() => true), ended.then(() => false)]);
    history.onStep = () => undefined;
    store.onFlush = () => undefined;
    return isDone;
  };
  /** The files of an earlier state, without those that the user changed, which stay. */
  const restored = (earlier: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const mine = [...history.files].filter(([each]) => history.others.has(each));
    return new Map([...[...earlier].filter(([each]) => !history.others.has(each)), ...mine]);
  };
  const goTo = (target: State, of: RewindParts): State => ({
    files: of === "conversation" ? new Map(history.files) : restored(target.files),
    prompts: of === "files" ? prompts() : target.prompts,
  });
  /** A rewind of files that changes none is no step. */
  const isStep = (later: State, of: RewindParts): boolean =>
    of !== "files" ||
    later.files.size !== history.files.size ||
    [...later.files].some(([each, text]) => history.files.get(each) !== text);
  /** The state before each prompt. */
  const before = new Map<string, State>();
  const undos: { readonly parts: RewindParts; readonly state: State }[] = [];
  let redos: typeof undos = [];
  const pick = (which: number) => {
    const listed = window.shown.conversation.transcript.prompts.loaded;
    const prompt = listed[which % Math.max(1, listed.length)];
    return prompt && { ...prompt, state: before.get(prompt.id) as State };
  };
  let count = 0;
  for (const each of steps) {
    if (each.kind === "turn") {
      const earlier = now();
      changes = each.files;
      const text = `prompt ${count++}`;
      window.shown.submit(text);
      for (
        let waits = 0;
        waits < 20 &&
        (window.shown.conversation.state.status !== "idle" || prompts().length === earlier.prompts.length);
        waits++
      )
        await settled();
      const [sent] = window.shown.conversation.transcript.prompts.loaded;
      expect(sent?.text).toBe(text);
      before.set(sent?.id ?? "", earlier);
      redos = [];
    } else if (each.kind === "edit") {
      history.files.set(each.path, each.content);
      history.others.add(each.path);
    } else if (each.kind === "rewind") {
      const target = pick(each.which);
      if (!target) continue;
      const expected = goTo(target.state, each.parts);
      if (isStep(expected, each.parts)) {
        undos.push({ parts: each.parts, state: now() });
        redos = [];
      }
      window.person.confirmRewind = async () => each.parts;
      await window.action.run(id, target.id);
      expectState(expected);
      window.person.said.length = 0;
    } else if (each.kind === "undo" || each.kind === "redo") {
      const [from, other] = each.kind === "undo" ? [undos, redos] : [redos, undos];
      const last = from.pop();
      const expected = last ? goTo(last.state, last.parts) : now();
      if (last) other.push({ parts: last.parts, state: now() });
      await window.action.reverse(each.kind, id);
      expectState(expected);
      expect(window.person.said).toEqual(last ? [] : [each.kind === "undo" ? "nothingToUndo" : "nothingToRedo"]);
      window.person.said.length = 0;
    } else if (each.kind === "reload") {
      const expected = now();
      await window.conversations.close();
      window = await open();
      expectState(expected);
    } else {
      const target = pick(each.which);
      if (!target) continue;
      const earlier = now();
      const later = goTo(target.state, each.parts);
      const known = new Set(listRewinds());
      const wasRedone = redos;
      window.person.confirmRewind = async () => each.parts;
      let work = (): Promise<unknown> => window.action.run(id, target.id);
      isRefused = each.isRefused;
      let [isEdited, isDone] = [false, false];
      /** The files as the user left them, before the starts that recover the rewind. */
      let found: State["files"] = new Map();
      for (const { after, isFinished } of each.ends) {
        isDone = await endsBefore(after, work);
        isRefused = false;
        history.recover(isFinished);
        const copy = new MemoryStore();
        for (const [name, text] of store.texts) copy.texts.set(name, text);
        store = copy;
        if (each.edit && !isEdited) {
          history.files.set(each.edit.path, each.edit.content);
          history.others.add(each.edit.path);
        }
        if (!isEdited) found = new Map(history.files);
        isEdited = each.edit !== undefined;
        if (isDone) break;
        work = async () => (window = await open());
      }
      window = await open();
      window.person.rewindFailures.length = 0;
      const isListed = listRewinds().some((rewind) => !known.has(rewind));
      if (each.edit && earlier.files.get(each.edit.path) !== later.files.get(each.edit.path)) {
        // The text of the user stays, and all else goes together.
        const { path: edited, content: text } = each.edit;
        const without = (state: State) => ({
          files: Object.fromEntries([...state.files].filter(([name]) => name !== edited)),
          prompts: state.prompts,
        });
        expect(history.files.get(edited)).toBe(text);
        // A file that the user left as it was on the other side of the rewind makes it look carried out in part: then
        // nothing is overwritten.
        const looksLikePart = [earlier, later].some((state) => state.files.get(edited) === text);
        const unknown = looksLikePart ? [without({ files: found, prompts: earlier.prompts })] : [];
        expect([without(earlier), without(later), ...unknown]).toContainEqual(without(now()));
        expect(window.shown.conversation.rewinds.memory.pending).toBeUndefined();
        break;
      }
      const withEdit = ({ files: of, prompts: texts }: State): State => ({
        files: new Map(each.edit ? [...of, [each.edit.path, each.edit.content]] : of),
        prompts: texts,
      });
      expectState(withEdit(isListed ? later : earlier));
      // A rewind that did not happen changes nothing of what can be undone and redone.
      if (isListed) undos.push({ parts: each.parts, state: earlier });
      redos = isListed ? [] : wasRedone;
    }
  }
  await window.conversations.close();
}

it("leads files and messages to every point together, back and forward, whatever interrupts it", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), run), { numRuns: fuzzRuns(40) });
}, 120_000);
