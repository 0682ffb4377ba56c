import { expect, it } from "vitest";
import { RowActions } from "../../../../../extension/core/conversations/actions/rowActions.ts";
import type { AttachmentContent } from "../../../../../extension/shared/contract/composer/attachments.ts";
import { emptyDisk } from "../../../../fakes/emptyDisk.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import type { Surroundings } from "../setup.ts";

async function working(surroundings: Surroundings = {}) {
  const world = await setup(surroundings);
  const { conversations, turns, person, shown, cli } = world;
  const marked: unknown[] = [];
  const changes = {
    run: async (...args: unknown[]) => void marked.push(args),
    openAll: async (...args: unknown[]) => void marked.push(args),
  };
  const kept = new Map<string, string>();
  const attachments = {
    open: async (_: unknown, id: string) => (kept.has(id) ? undefined : ("notKept" as const)),
    unfold: (_: unknown, id: string) => kept.get(id),
  };
  const rows = new RowActions({ conversations, turns, changes, attachments, dialogs: person, panels: person });
  conversations.places.setFocused(shown.id);
  shown.submit("go");
  await settled();
  cli.write({ type: "system", subtype: "init", claude_code_version: "2.1.329" });
  await settled();
  const texts = () => shown.conversation.state.queue.map(({ text }) => text);
  return { ...world, rows, texts, marked, kept };
}

it("reports that there is nothing to act on", async () => {
  const { rows, person } = await working();
  for (const run of [
    () => rows.editQueued("remove"),
    () => rows.stopTask(),
    () => rows.removeAttachment(),
    () => rows.mark(true),
    () => rows.decideUnsaved(true),
  ])
    await run();
  expect(person.said).toEqual(Array(5).fill("nothingThere"));
});

it("acts on the only queued message, and asks if there are several", async () => {
  const { rows, shown, texts, person } = await working();
  shown.submit("one");
  await rows.editQueued("remove");
  expect([texts(), person.rowsOffered]).toEqual([[], []]);
  for (const text of ["one", "two", "three"]) shown.submit(text);
  await rows.moveQueuedFirst();
  expect(texts()).toEqual(["three", "one", "two"]);
  await rows.editQueued("edit");
  expect([texts(), person.drafts, person.focused]).toEqual([["three", "one"], ["two"], shown.id]);
  expect(person.rowsOffered.map(([purpose]) => purpose)).toEqual(["moveFirst", "edit"]);
  await rows.clearQueue();
  expect(texts()).toEqual([]);
});

it("takes back a message unless the turn has read it", async () => {
  const { rows, shown, texts, person, cli } = await working();
  cli.write({ type: "system", subtype: "init", capabilities: ["msg_lifecycle_v1"] });
  shown.submit("also this");
  await rows.editQueued("sendNow");
  expect(shown.conversation.state.queue).toMatchObject([{ text: "also this", isJoining: true }]);
  const answer = (cancelled: boolean) => {
    const { request_id } = cli.received.findLast((frame) => frame["request"]?.subtype === "cancel_async_message") ?? {};
    cli.write({ type: "control_response", response: { subtype: "success", request_id, response: { cancelled } } });
  };
  const late = rows.editQueued("remove");
  await settled();
  answer(false);
  await late;
  expect([texts(), person.said]).toEqual([["also this"], ["alreadyRead"]]);
  const inTime = rows.editQueued("edit");
  await settled();
  answer(true);
  await inTime;
  expect([texts(), person.drafts]).toEqual([[], ["also this"]]);
});

it("stops a background task, but not a schedule", async () => {
  const { rows, cli, person } = await working();
  cli.write({
    type: "system",
    subtype: "task_started",
    task_id: "b",
    description: "npm run watch",
    is_backgrounded: true,
  });
  cli.write({
    type: "system",
    subtype: "task_started",
    task_id: "c",
    description: "npm run dev",
    is_backgrounded: true,
  });
  await settled();
  void rows.stopTask();
  await settled();
  expect(cli.received.at(-1)?.["request"]).toEqual({ subtype: "stop_task", task_id: "c" });
  expect(person.rowsOffered).toEqual([["stopTask", ["npm run watch", "npm run dev"]]]);
});

it("moves a command to the background, and reports where that is impossible", async () => {
  const { rows, cli, person } = await working();
  await rows.runInBackground();
  const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "npm test" } };
  cli.write({ type: "assistant", uuid: "u1", message: { id: "m1", content: [call] } });
  await settled();
  await rows.runInBackground();
  expect(person.said).toEqual(["nothingThere", "nothingThere"]);
  cli.write({ type: "system", subtype: "task_started", task_id: "b", tool_use_id: "toolu_1", is_backgrounded: false });
  await settled();
  for (const backgrounded of [true, false]) {
    const running = rows.runInBackground();
    await settled();
    const { request_id, request } = cli.received.at(-1)!;
    expect(request).toEqual({ subtype: "background_tasks", tool_use_id: "toolu_1" });
    cli.write({ type: "control_response", response: { subtype: "success", request_id, response: { backgrounded } } });
    await running;
  }
  expect(person.said.slice(2)).toEqual(["notBackgrounded"]);
});

it("opens, removes and inserts attachments of the message", async () => {
  const { rows, shown, person, kept } = await working();
  const content: Omit<AttachmentContent, "data"> = {
    kind: "text",
    name: "pasted.txt",
    mediaType: "text/plain",
    size: 4,
    isPasted: true,
  };
  shown.attach({ ...content, id: "a" });
  await rows.openAttachment();
  await rows.insertAttachment();
  expect(person.said).toEqual(["notKept", "notKept"]);
  kept.set("a", "text");
  await rows.insertAttachment();
  expect([person.drafts, person.focused]).toEqual([["text"], shown.id]);
  await rows.removeAttachment();
  expect(shown.conversation.state.attachments).toEqual([]);
});

it("marks changed files as reviewed, and shows the changes since a message", async () => {
  const files = { ...emptyDisk, readDisk: async () => ({ text: "x\n", isUtf16: false }) };
  const { rows, shown, cli, marked, person } = await working({ files });
  for (const name of ["a", "b", "c"]) {
    const input = { file_path: `/w/${name}`, content: "x\n" };
    cli.write({
      type: "assistant",
      uuid: `u${name}`,
      message: { id: `m${name}`, content: [{ type: "tool_use", id: name, name: "Write", input }] },
    });
    const content = [{ type: "tool_result", tool_use_id: name, content: "done" }];
    cli.write({
      type: "user",
      uuid: `r${name}`,
      message: { content },
      tool_use_result: { type: "create", filePath: input.file_path, content: input.content },
    });
    await settled();
  }
  await shown.conversation.edits.changed.mark("/w/c", true);
  await rows.mark(true);
  await rows.mark(false);
  await rows.reviewSince();
  expect(marked).toEqual([
    [shown.id, "review", "/w/b"],
    [shown.id, "unreview", "/w/c"],
    [shown.id, shown.conversation.transcript.prompts.loaded[0]?.id],
  ]);
  expect(person.rowsOffered).toEqual([["review", ["a", "b"]]]);
});
