import { expect, it } from "vitest";
import type {
  DiskContent,
  EditorBuffer,
  EditorBuffers,
} from "../../../../../extension/core/conversations/files/bufferPorts.ts";
import { BufferSync } from "../../../../../extension/core/conversations/files/bufferSync.ts";
import { Emitter } from "../../../../../extension/shared/base/emitter.ts";
import type { Item } from "../../../../../extension/shared/contract/items.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { end } from "../setup.ts";

const path = "/w/a.txt";

/** An editor with one file, and the disk behind it. */
class Editor implements EditorBuffers {
  saved = "1\n2\n3\n";
  buffer: EditorBuffer | undefined = { text: this.saved, isDirty: false };
  /** True if it sees a write of others in a buffer without changes when it is asked to look. */
  canReload = true;
  protectsOthers = true;
  isShown = true;
  compared = 0;
  textFor: ((path: string) => Promise<string | undefined> | undefined) | undefined;
  readonly #changed = new Emitter<string>(() => {});
  readonly onDidChangeDirty = this.#changed.event;
  get paths(): string[] {
    return this.buffer ? [path] : [];
  }
  get(of: string): EditorBuffer | undefined {
    return of === path ? this.buffer : undefined;
  }
  async readSaved(): Promise<DiskContent> {
    return { text: this.saved, size: this.saved.length };
  }
  async reload(): Promise<void> {
    if (this.canReload && !this.buffer?.isDirty) this.buffer = { text: this.saved, isDirty: false };
  }
  /** Runs while the buffer is brought to the front. */
  whileShowing = (): void => {};
  async rebase(_path: string, merge: (saved: string, mine: string) => string): Promise<boolean> {
    this.whileShowing();
    if (!this.isShown) return false;
    const mine = this.buffer?.text ?? "";
    this.set(this.saved, false);
    this.set(merge(this.saved, mine), true);
    return true;
  }
  async compare(): Promise<void> {
    this.compared++;
  }
  refusesConflicts(): boolean {
    return this.protectsOthers;
  }
  onWillSave(textFor: (path: string) => Promise<string | undefined> | undefined) {
    this.textFor = textFor;
    return { dispose() {} };
  }
  set(text: string | undefined, isDirty: boolean): void {
    const wasDirty = this.buffer?.isDirty;
    this.buffer = { text, isDirty };
    if (isDirty !== wasDirty) this.#changed.fire(path);
  }
  /** Saves as the editor does: only another length keeps it from writing over what is there. */
  async save(): Promise<boolean> {
    const base = this.base.length;
    const text = (await this.textFor?.(path)) ?? this.buffer?.text ?? "";
    if (this.protectsOthers && this.saved.length !== base) return false;
    this.saved = text;
    this.set(text, false);
    return true;
  }
  base = this.saved;
}

async function begin() {
  const window = await setup();
  const editor = new Editor();
  const buffers = new BufferSync({
    ...window,
    buffers: editor,
    dialogs: window.person,
    sideNames: () => ({ mine: "You", theirs: "claude" }),
  });
  window.shown.submit("go");
  await settled();
  let count = 0;
  const call = async (name: string, input: object, write: () => void = () => {}): Promise<void> => {
    const id = `t${++count}`;
    window.cli.write({
      type: "assistant",
      uuid: id,
      message: { id, content: [{ type: "tool_use", id, name, input }] },
    });
    await settled();
    write();
    window.cli.write({
      type: "user",
      uuid: `r${id}`,
      message: { content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
    });
    await settled();
  };
  return {
    ...window,
    editor,
    buffers,
    /** A turn's call that writes the file, and others as commands do. */
    edit: (text: string) => call("Write", { file_path: path, content: text }, () => (editor.saved = text)),
    run: (command: string, text: string) => call("Bash", { command }, () => (editor.saved = text)),
    type: async (text: string) => {
      editor.set(text, true);
      await settled();
    },
    late: async () => {
      window.clock.advance(1_000);
      await settled();
    },
    notices: (): string[] =>
      window.shown.conversation.transcript
        .page("", { kind: "end" }, 100)
        .items.flatMap((item: Item) => (item.kind === "notice" ? [item.notice.code] : [])),
  };
}

it("reloads a buffer without changes where the editor missed a write to its file", async () => {
  const { editor, edit, late, notices } = await begin();
  await edit("one\n2\n3\n");
  expect(editor.buffer?.text).toBe("1\n2\n3\n");
  await late();
  expect(editor.buffer).toEqual({ text: "one\n2\n3\n", isDirty: false });
  expect(notices()).toEqual([]);
});

it("reloads a buffer after a command that can write, not after one that only reads", async () => {
  const { editor, run, late } = await begin();
  await run("cat a.txt", "one\n2\n3\n");
  await late();
  expect(editor.buffer?.text).toBe("1\n2\n3\n");
  await run("sed -i s/2/two/ a.txt", "one\ntwo\n3\n");
  await late();
  expect(editor.buffer?.text).toBe("one\ntwo\n3\n");
});

it("leaves a buffer alone that the user begins to change before it is read again", async () => {
  const { editor, edit, type, late } = await begin();
  await edit("one\n2\n3\n");
  await type("1\n2\nmine\n");
  await late();
  expect(editor.buffer).toEqual({ text: "1\n2\nmine\n", isDirty: true });
});

it("reports a file of which the editor keeps an older version", async () => {
  const { editor, edit, late, notices } = await begin();
  editor.canReload = false;
  await edit("one\n2\n3\n");
  await late();
  expect(notices()).toEqual(["bufferStale"]);
});

it("merges what the user types until the buffer is in front", async () => {
  const { editor, edit, type, buffers } = await begin();
  await type("1\n2\nmine\n");
  await edit("one\n2\n3\n");
  editor.whileShowing = () => editor.set("1\n2\nmine, and more\n", true);
  await buffers.run(path, "merge");
  expect(editor.buffer?.text).toBe("one\n2\nmine, and more\n");
});

it("offers once to merge unsaved changes, and merges them into the buffer without a save", async () => {
  const { editor, edit, type, buffers, notices, person } = await begin();
  await type("1\n2\nmine\n");
  await edit("one\n2\n3\n");
  await edit("one, again\n2\n3\n");
  expect(notices()).toEqual(["bufferBehind"]);
  expect(editor.buffer?.text).toBe("1\n2\nmine\n");
  await buffers.run(path, "merge");
  expect(editor.buffer).toEqual({ text: "one, again\n2\nmine\n", isDirty: true });
  expect(editor.saved).toBe("one, again\n2\n3\n");
  await buffers.run(path, "merge");
  expect(person.said).toEqual(["bufferInStep"]);
});

it("leaves a conflict between markers, and offers a comparison", async () => {
  const { editor, edit, type, buffers } = await begin();
  await type("1\nmine\n3\n");
  await edit("1\ntwo\n3\n");
  await buffers.run(path, "compare");
  expect(editor.compared).toBe(1);
  await buffers.run(path, "merge");
  expect(editor.buffer?.text).toBe("1\n<<<<<<< You\nmine\n=======\ntwo\n>>>>>>> claude\n3\n");
});

it("reports an editor that cannot be shown, and changes nothing", async () => {
  const { editor, edit, type, buffers, person } = await begin();
  await type("1\n2\nmine\n");
  await edit("one\n2\n3\n");
  editor.isShown = false;
  await buffers.run(path, "merge");
  expect(person.said).toEqual(["bufferNotMerged"]);
  expect(editor.buffer?.text).toBe("1\n2\nmine\n");
});

it("offers to merge changes typed before a turn, also after a save between turns", async () => {
  const { editor, edit, type, notices, cli, shown } = await begin();
  await edit("one\n2\n3\n");
  editor.set("one\n2\n3\n", false);
  cli.write(end);
  await settled();
  await type("one\n2\nmine\n");
  shown.submit("again");
  await settled();
  await edit("ONE\n2\n3\n");
  expect(notices()).toEqual(["bufferBehind"]);
});

it("never lets a save write over what claude wrote in the same length", async () => {
  const { editor, edit, type, notices } = await begin();
  await type("1\n2\nmine\n");
  await edit("I\n2\n3\n");
  expect(await editor.save()).toBe(true);
  expect(editor.saved).toBe("I\n2\nmine\n");
  expect(notices()).toEqual(["bufferBehind", "bufferMerged"]);
});

it("writes both sides of a conflict of the same length, between markers", async () => {
  const { editor, edit, type, notices } = await begin();
  await type("mine\n2\n3\n");
  await edit("I\n2\n3\n");
  await editor.save();
  expect(editor.saved).toBe("<<<<<<< You\nmine\n=======\nI\n>>>>>>> claude\n2\n3\n");
  expect(notices()).toEqual(["bufferBehind", "bufferConflicts"]);
});

it("leaves a save to the editor that refuses it, unless the user lets it overwrite", async () => {
  const { editor, edit, type } = await begin();
  await type("1\n2\nmine\n");
  await edit("one\n2\n3\n");
  expect(await editor.save()).toBe(false);
  expect(editor.saved).toBe("one\n2\n3\n");
  editor.protectsOthers = false;
  await editor.save();
  expect(editor.saved).toBe("one\n2\nmine\n");
});

it("reports no unsaved changes in a file that claude did not write", async () => {
  const { editor, run, type, notices } = await begin();
  await type("1\n2\nmine\n");
  await run("npm test", editor.saved);
  await editor.save();
  expect(editor.saved).toBe("1\n2\nmine\n");
  expect(notices()).toEqual([]);
});

it("compares unsaved changes that are not text instead of merging them", async () => {
  const { editor, edit, buffers, notices, type } = await begin();
  await type("x");
  editor.set(undefined, true);
  await edit("one\n2\n3\n");
  expect(notices()).toEqual(["bufferUnmergeable"]);
  await buffers.run(path, "merge");
  expect(editor.compared).toBe(1);
});
