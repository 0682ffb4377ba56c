import { afterAll, expect, it, vi } from "vitest";
import { createAttemptDialogs } from "../../../../extension/vscode/dialogs/attemptDialogs.ts";
import type { Messages } from "../../../../extension/vscode/dialogs/messages.ts";
import { createRuleDialogs } from "../../../../extension/vscode/dialogs/ruleDialogs.ts";
import { createSelectionMention, mentionChosen } from "../../../../extension/vscode/mentions/workspaceFiles.ts";
import { createLiveServerDialogs } from "../../../../extension/vscode/servers/liveServerDialogs.ts";

// An editor without notifications, so that whatever is not said through messages fails.
vi.mock("vscode", () => ({
  ThemeIcon: Object,
  Uri: { parse: (text: string) => ({ scheme: text.split(":")[0], path: text, fsPath: text }) },
  window: { showInputBox: async () => "http://localhost/?code=1" },
}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

/** `answer`: the label that the user presses. */
function setup(answer?: string) {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const ask = (_kind: string, text: string, buttons: readonly string[]) => {
    say([text, ...buttons].join(" | "));
    return { answer: Promise.resolve(answer), end: () => {} };
  };
  return { said, messages: { inform: say, warn: say, ask } as unknown as Messages };
}

it("says above the composer why nothing was mentioned", () => {
  const { said, messages } = setup();
  expect(createSelectionMention(messages)).toBeUndefined();
  expect(mentionChosen("/w", ["git:/w/a.txt"], messages)).toBe("");
  expect(said).toEqual([expect.stringMatching(/^Nothing was mentioned/), expect.stringMatching(/^Not mentioned: /)]);
});

it("asks above the composer for the address of a sign-in", async () => {
  const { said, messages } = setup();
  expect(await createLiveServerDialogs(messages).askCallback("s")).toBeUndefined();
  const [label] = said[0]?.split(" | ").slice(-1) ?? [];
  expect(await createLiveServerDialogs(setup(label).messages).askCallback("s")).toBe("http://localhost/?code=1");
});

it("says above the composer what became of rules, and that there are no attempts", () => {
  const { said, messages } = setup();
  const rules = createRuleDialogs(messages);
  rules.showNoConversation();
  rules.showStillInForce("Bash(ls)", ["userSettings"]);
  createAttemptDialogs(messages).showNoAttempts();
  expect([said.length, said[1]]).toEqual([3, expect.stringContaining("Bash(ls)")]);
});
