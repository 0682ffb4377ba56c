import { expect, it } from "vitest";
import { formatActivity } from "../../../../extension/shared/text/conversation.ts";
import { formatTime } from "../../../../extension/shared/text/numbers.ts";

it("counts down to the next attempt", () => {
  const activity = { code: "retrying", attempt: 2, most: 10, seconds: 8, endsAt: 20_000 } as const;
  expect(formatActivity(activity)).toBe("Retrying (2/10) in 8 s");
  expect(formatActivity(activity, 14_500)).toBe("Retrying (2/10) in 6 s");
  expect(formatActivity(activity, 30_000)).toBe("Retrying (2/10) in 0 s");
});

it("tells when a plan limit ends by the reader's own clock", () => {
  const resetsAt = Date.parse("2026-11-22T18:30:00Z") / 1000;
  expect(formatActivity({ code: "planLimit", isReached: true, resetsAt })).toBe(
    `Plan limit reached (resets at ${formatTime(resetsAt * 1000, Date.now())})`,
  );
  expect(formatActivity({ code: "planLimit", isReached: true, resetsAt: Number.MAX_VALUE })).toBe("Plan limit reached");
});

it("names the plan limit, its used part, and whether extra usage carries on", () => {
  const resetsAt = 4_102_444_800;
  const time = formatTime(resetsAt * 1000, Date.now());
  const near = { code: "planLimit", isReached: false, limit: "fiveHours", percent: 92, resetsAt } as const;
  expect(formatActivity(near)).toBe(`Close to the 5-hour limit (92% used, resets at ${time})`);
  expect(formatActivity({ ...near, isReached: true, percent: 100 })).toBe(`5-hour limit reached (resets at ${time})`);
  expect(formatActivity({ code: "planLimit", isReached: true, limit: "sevenDays", isUsingExtra: true })).toBe(
    "7-day limit reached: continuing with extra usage, which is billed",
  );
});

it("tells of a login that is renewed with the last line of its command", () => {
  expect(formatActivity({ code: "renewingLogin" })).toBe("Renewing the login…");
  expect(formatActivity({ code: "renewingLogin", line: "Open https://device.example.com" })).toBe(
    "Renewing the login: Open https://device.example.com",
  );
});
