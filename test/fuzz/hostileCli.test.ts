import fc from "fast-check";
import { expect, it } from "vitest";
import { failures } from "../../extension/shared/base/failure.ts";
import type { Decision } from "../../extension/shared/contract/requests/requests.ts";
import { begin } from "../unit/core/conversation/conversationSetup.ts";
import { coherentCall, coherentReply, hostileAsk, hostileFrame } from "./hostileFrames.ts";
import { fuzzRuns } from "./runs.ts";

/** Lets everything that only waits for promises happen. */
const settle = async () => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
};
const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.constant<Decision>({ kind: "deny" }),
  fc.nat(5).map((choice): Decision => ({ kind: "allowAlways", choice })),
  fc.constant<Decision>({ kind: "answer", answers: [{ options: [0, 7], other: "x" }] }),
  fc.constant<Decision>({ kind: "approvePlan", isAcceptingEdits: true }),
);
const step = fc.oneof(
  { weight: 6, arbitrary: hostileFrame.map((frame) => ({ kind: "frames", frames: [frame] }) as const) },
  { weight: 2, arbitrary: hostileAsk.map((frame) => ({ kind: "frames", frames: [frame] }) as const) },
  {
    weight: 3,
    arbitrary: fc.oneof(coherentReply, coherentCall).map((frames) => ({ kind: "frames", frames }) as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("{", '{"type":"resu', "noise", "\0", "[1]", '{"type":"assistant"}', "null")
      .map((line) => ({ kind: "line", line }) as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(3), fc.nat(2), decision)
      .map(([index, revision, chosen]) => ({ kind: "decide", index, revision, chosen }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "submit" } as const) },
);
const death = fc.constantFrom("none", "clean", "crash", "killed", "closed");

it("survives odd frames in any order, and allows nothing that the user did not allow", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), death, async (steps, end) => {
      const { conversation, cli, items, errors } = await begin();
      const broken: unknown[] = [];
      conversation.changes.onDidChangeView(({ changes }) =>
        broken.push(...changes.filter((change) => JSON.stringify(change) === undefined)),
      );
      for (const action of steps) {
        const request = action.kind === "decide" ? conversation.state.requests[action.index] : undefined;
        if (action.kind === "frames") for (const frame of action.frames) cli().write(frame);
        else if (action.kind === "line") cli().writeBytes(new TextEncoder().encode(`${action.line}\n`));
        else if (action.kind === "submit") conversation.submit("a prompt");
        // A question or a plan may be allowed by the answer that fits it; a permission by none of these but a
        // suggestion that was offered.
        else if (request?.kind === "permission" && request.always.length === 0)
          conversation.permissions.decide(request.id, action.revision, action.chosen);
        await settle();
      }
      const allowed = cli().received.filter((frame) => frame["response"]?.response?.behavior === "allow");
      expect(allowed).toEqual([]);
      expect(broken).toEqual([]);
      // Every item that crosses to the webview is JSON.
      expect(JSON.parse(JSON.stringify(items())).length).toBe(items().length);
      if (end === "clean") cli().end();
      if (end === "crash") cli().end(failures.cliExited(1, null, "boom"));
      if (end === "killed") cli().end(failures.cliExited(null, "SIGKILL", ""));
      if (end === "closed") await conversation.close();
      await settle();
      if (end !== "none") expect(conversation.state).toMatchObject({ status: "ended", requests: [] });
      // A close is for good; everything else can be started again.
      expect(await conversation.start()).toBe(end !== "closed");
      if (end === "closed") return;
      expect(conversation.state).toMatchObject({ status: expect.stringMatching(/idle|working/), requests: [] });
      expect(conversation.state.problem).toBeUndefined();
      conversation.submit("still there");
      const sent = cli()
        .received.filter((frame) => frame["type"] === "user")
        .map((frame) => frame["message"].content[0].text);
      expect([...sent, ...conversation.state.queue.map(({ text }) => text)]).toContain("still there");
      await conversation.close();
      // Damage is told as such; anything else would be a frame that nobody could handle, or a listener that threw.
      expect(errors.filter((error) => !error.startsWith("Corrupt line"))).toEqual([]);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
