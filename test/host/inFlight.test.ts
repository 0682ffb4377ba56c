import fs from "node:fs";
import type { Frame } from "playwright-core";
import { expect, it } from "vitest";
import { decisionDelayMs } from "../../extension/shared/contract/requests/decisionDelay.ts";
import { fuzzRuns } from "../fuzz/runs.ts";
import { oneEditor } from "./oneEditor.ts";

const here = oneEditor();

/** Observations on the page's own clock: the time since which each card was at its place, and the presses on it. */
interface Watch {
  readonly shown: Record<string, number>;
  readonly pressed: { readonly card: string; readonly at: number }[];
}
type Watched = typeof globalThis & { watch: Watch };

/**
 * Records at each painted frame the place of each card, and each press with its time. For every other card it blocks
 * the page between the time the card exists and the time it becomes visible.
 */
function startWatch(): void {
  const watch: Watch = { shown: {}, pressed: [] };
  (globalThis as Watched).watch = watch;
  const cardOf = (element: Element | null): string =>
    element?.closest('[role="group"][aria-label^="Permission"]')?.getAttribute("aria-label") ?? "";
  let last = "";
  let newest = "";
  let cards = 0;
  new MutationObserver(() => {
    const card = cardOf(document.querySelector('[role="group"][aria-label^="Permission"] button'));
    if (card === newest) return;
    newest = card;
    const end = performance.now() + (cards++ % 2) * 900;
    while (performance.now() < end);
  }).observe(document, { childList: true, subtree: true });
  const note = (): void => {
    const card = document.querySelector('[role="group"][aria-label^="Permission"]');
    const { top = 0, left = 0, width = 0, height = 0 } = card?.getBoundingClientRect() ?? {};
    const now = `${cardOf(card)} ${top} ${left} ${width} ${height}`;
    if (now !== last) watch.shown[cardOf(card)] = performance.now();
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  for (const type of ["pointerdown", "keydown"] as const) {
    document.addEventListener(
      type,
      (event) => watch.pressed.push({ card: cardOf(event.target as Element), at: event.timeStamp }),
      true,
    );
  }
}

/** Blocks the page for a while, as a long reply does on a slow machine. */
function block(frame: Frame, ms: number): Promise<unknown> {
  return frame.evaluate((until) => {
    const end = performance.now() + until;
    while (performance.now() < end);
  }, ms);
}

it("takes nothing typed while cards appear for an answer, and loses none of it", {
  tags: "thorough",
}, async () => {
  const text = "What I type while the agent asks, word by word and line by line. ".repeat(4);
  here.world.scripts.set("ask soon", (folder) => [
    { firstByteMs: 300, blocks: [{ tool: "Write", input: { file_path: `${folder}/asked.txt`, content: "x" } }] },
    { blocks: [{ text: "Answered." }] },
  ]);
  await here.begin();
  const { window } = here;
  await window.send("ask soon");
  const frame = await window.frame();
  await window.message.focus();
  const typing = window.page.keyboard.type(text, { delay: 10 });
  for (let times = 0; times < 5; times++) await block(frame, 200);
  await window.card.allow.waitFor();
  await typing;
  await expect.poll(() => window.message.inputValue()).toBe(text);
  expect(await window.card.allow.count()).toBe(1);
  expect(fs.existsSync(window.file("asked.txt"))).toBe(false);
});

it("accepts no press on a busy page before a request was visible long enough", async () => {
  const files = fuzzRuns(4);
  here.world.scripts.set("write many", (folder) => [
    ...Array.from({ length: files }, (_, index) => ({
      blocks: [{ tool: "Write", input: { file_path: `${folder}/f${index}.txt`, content: "x" } }],
    })),
    { blocks: [{ text: "All of them." }] },
  ]);
  await here.begin();
  const { window } = here;
  const { page } = window;
  const frame = await window.frame();
  await frame.evaluate(startWatch);
  await window.send("write many");
  const allow = window.card.allow;
  await allow.waitFor();
  const box = await allow.boundingBox();
  if (!box) throw new Error("the button has no place");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

  const underWay: Promise<unknown>[] = [];
  // Checked by the last file: a press on a row may have scrolled the reply out of the rendered part.
  const isDone = (): boolean => fs.existsSync(window.file(`f${files - 1}.txt`));
  // A user who presses repeatedly, after 0 to 900 ms: before, at and after the time from which a press counts.
  for (let step = 0; !isDone(); step++) {
    if (step > files * 60) throw new Error("nothing is decided any more");
    // Lets the page catch up: users do not press endlessly on a page that does not react.
    if (step % 8 === 7) await Promise.all(underWay.splice(0));
    const gap = (step * 370) % 910;
    if (step % 3 === 0) underWay.push(block(frame, (step * 230) % 1_100));
    if (step % 7 === 3) underWay.push(page.keyboard.press("Enter"));
    underWay.push(page.mouse.click(x, y, { clickCount: 1 }));
    await new Promise((resolve) => setTimeout(resolve, gap));
  }
  await Promise.all(underWay);
  const watch: Watch = await frame.evaluate(() => (globalThis as Watched).watch);
  for (let index = 0; index < files; index++) {
    const card = `Permission: Write f${index}.txt`;
    const shown = watch.shown[card] ?? Number.POSITIVE_INFINITY;
    const deliberate = watch.pressed.filter((press) => press.card === card && press.at - shown >= decisionDelayMs);
    expect(
      deliberate,
      `${card} was shown at ${shown}; pressed at ${JSON.stringify(watch.pressed.filter((press) => press.card === card))}`,
    ).not.toEqual([]);
    expect(fs.existsSync(window.file(`f${index}.txt`))).toBe(true);
  }
});
