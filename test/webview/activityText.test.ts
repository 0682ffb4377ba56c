import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import ActivityText from "../../webview/composer/dock/ActivityText.svelte";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

it("counts down to the next attempt, without saying every second of it aloud", async () => {
  const { container } = render(ActivityText, {
    activity: { code: "retrying", attempt: 2, most: 10, seconds: 8, endsAt: 1_008_000 },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await tick();
  const [said, seen] = [...container.querySelectorAll("span")];
  expect(said?.textContent).toBe("Retrying (2/10) in 8 s");
  expect([seen?.textContent, seen?.getAttribute("aria-hidden")]).toEqual(["Retrying (2/10) in 3 s", "true"]);
});
