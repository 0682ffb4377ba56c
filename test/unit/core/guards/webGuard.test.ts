import { expect, it } from "vitest";
import { WebGuard } from "../../../../extension/core/guards/webGuard.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { settled } from "../protocol/setup.ts";
import { guarded, minute } from "./guardSetup.ts";

const response = {
  bytes: 9,
  code: 200,
  codeText: "OK",
  result: "Be\u200bware",
  durationMs: 1,
  url: "https://example.com/b",
};
const seen = "\u27e6U+200B\u27e7";

async function fetching({ isEnabled = true, version = "2.1.329" } = {}) {
  const clock = new FakeClock();
  const guard = new Map<string, boolean>([["2.1.329", true]]);
  const parts = await guarded(
    {},
    {
      clock,
      version,
      guard: (conversation) =>
        new WebGuard({
          conversation,
          isEnabled: () => isEnabled,
          canReplace: (each) => guard.get(each) === true,
          clock,
          logger: silentLogger,
        }),
    },
  );
  await parts.beginTurn();
  const fetched = async (tool_response: unknown = response) => {
    const id = parts.hook("PostToolUse", {
      tool_name: "WebFetch",
      tool_input: { url: "https://example.com/a", prompt: "Summarize" },
      tool_response,
      tool_use_id: parts.newCall(),
    });
    await settled();
    return {
      /** The text that the model gets; undefined while the content is held, null for the content itself. */
      get text(): string | null | undefined {
        const output = parts.getOutput(id) as { updatedToolOutput?: { result: string } } | undefined;
        return output && (output.updatedToolOutput?.result ?? null);
      },
    };
  };
  return { ...parts, clock, fetched };
}

it("shows all content, invisible parts too, and lets the model read it only after Allow", async () => {
  const { fetched, card, decide } = await fetching();
  const held = await fetched();
  expect([held.text, card()?.cause]).toEqual([
    undefined,
    { code: "webContent", url: "https://example.com/b", text: `Be${seen}ware` },
  ]);
  await decide({ kind: "guard", choice: "continue" });
  expect([held.text, card()]).toEqual([null, undefined]);
});

it("gives the model a reason instead of the content that was denied", async () => {
  const { fetched, decide } = await fetching();
  const held = await fetched();
  await decide({ kind: "deny" });
  expect(held.text).toMatch(/^The user looked at this content and did not let you read it\./);
  const told = await fetched();
  await decide({ kind: "deny", feedback: " Use the docs in the repository " });
  expect(told.text).toBe("The user did not let you read this content, and says: Use the docs in the repository");
});

it("asks about each content, and shows one of unknown form as it is", async () => {
  const { fetched, card, decide } = await fetching();
  const [first, second] = [await fetched(), await fetched(["odd"])];
  await decide({ kind: "guard", choice: "continue" });
  expect([first.text, second.text]).toEqual([null, undefined]);
  expect(card()?.cause).toEqual({ code: "webContent", url: "https://example.com/a", text: '["odd"]' });
  await decide({ kind: "deny" });
  expect(second.text).toContain("did not let you read it");
});

it("withholds the content when no answer comes in time or the turn is stopped", async () => {
  const { fetched, clock, conversation } = await fetching();
  const late = await fetched();
  clock.advance(60 * minute);
  await settled();
  expect(late.text).toContain("did not let you read it");
  const stopped = await fetched();
  void conversation.stop();
  await settled();
  expect(stopped.text).toBe("The turn was stopped.");
});

it("holds nothing where it is off, or where this version cannot replace results", async () => {
  expect((await (await fetching({ isEnabled: false })).fetched()).text).toBe(null);
  expect((await (await fetching({ version: "2.1.50" })).fetched()).text).toBe(null);
});
