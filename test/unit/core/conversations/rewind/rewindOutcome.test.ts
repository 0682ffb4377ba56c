import { expect, it } from "vitest";
import {
  formatPromptTitle,
  giveBackPrompt,
  takeBackPrompt,
} from "../../../../../extension/core/conversations/rewind/returnedPrompt.ts";
import type { Notice } from "../../../../../extension/shared/contract/notices.ts";
import { settled } from "../../protocol/setup.ts";
import { begin } from "./rewindSetup.ts";

/** Returns the buttons of a notice about a rewind. */
const offersOf = (notice: Notice): string => ["undo", "more"].filter((name) => name in notice).join();

it("offers undo and redo only in the newest notice of a rewind", async () => {
  const { turn, rewind, person, notices, shown, disk } = await begin();
  await turn("one", { "/w/a": "1" });
  const second = await turn("two", { "/w/a": "2" });
  const third = await turn("three", { "/w/a": "3" });
  person.confirmRewind = async () => "files";
  await rewind.run(shown.id, third);
  await rewind.run(shown.id, second);
  expect(notices().map(offersOf)).toEqual(["", "undo"]);
  await rewind.reverse("undo");
  expect(notices().map(offersOf)).toEqual(["", "", "undo,more"]);
  await rewind.reverse("undo");
  expect(notices().map(offersOf)).toEqual(["", "", "", "undo"]);
  expect(disk()).toEqual({ "/w/a": "3" });
  await rewind.reverse("redo");
  expect(notices().map(offersOf)).toEqual(["", "", "", "", "undo,more"]);
});

it("takes a returned message out of the composer once it is in the conversation again", async () => {
  const { shown, person } = await begin();
  person.setDraft = (_, text) => {
    shown.draft = text;
  };
  const image = (id: string, size: number) =>
    ({ id, kind: "image", name: "shot.png", mediaType: "image/png", size }) as const;
  const composer = () => [shown.draft, shown.conversation.state.attachments.map(({ size }) => size)];
  shown.draft = "typed";
  shown.attach(image("mine", 20));
  giveBackPrompt(shown, { text: "two", attachments: [image("a1", 10)] }, person);
  expect(composer()).toEqual(["two\ntyped", [20, 10]]);
  // An attachment has another id each time that it is read.
  const prompt = { text: "two", attachments: [image("a2", 10)] };
  takeBackPrompt(shown, prompt, person);
  expect(composer()).toEqual(["typed", [20]]);
  // The text that the user made of it stays.
  giveBackPrompt(shown, prompt, person);
  shown.draft = "two, changed";
  takeBackPrompt(shown, prompt, person);
  expect(composer()).toEqual(["two, changed", [20, 10]]);
});

it("records no rewind of files alone if there is nothing to restore", async () => {
  const { turn, history, rewind, person, notices, shown } = await begin();
  await turn("one", { "/w/a": "1" });
  const second = await turn("two", {});
  person.confirmRewind = async () => "files";
  await rewind.run(shown.id, second);
  expect([person.said, notices()]).toEqual([["sameFiles"], []]);
  history.files.set("/w/a", "mine");
  history.others.add("/w/a");
  await rewind.run(shown.id, second);
  expect([person.said, notices()]).toEqual([["sameFiles"], []]);
  await rewind.reverse("undo");
  expect(person.said).toEqual(["sameFiles", "nothingToUndo"]);
});

it("keeps the conversation when the checkpoint is removed while a question is open", async () => {
  const { turn, history, rewind, person, unsaved, prompts, shown, cli } = await begin();
  const plain = cli.onLine;
  cli.onLine = (frame) => {
    if (frame["request"]?.subtype !== "rewind_files") return plain(frame);
    const response = { canRewind: false, error: "no checkpoint" };
    cli.write({
      type: "control_response",
      response: { subtype: "success", request_id: frame["request_id"], response },
    });
  };
  await turn("one", {});
  const second = await turn("two", { "/w/a": "2" });
  person.confirmRewind = async () => "files";
  unsaved.add("/w/a");
  person.askUnsaved = async () => {
    history.checkpoints.length = 0;
    return "save";
  };
  await rewind.run(shown.id, second);
  expect([prompts(), person.rewindFailures.map(({ code }) => code)]).toEqual([["one", "two"], ["filesNotRestored"]]);
});

it.each([
  ["Tidy up the folder.", "Tidy up the folder"],
  ["First line.\nSecond line", "First line"],
  ["Wait...", "Wait..."],
  ["", ""],
  [`${"👍".repeat(39)}ab`, `${"👍".repeat(39)}…`],
])("names a rewind to the message %j by the first words", (text, name) => {
  expect(formatPromptTitle(text)).toBe(name);
});

it("discards unsaved changes and queued messages only after the rewind succeeded", async () => {
  const { rewind, person, shown, turn, history, unsaved, disk } = await begin();
  const id = await turn("one", { "/w/f": "1" });
  shown.conversation.queue.add("later", []);
  shown.conversation.queue.hold();
  unsaved.add("/w/f");
  person.unsavedAs = "discard";
  person.askQueued = async () => "remove";
  const queued = (): readonly string[] => shown.conversation.state.queue.map(({ text }) => text);
  history.onStep = (step) => {
    // A file changes right before it is restored.
    if (step === "restore") history.files.set("/w/f", "mine");
  };
  await rewind.run(shown.id, id);
  expect(person.rewindFailures).toHaveLength(1);
  expect([[...unsaved], queued(), disk()]).toEqual([["/w/f"], ["later"], { "/w/f": "mine" }]);
  history.onStep = () => {};
  await rewind.run(shown.id, id);
  expect([[...unsaved], queued(), disk()]).toEqual([[], [], {}]);
});

it("rewinds nothing if a turn began while the question was open", async () => {
  const { rewind, person, shown, turn, clis, disk } = await begin();
  const id = await turn("one", { "/w/f": "1" });
  person.confirmRewind = async () => {
    clis.at(-1)?.write({ type: "system", subtype: "session_state_changed", state: "running" });
    await settled();
    return "both";
  };
  await rewind.run(shown.id, id);
  expect([person.said, disk()]).toEqual([["changedMeanwhile"], { "/w/f": "1" }]);
});

it("asks before undoing a rewind of which only the files are known", async () => {
  const { rewind, person, shown, turn, history, disk } = await begin();
  const id = await turn("one", { "/w/f": "1" });
  // As in a window that did not carry it out.
  const to = (await history.before(id))?.id;
  const now = await history.take({ kind: "preview" });
  if (to) await history.restore(to, [{ path: "/w/f", kind: "restore" }], now.id, { kind: "rewind", to, prompt: id });
  const asked: (boolean | undefined)[] = [];
  person.confirmReverse = async (_, { isOnlyFiles }) => asked.push(isOnlyFiles) > 1;
  await rewind.reverse("undo", shown.id);
  expect(disk()).toEqual({});
  await rewind.reverse("undo", shown.id);
  expect([disk(), asked]).toEqual([{ "/w/f": "1" }, [true, true]]);
});
