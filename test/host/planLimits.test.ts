import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";

const here = oneEditor({ isSubscriber: true });

/** In the last hour of a day the limit is reset on the next day, so the time includes its day. */
const clock = String.raw`(?:\p{L}+ \d+ )?\d\d:\d\d`;
const inAnHour = (): string => String(Math.floor(Date.now() / 1000) + 3_600);
/** Returns the rate limit headers of a plan that the model's provider sends with each response. */
const plan = (status: string, used: string) => ({
  "anthropic-ratelimit-unified-status": status,
  "anthropic-ratelimit-unified-reset": inAnHour(),
  "anthropic-ratelimit-unified-representative-claim": "five_hour",
  "anthropic-ratelimit-unified-5h-status": status,
  "anthropic-ratelimit-unified-5h-utilization": used,
  "anthropic-ratelimit-unified-5h-reset": inAnHour(),
  ...(status === "allowed" ? {} : { "anthropic-ratelimit-unified-5h-surpassed-threshold": "0.9" }),
  "anthropic-ratelimit-unified-7d-utilization": "0.3",
  "anthropic-ratelimit-unified-7d-reset": inAnHour(),
});

it("says that the plan's limit is near and when it resets, with each limit's usage", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("go on", () => [{ headers: plan("allowed_warning", "0.92"), blocks: [{ text: "Gone on." }] }]);
  here.world.scripts.set("and again", () => [
    { headers: plan("allowed", "0.1"), blocks: [{ text: "Gone on again." }] },
  ]);
  await here.begin();
  const { panel } = here.window;
  await here.window.send("go on");
  await here.window.reply("Gone on.").waitFor();
  await panel
    .getByText(new RegExp(`^Close to the 5-hour limit \\(92% used, resets at ${clock}`, "u"))
    .first()
    .waitFor();
  await here.window.composer.contextUsage.click();
  const limits = here.window.composer.planLimits.getByRole("listitem");
  await limits.first().waitFor();
  const shown = (await limits.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
  expect(shown).toEqual([
    expect.stringMatching(/^5 hours.*92% · resets/),
    expect.stringMatching(/^7 days.*30% · resets/),
  ]);
  await here.window.page.keyboard.press("Escape");
  await here.window.send("and again");
  await here.window.reply("Gone on again.").waitFor();
  await expect.poll(() => panel.getByText(/^Close to the 5-hour limit/).count()).toBe(0);
});

it("says that the plan's limit is reached and until when, also in claude's words", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("go on", () => [
    { status: 429, headers: { ...plan("rejected", "1"), "x-should-retry": "false" } },
  ]);
  await here.begin();
  await here.window.send("go on");
  await here.window.panel
    .getByText(new RegExp(`^5-hour limit reached \\(resets at ${clock}`, "u"))
    .first()
    .waitFor();
  const card = here.window.panel
    .getByRole("alert")
    .filter({ has: here.window.panel.getByText(/^5-hour limit reached/) });
  await card.getByText("Details", { exact: true }).click();
  await card.getByText(/^You've hit your 5-hour limit/).waitFor();
});
