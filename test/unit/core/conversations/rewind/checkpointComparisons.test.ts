import { expect, it } from "vitest";
import type { FileComparison } from "../../../../../extension/core/conversations/requests/reviewPorts.ts";
import {
  CheckpointComparisons,
  type CheckpointPicker,
} from "../../../../../extension/core/conversations/rewind/checkpointComparisons.ts";
import { CheckpointList, type ComparedRow } from "../../../../../extension/core/conversations/rewind/checkpointList.ts";
import type { CheckpointId } from "../../../../../extension/shared/contract/changes/checkpoints.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { readShown } from "../../../../fakes/reviewViews.ts";
import { setup } from "../actionsSetup.ts";

const unexpected = (error: unknown): void => {
  throw error;
};

/**
 * A conversation with a message whose Bash call changed a file and whose second call changed nothing, and a manual
 * checkpoint.
 */
async function begin() {
  const history = new MemoryFileHistory(new Map([["/w/a", "1"]]));
  const window = await setup({ fileHistory: () => history });
  const list = new CheckpointList(window.conversations, unexpected);
  await history.take({ kind: "message", prompt: "p1" });
  history.files.set("/w/a", "2");
  await history.take({ kind: "call", call: "t1", tool: "Bash" });
  await history.take({ kind: "call", call: "t2", tool: "Bash" });
  history.files.set("/w/b", "\0");
  await history.take({ kind: "manual", name: "mine" });
  const opened: (readonly [string, readonly FileComparison[]])[] = [];
  const picks: { point: (points: readonly ComparedRow[]) => ComparedRow | undefined; action: "open" | "restore" } = {
    point: (points) => points[0],
    action: "open",
  };
  const dialogs: CheckpointPicker = {
    say: (refusal) => window.person.say(refusal),
    pickPoint: async (points) => picks.point(points),
    pickOfFile: async (_path, points) => {
      const point = picks.point(points);
      return point && { point, action: picks.action };
    },
  };
  const comparisons = new CheckpointComparisons({
    conversations: window.conversations,
    list,
    dialogs,
    view: {
      openAll: async (title, changes) => void opened.push([title, await readShown(changes)]),
      open: async (title, change) => void opened.push([title, await readShown([change])]),
      openText: async (title, path, text) =>
        void opened.push([title, await readShown([{ path, before: undefined, after: { kind: "text", text } }])]),
    },
    rewind: window.rewind,
    title: (point, other) => [point.row.id, other?.row.id].filter(Boolean).join(" "),
  });
  const find = async (id: string): Promise<ComparedRow> => {
    const found = (await list.compare(await list.list())).find(({ row }) => row.id === id);
    if (!found) throw new Error(`no row ${id}`);
    return found;
  };
  return { ...window, history, list, comparisons, opened, picks, find };
}

it("lists checkpoints with their changes, without tool calls that changed nothing", async () => {
  const { list } = await begin();
  const { rows, hasOlder } = await list.read();
  expect(rows.map(({ row, files }) => [row.id, files?.map(({ path }) => path)])).toEqual([
    ["c4", ["/w/b"]],
    ["c2", ["/w/a"]],
    ["c1", ["/w/a", "/w/b"]],
  ]);
  expect(hasOlder).toBe(false);
});

it("reports new checkpoints, and compares only one page of them", async () => {
  const { list, history } = await begin();
  let changes = 0;
  list.onDidChange(() => changes++);
  for (let index = 0; index < 40; index++) await history.take({ kind: "manual", name: String(index) });
  await history.take({ kind: "preview" });
  expect(changes).toBe(40);
  expect(await list.read()).toMatchObject({ hasOlder: true, rows: { length: 30 } });
  list.showOlder();
  expect(await list.read()).toMatchObject({ hasOlder: false, rows: { length: 43 } });
});

it("compares a checkpoint with the files on disk, without those that are not text", async () => {
  const { comparisons, opened, find } = await begin();
  await comparisons.compareWithNow({ point: await find("c1") });
  expect(opened).toEqual([["c1", [{ path: "/w/a", before: "1", after: { kind: "file" } }]]]);
});

it("compares two checkpoints, the older one on the left", async () => {
  const { comparisons, opened, find, picks } = await begin();
  picks.point = (points) => points.find(({ row }) => row.id === "c1");
  await comparisons.compareWith({ point: await find("c2") });
  expect(opened).toEqual([["c1 c2", [{ path: "/w/a", before: "1", after: { kind: "text", text: "2" } }]]]);
});

it("says why two checkpoints cannot be compared", async () => {
  const { comparisons, person, find } = await begin();
  await comparisons.compareWithNow({ point: await find("c4") });
  await comparisons.compareWithNow({ point: await find("c2") });
  await comparisons.ofFile("/w/other");
  expect(person.said).toEqual(["sameFiles", "notText", "noFileChange"]);
});

it("opens the change of a file at its checkpoint", async () => {
  const { comparisons, opened, find } = await begin();
  const point = await find("c2");
  const file = point.files?.[0];
  if (!file) throw new Error("no file");
  await comparisons.openChange({ point, file });
  expect(opened).toEqual([["c2", [{ path: "/w/a", before: "1", after: { kind: "text", text: "2" } }]]]);
});

it("opens a file of a checkpoint, and compares it with the file on disk", async () => {
  const { comparisons, opened, find, person } = await begin();
  const point = await find("c2");
  const [file] = point.files ?? [];
  if (!file) throw new Error("no file");
  await comparisons.openFile({ point, file });
  await comparisons.compareWithNow({ point: await find("c1"), file });
  expect(opened).toEqual([
    ["c2", [{ path: "/w/a", before: undefined, after: { kind: "text", text: "2" } }]],
    ["c1", [{ path: "/w/a", before: "1", after: { kind: "file" } }]],
  ]);
  const [binary] = (await find("c4")).files ?? [];
  if (!binary) throw new Error("no file");
  await comparisons.openFile({ point, file: binary });
  await comparisons.openFile({ point: await find("c4"), file: binary });
  expect(person.said).toEqual(["notThen", "notText"]);
});

it("names a checkpoint by its tool call, also after a rewind removed the call", async () => {
  const { list, cli, history, submitting, shown, rewind } = await begin();
  submitting.submit(shown.id, "make it");
  const [prompt] = shown.conversation.transcript.prompts.loaded;
  if (!prompt) throw new Error("no prompt");
  await history.take({ kind: "message", prompt: prompt.id });
  cli.write({
    type: "assistant",
    message: {
      id: "m1",
      role: "assistant",
      content: [{ type: "tool_use", id: "t9", name: "Bash", input: { command: "make" } }],
    },
  });
  history.files.set("/w/c", "x");
  await history.take({ kind: "call", call: "t9", tool: "Bash" });
  cli.write({ type: "result", subtype: "success" });
  const labels = async () =>
    (await list.read()).rows.slice(0, 3).map(({ row, text, call }) => [row.kind, text ?? call?.subject]);
  expect(await labels()).toEqual([
    ["call", "make"],
    ["message", "make it"],
    ["manual", undefined],
  ]);
  await rewind.run(shown.id, prompt.id);
  expect(await labels()).toEqual([
    ["rewind", "make it"],
    ["call", "make"],
    ["message", "make it"],
  ]);
});

it("lists the checkpoints at which a file changed, and restores the file from one", async () => {
  const { comparisons, opened, picks, history, rewind } = await begin();
  picks.point = (points) => points.find(({ row }) => row.id === ("c1" as CheckpointId));
  await comparisons.ofFile("/w/a");
  expect(opened).toEqual([["c1", [{ path: "/w/a", before: "1", after: { kind: "file" } }]]]);
  picks.action = "restore";
  await comparisons.ofFile("/w/a");
  expect([...history.files]).toEqual([
    ["/w/a", "1"],
    ["/w/b", "\0"],
  ]);
  await rewind.reverse("undo");
  expect(history.files.get("/w/a")).toBe("2");
});

it("finds a file's checkpoints among all, and compares only these", async () => {
  const { comparisons, picks, history, person } = await begin();
  for (let index = 0; index < 300; index++) await history.take({ kind: "manual", name: String(index) });
  let compared = 0;
  const compare = history.compare.bind(history);
  history.compare = (...states) => {
    compared++;
    return compare(...states);
  };
  let found: readonly ComparedRow[] = [];
  picks.point = (points) => {
    found = points;
    return undefined;
  };
  await comparisons.ofFile("/w/a");
  expect(person.said).toEqual([]);
  expect(found.map(({ row }) => row.id)).toEqual(["c2", "c1"]);
  expect(compared).toBe(2);
});

it("restores all files of a checkpoint only if the user agrees", async () => {
  const { comparisons, history, find, person, shown } = await begin();
  person.isConfirming = false;
  await comparisons.restore({ point: await find("c1") });
  expect(history.files.get("/w/a")).toBe("2");
  person.isConfirming = true;
  await comparisons.restore({ point: await find("c1") });
  expect([...history.files]).toEqual([["/w/a", "1"]]);
  const { items } = shown.conversation.transcript.page("", { kind: "end" }, 50);
  expect(items.at(-1)).toMatchObject({ kind: "notice", notice: { code: "filesRestored", files: 2, undo: true } });
});
