import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";

const say = (text: string) => ({ blocks: [{ text }] });
const use = (tool: string, input: object) => ({ blocks: [{ tool: `mcp__editor__${tool}`, input }] });

const here = oneEditor();

/** Returns the result of the last call, as the model got it. */
function lastResult(): string {
  const { content } = here.world.model.requests.at(-1).messages.at(-1);
  return content
    .map((block: { content: string | { text: string }[] }) => (typeof block.content === "string" ? block.content : block.content[0]?.text))
    .join("\n");
}

it("tells the model the problems of a file without asking", async () => {
  const code = "export const count: number = 1;\nexport const text: string = count;\n";
  here.world.scripts.set("check it", () => [use("diagnostics", { path: "a.ts" }), say("It has a problem.")]);
  await here.begin({ "a.ts": code });
  await here.window.send("check it");
  await here.window.reply("It has a problem.").waitFor();
  expect(lastResult()).toMatch(/^1 problem in 1 file\.\n.*\/a\.ts\n {2}2:14 error: Type 'number' is not assignable to type 'string'\. \[ts 2322\]$/);
});
