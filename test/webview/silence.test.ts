import { screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { open, useFakePage } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

it("says how long a turn has been silent, with ways out, until it responds", () => {
  const { host, chat, click } = open({ status: "working", silentSince: Date.now() - 130_000 });
  expect(screen.getByText("No response for 2 min", { selector: "[role=status]" })).toBeTruthy();
  const row = screen.getByText("No response for 2 min", { selector: "[aria-hidden]" }).parentElement as HTMLElement;
  for (const button of row.querySelectorAll("button")) click(button);
  expect(host.sent.slice(-3)).toEqual([
    { type: "stop" },
    { type: "runCommand", action: "retry" },
    { type: "runCommand", action: "showLog" },
  ]);
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { silentSince: null } }] }));
  click(document.body);
  expect(screen.queryByText(/No response/)).toBeNull();
});
