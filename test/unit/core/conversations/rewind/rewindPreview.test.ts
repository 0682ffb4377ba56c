import { expect, it } from "vitest";
import type { ChangesView, FileComparison } from "../../../../../extension/core/conversations/requests/reviewPorts.ts";
import { RewindPreviewActions } from "../../../../../extension/core/conversations/rewind/rewindPreview.ts";
import type { RewindQuestion } from "../../../../../extension/core/conversations/rewind/rewindQuestions.ts";
import { rewindText } from "../../../../../extension/shared/text/changes/rewind.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { begin as beginFiles } from "./rewindSetup.ts";

const lines = (changed: Readonly<Record<number, string>> = {}) =>
  `${Array.from({ length: 30 }, (_, index) => changed[index + 1] ?? `line ${index + 1}`).join("\n")}\n`;

/** A conversation whose second turn changed these files, and the preview of the rewind to before it. */
async function begin(files: Readonly<Record<string, string | null>>, before: Readonly<Record<string, string>>) {
  const window = await beginFiles();
  await window.turn("one", before);
  const prompt = await window.turn("two", files);
  let shown: readonly FileComparison[] = [];
  const titles: (readonly [string, number, number])[] = [];
  const view: { -readonly [K in keyof ChangesView]: ChangesView[K] } = {
    openAll: async (_, changes) => {
      shown = changes;
    },
    open: async () => {},
    closeRewind: async () => {
      shown = [];
    },
    openFile: async () => {},
    openText: async () => {},
    copy: async () => {},
    cursor: undefined,
  };
  const preview = new RewindPreviewActions({
    view,
    dialogs: window.person,
    title: (...given) => {
      titles.push(given);
      return "";
    },
    rewind: (...given) => window.rewind.runPreviewed(...given),
  });
  const asked: RewindQuestion[] = [];
  window.person.confirmRewind = async (question) => {
    asked.push(question);
    return "both";
  };
  const open = async (): Promise<void> => preview.open(window.shown, await window.shown.rewind.plan(prompt), "two");
  return {
    ...window,
    prompt,
    preview,
    view,
    open,
    asked,
    titles,
    shownFiles: () => shown.map(({ path }) => path),
    comparisons: () => shown,
  };
}

it("previews each file on disk against its restored content", async () => {
  const { open, comparisons, titles } = await begin(
    { "/w/a": "2", "/w/new": "x", "/w/gone": null },
    { "/w/a": "1", "/w/gone": "g" },
  );
  await open();
  expect(comparisons()).toEqual([
    { path: "/w/a", before: "2", after: { kind: "text", text: "1" } },
    { path: "/w/gone", before: undefined, after: { kind: "text", text: "g" } },
    { path: "/w/new", before: "x", after: { kind: "none" } },
  ]);
  // The title names the message, not the conversation.
  expect(titles).toEqual([["two", 3, 3]]);
});

it("excludes the hunk at the cursor from a rewind, on either side", async () => {
  const { open, preview, view, disk, asked, comparisons } = await begin(
    { "/w/f": lines({ 2: "A", 15: "B", 28: "C" }) },
    { "/w/f": lines() },
  );
  await open();
  view.cursor = { path: "/w/f", line: 14, side: "after" };
  await preview.leaveOutHunk();
  expect(comparisons()).toMatchObject([{ after: { text: lines({ 15: "B" }) } }]);
  view.cursor = { path: "/w/f", line: 27, side: "before" };
  await preview.leaveOutHunk();
  expect(comparisons()).toMatchObject([{ after: { text: lines({ 15: "B", 28: "C" }) } }]);
  await preview.restore();
  expect(disk()).toEqual({ "/w/f": lines({ 15: "B", 28: "C" }) });
  expect(asked).toMatchObject([
    { isPreviewed: true, preview: { plan: { files: [{ path: "/w/f", choice: "restore" }] } } },
  ]);
});

it("excludes a file with its last hunk, at the cursor or in the list", async () => {
  const files = { "/w/a": "2", "/w/b": "2", "/w/c": "2", "/w/d": "2" };
  const { open, preview, view, disk, person, shownFiles } = await begin(files, {
    "/w/a": "1",
    "/w/b": "1",
    "/w/c": "1",
    "/w/d": "1",
  });
  await open();
  view.cursor = { path: "/w/a", line: 0, side: "after" };
  await preview.leaveOutHunk();
  view.cursor = { path: "/w/b", line: 0, side: "after" };
  await preview.leaveOutFile();
  expect(shownFiles()).toEqual(["/w/c", "/w/d"]);
  person.pickRestored = async ({ files: all }, selected) => {
    expect([all.length, [...selected]]).toEqual([4, ["/w/c", "/w/d"]]);
    return new Set(["/w/d"]);
  };
  await preview.selectFiles();
  expect(shownFiles()).toEqual(["/w/d"]);
  await preview.restore();
  expect(disk()).toEqual({ ...files, "/w/d": "1" });
});

it("restores files that others changed only if they are selected, as shown", async () => {
  const { open, preview, view, history, disk, person, shownFiles, asked } = await begin(
    { "/w/a": "2", "/w/mine": lines({ 2: "A" }) },
    { "/w/a": "1", "/w/mine": lines() },
  );
  history.files.set("/w/mine", lines({ 2: "A", 28: "mine" }));
  history.others.add("/w/mine");
  const foreign: string[] = [];
  person.chooseForeign = async (files) => {
    foreign.push(...files.map(({ file }) => file.path));
    return new Map();
  };
  await open();
  expect(shownFiles()).toEqual(["/w/a"]);
  person.pickRestored = async ({ files: all }) => new Set(all.map(({ path }) => path));
  await preview.selectFiles();
  expect(shownFiles()).toEqual(["/w/a", "/w/mine"]);
  view.cursor = { path: "/w/mine", line: 27, side: "before" };
  await preview.leaveOutHunk();
  await preview.restore();
  expect(asked).toMatchObject([
    { preview: { plan: { files: [{ path: "/w/a" }, { path: "/w/mine", choice: "restore" }] } } },
  ]);
  expect([foreign, disk()]).toEqual([[], { "/w/a": "1", "/w/mine": lines({ 28: "mine" }) }]);
});

it("asks about files that others changed and that were not selected", async () => {
  const { open, preview, history, person, disk } = await begin(
    { "/w/a": "2", "/w/mine": "2" },
    { "/w/a": "1", "/w/mine": "1" },
  );
  history.others.add("/w/mine");
  person.chooseForeign = async (files) => new Map(files.map(({ file }) => [file.path, "restore"]));
  await open();
  await preview.restore();
  expect(disk()).toEqual({ "/w/a": "1", "/w/mine": "1" });
});

it("restores nothing if a file changed after one of its hunks was excluded", async () => {
  const { open, preview, view, history, disk, person } = await begin(
    { "/w/f": lines({ 2: "A", 28: "C" }) },
    { "/w/f": lines() },
  );
  await open();
  view.cursor = { path: "/w/f", line: 1, side: "after" };
  await preview.leaveOutHunk();
  history.files.set("/w/f", lines({ 2: "A", 20: "typed", 28: "C" }));
  history.others.add("/w/f");
  await preview.restore();
  expect([person.said, disk()]).toEqual([["fileChanged"], { "/w/f": lines({ 2: "A", 20: "typed", 28: "C" }) }]);
});

it("asks without the files that the preview shows, and names what it does not show", async () => {
  const { open, preview, view, history, asked } = await begin(
    { "/w/a": "2", "/w/b": "2", "/w/binary": "\0", "/w/out": "2" },
    { "/w/a": "1", "/w/b": "1", "/w/out": "1" },
  );
  await open();
  view.cursor = { path: "/w/out", line: 0, side: "after" };
  await preview.leaveOutFile();
  history.files.set("/w/b", "3");
  await preview.restore();
  const [question] = asked;
  if (!question || question.preview.kind === "impossible") return expect.fail();
  expect(rewindText.detail(question.preview, String)).toBe(
    [
      "Not in the preview, or changed since:\n/w/b (restores 1 line, removes 1 line)\n/w/binary (deleted)",
      "Excluded:\n/w/out",
    ].join("\n\n"),
  );
});

it("lists all files if the state that the preview shows is no longer known", async () => {
  const { open, preview, history, asked } = await begin({ "/w/a": "2" }, { "/w/a": "1" });
  await open();
  history.compare = async (from, to) => {
    if (from !== "disk" && to !== "disk" && history.checkpoints.find(({ id }) => id === from)?.cause.kind === "preview")
      throw new Error("removed");
    return MemoryFileHistory.prototype.compare.call(history, from, to);
  };
  await preview.restore();
  expect(asked).toMatchObject([{ preview: { plan: { files: [{ path: "/w/a" }] } } }]);
  expect(JSON.stringify(asked)).not.toContain("isShown");
});

it("rewinds at once if only files can come back and the preview shows everything", async () => {
  const all = { "/w/a": "2", "/w/b": "2" };
  const { open, preview, prompt, cuts, history, person, asked, disk } = await begin(all, { "/w/a": "1", "/w/b": "1" });
  await open();
  cuts[prompt] = { kind: "compacted" };
  person.confirmRewind = async (question) => void asked.push(question);
  await preview.restore();
  // It was compacted after the preview.
  expect(asked).toHaveLength(1);
  await open();
  history.differingFolders = 1;
  await preview.restore();
  history.differingFolders = 0;
  history.files.set("/w/a", "3");
  await preview.restore();
  history.files.set("/w/a", "2");
  expect([asked.length, disk()]).toEqual([3, all]);
  await preview.restore();
  expect([asked.length, disk()]).toEqual([3, { "/w/a": "1", "/w/b": "1" }]);
});

it("previews a limited number of files, and restores all", async () => {
  const names = Array.from({ length: 250 }, (_, index) => `/w/${String(index).padStart(3, "0")}`);
  const { open, preview, titles, disk } = await begin(
    Object.fromEntries(names.map((name) => [name, "2"])),
    Object.fromEntries(names.map((name) => [name, "1"])),
  );
  await open();
  expect(titles).toEqual([["two", 200, 250]]);
  await preview.restore();
  expect(new Set(Object.values(disk()))).toEqual(new Set(["1"]));
});

it("closes the preview after the rewind, but not when the user cancels", async () => {
  const { open, preview, person, rewindView, previewed, shownFiles, disk } = await begin(
    { "/w/a": "2" },
    { "/w/a": "1" },
  );
  rewindView.close = (shown) => preview.close(shown);
  await open();
  const confirm = person.confirmRewind;
  person.confirmRewind = async () => "preview";
  await preview.restore();
  expect([shownFiles(), previewed.length]).toEqual([["/w/a"], 1]);
  person.confirmRewind = async () => undefined;
  await preview.restore();
  expect([shownFiles(), disk()]).toEqual([["/w/a"], { "/w/a": "2" }]);
  person.confirmRewind = confirm;
  await preview.restore();
  expect([shownFiles(), disk()]).toEqual([[], { "/w/a": "1" }]);
  await preview.restore();
  expect(person.said).toEqual(["noChange"]);
});

it("says that the preview, the change at the cursor or the message is missing", async () => {
  const { open, preview, person, view, prompts } = await begin({ "/w/a": "2" }, { "/w/a": "1" });
  await preview.selectFiles();
  await preview.leaveOutFile();
  await open();
  view.cursor = { path: "/w/a", line: 400, side: "after" };
  await preview.leaveOutHunk();
  await preview.restore();
  expect(prompts()).toEqual(["one"]);
  // The preview is still open.
  await preview.restore();
  expect(person.said).toEqual(["noChange", "noCursor", "noCursor", "messageGone"]);
});

it("names files outside the workspace that calls after the message wrote", async () => {
  const { turn, cli, shown } = await beginFiles();
  const prompts: string[] = [];
  for (const name of ["one", "two"]) {
    prompts.push(await turn(name, { "/w/a": name }));
    const input = { file_path: `/away/${name}.txt`, content: "x" };
    cli.write({
      type: "assistant",
      message: {
        id: `m-${name}`,
        role: "assistant",
        content: [{ type: "tool_use", id: `t-${name}`, name: "Write", input }],
      },
    });
    cli.write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t-${name}`, content: "written" }] },
    });
  }
  const outside = async (prompt = "") => {
    const { preview } = await shown.rewind.plan(prompt);
    return preview.kind === "planned" ? preview.plan.uncovered : [];
  };
  const two = { path: "/away/two.txt", reason: "outside" };
  expect(await outside(prompts[1])).toEqual([two]);
  expect(await outside(prompts[0])).toEqual([{ path: "/away/one.txt", reason: "outside" }, two]);
});
