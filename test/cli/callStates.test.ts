import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import type { MakeParticipant } from "../../extension/core/conversation/ports/participant.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import type { ToolItem } from "../../extension/shared/contract/items.ts";
import { say } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

let world: World;
let conversation: Conversation;
beforeAll(async () => {
  world = await World.create();
});
afterEach(() => conversation.close());
afterAll(() => world.close());

/** A hook that sees every call, as the limits have one. */
const seesAll: MakeParticipant = () => ({
  name: "sees all",
  hooks: [{ event: "PreToolUse", role: "observe", callback: () => ({}) }],
});

function readCalls(): readonly ToolItem[] {
  const { items } = conversation.transcript.page(mainThread, { kind: "end" }, 100);
  return items.filter((item) => item.kind === "tool");
}

/** Starts a conversation, and notes the states through which each call goes, in the order of the calls. */
async function startNoting(version: string, participants: readonly MakeParticipant[]) {
  conversation = await startConversation(world, version, { participants, logger: silentLogger });
  const noted = new Map<string, string[]>();
  conversation.changes.onDidChangeView(() => {
    for (const { id, isStreaming, state } of readCalls()) {
      const states = noted.get(id) ?? [];
      noted.set(id, states);
      const shown = isStreaming ? "written" : state;
      if (shown !== states.at(-1)) states.push(shown);
    }
  });
  return noted;
}

describeEachVersion("claude %s", (version) => {
  it.each([
    ["with hooks", [seesAll]],
    ["without hooks", []],
  ])("runs three queued calls of a reply one after another as the user decides, %s", async (_name, participants) => {
    const { workspace } = world.home;
    const name = (index: number): string => path.join(workspace, `${version}-${participants.length}-${index}.txt`);
    const write = (index: number) => ({ tool: "Write", input: { file_path: name(index), content: "x" } });
    world.scripts.set("write", [{ blocks: [write(1), write(2), write(3)] }, say("Done.")]);
    const noted = await startNoting(version, participants);
    conversation.submit("write");
    for (const decision of ["allow", "deny", "allow"] as const) {
      await until(conversation, ({ requests }) => requests.length === 1);
      const [{ id = "", revision = 0 } = {}] = conversation.state.requests;
      await conversation.permissions.decide(id, revision, { kind: decision });
      await until(conversation, ({ requests }) => requests[0]?.id !== id);
    }
    await until(conversation, ({ status }) => status === "idle");
    expect([1, 2, 3].map((index) => fs.existsSync(name(index)))).toEqual([true, false, true]);
    expect([...noted.values()]).toEqual([
      ["written", "running", "waiting", "running", "done"],
      ["written", "queued", "running", "waiting", "denied"],
      ["written", "queued", "running", "waiting", "running", "done"],
    ]);
    expect(readCalls().map(({ state, elapsedMs }) => [state, elapsedMs === undefined])).toEqual([
      ["done", false],
      ["denied", true],
      ["done", false],
    ]);
  });
});
