import { beforeAll, describe, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";

const use = (tool: string, input: object) => ({
  blocks: [{ thinking: "Let me think." }, { text: "Working. " }, { tool, input }],
});

const here = oneEditor();

beforeAll(() => {
  const { world } = here;
  world.scripts.set("edit", (folder) => [
    use("Write", { file_path: `${folder}/a.txt`, content: "one\n" }),
    say(
      "# Done\n\n- [x] a `list`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nconst x = 'y'; // z\n```\n\n```js\nlater();\n```\n\n> quoted, with a [link](https://example.org)",
    ),
  ]);
  world.scripts.set("ask", () => [
    use("AskUserQuestion", {
      questions: [
        {
          question: "Which?",
          header: "Pick",
          multiSelect: false,
          options: [
            { label: "A", description: "first" },
            { label: "B", description: "second" },
          ],
        },
      ],
    }),
    say("Fine."),
  ]);
  world.scripts.set("fail", (folder) => [use("Read", { file_path: `${folder}/missing.txt` }), say("It failed.")]);
  world.scripts.set("tasks", () => [use("TaskCreate", { subject: "A task", description: "A task" }), say("Listed.")]);
  world.scripts.set("wait", () => [{ blocks: [{ text: "Waiting." }, { gate: new Promise<void>(() => {}) }] }]);
});

/**
 * The editor's own dark theme has the lowest contrast; the others are tested with `npm run fuzz`, which has the time.
 */
const otherThemes =
  fuzzRuns(1) > 1
    ? ["Light 2026", "Light Modern", "Dark Modern", "Default High Contrast", "Default High Contrast Light"]
    : [];
describe.each(["Dark 2026", ...otherThemes])("in %s", (theme) => {
  it("axe-core finds nothing wrong in any state", { tags: "thorough" }, async () => {
    await here.openOwn({ theme });
    const { window } = here;
    await window.transcript.empty.waitFor();
    await window.expectAccessible("empty");
    await window.send("edit");
    await window.card.allow.waitFor();
    await window.expectAccessible("permission");
    await window.card.button("moreWaysToDeny").click();
    await window.card.menu("moreWaysToDeny").waitFor();
    await window.expectAccessible("menu");
    await window.card.entry("denyWithFeedback").click();
    await window.expectAccessible("feedback");
    await window.card.button("back").click();
    await window.card.allow.click();
    await window.reply("Done").waitFor();
    await window.tool("Write a.txt").getByRole("button").first().click();
    await window.transcript.action("openFile").waitFor();
    await window.expectAccessible("reply and open card");
    await window.send("ask");
    await window.card.button("answer").waitFor();
    await window.card.other.check();
    await window.expectAccessible("question");
    await window.card.button("dismiss").click();
    await window.reply("Fine.").waitFor();
    await window.send("fail");
    await window.reply("It failed.").waitFor();
    await window.send("tasks");
    await window.reply("Listed.").waitFor();
    await window.expectAccessible("failed tool and tasks");
    await window.panel
      .locator("input[type=file]")
      .setInputFiles({ name: "a.log", mimeType: "text/plain", buffer: Buffer.from("it broke") });
    await window.message.fill("look at @a.txt with /");
    await window.panel.getByRole("option").first().waitFor();
    await window.composer.remove("a.log").waitFor();
    await window.expectAccessible("suggestions and attachments");
    await window.composer.contextUsage.click();
    await window.composer.compactNow.waitFor();
    await window.page.keyboard.press("Control+F");
    await window.page.keyboard.type("nothing");
    await window.panel.getByText("No results").waitFor();
    await window.expectAccessible("context and search");
    await window.composer.remove("a.log").click();
    await window.send("wait");
    await window.reply("Waiting.").waitFor();
    await window.send("later");
    await window.composer.queue.waitFor();
    await window.expectAccessible("working, with a queue");
  });
});
