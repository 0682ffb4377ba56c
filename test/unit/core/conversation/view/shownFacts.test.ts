import { expect, it } from "vitest";
import { mainThread } from "../../../../../extension/shared/contract/ids.ts";
import type { ToolItem } from "../../../../../extension/shared/contract/items.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";
import { begin } from "../conversationSetup.ts";
import { frame } from "../transcript/transcriptSetup.ts";

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const call = { id: "t1", name: "Bash", input: { command: "make" } };
const prompt = { type: "user", uuid: "p1", timestamp: at(0), message: { content: "go" } };
const asked = {
  type: "assistant",
  uuid: "a1",
  timestamp: at(1),
  message: { id: "m1", content: [{ type: "tool_use", ...call }] },
};
const result = {
  type: "user",
  uuid: "u1",
  timestamp: at(104),
  message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "made" }] },
};
const end = {
  type: "assistant",
  uuid: "a2",
  timestamp: at(105),
  message: { id: "m2", content: [{ type: "text", text: "Made." }], usage: { output_tokens: 1 } },
};
/** The transcript that `claude` keeps of the turn. */
const transcript = [prompt, asked, result, end].map(frame);

type Began = Awaited<ReturnType<typeof begin>>;

const readRows = ({ conversation }: Pick<Began, "conversation">) =>
  conversation.transcript.page(mainThread, { kind: "end" }, 10).items.flatMap((item): readonly object[] => {
    if (item.kind === "tool") return [pickCall(item)];
    return item.kind === "turn"
      ? [{ durationMs: item.durationMs, waitedMs: item.waitedMs, costUsd: item.costUsd }]
      : [];
  });
const pickCall = ({ state, elapsedMs, decided }: ToolItem) => ({ state, elapsedMs, decided: decided?.code });

/** A turn with a call that waits for 100 seconds and then runs for two. */
async function runTurn(decision: "allow" | "deny") {
  const clock = new FakeClock();
  const began = await begin({ clock });
  const { conversation, cli } = began;
  conversation.submit("go");
  await expect.poll(() => conversation.state.status).toBe("working");
  clock.advance(1_000);
  cli().write(asked);
  const request = { subtype: "can_use_tool", tool_name: "Bash", tool_use_id: "t1", input: call.input };
  cli().write({ type: "control_request", request_id: "r1", request });
  await expect.poll(() => conversation.state.requests.length).toBe(1);
  clock.advance(100_000);
  const [{ id = "", revision = 0 } = {}] = conversation.state.requests;
  conversation.permissions.decide(id, revision, { kind: decision });
  await expect.poll(() => conversation.state.requests.length).toBe(0);
  clock.advance(2_000);
  cli().write(
    decision === "allow"
      ? result
      : { ...result, message: { content: [{ ...result.message.content[0], is_error: true }] } },
  );
  cli().write(end);
  cli().write({ type: "result", subtype: "success", uuid: "r", duration_ms: 105_000, total_cost_usd: 0.25 });
  await expect.poll(() => conversation.state.status).toBe("idle");
  return began;
}

it.each([
  ["allow", { state: "done", elapsedMs: 2_000, decided: "allowed" }],
  ["deny", { state: "denied", elapsedMs: undefined, decided: "denied" }],
] as const)("separates work from waiting, live and read back: %s", async (decision, row) => {
  const first = await runTurn(decision);
  const turn = { durationMs: 5_000, waitedMs: 100_000, costUsd: 0.25 };
  expect(readRows(first)).toEqual([row, turn]);
  const { saved } = first.conversation.saved.shown;
  const second = await begin();
  second.conversation.saved.shown.load(JSON.parse(JSON.stringify(saved)));
  second.conversation.saved.restore({ frames: transcript, hasOlder: false, damaged: 0 });
  expect(readRows(second)).toEqual([row, turn]);
});

it("shows no time for a call of a transcript that may have waited", async () => {
  const { conversation } = await begin();
  conversation.saved.restore({ frames: transcript, hasOlder: false, damaged: 0 });
  expect(readRows({ conversation })).toMatchObject([{ state: "done", elapsedMs: undefined }, { durationMs: 105_000 }]);
});
