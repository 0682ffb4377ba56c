import { expect, it } from "vitest";
import { progressText } from "../../extension/shared/text/progress.ts";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { isReady } from "./window.ts";

const here = oneEditor();
const files = ["one.txt", "two.txt", "three.txt"];

it("shows from Enter on a turn's progress and its calls' states, also after a reload", async () => {
  let answer = (): void => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  here.world.scripts.set("write three", (folder) => [
    {
      blocks: [
        { gate },
        ...files.map((file) => ({ tool: "Write", input: { file_path: `${folder}/${file}`, content: "x\n" } })),
      ],
    },
    say("Two are written."),
  ]);
  await here.begin();
  const { window } = here;
  const progress = window.panel.getByRole("status", { name: progressText.name() });
  const readRows = (): Promise<string[]> => Promise.all(files.map((file) => window.tool(`Write ${file}`).innerText()));
  await window.message.fill("write three");
  const frame = await window.frame();
  const isThere = frame.evaluate(
    (name) =>
      new Promise<boolean>((resolve) => {
        addEventListener(
          "keydown",
          () =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve(document.querySelector(`[aria-label="${name}"]`) !== null), 0),
            ),
          {
            capture: true,
            once: true,
          },
        );
      }),
    progressText.name(),
  );
  await window.message.press("Enter");
  expect(await isThere).toBe(true);
  await progress.getByText(/^(Starting claude|Waiting for .+)…$/).waitFor();

  answer();
  for (const [index, press] of (["allow", "deny", "allow"] as const).entries()) {
    const name = files[index] ?? "";
    await window.card.of("Write", name).waitFor();
    await expect
      .poll(async () => (await readRows()).slice(index).map((row) => /waiting for you|queued/.exec(row)?.[0]))
      .toEqual(["waiting for you", "queued", "queued"].slice(0, 3 - index));
    await progress.getByText(`${index} of 3 calls done, waiting for you`).waitFor();
    const button = window.card[press];
    await isReady(button);
    await button.click();
  }
  await window.reply("Two are written.").waitFor();
  const turn = window.panel.getByRole("button", { name: /waited .+ for you/ });
  await turn.waitFor();
  const before = [...(await readRows()), await turn.innerText()];
  expect(before.slice(0, 3)).toEqual([
    expect.stringContaining("allowed"),
    expect.not.stringMatching(/\d s/),
    expect.stringContaining("allowed"),
  ]);
  expect(before[1]).toContain("denied");

  await window.reload();
  await window.reply("Two are written.").waitFor();
  await expect.poll(async () => [...(await readRows()), await turn.innerText()]).toEqual(before);
});
