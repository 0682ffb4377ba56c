import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Problem } from "../../extension/shared/contract/problem.ts";
import { open, useFakePage } from "./appSetup.ts";

useFakePage();

const path = "/usr/bin/claude";
const refused = (reason: string): Problem => ({ code: "startRefused", reason, detail: "A policy says so." });

it.each<[situation: string, Problem, button: string, action: string]>([
  ["no program", { code: "missing", searched: [path] }, "Open setup guide", "openSetupGuide"],
  ["a program that can't run", { code: "notExecutable", path }, "Select executable…", "chooseProgram"],
  ["an old program", { code: "tooOld", path, version: "1.0.50", oldest: "2.0.77" }, "Update claude", "updateProgram"],
  ["several folders", { code: "noFolder" }, "Select folder…", "retry"],
  [
    "an invalid setting",
    { code: "setting", setting: "tandem.effort", problem: { code: "notFolder", path } },
    "Open settings file",
    "openSettingsFile",
  ],
  ["an untrusted workspace", { code: "untrusted" }, "Manage trust", "manageTrust"],
  ["a repository without a decision", { code: "repository" }, "Review…", "reviewRepository"],
  ["a login that a policy refuses", refused("org_pin_mismatch"), "Log in", "logIn"],
  ["a version that a policy refuses", refused("cli_version_too_old"), "Update claude", "updateProgram"],
  ["a proxy that is wrong", refused("proxy_invalid"), "Open settings", "openSettings"],
  ["a refusal that only others can lift", refused("managed_settings_invalid"), "Retry", "retry"],
])("offers first what helps against %s", (_, problem, button, action) => {
  const { host, click } = open({ status: "ended", problem });
  const buttons = within(screen.getByRole("alert")).getAllByRole("button");
  const first = buttons.find((each) => each.classList.contains("primary")) ?? expect.fail();
  expect(first).toBe(buttons[0]);
  expect(first.textContent).toBe(button);
  click(first);
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action });
});

it("shows that the install command was copied until the button loses the focus", () => {
  const { host, click } = open({ status: "ended", problem: { code: "missing", searched: [path] } });
  const copy = screen.getByRole("button", { name: "Copy install command" });
  const getLook = () => [copy.title, copy.querySelector(".codicon")?.className.split(" ")[1]];
  expect(getLook()).toEqual(["", "codicon-copy"]);
  copy.focus();
  click(copy);
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "copyInstallCommand" });
  expect(getLook()).toEqual(["Copied", "codicon-check"]);
  copy.blur();
  flushSync();
  expect(getLook()).toEqual(["", "codicon-copy"]);
});
