import { expect, it } from "vitest";
import { Outline } from "../../../../../extension/core/conversations/list/outline.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

it("lists the messages of the current conversation in order, and reports changes", async () => {
  const { conversations, shown, cli } = await setup();
  const outline = new Outline(conversations, () => {});
  let changes = 0;
  outline.onDidChange(() => changes++);
  shown.submit("first");
  await settled();
  cli.write({ type: "assistant", uuid: "a", message: { content: [{ type: "text", text: "said" }] } });
  cli.write({ type: "result", subtype: "success", is_error: false, result: "said" });
  await settled();
  const before = changes;
  cli.write({ type: "assistant", uuid: "b", message: { content: [{ type: "text", text: "more" }] } });
  await settled();
  expect(changes).toBe(before);
  shown.submit("second");
  await settled();
  expect(outline.current).toMatchObject({
    id: shown.id,
    prompts: [{ text: "first" }, { text: "second" }],
    hasOlder: false,
  });
  expect(changes).toBeGreaterThan(before);
});
