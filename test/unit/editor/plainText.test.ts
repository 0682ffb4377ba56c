import { expect, it } from "vitest";
import { inLabel, inMessage } from "../../../extension/editor/plainText.ts";

it("leaves no link in a message: the editor would run its command", () => {
  expect(inMessage("[Open](command:workbench.action.quit) a.txt")).toBe("[Open] (command:workbench.action.quit) a.txt");
});

it("keeps in a label what the editor would take for an icon", () => {
  expect(inLabel("Bash(git log $(pwn) $(x))")).toBe("Bash(git log \\$(pwn) \\$(x))");
});
