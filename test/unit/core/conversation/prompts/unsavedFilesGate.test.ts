import { expect, it } from "vitest";
import type { UnsavedFiles } from "../../../../../extension/core/conversation/ports/ports.ts";
import { settled } from "../../protocol/setup.ts";
import { begin, result } from "../conversationSetup.ts";

class Editors implements UnsavedFiles {
  way: ReturnType<UnsavedFiles["autosave"]> = "always";
  autosave = () => this.way;
  unsaved = ["/w/a.ts", "/w/b.ts"];
  readonly refused = new Set<string>();
  /** Answers that were kept, while the setting has no value. */
  readonly kept: string[] = [];
  isSet = true;
  async remember(answer: "always" | "never"): Promise<boolean> {
    if (!this.isSet) this.kept.push(answer);
    return !this.isSet;
  }
  readonly saves: (readonly string[])[] = [];
  finish: () => void = () => {};

  list(): readonly string[] {
    return this.unsaved;
  }
  async save(paths: readonly string[]): Promise<readonly string[]> {
    this.saves.push(paths);
    await new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    this.unsaved = this.unsaved.filter((file) => this.refused.has(file));
    return this.unsaved;
  }
}

async function setup(autosave: Editors["way"]) {
  const editors = new Editors();
  editors.way = autosave;
  const parts = await begin({ unsavedFiles: editors });
  const prompts = () =>
    parts
      .cli()
      .received.filter((frame) => frame["type"] === "user")
      .map((frame) => frame["message"].content[0].text);
  return { ...parts, editors, prompts };
}

it("saves files before it sends a prompt, which waits in the queue meanwhile", async () => {
  const { conversation, editors, prompts } = await setup("always");
  conversation.submit("go");
  conversation.submit("and on");
  await settled();
  expect([prompts(), editors.saves, conversation.state.queue.length]).toEqual([[], [["/w/a.ts", "/w/b.ts"]], 2]);
  editors.finish();
  await settled();
  expect(prompts()).toEqual(["go"]);
});

it("sends a prompt despite files that were not saved, with one notice per turn", async () => {
  const { conversation, editors, prompts, items, cli } = await setup("always");
  editors.refused.add("/w/b.ts");
  conversation.submit("go");
  editors.finish();
  await settled();
  expect(prompts()).toEqual(["go"]);
  expect(items()).toContainEqual(expect.objectContaining({ notice: { code: "notSaved", files: ["/w/b.ts"] } }));
  cli().write(result());
  await settled();
  expect(editors.saves).toHaveLength(1);
  conversation.submit("next");
  expect(editors.saves).toHaveLength(2);
});

it("asks about unsaved files once per turn, and waits for the answer", async () => {
  const { conversation, editors, prompts } = await setup("ask");
  conversation.submit("go");
  expect([conversation.state.unsaved, prompts()]).toEqual([["/w/a.ts", "/w/b.ts"], []]);
  await conversation.unsavedGate.decide(false);
  await settled();
  expect([conversation.state.unsaved, prompts(), editors.saves]).toEqual([undefined, ["go"], []]);
});

it("saves the first answer as the setting, and ignores a second click", async () => {
  const { conversation, editors, items } = await setup("ask");
  editors.isSet = false;
  conversation.submit("go");
  await Promise.all([conversation.unsavedGate.decide(false), conversation.unsavedGate.decide(true)]);
  await conversation.unsavedGate.decide(true);
  await settled();
  expect([editors.kept, editors.saves]).toEqual([["never"], []]);
  expect(items()).toContainEqual(expect.objectContaining({ notice: { code: "savingRemembered", isSaved: false } }));
});

it("saves the listed files when the user chooses to", async () => {
  const { conversation, editors, prompts } = await setup("ask");
  conversation.submit("go");
  const decided = conversation.unsavedGate.decide(true);
  editors.finish();
  await decided;
  await settled();
  expect([prompts(), editors.unsaved, conversation.state.unsaved]).toEqual([["go"], [], undefined]);
});

it("asks again in the next turn if the prompt was removed before the answer", async () => {
  const { conversation, prompts } = await setup("ask");
  conversation.submit("go");
  conversation.queue.remove(conversation.state.queue[0]!.id);
  await conversation.unsavedGate.decide(false);
  conversation.submit("other");
  expect([prompts(), conversation.state.unsaved?.length]).toEqual([[], 2]);
});

it("stops asking once the files are saved by hand, and sends the waiting prompt later", async () => {
  const { conversation, editors, prompts } = await setup("ask");
  conversation.submit("go");
  editors.unsaved = [];
  conversation.submit("and on");
  await settled();
  expect([conversation.state.unsaved, prompts()]).toEqual([undefined, ["go"]]);
});

it("does not save files when the user chooses not to", async () => {
  const { conversation, editors, prompts } = await setup("never");
  conversation.submit("go");
  expect([prompts(), editors.saves]).toEqual([["go"], []]);
});

it("moves a queued prompt to another place within the queue", async () => {
  const { conversation } = await setup("never");
  for (const text of ["running", "a", "b", "c"]) conversation.submit(text);
  const order = () => conversation.state.queue.map(({ text }) => text).join("");
  const id = (text: string) => conversation.state.queue.find((entry) => entry.text === text)!.id;
  conversation.queue.move(id("c"), 0);
  expect(order()).toBe("cab");
  conversation.queue.move(id("c"), 99);
  expect(order()).toBe("abc");
  conversation.queue.move("gone", 0);
  expect(order()).toBe("abc");
});
